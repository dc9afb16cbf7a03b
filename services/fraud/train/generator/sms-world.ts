/** Texts in other languages and of newer kinds, of both classes, in our own words. */
export const WORLD_FRAUD: readonly string[] = `
[Parking|Council|City] [notice|office]: [an unpaid|your unpaid] parking charge of {small} [is recorded|was found] [for your vehicle|]. Pay [by|before] {date} or [the fine doubles|it goes to court]: {badlink}
PCN {tracking}: your [vehicle|car] [stayed too long|was parked without a ticket]. [Pay {amount} today|Settle now] {badlink}
[DVSA|DMV|Traffic office]: you have [an open|an unpaid] [traffic ticket|speeding fine]. [Your licence will be suspended|Extra charges apply] after {date}. {badlink}
{service} [security|care]: someone asked to move your [number|SIM] to a new [SIM|phone]. If it was not you call {phone} [at once|now]
[Hey|Hi], [I tried to log in|I'm locked out] and they sent the code to your [phone|number] by mistake. [What is the code?|Can you send me the 6-digit code?]
[Hi|Hello], is this {name}? [We met at|I got your number from] [the conference|my assistant|the golf club]. [Oh sorry wrong number|Sorry I dialed the wrong number], [you sound friendly|maybe it is fate], where are you from?
[Hi|Hello], I'm {name} from {service}. [Your CV was recommended|Your profile fits]. [Rate apps|Boost products|Review hotels] on your phone, {amount} [a day|daily], paid in USDT. [Message me on|Add my] WhatsApp {phone}
[Our app|The platform] pays {amount} for {number} [tasks|reviews] a day, [training is paid|no fee]. [Age 23 or older|Over 25 only]. Write to {name} on Telegram {handle}
[I made|My uncle made] {large} with [his crypto mentor|the AI trading app], [let me show you|he can teach you too]. [Join|Register at] {badlink}
[Mum|Dad|Hi mum|Hi dad], [dropped my phone in the sink|my phone got stolen|my SIM is dead], [text me on this number|this is a friend's phone] {phone} [x|]
[Are you free?|Are you at your desk?] [I am in a meeting and can't talk|I need a quick favour], [text me back|send me your WhatsApp number]. {fullname}, [CEO|principal|director]
[DHL|DPD|Hermes]: Ihr Paket {tracking} [wird im Zollamt zurückgehalten|konnte nicht zugestellt werden]. [Bitte zahlen Sie {small}|Adresse bestätigen]: {courierlink}
{bank}: Ihr [Konto|Zugang] wurde [vorübergehend gesperrt|eingeschränkt]. [Bitte legitimieren Sie sich|Jetzt freischalten]: {banklink}
{bank}: Ihre [pushTAN|photoTAN] [läuft heute ab|muss erneuert werden]. Verlängern Sie sofort: {banklink}
[Finanzamt|Zoll|ELSTER]: Ihre Steuererstattung von {amount} steht bereit. [Beantragen Sie sie hier|Jetzt abholen]: {taxlink}
Bußgeld: [Ihr Parkverstoß|die Forderung] {tracking} ist offen. Zahlen Sie {amount} [bis {date}|sofort]: {badlink}
Hallo [Mama|Papa], [mein Handy ist ins Wasser gefallen|ich habe mein Handy verloren], das ist meine neue Nummer. [Kannst du mir schreiben?|Bitte auf WhatsApp melden] {phone}
[Verdiene|Verdienen Sie] {amount} am Tag von zu Hause, [keine Erfahrung nötig|nur mit dem Handy]. [Melde dich bei|WhatsApp] {phone}
{courier}: votre [colis|paquet] [n'a pas pu être livré|est retenu], [adresse incomplète|frais impayés de {small}]. [Mettez à jour|Réglez] ici {courierlink}
[Antai|Amendes.gouv]: vous avez une amende impayée de {amount}. [Réglez avant majoration|Dernier rappel] {badlink}
[Ameli|Assurance maladie]: votre nouvelle carte vitale est disponible, [remplissez le formulaire|confirmez vos coordonnées] {badlink}
{bank}: [connexion inhabituelle|un nouvel appareil] sur votre compte. Si ce n'est pas vous, [appelez le {phone}|annulez ici {banklink}]
[Coucou maman|Salut papa], j'ai [cassé|perdu] mon téléphone, c'est mon nouveau numéro. [Tu peux m'écrire ?|Envoie-moi un message] {phone}
[Votre CPF|Votre compte formation] expire bientôt: {amount} disponibles. [Utilisez-les avant le {date}|Cliquez ici] {badlink}
[Gagnez|Gagner] {amount} par jour depuis chez vous, [contactez {name} sur|écrivez sur] WhatsApp {phone}
[Correos|SEUR|MRW]: su [paquete|envío] {tracking} está retenido en aduana. [Pague|Abone] {small} de gastos en {courierlink}
{bank}: hemos detectado un [acceso no autorizado|cargo no reconocido]. [Verifique|Bloquee] en {banklink} [o su cuenta será bloqueada|]
[DGT|Tráfico]: tiene una multa pendiente de {amount}. [Pague hoy con descuento|Evite el recargo] {badlink}
[Agencia Tributaria|Hacienda|Seguridad Social]: tiene una devolución de {amount}. [Solicítela|Cobrar] aquí {taxlink}
Hola [mamá|papá], [se me rompió el móvil|perdí el móvil], este es mi número nuevo. [Escríbeme|Guárdalo] {phone}, [necesito que me hagas un favor|es urgente]
[Gana|Gane] {amount} al día [desde casa|dando me gusta a vídeos]. [Oferta de trabajo|Empleo] sin experiencia, escribe al WhatsApp {phone}
[Felicidades|Felicitaciones], ha ganado [un premio|un iPhone] en el sorteo de {service}. [Reclame|Cobrar] en {badlink}
[Poste Italiane|BRT|GLS]: il tuo [pacco|ordine] è in giacenza, [paga {small} di spese doganali|conferma l'indirizzo] {courierlink}
{bank}: [accesso anomalo|operazione sospetta] di {amount}. [Se non sei stato tu|Se non riconosci], [chiama {phone}|blocca qui {banklink}]
Gentile cliente, la sua [utenza|carta] {bank} [è sospesa|è limitata]. [Aggiorni|Verifichi] i dati {banklink}
[INPS|Agenzia Entrate]: [un rimborso di {amount}|il bonus] è disponibile, [richiedi|compila il modulo] {taxlink}
Ciao [mamma|papà], mi si è rotto il telefono, questo è il mio nuovo numero. [Scrivimi su WhatsApp|Mandami un messaggio] {phone}
[Guadagna|Guadagni] {amount} al giorno [da casa|con il telefono]. [Lavoro part time|Offerta di lavoro], scrivi su WhatsApp {phone}
[Correios|Rastreio]: seu [objeto|pedido] {tracking} foi taxado. Pague {small} [para liberar|hoje] {courierlink}
{bank}: compra de {amount} [aprovada|em análise]. [Caso não reconheça|Se não foi você], ligue {phone}
[Receita Federal|CPF irregular]: [regularize|evite o bloqueio do] seu CPF [hoje|até {date}] {taxlink}
[Seus pontos|{number}000 pontos] {service} vencem hoje. Resgate [agora|já] {badlink}
Oi [mãe|pai], [meu celular quebrou|mudei de número], salva esse. [Preciso pagar uma conta|Pode fazer um pix de {amount}]? [te pago amanhã|é urgente]
[Ganhe|Renda extra de] {amount} por dia [curtindo vídeos|em casa], [chama no|fale no] WhatsApp {phone}
[PostNL|DHL]: uw pakket [kon niet worden bezorgd|wordt vastgehouden]. Betaal {small} invoerkosten: {courierlink}
{bank}: uw [betaalpas|rekening] [verloopt|is tijdelijk geblokkeerd]. [Vraag|Activeer] via {banklink}
[Belastingdienst|CJIB|DigiD]: u heeft een openstaande [schuld|boete] van {amount}. [Betaal per direct|Laatste waarschuwing] {badlink}
Hoi [mam|pap], mijn telefoon is kapot, dit is mijn nieuwe nummer. [App me|Stuur een bericht] op {phone}
[InPost|DPD|Poczta]: Twoja paczka [została wstrzymana|czeka na dopłatę {small}]. [Dopłać|Uzupełnij adres]: {courierlink}
{bank}: Twoje konto [zostało zablokowane|zostanie ograniczone]. [Zaloguj się|Potwierdź dane]: {banklink}
[PGE|Tauron]: na dziś zaplanowano odłączenie prądu, uregulu należność {small}: {badlink}
Cześć mamo, [telefon mi się zepsuł|zgubiłam telefon], to mój nowy numer. Napisz na WhatsApp {phone}
[Urząd Skarbowy|e-Urząd]: masz zwrot podatku {amount}. Odbierz: {taxlink}
Praca zdalna, zarobki {amount} dziennie, [bez doświadczenia|wystarczy telefon]. Napisz na WhatsApp {phone}
[PTT|Kargo]: kargonuz [adres eksik|gümrük ücreti] nedeniyle teslim edilemedi. {courierlink} adresinden güncelleyin
Sayın müşterimiz, {bank} hesabınız [askıya alınacaktır|bloke edilmiştir]. Giriş yapın: {banklink}
[e-Devlet|HGS]: {amount} ödenmemiş ceza borcunuz var, [icra başlamadan|bugün son gün] ödeyin {badlink}
Tebrikler! {service} çekilişinden {large} kazandınız. [Ödülünüzü alın|Hemen arayın] {badlink}
Anne telefonum bozuldu, bu yeni numaram. [Acil para lazım|Bana yazın] {phone}
Evden çalışarak günlük {amount} kazanın, WhatsApp {phone} [mesaj atın|yazın]
[Yth Nasabah|Pelanggan yth] {bank}, [biaya admin berubah|akun anda diblokir]. Klik {banklink} [untuk konfirmasi|segera]
Selamat! Nomor anda terpilih sebagai pemenang undian {service} {large}. Hubungi {phone} [pin {otp}|]
[Paket anda|Kiriman anda] tertahan di bea cukai, bayar {small} di {courierlink}
Ma ini [nomor baru|aku], hp rusak. Tolong transfer dulu {amount} ya, nanti diganti
Lowongan kerja online, penghasilan {amount} per hari, cukup like video. WA {phone}
[Pinjaman|Dana cepat] {large} cair [hari ini|5 menit] tanpa jaminan, hubungi {phone}
Tahniah! Akaun anda layak menerima bantuan {amount}. Tuntut di {badlink}
Dear grahak aapka {bank} khata [aaj band ho jayega|block ho gaya hai], turant KYC update kare {phone}
Aapka bijli connection aaj raat kat jayega, bill pending hai, turant call kare {phone}
[Badhai ho|Mubarak ho]! Aapka number {large} ki lottery jeet gaya. Claim karne ke liye WhatsApp kare {phone}
Ghar baithe kamaye {amount} roz, sirf mobile se. Join kare {badlink}
Papa mera phone kharab ho gaya, ye mera naya number hai. {amount} bhejo jaldi
Your e-challan of {amount} is pending. Pay [now|today] to avoid court: {badlink}
Abeg help me with {amount}, I dey hospital, this na my new number. I go pay you back tomorrow
Your [BVN|NIN] don block o, call {phone} sharp sharp make we unlock am before your money lost
You don win {large} for {service} promo! Send your account number and pin to {phone} now now
[N-Power|FG palliative]: your {amount} grant is ready, register [before it closes|now] {badlink}
Din pakke kunne ikke leveres, betal {small} her: {courierlink}
Ditt konto är spärrat, bekräfta med BankID: {banklink}
Zásilka čeká, zaplaťte clo {small}: {courierlink}
Coletul dvs. este blocat, confirmati adresa: {courierlink}
[Glückwunsch|Herzlichen Glückwunsch]! [Sie haben|Ihre Nummer hat] [{large}|ein iPhone|eine Reise|einen Gutschein über {amount}] gewonnen. [Rufen Sie jetzt {premium} an|Preis abholen unter {premium}] [{rate}|gültig 12 Stunden|]
[Letzter Aufruf|Wichtige Nachricht|Dringend]: [Ihr Preis|Ihr Gewinn] von {large} [ist noch nicht abgeholt|wartet]. [Anruf|Rufen Sie an] {premium} [vom Festnetz|{rate}]
[Klingelton|Spiel|Logo|Horoskop] [gratis|kostenlos] [jede Woche|aufs Handy]: sende {name} an {shortcode}. [Abo {rate}|Abmelden mit STOP]
{bank}: [Überweisung|Zahlung|Abbuchung] von {amount} an {fullname} [vorgemerkt|beauftragt]. [Waren Sie das nicht|Nicht von Ihnen]? [Rufen Sie sofort|Sofort anrufen] {phone} [an|]
[Ich bin|Hier ist] {name} von der Personalabteilung. [Wir suchen Leute für|Angebot:] [Online-Bewertungen|Heimarbeit], {amount} am Tag. [Schreib mir auf|Kontakt] [Telegram {handle}|WhatsApp {phone}]
[Félicitations|Bravo]! [Vous avez gagné|Votre numéro a gagné] [{large}|un téléphone|un voyage]. [Appelez le|Réclamez votre lot au] {premium} [{rate}|avant ce soir|]
[Gagnez|A gagner] [chaque semaine|aujourd'hui] [{large}|un prix]! [Envoyez|Texto] {name} au {shortcode} [{rate}|abonnement, STOP pour arrêter]
[Message important|Dernier appel]: [votre prix|votre cadeau] de {amount} [n'est pas réclamé|vous attend]. [Appelez|Tél] {premium} [depuis un fixe|{rate}]
¡[Enhorabuena|Felicidades]! [Ha ganado|Tu número ha ganado] [{large}|un coche|un viaje]. [Llame ya al|Reclame su premio en el] {premium} [{rate}|]
[Complimenti|Congratulazioni]! [Hai vinto|Il tuo numero ha vinto] [{large}|un buono da {amount}]. [Chiama|Ritira il premio al] {premium} [{rate}|oggi]
Parabéns! [Você ganhou|Seu número foi sorteado com] {large}. [Ligue|Retire o prêmio] {premium} [hoje|{rate}|]
Gefeliciteerd! [U heeft|Je nummer heeft] [{large}|een reis] gewonnen. [Bel nu|Claim je prijs op] {premium} [{rate}|]
Gratulacje! [Wygrałeś|Twój numer wygrał] [{large}|telefon]. [Zadzwoń|Odbierz nagrodę] {premium} [{rate}|]
[Grattis|Tillykke|Gratulerer]! Du har [vunnit|vundet|vunnet] [{large}|en telefon]. [Ring|Ring nu] {premium} [{rate}|]
{bank}: [ny innlogging|overførsel på {amount}|overføring på {amount}|betalning på {amount}]. [Var det ikke deg|Er det ikke dig|Var det inte du]? Ring {phone} [nå|nu|]
{bank}: [nieuw apparaat|betaling van {amount}] op uw rekening. [Was u dit niet|Niet door u]? Bel [direct|meteen] {phone}
{bank}: {amount} [harcama|işlem] [yapıldı|onaylandı]. [Size ait değilse|İşlem size ait değilse|Siz yapmadıysanız] [hemen|] {phone} arayın
{bank}: [платёж|перевод] {amount} [подтверждён|ожидает]. [Это не вы|Если это не вы]? [Срочно|] звоните {phone}
[Hallo|Hi], ich habe dir [aus Versehen|versehentlich] einen Code geschickt, kannst du ihn mir [schicken|weiterleiten]?
[Salut|Bonjour], je t'ai envoyé un code par erreur, tu peux me [le renvoyer|le donner] ?
[Hola|Perdona], te envié un código por error, ¿me lo [pasas|reenvías]?
Ciao, ti ho mandato un codice per sbaglio, me lo [giri|mandi]?
[Oi|Olá], mandei um código para você por engano, pode me [passar|mandar]?
[Hej|Hei], jeg [kom til at sende|sendte] en kode til [dig|deg] ved en [fejl|feil], kan du sende den [til mig|videre]?
Cześć, wysłałem ci kod przez pomyłkę, możesz [mi go podać|przesłać]?
Selam, yanlışlıkla sana kod gönderdim, bana [iletir misin|atar mısın]?
Привет, я случайно отправил код на твой номер, [скинь пожалуйста|пришли мне]
[Wir haben Ihren Lebenslauf gesehen|Ihr Profil passt zu uns]. {number} Stunden täglich, {amount} pro Tag. [Antworten Sie mit JA|Schreiben Sie uns]
[Nous avons vu votre CV|Votre profil nous intéresse]. Quelques heures, {amount} par jour. [Répondez OUI|Contactez {name} au {phone}]
[Hemos visto su currículum|Su perfil encaja]. Pocas horas, {amount} al día. [Responda SÍ|Escriba al {phone}]
[Einsam|Single]? [Frauen|Männer|Singles] in {city} [warten auf dich|wollen chatten]. [Sende|Antworte mit] {name} an {shortcode} [{rate}|ab 18]
[Jemand|Ein heimlicher Verehrer] [hat dir eine Nachricht geschickt|denkt an dich]. [Wer? Ruf an|Anhören unter] {premium}
[Quizfrage|Frage des Tages]: [Hauptstadt von Italien|Welcher Fluss fließt durch {city}]? A, B oder C an {shortcode} und [{large}|ein Auto] gewinnen. {rate}
[Sie haben|Du hast] {number} neue [Nachrichten|Verehrer|Bilder]. [Abrufen|Ansehen]: {premium} [{rate}|]
[Neue|Coole] [Töne|Spiele|Bilder] für [dein|Ihr] Handy, {number} pro Woche [nur|für] {small}. [Bestellen mit|Antwort] {name} an {shortcode}
[Seul|Célibataire] ce soir? [Des filles|Des hommes] à {city} [vous attendent|veulent discuter]. [Envoyez|Répondez] {name} au {shortcode} [{rate}|18+]
[Un admirateur secret|Quelqu'un] vous a laissé un message. [Écoutez-le|Appelez] {premium} [{rate}|]
[Quiz|Question]: [capitale de l'Italie|quel fleuve passe à {city}]? Envoyez A, B ou C au {shortcode} et gagnez [{large}|une voiture]. {rate}
Vous avez {number} nouveaux [messages|contacts|photos]. [Consultez|Appelez] {premium} [{rate}|]
[Nouvelles sonneries|Nouveaux jeux|Logos] pour votre mobile, {number} par semaine [à|pour] {small}. [Répondez|Envoyez] {name} au {shortcode}
[Solteras|Chicas] en {city} [te esperan|quieren conocerte]. Envía {name} al {shortcode} [{rate}|+18]
[Ragazze|Single] a {city} [ti aspettano|vogliono conoscerti]. Invia {name} al {shortcode} [{rate}|18+]
`
  .trim()
  .split('\n');

