import { rawMail } from './modern-mails.js';

/**
 * Messages of railways, suppliers of energy, surgeries, operators with codes to dial, managers who cannot talk and
 * children with a broken phone, in 22 languages, with invented names and numbers, one message a line.
 */
export const TRADES_LEGITIMATE: readonly string[] = `
Dobrý den, Vaše zásilka od Alza.cz je připravena k vyzvednutí v AlzaBoxu Brno, Masná. Kód pro vyzvednutí 4482. Uložena do 18. 3.
ČD: Vlak R 982 je dnes zpožděn o 35 minut z důvodu poruchy lokomotivy. Omlouváme se. Aktuálně na cd.cz
PKP Intercity: pociag IC 5321 do Gdyni opozniony o ok. 40 min. Przepraszamy. Info: portalpasazera.pl
DB: Ihr Zug ICE 597 am 14.03. fällt aus. Die Zugbindung ist aufgehoben. Alternativen finden Sie unter bahn.de/aktuell
Renfe: Su tren AVE 03142 de hoy con destino Madrid-Puerta de Atocha sale con 20 min de retraso. Disculpe las molestias.
Trenitalia: il treno FR 9640 delle 18:10 viaggia con 45 minuti di ritardo. Maggiori info su trenitalia.com
NS: Je trein van 8.15 naar Utrecht Centraal rijdt vandaag niet. Plan je reis opnieuw in de NS-app of op ns.nl
Tata Power-DDL: Bill for CA 60012345678 Rs. 2,115.00 is due on 21-Mar-2025. Pay via the TPDDL Connect app or tatapower-ddl.com. Kindly ignore if already paid.
TNEB: Your service no 09123456789 bill amt Rs 864 due dt 18/03/2025. Pay online at tnebnet.org to avoid disconnection. Ignore if paid.
KPLC: Your prepaid token 4471-2290-1183-6650-9127 Units 18.4 Amt KES 500.00. Account 14412345678. Dial *977# for self service.
Eskom: Loadshedding stage 2 from 16:00 to 22:00 today. Your area: 18:00 - 20:30. See the EskomSePush app.
Dear customer, N1,000 was deducted for your 1.5GB monthly plan. Valid till 14/04/2025. Dial *323*4# to check balance. Airtel
Vodafone Ghana: You have used 90% of your data bundle. To buy more dial *700# or use the My Telecel app.
Claro: Tu plan prepago vence el 15/03. Recarga desde $50 y sigue conectado. Marca *611# para ver tu saldo.
Jio: 90% of daily high speed data quota used as on 12-Mar-25 18:20. For more data dial *333# or recharge on MyJio.
Riverside Dental: Hi Karen, you have an unpaid balance of $85.00 for your visit on 2/14. Pay online at riversidedental.com or call our office at (503) 555-0118.
Summit Orthopedics: your bill of $212.40 is ready. View and pay at summitortho.com/bill. Questions? Call 651-555-0173. Reply STOP to opt out.
Quest Diagnostics: Your lab results are ready. Sign in to MyQuest to view them.
Your Maple Leaf Vet invoice for Bella: $146.00. Thank you for paying today. See you for the booster on 12 April, 4pm.
Rappel : votre rdv avec le Dr Lemoine (ophtalmologue) est le mardi 18/03 à 14h20. Pour annuler : 01 42 55 01 88 ou doctolib.fr
CPAM: Vous avez reçu un nouveau message dans votre compte ameli. Connectez-vous depuis l'appli ameli pour le lire.
Vinted : ton colis est arrivé au point relais Tabac du Marché. Retire-le avant le 20/03 avec ta pièce d'identité.
Ayuntamiento de Valencia: le recordamos que el plazo voluntario del IBI acaba el 30/04. Puede pagar en cualquier sucursal o en la sede electrónica con su certificado.
Mercadona: tu pedido llegará hoy entre las 17:00 y las 18:00. Repartidor: Javi.
Bizum: has recibido 25,00 EUR de MARTA G. Concepto: cena sábado. Consulta tu saldo en la app de tu banco.
Nubank: Compra de R$ 89,90 APROVADA em IFOOD no cartão final 7731 em 12/03 às 20:41. Não foi você? Bloqueie o cartão no app.
Detran-SP: o licenciamento do veiculo placa ABC1D23 vence em 31/03. Consulte no app Poupatempo ou em detran.sp.gov.br
Sayın abonemiz, 02/2025 dönemi doğalgaz faturanız 684,20 TL, son ödeme 24.03.2025. Ödendiyse dikkate almayınız. İGDAŞ
Yarın saat 10:30'da Dr. Elif Kaya ile randevunuz vardır. Gelemeyecekseniz lütfen 0212 555 01 44 numarasını arayınız. Medica Klinik
Гражданин, Ваша запись к врачу: терапевт Петрова И.А., 17.03 в 09:40, каб. 214. Отмена записи через Госуслуги или 122.
Нова пошта: посилка 20450912345678 прибула у відділення №14. Безкоштовне зберігання до 19.03. Сума до сплати 0 грн.
【順豐速運】您的快件SF1234567890已放入智能櫃，取件碼 482913，請於今日22:00前取件。
[CJ대한통운] 고객님의 상품이 오늘 14~16시 배송 예정입니다. 담당: 김민수 기사님
東京電力：3月分の電気料金は8,412円です。口座振替日は3月27日です。詳しくはくらしTEPCO webをご覧ください。
Kính gửi quý khách, tiền điện tháng 3/2025 là 612.400đ. Hạn thanh toán 25/03. Quý khách vui lòng thanh toán qua ứng dụng EVNHCMC CSKH.
Pelanggan Yth, tagihan PDAM bln Maret Rp 148.500 jatuh tempo 20/03. Bayar di loket, Indomaret atau mobile banking Anda. Abaikan jika sudah bayar.
Running 10 mins late, order me a flat white? I'll pay you back
Hey it's Priya from the book club, Tom gave me your number. Are you bringing the projector on Thursday or shall I ask the library?
In a meeting till 3, can you ring the plumber for me? number's on the fridge x
Sorry wrong chat lol ignore that
`
  .trim()
  .split('\n');

