/**
 * Messages written by hand for this check, in the manner of 2020 to 2026 and in many languages, one a line. No template of
 * the training generator was made from them.
 */
export const WORLD_FRAUDULENT: readonly string[] = `
Westminster Council: you have an outstanding parking penalty charge. View and pay before 14/09 to avoid it rising to £130: https://parking-pcn-gov.com
PARKING INVOICE: our records show your vehicle has an unpaid City of Austin parking invoice of $4.35. A $35 daily overdue fee applies, settle at https://austin-parkpay.com
Your Telstra SIM swap request has been received. If you did not request this call 0480 555 019 immediately to cancel
hey its jess, i accidentally put your number for my verification, a 6 digit code is coming can u send it to me pls
Is this David? It's Linda, we met at the charity dinner in Seattle last month
Good morning, I'm Emily with Robert Half, we came across your resume and have remote work assisting merchants with data, pays $120-$300 per day. Kindly reply if interested
Hello! I am from Lemon8 marketing team, we pay 50 USDT for following creators, 30 minutes per day. Contact our receptionist on Telegram @nadia_hr8
Are you free at the moment? I need you to run an errand for me, text me back as soon as you get this. Pastor John
Ihr DHL Paket liegt im Zollamt. Zur Freigabe bitte 2,99 EUR Zollgebuehren bezahlen: https://zoll-dhl.info/paket
Sparkasse: Ihr pushTAN-Zugang laeuft am 04.06. ab. Bitte verlaengern unter sparkasse-tan.com
Hallo Mama, mein Handy ist kaputt gegangen. Das ist meine neue Nummer, kannst du mir bitte auf Whatsapp schreiben +4915511122233
Ihre Steuerrueckerstattung betraegt 278,35 EUR, jetzt beantragen: elster-erstattung.net
Info: votre colis n'a pas pu etre distribue car il ne rentrait pas dans la boite aux lettres. Reprogrammer: https://mondialrelais-colis.com
Crit'Air: vous n'avez pas votre vignette reglementaire, amende de 135 EUR. Commandez la sur critair-vignette.fr-gouv.info
Maman c'est moi, j'ai casse mon telephone, tu peux m'envoyer un message sur WhatsApp a ce numero 0612345678
AMELI: votre carte vitale arrive a expiration, remplissez le formulaire pour conserver vos droits: ameli-renouvellement.net
Correos: Su paquete no se ha podido entregar por falta de numero de calle. Actualice su direccion: correos-envio.top/es
CaixaBank: se ha detectado un acceso desde un nuevo dispositivo. Si no fue usted verifique inmediatamente: https://caixabank-verifica.com
Hola mama se me ha roto el movil, este es mi numero nuevo, escribeme por whatsapp cuando puedas 612345678
DGT: Tiene una multa de trafico pendiente de 35 EUR. Pague antes de 24h para evitar recargo https://sede-dgt-multas.com
Intesa Sanpaolo: la tua utenza e stata sospesa per mancata sicurezza web. Riattiva qui: https://intesa-riattiva.com
Ciao mamma, mi e caduto il telefono e si e rotto, questo e il mio nuovo numero, mi scrivi su whatsapp? 3451234567
Poste: il suo pacco e in giacenza per dazio di 1,99 euro. Confermi la spedizione: poste-ritiro.info
BB informa: sua conta sera bloqueada hoje por falta de atualizacao. Regularize em bb-modulo.com ou ligue 0800 555 0199
Oi mae, troquei de numero, salva esse ai. To precisando pagar um boleto hoje e meu app travou, consegue fazer um pix pra mim?
Correios: sua encomenda foi retida na alfandega, pague a taxa de R$ 47,89: rastreio-liberacao.online
CTT: a sua encomenda esta pendente de pagamento de 1,79 EUR: ctt-entrega.com
ING: Uw betaalpas verloopt binnenkort. Vraag gratis uw nieuwe pas aan via ing-betaalpas.net
Hoi mam, mijn telefoon is in de wc gevallen, dit is tijdelijk mijn nummer, stuur je me een appje? 0612345678
Belastingdienst: uw openstaande schuld van 298,32 is na meerdere herinneringen niet voldaan. Op 12 mei legt de deurwaarder beslag. Voorkom dit: bd-betalen.com/ideal
InPost: Twoja paczka zostala zatrzymana, wymagana doplata 1,50 zl. Oplac: inpost-doplata.xyz
PGE: Na dzien 12.05 zaplanowano odlaczenie energii elektrycznej, prosimy o uregulowanie naleznosci: pge-platnosc.com
PTT: Kargonuz adres bilgileri eksik oldugu icin teslim edilemedi, guncelleyin: ptt-adres.com
Sayin musterimiz, internet bankaciliginiz guvenlik nedeniyle askiya alinmistir. Aktif etmek icin tiklayin garanti-guncelle.com
Selamat nomor Anda mendapat hadiah Rp 175 juta dari Shopee, PIN pemenang 25477. Info klik www.hadiah-shopee.tk
Ma ini nomor baru Dina, tolong transfer 2 juta ke BCA 8831200145 an Siti, nanti Dina ganti
Nasabah Yth, BRI mengubah tarif transfer menjadi Rp150.000/bulan, jika tidak setuju isi formulir bri-tarif.com
Dear Customer aapka SBI YONO account block ho jayega aaj, PAN card update karein turant http://sbi-yono.in.net
Ghar baithe mobile se kaam karke 3000 roz kamaye, whatsapp kare 9876512345
My daughter abeg, na new number be this, I dey stranded for Ibadan, send me 20k for this account 0123456789 Opay
Traffic e-challan of Rs 500 against your vehicle is pending. Pay to avoid court summons https://echallan-parivahan.co/pay
Your NIN has been suspended. Link it to your SIM now or call 07031234567 to avoid disconnection
Nordea: ditt konto har spärrats, logga in och bekräfta: nordea-bankid.com
PostNord: Din pakke er tilbageholdt, betal gebyr 12 kr: postnord-gebyr.com
Posta: Vase zasilka ceka na doruceni, uhradte poplatek 29 Kc: ceskaposta-poplatek.com
`
  .trim()
  .split('\n');