export const WORLD_LEGIT: readonly string[] = `
{otp} ist Ihr {service} Code. Geben Sie ihn niemals weiter.
{bank}: {amount} wurden am {date} bei {shop} mit Ihrer Karte *{last4} bezahlt.
[DHL|DPD]: Ihr Paket kommt [heute|morgen] zwischen {time} und {time}. [Live verfolgen in der App|Bitte Ausweis bereithalten].
Erinnerung: Ihr Termin in der Praxis {shop} ist am {date} um {time}. [Absage bitte unter der Praxisnummer|Bis dann].
[Hallo|Hey] {name}, [kommst du heute Abend?|ich bin um {time} da], [bring bitte Brot mit|liebe Grüße]
Papa, der Zug hat Verspätung, ich bin um {time} zu Hause. [Kannst du mich abholen?|Bis gleich]
{percent} Rabatt auf alle Schuhe bei {shop}, nur am Wochenende. Abmelden mit STOP
Votre code {service} est {otp}. Ne le communiquez à personne.
[Chronopost|Colissimo]: votre colis sera livré [aujourd'hui|demain] entre {time} et {time}.
Rappel: rendez-vous chez {shop} le {date} à {time}. [Merci de prévenir si empêchement|A bientôt].
[Coucou|Salut] {name}, [on se voit demain ?|j'arrive vers {time}], [bisous|à plus]
Soldes chez {shop}: {percent} sur tout le magasin jusqu'au {date}. STOP au {shortcode}
Su código de {service} es {otp}. No lo comparta con nadie.
{bank}: compra de {amount} en {shop} con su tarjeta {last4} el {date}.
[Correos|SEUR]: su envío será entregado [hoy|mañana] entre las {time} y las {time}.
Recordatorio: cita en {shop} el {date} a las {time}. [Gracias|Si no puede venir llame a la clínica].
[Hola|Oye] {name}, ¿[quedamos mañana|vienes a cenar]? [llego a las {time}|un beso]
Mamá, [salgo tarde|ya llegué], [nos vemos en casa|no me esperes a cenar] besos
Il tuo codice {service} è {otp}. Non comunicarlo a nessuno.
{bank}: pagamento di {amount} presso {shop} con carta *{last4} il {date}.
[Poste|BRT]: il tuo pacco sarà consegnato [oggi|domani] tra le {time} e le {time}.
Promemoria: appuntamento da {shop} il {date} alle {time}.
[Ciao|Ehi] {name}, [ci vediamo stasera?|arrivo alle {time}], [baci|a dopo]
Seu código {service} é {otp}. Não compartilhe.
{bank}: Pix recebido de {fullname} no valor de {amount} em {date}.
[Correios|Loja {shop}]: seu pedido saiu para entrega [hoje|].
Lembrete: sua consulta na {shop} é dia {date} às {time}. Responda 1 para confirmar.
[Oi|Bom dia] {name}, [vamos amanhã?|chego às {time}], [beijos|valeu]
Je {service} code is {otp}. Deel deze met niemand.
PostNL: je pakket wordt vandaag tussen {time} en {time} bezorgd.
Herinnering: afspraak bij {shop} op {date} om {time}.
[Hoi|Hey] {name}, [eet je mee vanavond?|ik ben er om {time}] [groetjes|xx]
Twój kod {service}: {otp}. Nie podawaj go nikomu.
InPost: paczka czeka w paczkomacie, kod odbioru {otp}. [Odbierz do {date}|].
{bank}: płatność {amount} w {shop}, dostępne środki {amount}.
Przypomnienie o wizycie w {shop} {date} o {time}.
[Cześć|Hej] {name}, [będę o {time}|idziemy jutro na kawę?] [buziaki|dzięki]
{otp} {service} doğrulama kodunuz. Kimseyle paylaşmayın.
{bank}: {last4} ile biten kartınızla {shop} işyerinde {amount} harcama yapıldı.
Kargonuz bugün dağıtıma çıkarıldı, teslimat {time}.
Selam {name}, [yarın geliyor musun?|akşam {time} evdeyim] [öptüm|görüşürüz]
Kode verifikasi {service} anda {otp}. Jangan bagikan kepada siapa pun.
{bank}: transaksi {amount} di {shop} berhasil, saldo anda {amount}.
Paket anda sedang diantar kurir hari ini. Terima kasih
Halo {name}, [besok jadi?|udah makan belum?] [aku sampai jam {time}|oke]
Kod pengesahan {service} anda {otp}. Jangan kongsi dengan sesiapa.
Aapka OTP {otp} hai. Kisi ke saath share na karein. -{bank}
[Arey|Bhai] {name}, [kal aa raha hai?|khana kha liya?] [main {time} tak aaunga|theek hai]
{name} how far, I don reach [house|work]. [We go see tomorrow|Greet mama for me]
Abeg buy bread when you dey come, [I go give you the money|thank you]
Parking session at {shop} [ends at {time}|started], paid {small}. [Extend in the app|].
Your [parking permit|vehicle tax|library loan] [runs out|is due] on {date}. [Renew at a counter|See the letter we sent].
Toll paid: {small} on {date}, account balance {amount}. Thank you
[Quick one|Hey], are you [free|at your desk] [at {hour}|later]? [coffee|need help with the printer]
Hi {name}, I'm in a meeting, [call you back at {hour}|will text after]
[Hi mum|Hey dad], [phone battery is at 2%|my phone is slow today], [home by {time}|see you {day}] x
{bank}: Zahlung {amount} bei {shop} mit Karte **{last4} am {date} um {time}. [Nicht von Ihnen?|Unbekannt?] [Karte in der App sperren|Tel. {hotline}]
[Ihre|Deine] Rechnung über {amount} ist [da|online]. [Der Betrag wird am {date} abgebucht|Zahlbar bis {date}]. {shop}
[Ihre Bestellung|Das Rezept|Ihr Auto] bei {shop} ist [abholbereit|fertig]. [Bitte Ausweis mitbringen|Offen bis {time}|Fragen: {hotline}]
TAN {otp} für [Ihre|die] Überweisung von {amount}. [Nennen Sie sie niemandem|Nicht beauftragt? Rufen Sie {hotline} an].
{bank} : [paiement|retrait] de {amount} chez {shop} le {date} à {time}, carte *{last4}. [Ce n'est pas vous ?|Opération inconnue ?] [Bloquez la carte dans l'appli|Appelez le {hotline}]
[Votre facture|L'échéance] {shop} de {amount} [est en ligne|arrive]. [Prélèvement|Paiement prévu] le {date}.
[Un remboursement|Un virement] de {amount} [a été versé|vous a été fait] le {date}. [Rien à faire de votre part|Détail dans votre espace].
Code {otp} pour [votre achat|votre virement] de {amount}. [Ne le donnez jamais|Pas à l'origine ? Appelez le {hotline}].
Votre [commande|colis] vous attend chez {shop} jusqu'au {date}. [Code de retrait {last4}|Apportez une pièce d'identité].
{bank}: [cargo|retiro|pago] de {amount} en {shop} {date} {time} tarjeta **{last4}. [¿No fuiste tú?|¿No lo reconoces?] [Bloquéala en la app|Llama al {hotline}]
[Su factura|El recibo] de {shop}, {amount}, [se cargará|vence] el {date}. [Si ya pagó ignore este aviso|Puede verla en su área de cliente].
[Tu|Su] clave para [pagar|transferir] {amount} es {otp}. [No la digas a nadie|Si no fuiste tú llama al {hotline}].
Su pedido está [disponible|listo] en {shop} hasta el {date}. [Lleve su documento|Código {last4}].
{bank}: [pagamento|prelievo] {amount} {shop} {date} {time} carta **{last4}. [Non sei stato tu?|Non la riconosci?] [Blocca la carta in app|Chiama {hotline}]
[La bolletta|La fattura] {shop} di {amount} scade il {date}. [Addebito automatico|Se già pagata ignori l'avviso].
Codice {otp} per [il bonifico|l'acquisto] di {amount}. [Non dirlo a nessuno|Se non sei tu chiama {hotline}].
{bank}: compra {amount} {shop} {date} {time} cartão final {last4}. [Não foi você?|Desconhece?] [Bloqueie no app|Ligue {hotline}]
[Sua conta|A sua fatura] {shop} de {amount} vence em {date}. [Pague no app|Débito automático|Se já pagou desconsidere].
[Código|Chave] {otp} para [confirmar|autorizar] {amount}. [Não informe a ninguém|Não fez o pedido? Ligue {hotline}].
{bank}: [betaling|opname] {amount} bij {shop} op {date} {time}, pas {last4}. [Niet van jou?|Onbekend?] [Blokkeer de pas in de app|Bel {hotline}]
[Je rekening|De nota] van {shop}, {amount}, [wordt op {date} afgeschreven|staat klaar]. 
{bank}: transakcja {amount} {shop} {date} {time}, karta *{last4}. [To nie Ty?|Nie poznajesz?] [Zablokuj kartę w aplikacji|Zadzwoń {hotline}]
Termin płatności rachunku {shop} {amount} mija {date}. [Jeśli zapłacono, prosimy pominąć|Zapłać w aplikacji].
{bank}: {date} {time} {last4} nolu kart ile {shop} {amount} harcama. [Siz değilseniz|Bilginiz dışındaysa] {hotline} arayın
{shop} faturanız {amount}, son ödeme {date}. [Ödediyseniz dikkate almayınız|Otomatik ödenecektir].
{bank}: [платёж|покупка|списание] {amount} {shop} {date} {time} карта *{last4}, баланс {amount}. [Не вы?|Если это не вы,] [позвоните|звоните] {hotline}
[Заказ|Посылка] {tracking} [ждёт вас|готов к выдаче] до {date}, код {last4}. [Возьмите паспорт|].
Запись в {shop} {date} в {time}. [Отменить можно по тел. {hotline}|Ждём вас].
{bank}: [kortköp|uttag] {amount} {shop} {date} {time}, kort *{last4}. [Inte du?|Känner du inte igen köpet?] Ring {hotline}
[Din tid|Besöket] hos {shop} är {date} kl {time}. [Avboka på tel {hotline}|Välkommen].
{bank}: plata {amount} {shop} {date} {time} card *{last4}. [Nu esti tu?|Nu recunosti plata?] Suna {hotline}
{bank}: platba kartou *{last4} {amount} {shop} {date} {time}. [Nebyli jste to vy?|Neznáte ji?] Volejte {hotline}
{bank}: vásárlás {amount} {shop} {date} {time} kártya *{last4}, egyenleg {amount}. [Nem Ön volt?|] {hotline}
{bank}: πληρωμή {amount} {shop} {date} {time} κάρτα *{last4}. [Δεν ήσασταν εσείς;|] Καλέστε {hotline}
{bank}: transaksi {amount} di {shop} {date} {time} kartu *{last4}. [Bukan anda?|Tidak merasa?] Hubungi {hotline}
{bank}: TK xx{last4} [-|+]{amount} luc {date} {time}. SD {amount}. ND {shop}
{bank}: عملية {amount} من بطاقة *{last4} في {shop} {date} {time}. [لم تقم بها؟|] اتصل {hotline}
[{service}|{bank}] [tax|pension|benefit] [letter|statement|notice] for {date} is in your [inbox|account]. [Sign in the usual way|Open the app] to read it. We never send links.
A refund of {amount} [from {shop}|] has been [paid|sent] to your card ending {last4}. [It can take {number} days|Nothing to do].
[Direct debit|Card payment] to {shop} for {amount} [did not go through|was returned]. [We will try again on {date}|Please keep enough in your account].
{bank}: your card ending {last4} is [locked|on hold] after a [payment|charge] at {shop} {date} {time}. [Unlock it in the app|Call the number on the back of the card].
[Hallo|Hi] [zusammen|alle|{name}], [hier ist|ich bins,] {name}, das ist meine neue Nummer. [Bis {day}|Bitte speichern|Liebe Grüße]
[Dein|Ihr] Termin[ am {date}|]: {shoplink} [Bis bald|]
[Die Fotos|Klassenfotos|Die Bilder vom Fest] sind [da|online], [bestellen|ansehen] [bis {day}|hier]: {shoplink}
Kannst du mir [noch|bis {day}] {small} für [das Geschenk|die Karten|das Essen] überweisen? [Danke|Hat keine Eile]
[Bonjour|Coucou|Salut], c'est {name}, [voici|j'ai changé de téléphone, c'est] mon nouveau numéro. [À demain|Bises|À {day}]
Rappel: [rendez-vous|RDV] chez {shop} [le {date} à {time}|demain]. [Pour annuler|Pour modifier|Détails]: {shoplink}
[Les photos|Les bulletins] de l'école [sont en ligne|sont arrivées], [commande|voir] [avant {day}|]: {shoplink}
Tu peux me [faire un virement de|rendre les] {small} pour [le cadeau|le resto|les billets] ? [Merci|Bisous]
Hola, soy {name}, [este es mi número nuevo|he cambiado de número, guarda este]. [Nos vemos {day}|Un abrazo]
[Cita|Su cita] en {shop} [el {date}|mañana] a las {time}. [Cambiar o anular|Más datos]: {shoplink}
¿Me [haces un bizum de|pasas los] {small} de [la cena|las entradas]? [gracias|sin prisa]
Ciao, sono {name}, [ho cambiato numero, questo è il nuovo|questo è il mio nuovo numero]. [A venerdì|Ci sentiamo]
[Le foto di classe|Le foto della gita] sono [pronte|online]: {shoplink}
Mi [mandi|ridai] {small} per [il regalo|la pizza]? [grazie|con calma]
Oi, é {name}, [troquei de número, esse é o novo|esse é meu número novo]. [Beijo|Até {day}]
Me faz um pix de {small} [do churrasco|da pizza]? [valeu|sem pressa]
Hoi, met {name}, dit is mijn nieuwe nummer. [Tot {day}|Groetjes]
[Schoolfoto's|De foto's] zijn klaar, [bestellen|bekijken]: {shoplink}
Cześć, tu {name}, to mój nowy numer. [Do zobaczenia|Pozdrawiam]
[Oddasz mi|Przelejesz mi] {small} za [kino|pizzę]? [dzięki|]
Selam, ben {name}, bu yeni numaram. [Görüşürüz|Kaydet lütfen]
[Hej|Hei], [det er|det är|dette er] {name}, [jeg har fået nyt nummer|jag har fått nytt nummer|jeg har fått nytt nummer]. [Ses|Vi ses|Snakkes]
Halo, ini {name}, ini nomor baruku. [Simpan ya|Sampai {day}]
Привет, это {name}, [мой новый номер|у меня новый номер]. [Сохрани|До встречи]
[Bhai|Hi], {name} here, ye mera naya number hai. [Save kar lo|Kal milte hain]
[Ihr Auto|Ihr Rad|Ihre Uhr|Die Reparatur] ist fertig[, {amount}|, Rechnung {amount}|], [abholbar|abzuholen] [bis {time} Uhr|ab morgen]. {shop} {landline}
[Neue Nummer|Nummer] von {name}: {phone}, die alte geht nicht mehr. [Gruß|LG]
[Die Kita|Das Kind ist krank|Der Hort]: bitte [zurückrufen|heute abholen], {landline}. [Danke|LG das Team]
Votre [voiture|vélo|commande] est [prête|prêt][, montant {amount}|]. [Ouvert jusqu'à {time}|À bientôt]. {shop} {landline}
Nouveau numéro de {name} : {phone}, l'ancien ne marche plus. [Bises|Bisous]
Su [coche|reloj|pedido] está listo[, son {amount}|]. [Abrimos hasta las {time}|Gracias]. {shop} {landline}
La sua [auto|bici] è pronta[, totale {amount}|]. [Siamo aperti fino alle {time}|Grazie]. {shop} {landline}
Uw [auto|fiets|bril] is klaar[, totaal {amount}|]. [Ophalen tot {time}|Open tot {time}]. {shop} {landline}
[Guck mal|Schau|Regarde|Mira|Guarda|Kijk|Zobacz|Bak] {seenlink}
[Die Handwerker kommen|Der Techniker kommt] am {day} zwischen {time} und {time}. [Rückfragen|Bei Fragen]: {landline}
[Tisch|Reservierung] für {number} am {date} um {time} [bestätigt|ist notiert]. {shop} {landline}
Rechnung {order} über {amount} [bezahlt, danke|ist eingegangen]. {shop}
[Kannst du|Könntest du] [Oma|den Arzt|die Schule] zurückrufen? {landline}
[Training|Chorprobe|Elternabend] [fällt aus|beginnt um {time}]. Bitte [weitersagen|{small} mitbringen].
[Le plombier|Le technicien] passe {day} entre {time} et {time}. [Une question|Un empêchement] ? {landline}
[Table|Réservation] pour {number} le {date} à {time} [confirmée|notée]. {shop} {landline}
Facture {order} de {amount} [payée, merci|bien reçue]. {shop}
[Peux-tu|Tu peux] rappeler [mamie|le docteur|l'école] ? {landline}
[L'entraînement|La réunion|La chorale] est [à {time}|reportée]. [Faites passer|Apportez {small}], merci.
[El fontanero|El técnico] pasa el {day} entre las {time} y las {time}. [Dudas|Para cambiarlo]: {landline}
[Reserva|Mesa] para {number} el {date} a las {time} [confirmada|anotada]. {shop} {landline}
[L'idraulico|Il tecnico] passa {day} tra le {time} e le {time}. Per cambiare: {landline}
De monteur komt {day} tussen {time} en {time}. [Vragen|Verzetten]? {landline}
[Time|Tid] hos {shop} {date} kl {time}. [Avbestilling|Avbokning|Afbud] [innen|inom|senest] {hours} t, tlf {landline}
`
  .trim()
  .split('\n');