export const TRADES_FRAUDULENT: readonly string[] = `
SNCF Connect: votre remboursement de 48,60 EUR pour le train 8421 est en attente. Confirmez vos coordonnées bancaires: https://sncf-remboursement.info
Česká pošta: Vaše zásilka nemůže být doručena kvůli neuhrazenému clu 49 Kč. Uhraďte zde: https://ceskaposta-clo.eu/platba
DB Navigator: Ihre Erstattung wegen Verspätung über 62,40 € liegt bereit. Jetzt IBAN bestätigen: bahn-fahrgastrechte.net
InPost: Twoja paczka zostala wstrzymana. Doplac 1,29 zl aby wznowic dostawe: https://inpost-doplata.site/p
BSES: Dear consumer your electricity will be disconnected tonight at 9.30 pm as your last month bill was not updated. Immediately contact our electricity officer 9830112244
TNEB notice: Your power connection will be cut today 10.30pm, previous bill not updated in system. Call officer 8240556677 now.
KPLC: You have a tariff refund of KES 3,200. To receive it send your ID number and M-PESA PIN to 0722 113 344.
MTN: Congratulations! You have won 50GB free data in our anniversary promo. To activate dial *600*08031234567*1000*1234#
Airtel: your SIM will be deactivated in 24 hrs for incomplete KYC. To keep your number active dial *401*9812345670# immediately
Jio: Dear customer your 4G SIM is not verified and will be blocked today. Call customer care 9007112233 to verify.
Mercy Regional Hospital billing: your account has been sent to collections. Avoid legal action, pay $198.00 now: mercy-billpay.support/pay
Medicare: your new chip card is ready but your benefits are on hold. Call 1 (786) 555-0109 to verify your Medicare number today.
ameli: votre carte vitale arrive à expiration. Commandez la nouvelle sous 48h pour garder vos droits: ameli-renouvellement.fr-sante.com
Maman, jai perdu mon tel, c'est mon nouveau num. Envoi moi un whatsapp au 07 49 12 66 03 c'est urgent
Mamá, soy yo, se me ha roto el móvil. Escríbeme al WhatsApp 611 204 998 por favor
Ciao papà, mi è caduto il cellulare nel lavandino. Questo è il numero provvisorio di una amica, scrivimi su whatsapp 351 220 4471
Olá mãe, o meu telemóvel avariou. Guarda este número novo 912 445 610 e manda-me mensagem quando puderes. Preciso de pagar uma conta hoje
Hallo Papa, mein Handy ist kaputt gegangen. Kannst du mir auf dieser Nummer bei WhatsApp schreiben? +49 1577 3320941
Hi Laura, it's Martin (CEO). I'm in a board meeting and can't take calls. I need you to handle something discreetly for me. Text me back on this number.
Are you at the office? I'm tied up in a conference and need a quick favor before noon. Can't talk, just reply here. - Dr. Hughes
Correos: su envío está retenido en nuestro centro por falta de número de calle. Actualice su dirección: correos-envios.top/es
Bizum: Tienes un pago pendiente de 120 EUR. Para recibirlo acepta la solicitud e introduce tu clave en bizum-recibir.com
Nubank: Compra de R$ 2.849,00 aprovada no MAGAZINE LUIZA. Se nao reconhece ligue agora 0800 591 4477 para cancelar.
Detran: sua CNH sera suspensa por multa em aberto. Regularize com 40% de desconto ate hoje: detran-regulariza.net
Sayın müşterimiz, HGS cezanız 89,50 TL ödenmemiştir. İcra işlemi başlamadan ödeyiniz: hgs-odeme.com-tr.net
Уважаемый клиент! На Госуслугах подана заявка на кредит от вашего имени. Если это не вы, срочно позвоните 8 (499) 350-12-77
Нова пошта: ваша посилка затримана, підтвердіть адресу та сплатіть 12 грн https://novaposhta-ua.click
【順豐速運】您的包裹因地址錯誤無法派送，請更新資料並支付運費：sf-expressc.top
[국민은행] 고객님 계좌에서 980,000원 결제완료. 본인 아닐시 즉시 문의 070-4512-8890
【東京電力】電気料金のお支払いが確認できません。本日中にお支払いください。未払いの場合は送電停止となります https://tepco-pay.cc
Vietnam Airlines: Quý khách trúng 1 cặp vé miễn phí. Xác nhận thông tin thẻ để nhận thưởng: vnairlines-qua.com
PLN: Anda mendapat subsidi token listrik Rp 500.000. Klaim sebelum hangus: wa.me/6285712345678
Hello, I'm Vivian from TalentBridge. Your background impressed our recruiters. Remote product rating work, 1 hour a day, $200-$350 per day, paid daily. Interested? Add me on Telegram @vivian_talent
I saw your ad for the sofa, my courier will collect it with the cash. You just need to pay the $50 insurance by gift card first, I'll refund you
USDT alert: 2.31 ETH is waiting in your wallet from the staking event. Import your seed phrase to claim: claim-eth.live
E-ZPass final reminder: you have an outstanding toll of $4.15. Settle by today to avoid DMV referral: ezpass.com-zrtk.vip
Apple: your iCloud was accessed from Lagos. If this was not you call Apple Support 1-888-555-0177 at once
Good morning Mr Daniels, it's Cathy from the yacht club dinner. My assistant gave me this number, hope I have the right one?
Grandma it's me. I had a car accident and I'm at the police station, please don't tell mom. My lawyer will call you for the bail money
Your Amazon order of iPhone 16 Pro $1,099.00 has been placed. If you did not order this call 1 (806) 555-0154 for a refund
`
  .trim()
  .split('\n');