export const WORLD_LEGITIMATE: readonly string[] = `
Ihr Code fuer PayPal lautet 482913. Teilen Sie ihn mit niemandem.
Sparkasse: TAN 551290 fuer Ueberweisung von 120,00 EUR an Stadtwerke. Geben Sie die TAN niemals weiter.
DHL Paketankuendigung: Ihre Sendung von Zalando kommt morgen zwischen 10:00 und 13:00 Uhr.
Ihr Rezept liegt zur Abholung bereit. Ihre Praxis Dr. Weber
Hallo Oma, wir kommen am Sonntag um 3, soll ich Kuchen mitbringen? Liebe Gruesse
Papa ruf mich mal an wenn du Zeit hast, geht um das Auto
Telekom: Sie haben 80% Ihres Datenvolumens verbraucht.
Votre code de verification Doctolib est 330911. Il expire dans 10 minutes.
Colissimo: votre colis a ete depose dans votre boite aux lettres.
Credit Agricole: paiement CB de 54,90 EUR chez Carrefour le 12/04. Solde disponible sur l'appli.
Rappel: votre rendez-vous chez Dr Martin est prevu mardi 14 a 9h30. Pour annuler appelez le cabinet.
Maman je rentre plus tard ce soir, gardez moi une assiette bisous
T'as pu payer le loyer? dis moi combien je te dois
Soldes d'ete chez Kiabi: jusqu'a -50% en magasin et sur kiabi.com. STOP au 36111
Tu codigo de Glovo es 4821. No lo compartas con nadie.
BBVA: compra de 23,40 EUR en MERCADONA con tarjeta *4412.
Recordatorio de cita: Clinica Dental Sol, jueves 16 a las 17:30. Responda SI para confirmar.
Mama ya he llegado al aeropuerto, te llamo luego, un beso
Me puedes hacer un bizum de 15 por la cena? cuando puedas sin prisa
Il tuo codice Satispay e 229104. Non condividerlo.
Poste: il pacco 1Z33 e stato consegnato oggi alle 11:20.
Ciao ci vediamo alle 8 davanti al cinema, i biglietti li ho presi io
Gentile paziente, le ricordiamo la visita del 12/05 alle 10:15. Studio Bianchi
Nubank: Pix recebido! Voce recebeu R$ 80,00 de Maria Silva.
Seu codigo de acesso iFood e 9921. Nao compartilhe.
Mae to saindo agora do trabalho, compra pao por favor? beijo
Seu pedido da Amazon chega hoje ate as 20h.
ING: er is 45,00 EUR afgeschreven bij Albert Heijn.
Je afspraak bij de kapper is morgen om 14:00. Tot dan!
Mam ik ben iets later thuis, trein vertraging x
PostNL: je pakketje is bezorgd bij de buren op nr 12.
InPost: Paczka od Zara czeka w Paczkomacie WAW12M. Kod odbioru 553201. Masz 48h.
mBank: Kod SMS 883120 do operacji przelew 200,00 PLN. Nie podawaj nikomu.
Mamo bede o 18, kupic cos po drodze?
Dogrulama kodunuz 445120. Kimseyle paylasmayiniz.
Garanti BBVA: 1234 ile biten kartinizdan MIGROS isyerinde 245,50 TL harcama yapildi.
Anne aksam yemege gelemem, isim uzadi, optum
Kode OTP Tokopedia Anda 771209. JANGAN berikan kode ini ke siapa pun.
Paket JNE anda sudah diterima oleh satpam. Terima kasih.
Ma, nanti aku pulang jam 7 ya, mau nitip apa?
Aapke khate se Rs 450 debit hue hain. Avl bal Rs 2,310. -PNB
Bhai kal ka match dekhne aa raha hai kya, ghar pe sab hai
How far, you don reach house? Abeg call me when you see this
RingGo: your parking session at zone 4412 ends at 15:40. Extend in the app.
Your child was marked absent this morning. Please ring the school office. Elm Park
Hi, it's Marta from the book club, I changed my number, see you thursday!
Vaccination reminder: your flu jab is due, book at your GP surgery or pharmacy.
Can't talk, in a meeting. call you in 20
`
  .trim()
  .split('\n');
