/**
 * Names that fraud borrows, with the registrable domains that are theirs. The first word is the name as one token, with
 * `_` between words; `~` before it says that the name is an ordinary word too, so that it counts in addresses and
 * sender names but not in running text.
 */
export const BRAND_LIST = `
paypal paypal.com paypal.me paypalobjects.com paypal-communication.com
amazon amazon.com amazonaws.com amazonses.com media-amazon.com amzn.to amzn.eu amzn.asia a.co amazon.jobs
netflix netflix.com nflx.it
~apple apple.com icloud.com itunes.com mzstatic.com me.com mac.com
icloud icloud.com apple.com
microsoft microsoft.com microsoftonline.com live.com outlook.com office.com office365.com windows.com azure.com sharepoint.com onedrive.com msn.com hotmail.com aka.ms microsoft365.com
office_365 office.com office365.com microsoft.com microsoftonline.com
office365 office.com office365.com microsoft.com microsoftonline.com
~outlook outlook.com live.com microsoft.com office.com
onedrive onedrive.com live.com microsoft.com 1drv.ms
sharepoint sharepoint.com microsoft.com
~google google.com gmail.com googleapis.com gstatic.com goo.gl youtube.com g.co googleusercontent.com googlemail.com withgoogle.com
~gmail google.com gmail.com
~facebook facebook.com fb.com facebookmail.com fb.me meta.com metamail.com
~instagram instagram.com facebook.com facebookmail.com ig.me
~whatsapp whatsapp.com wa.me
~telegram telegram.org t.me
~linkedin linkedin.com lnkd.in
~tiktok tiktok.com
~twitter twitter.com x.com t.co
snapchat snapchat.com
docusign docusign.com docusign.net
dropbox dropbox.com dropboxmail.com db.tt
adobe adobe.com adobesign.com
wetransfer wetransfer.com we.tl
~zoom zoom.us zoom.com
ebay ebay.com ebayimg.com
walmart walmart.com
costco costco.com
best_buy bestbuy.com
geek_squad bestbuy.com geeksquad.com
norton norton.com nortonlifelock.com gen.com
mcafee mcafee.com
~spotify spotify.com
disney_plus disneyplus.com
~steam steampowered.com steamcommunity.com
roblox roblox.com
verizon verizon.com vzw.com verizonwireless.com
at&t att.com att-mail.com att.net
t-mobile t-mobile.com
vodafone vodafone.com vodafone.co.uk vodafone.de
~o2 o2.co.uk o2online.de o2mail.co.uk
dhl dhl.com dhl.de
usps usps.com usps.gov
~ups ups.com
fedex fedex.com
royal_mail royalmail.com
royalmail royalmail.com
evri evri.com hermes-europe.co.uk
~hermes evri.com myhermes.co.uk
dpd dpd.com dpd.co.uk dpd.de dpdgroup.co.uk
canada_post canadapost.ca canadapost-postescanada.ca
auspost auspost.com.au
australia_post auspost.com.au
singpost singpost.com
correios correios.com.br
deutsche_post deutschepost.de dhl.de
la_poste laposte.fr laposte.net
colissimo laposte.fr colissimo.fr
chronopost chronopost.fr
poste_italiane poste.it
postnl postnl.nl
hmrc gov.uk hmrc.gov.uk
~irs irs.gov
dvla gov.uk
~nhs nhs.uk nhs.net
ato.gov ato.gov.au
mygov my.gov.au
centrelink servicesaustralia.gov.au
e-zpass e-zpassny.com ezpassnj.com e-zpassiag.com ezpassva.com ezpassmd.com paturnpike.com
ezpass e-zpassny.com ezpassnj.com e-zpassiag.com ezpassva.com
sunpass sunpass.com
fastrak bayareafastrak.org thetollroads.com
txtag txtag.org
bank_of_america bankofamerica.com bofa.com
bankofamerica bankofamerica.com
wells_fargo wellsfargo.com wf.com
wellsfargo wellsfargo.com
~chase chase.com jpmorgan.com jpmorganchase.com
citibank citi.com citibank.com
capital_one capitalone.com
american_express americanexpress.com aexp.com
americanexpress americanexpress.com
navy_federal navyfederal.org
usaa usaa.com
~discover discover.com
hsbc hsbc.com hsbc.co.uk
barclays barclays.com barclays.co.uk barclaycard.co.uk
barclaycard barclaycard.co.uk barclaycardus.com
lloyds lloydsbank.com lloydsbank.co.uk lloydsbanking.com
natwest natwest.com
santander santander.com santander.co.uk santander.com.br bancosantander.es
halifax halifax.co.uk halifax-online.co.uk
nationwide nationwide.co.uk nationwide.com
monzo monzo.com
revolut revolut.com
bankid bankid.com bankid.no
mitid mitid.dk
~swish swish.nu
vipps vipps.no
n26 n26.com
bunq bunq.com
vinted vinted.com vinted.fr vinted.de vinted.co.uk vinted.es vinted.it vinted.pl
vietcombank vietcombank.com.vn
techcombank techcombank.com.vn techcombank.com
bkash bkash.com
gcash gcash.com
robinhood robinhood.com
~wise wise.com transferwise.com
sbi sbi.co.in onlinesbi.sbi sbicard.com
hdfc hdfcbank.com hdfcbank.net hdfcbank.bank.in
icici icicibank.com
axis_bank axisbank.com
kotak kotak.com kotak.bank.in
paytm paytm.com paytm.in
phonepe phonepe.com
flipkart flipkart.com fkrt.it
~jio jio.com
airtel airtel.in airtel.com airtel.co.tz airtel.africa airtel.co.ke airtel.com.ng
gtbank gtbank.com gtco.com
gtb gtbank.com
zenith_bank zenithbank.com
access_bank accessbankplc.com
~uba ubagroup.com
firstbank firstbanknigeria.com
first_bank firstbanknigeria.com
mtn mtn.com mtnonline.com mtn.ng mtn.co.za
etisalat etisalat.com.ng etisalat.ae 9mobile.com.ng
m-pesa safaricom.co.ke safaricom.com vodacom.co.tz vodacom.co.mz
mpesa safaricom.co.ke vodacom.co.tz vodacom.co.mz
dbs dbs.com dbs.com.sg
ocbc ocbc.com
uob uobgroup.com uob.com.sg
maybank maybank2u.com.my maybank.com
sparkasse sparkasse.de
volksbank volksbank.de vr.de
commerzbank commerzbank.de
deutsche_bank deutsche-bank.de db.com
deutsche_bahn bahn.de deutschebahn.com bahn.com
postbank postbank.de
rabobank rabobank.nl
abn_amro abnamro.nl
~ing ing.com ing.de ing.nl
bnp_paribas bnpparibas.com bnpparibas.net
credit_agricole credit-agricole.fr
ameli ameli.fr
caixabank caixabank.es
bbva bbva.com bbva.es
itau itau.com.br
bradesco bradesco.com.br
nubank nubank.com.br
banco_do_brasil bb.com.br
livelo livelo.com.br
mercado_livre mercadolivre.com.br
mercado_libre mercadolibre.com
mercadopago mercadopago.com mercadopago.com.br
magalu magazineluiza.com.br magalu.com
serasa serasa.com.br
intesa intesasanpaolo.com
unicredit unicredit.it
coinbase coinbase.com
binance binance.com
metamask metamask.io
trust_wallet trustwallet.com
trustwallet trustwallet.com
~ledger ledger.com
trezor trezor.io
kraken kraken.com
blockchain.com blockchain.com
opensea opensea.io
uniswap uniswap.org
pancakeswap pancakeswap.finance
~ripple ripple.com
ethereum ethereum.org
~lido lido.fi
~lufthansa lufthansa.com booking-lufthansa.com miles-and-more.com
decathlon decathlon.com decathlon.de decathlon.fr
aldi aldi.us aldi.co.uk aldi-sued.de aldi-nord.de
lidl lidl.com lidl.de lidl.co.uk
~shein shein.com
~temu temu.com temuemail.com
booking.com booking.com
airbnb airbnb.com
~uber uber.com
cash_app cash.app square.com
cashapp cash.app
venmo venmo.com
zelle zellepay.com
western_union westernunion.com
moneygram moneygram.com
~stripe stripe.com
klarna klarna.com klarna.de
interac interac.ca
telstra telstra.com telstra.com.au
optus optus.com.au
protonmail proton.me protonmail.com
proton_mail proton.me protonmail.com
~yahoo yahoo.com yahoo.co.uk yahooinc.com
~aol aol.com
comcast comcast.com comcast.net xfinity.com
xfinity xfinity.com comcast.net
cpanel cpanel.net cpanel.com
godaddy godaddy.com secureserver.net
ionos ionos.com ionos.de
coca_cola coca-cola.com
starbucks starbucks.com
home_depot homedepot.com
harbor_freight harborfreight.com
medicare medicare.gov
~exodus exodus.com
~stellar stellar.org
phantom_wallet phantom.com phantom.app
okx okx.com
kucoin kucoin.com
bybit bybit.com
crypto.com crypto.com
inpost inpost.pl inpost.co.uk inpost.it
poczta_polska poczta-polska.pl
allegro allegro.pl
olx olx.pl olx.ro olx.com.br
pko pkobp.pl
pkobp pkobp.pl
mbank mbank.pl
santander_bank_polska santander.pl
pge pge.pl gkpge.pl
tauron tauron.pl
ceska_posta ceskaposta.cz
ceskaposta ceskaposta.cz
csob csob.cz csob.sk
posta_romana posta-romana.ro
postnord postnord.se postnord.dk postnord.no postnord.com
~posten posten.no
nordea nordea.com nordea.se nordea.dk nordea.fi nordea.no
bankid bankid.com bankid.no
swedbank swedbank.se
mobilepay mobilepay.dk
swisscom swisscom.ch swisscom.com
~ptt ptt.gov.tr
e-devlet turkiye.gov.tr
trendyol trendyol.com
hepsiburada hepsiburada.com
~garanti garantibbva.com.tr garanti.com.tr
akbank akbank.com
ziraat ziraatbank.com.tr
yapi_kredi yapikredi.com.tr
yurtici yurticikargo.com
~bca bca.co.id klikbca.com
~bri bri.co.id
~bni bni.co.id
~mandiri bankmandiri.co.id
shopee shopee.co.id shopee.com shopee.sg shopee.com.my shopee.ph shp.ee
tokopedia tokopedia.com
gojek gojek.com
~grab grab.com grab.co
lazada lazada.com lazada.sg
jne jne.co.id
telkomsel telkomsel.com tsel.me tsel.id
indosat indosatooredoo.com indosat.com im3.id ioh.co.id
~axis axis.co.id axisnet.id
~xl xl.co.id xlaxiata.co.id
~tri tri.co.id
smartfren smartfren.com
~dana dana.id
~ovo ovo.id
vodacom vodacom.co.tz vodacom.co.mz vodacom.co.za vodacom.com
~tigo tigo.co.tz tigo.com
halotel halotel.co.tz
movitel movitel.co.mz
nmb nmbbank.co.tz
crdb crdbbank.co.tz
millennium_bim millenniumbim.co.mz
~moza mozabanco.co.mz
j&t jet.co.id jtexpress.my jtexpress.sg
pos_malaysia pos.com.my
pos_laju pos.com.my
touch_n_go touchngo.com.my
cimb cimb.com.my cimbclicks.com.my
~bdo bdo.com.ph
landbank landbank.com
india_post indiapost.gov.in
indiapost indiapost.gov.in
yono sbi.co.in onlinesbi.sbi
pnb pnbindia.in
fastag npci.org.in ihmcl.co.in
parivahan parivahan.gov.in
opay opayweb.com
palmpay palmpay.com
~correos correos.es correos.com.mx correosexpress.com
seur seur.com
~dgt dgt.es dgt.gob.es
agencia_tributaria agenciatributaria.gob.es agenciatributaria.es
ctt ctt.pt
mbway mbway.pt
millennium_bcp millenniumbcp.pt
caixa_geral cgd.pt
mondial_relay mondialrelay.fr mondialrelay.com
relais_colis relaiscolis.com
~antai antai.gouv.fr
impots.gouv impots.gouv.fr
credit_mutuel creditmutuel.fr
caisse_d'epargne caisse-epargne.fr
la_banque_postale labanquepostale.fr
societe_generale societegenerale.fr societegenerale.com
boursorama boursorama.com
leboncoin leboncoin.fr
nexi nexi.it
bper bper.it
fineco finecobank.com
postepay poste.it
bancoposta poste.it
inps inps.it
agenzia_delle_entrate agenziaentrate.gov.it
bartolini brt.it
digid digid.nl
belastingdienst belastingdienst.nl
cjib cjib.nl
bol.com bol.com
~elster elster.de
dkb dkb.de
comdirect comdirect.de
telekom telekom.de telekom.com t-mobile.com
kleinanzeigen kleinanzeigen.de
gls gls-group.com gls-group.eu gls-pakete.de
bpost bpost.be bpost.cloud
bancolombia bancolombia.com
banorte banorte.com
bancomer bbva.mx
caixa_economica caixa.gov.br
mercadolibre mercadolibre.com
magazine_luiza magazineluiza.com.br
linkt linkt.com.au
commbank commbank.com.au cba.com.au
westpac westpac.com.au
ringgo ringgo.co.uk
paybyphone paybyphone.com
dvsa gov.uk
yodel yodel.co.uk
sncf sncf.com sncf-connect.com sncf-voyageurs.com oui.sncf
ouigo ouigo.com
renfe renfe.com renfe.es
trenitalia trenitalia.com
~italo italotreno.it italotreno.com
sbb sbb.ch
oebb oebb.at
pkp_intercity intercity.pl
irctc irctc.co.in irctc.com
amtrak amtrak.com
~trainline thetrainline.com trainline.com trainline.eu
national_rail nationalrail.co.uk
eurostar eurostar.com
edf edf.fr edf.com edfenergy.com
engie engie.com engie.fr engie.be
enedis enedis.fr
totalenergies totalenergies.com totalenergies.fr
iberdrola iberdrola.es iberdrola.com
endesa endesa.com endesa.es endesaclientes.com
naturgy naturgy.es naturgy.com
enel enel.it enel.com
vattenfall vattenfall.de vattenfall.se vattenfall.nl vattenfall.com
eneco eneco.nl eneco.com eneco.be
essent essent.nl
british_gas britishgas.co.uk
octopus_energy octopus.energy octopusenergy.com
thames_water thameswater.co.uk
national_grid nationalgrid.com nationalgridus.com
con_edison coned.com
duke_energy duke-energy.com
bses bsesdelhi.com
tneb tnebnet.org tangedco.org
tangedco tangedco.org tnebnet.org
tata_power tatapower.com tatapower-ddl.com
msedcl mahadiscom.in
mahadiscom mahadiscom.in
bescom bescom.co.in
adani_electricity adanielectricity.com
kplc kplc.co.ke
kenya_power kplc.co.ke
eskom eskom.co.za
meralco meralco.com.ph
k-electric ke.com.pk
latvenergo elektrum.lv latvenergo.lv
cemig cemig.com.br
sabesp sabesp.com.br
cpfl cpfl.com.br
cfe cfe.mx cfe.gob.mx
tepco tepco.co.jp
`;