export const TRADES_LEGITIMATE_MAILS: readonly string[] = [
  {
    from: 'SNCF Connect <noreply@info.sncf-connect.com>',
    subject: 'Votre e-billet Paris - Lyon du 14 mars',
    html: '<p>Bonjour Ines,</p><p>Votre voyage est confirmé. Train TGV INOUI 6607, départ 8h00, voiture 7, place 42.</p><a href="https://www.sncf-connect.com/app/trips">Voir mon billet</a><p>Montant payé : 64,00 €</p>',
  },
  {
    from: 'EDF <serviceclient@edf.fr>',
    subject: 'Votre facture est disponible',
    html: '<p>Bonjour,</p><p>Votre facture du 10/03/2025 d\'un montant de 92,14 € est disponible. Elle sera prélevée le 25/03/2025.</p><a href="https://particulier.edf.fr/factures">Consulter ma facture</a>',
  },
  {
    from: 'Microsoft account team <account-security-noreply@accountprotection.microsoft.com>',
    subject: 'Microsoft account security info was added',
    html: '<p>Microsoft account</p><p>Security info was added</p><p>The following security info was recently added to the Microsoft account in**@example.org: phone ending in 22.</p><p>If this was you, then you can safely ignore this email.</p><a href="https://account.live.com/p">Manage your security info</a>',
  },
  {
    from: 'Dropbox <no-reply@dropbox.com>',
    subject: 'We noticed a new sign in to your Dropbox',
    html: '<p>Hi Ines,</p><p>A new web browser just signed in to your Dropbox account. To help keep your account secure, let us know if this is you.</p><a href="https://www.dropbox.com/account/security">Check sign-in</a>',
  },
  {
    from: 'Praxis Dr. Weber <termine@praxis-dr-weber.de>',
    subject: 'Terminbestätigung 18.03.2025, 10:15 Uhr',
    text: 'Guten Tag Frau Moreau,\n\nhiermit bestätigen wir Ihren Termin am 18.03.2025 um 10:15 Uhr. Bitte bringen Sie Ihre Versichertenkarte mit. Absagen bitte bis 24 Stunden vorher unter 030 4412 880.\n\nIhr Praxisteam',
  },
  {
    from: 'Paul Stern <paul.stern@northwind-robotics.com>',
    subject: 'Re: Invoice 2025-031',
    headers: 'In-Reply-To: <a1@example.org>\r\nReferences: <a1@example.org>\r\n',
    text: 'Hi Ines,\n\nThanks, received. Accounting pays on the 28th as usual. Could you send the timesheet for February as well? I am in meetings all afternoon, so mail is best.\n\nBest, Paul',
  },
  {
    from: 'Claire Hughes <claire.hughes@example.org>',
    subject: 'Quick favour',
    text: 'Hi Ines,\n\nare you in the office tomorrow? The courier brings the new badges at ten and I am in a meeting with Jo until noon. Could you sign for them at the desk?\n\nThanks\nClaire',
  },
  {
    from: 'HDFC Bank InstaAlerts <alerts@hdfcbank.net>',
    subject: 'View: Account update for your HDFC Bank A/c',
    html: '<p>Dear Customer,</p><p>Rs. 1,250.00 has been debited from account **5571 to VPA greengrocer@okaxis on 11-03-25. Your UPI transaction reference number is 507012345678.</p><p>If you did not authorize this transaction, please report it immediately by calling 18002586161 or SMS BLOCK UPI to 7308080808.</p>',
  },
  {
    from: 'Zoom <no-reply@zoom.us>',
    subject: 'Your payment failed',
    html: '<p>Hi Ines,</p><p>We could not charge the card ending in 4417 for Zoom Workplace Pro ($15.99). Please update your payment method by 18 March to keep your plan.</p><a href="https://zoom.us/billing">Update payment method</a>',
  },
  {
    from: 'Lycée Victor Hugo <vie-scolaire@lycee-vhugo.fr>',
    subject: 'Sortie du 28 mars : autorisation et participation',
    text: "Madame, Monsieur,\n\nles élèves de seconde visiteront le musée le vendredi 28 mars. Merci de rendre l'autorisation signée et la participation de 12 euros (espèces ou chèque) au secrétariat avant le 21 mars.\n\nLa vie scolaire",
  },
  {
    from: 'Etsy <transaction@etsy.com>',
    subject: 'Your Etsy order from WoolAndCo (receipt #3312456789)',
    html: '<p>Thanks for your order, Ines!</p><p>Merino scarf, 1 x €38.00. Dispatch by Mar 14.</p><a href="https://www.etsy.com/your/purchases">View order</a>',
  },
  {
    from: 'Correos <notificaciones@correos.es>',
    subject: 'Tu envío PQ4X1234567890 está en reparto',
    html: '<p>Hola,</p><p>Tu envío está en reparto y se entregará hoy. Puedes seguirlo aquí.</p><a href="https://www.correos.es/es/es/herramientas/localizador">Seguir envío</a>',
  },
  {
    from: 'Thames Water <customer@thameswater.co.uk>',
    subject: 'Your water bill is ready',
    html: '<p>Hello Ms Moreau,</p><p>Your bill of £214.20 is ready to view. You pay by Direct Debit, so there is nothing you need to do.</p><a href="https://www.thameswater.co.uk/my-account">View my bill</a>',
  },
  {
    from: 'Jonas Lind <jonas@lindbygg.se>',
    subject: 'Offert badrum',
    text: 'Hej Ines,\n\nhär kommer offerten på badrummet. Totalt 84 500 kr inkl. moms, start vecka 18. Hör av dig om du har frågor, 070-174 06 12.\n\nHälsningar\nJonas',
  },
].map(rawMail);

export const TRADES_FRAUDULENT_MAILS: readonly string[] = [
  {
    from: 'Microsoft account team <no-reply@identity-review.com>',
    subject: 'Unusual sign-in activity',
    html: '<p>Microsoft account</p><p>Unusual sign-in activity</p><p>We detected something unusual about a recent sign-in. Country: Russia. Platform: Windows. Browser: Firefox.</p><p>If this was you, you can ignore this email. If not, review it and we will help you take corrective action.</p><a href="https://identity-review.com/s/22">Review recent activity</a><p>The Microsoft account team</p>',
  },
  {
    from: 'SNCF <contact@voyage-indemnisation.com>',
    subject: 'Votre indemnisation G30 de 37,50 €',
    auth: 'mx.example.org; spf=pass; dkim=none; dmarc=none',
    html: '<p>Cher client,</p><p>Suite au retard de votre train, vous pouvez recevoir 37,50 €. Merci de confirmer votre carte bancaire sous 48h.</p><a href="https://voyage-indemnisation.com/g30">Recevoir mon indemnisation</a>',
  },
  {
    from: 'EDF Particuliers <ne-pas-repondre@edf-espace.eu>',
    subject: 'Facture impayée : coupure prévue',
    html: '<p>Madame, Monsieur,</p><p>Sauf erreur, votre facture de 184,20 € reste impayée. Sans règlement sous 24h votre électricité sera coupée.</p><a href="https://edf-espace.eu/payer">Régler maintenant</a>',
  },
  {
    from: 'Ines Dupont <i.dupont.direction@gmail.com>',
    subject: 'Disponible ?',
    text: "Bonjour Ines,\n\nes-tu disponible ? Je suis en réunion et je ne peux pas téléphoner. J'ai besoin d'un service rapidement, réponds-moi par mail uniquement.\n\nIsabelle Dupont\nDirectrice générale",
  },
  {
    from: 'Martin Cole <ceo.office@execmail-desk.com>',
    subject: 'Quick task',
    text: 'Ines, are you at your desk? I am in a meeting and cannot take calls. I need you to pick up a few Apple gift cards for a client today, send me the codes by reply. I will reimburse you.\n\nMartin Cole\nCEO',
  },
  {
    from: 'Accounts <billing@northwind-robotlcs.com>',
    subject: 'Re: Invoice 2025-031 updated bank details',
    text: 'Dear Ines,\n\nplease note that our bank details have changed because of an audit. Kindly pay invoice 2025-031 to the new account below and confirm once done.\n\nIBAN LT12 1000 0111 0100 1000\nRegards, Paul Stern',
  },
  {
    from: 'Webmail Admin <it-desk@helpdesk-portal.info>',
    subject: 'ines.moreau@example.org mailbox is 98% full',
    html: '<p>Dear ines.moreau,</p><p>Your mailbox is almost full and incoming messages are on hold. Increase the quota now to avoid loss of messages.</p><a href="https://helpdesk-portal.info/q?e=ines.moreau@example.org">Increase quota</a>',
  },
  {
    from: 'DocuSign <docs@signing-center.net>',
    subject: 'Completed: Salary revision 2025',
    html: '<p>You received a document to review and sign.</p><a href="https://bafybeigd.ipfs.dweb.link/#ines.moreau@example.org">REVIEW DOCUMENT</a><p>Do not share this email. Powered by DocuSign</p>',
  },
  {
    from: 'Norton Billing <jenny.parker8841@gmail.com>',
    subject: 'Invoice NRT-882199',
    text: 'Dear Customer,\n\nthank you for renewing Norton 360. $399.99 was charged to your account today. To cancel and get a refund call our team within 24 hours: +1 (808) 555-0142.\n\nBilling department',
  },
  {
    from: 'Correos <aviso@entrega-postal.site>',
    subject: 'Su paquete no pudo ser entregado',
    html: '<p>Estimado cliente,</p><p>Su paquete no pudo ser entregado porque faltan gastos de aduana de 1,79 €.</p><a href="https://entrega-postal.site/pago">Pagar y recibir</a>',
  },
  {
    from: 'Mrs. Helen Ward <helenward1957@outlook.com>',
    subject: 'Donation from my late husband',
    text: 'Dearest one,\n\nI am a widow with a terminal illness and wish to donate $7.5 million of my late husband to the poor through you. Reply with your full name and phone number so that my lawyer can release the fund.',
  },
  {
    from: 'HR Department <hr@payroll-updates.org>',
    subject: 'Action required: new benefits enrolment',
    html: '<p>Dear employee,</p><p>Scan the QR code with your phone camera to confirm your payroll details before Friday. Failure to do so will delay your salary.</p><img src="cid:qr">',
  },
  {
    from: 'anonymous <x91k2@protonmail.com>',
    subject: 'I recorded you',
    text: 'I have access to your device and recorded you through your webcam while you visited adult sites. Send $1,200 in bitcoin to bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh within 48 hours or I send the video to all your contacts.',
  },
  {
    from: 'Netflix <info@mailer.streaming-hilfe.com>',
    subject: 'Ihr Konto wurde pausiert',
    html: '<p>Hallo,</p><p>Ihre letzte Zahlung ist fehlgeschlagen. Bitte aktualisieren Sie Ihre Zahlungsdaten innerhalb von 24 Stunden, sonst wird Ihr Konto gesperrt.</p><a href="https://streaming-hilfe.com/nf">Zahlungsdaten aktualisieren</a>',
  },
].map(rawMail);
