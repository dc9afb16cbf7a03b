/**
 * Texts of mails: the subject, then the paragraphs, separated by `/`. `{cta}` becomes the sentence with the link. All
 * texts are in our own words.
 */
export interface Letter {
  /** Claimed sender of a mail: a known name, an invented shop, a person, or an office of the reader's own domain. */
  as: 'service' | 'bank' | 'courier' | 'exchange' | 'taxoffice' | 'shop' | 'person' | 'office';
  text: string;
}

const letters = (as: Letter['as'], lines: string): Letter[] =>
  lines
    .trim()
    .split('\n')
    .map((text) => ({ as, text }));

export const MAIL_FRAUD: readonly Letter[] = [
  ...letters(
    'service',
    `
[Your account is on hold|Account notice|Your {as} account needs attention] [{order}|]/[Dear customer|Hello {address}|Dear user],/We [could not check|were unable to confirm] your billing details, so your {as} account was [suspended|limited]./{cta:Confirm your details}/[If you do nothing within {hours} hours|Otherwise] the account will be closed.
[New sign-in|Unusual activity|Security alert] on your account/We saw a sign-in to your {as} account from {city}./If this was not you, {cta:review your account} [now|at once]./The {as} team
[Payment declined|Last payment failed|Your membership ends today]/[Hi|Dear member|Hello],/Your last payment was declined and your {as} plan [has expired|ends tonight]. {cta:Update payment}/[We offer you {number} days free|Your data will be deleted].
[Receipt|Invoice|Order confirmation] {order}/Thank you for your order. {amount} will be taken from your account for {as} [renewal|protection|premium] within {hours} hours./If you did not order this, call our helpdesk at {phone} to cancel and get a refund.
[You have a reward|Your {as} gift is waiting|Congratulations {address}]/You [have been chosen|were selected] to receive a [{amount} gift card|tool set|new phone] from {as}./Take our short survey: {cta:Claim your reward}/Only {number} left.
[Storage full|Your photos will be deleted]/Your {as} cloud storage is full. Files will be deleted [today|on {date}]./{cta:Get 50 GB free}
Ihr {as} Konto wurde eingeschränkt/Sehr geehrter Kunde,/wir haben ungewöhnliche Aktivitäten festgestellt. {cta:Konto bestätigen}/Ohne Bestätigung wird Ihr Konto gesperrt.
{as}: sua conta será bloqueada/Prezado cliente,/detectamos um acesso suspeito. Atualize seus dados agora: {cta:Regularizar}
Votre compte {as} est suspendu/Cher client,/Confirmez vos informations pour continuer: {cta:Vérifier}
{as}: hai vinto un premio/Gentile cliente, sei stato scelto per ricevere un premio. {cta:Ritira ora}
Gewinnen Sie einen {as} Gutschein/Herzlichen Glückwunsch! Nehmen Sie an der Umfrage teil und sichern Sie sich Ihren Gutschein. {cta:Jetzt einlösen}
`,
  ),
  ...letters(
    'bank',
    `
[Important|Urgent|Action required]: your [online access|card] is [blocked|restricted]/[Dear customer|Dear account holder],/For your safety {as} has [restricted|frozen] your online access after [failed|unusual] sign-ins./{cta:Restore access}/Failure to do so will lead to closure.
[New payee added|Transfer of {amount} pending]/A transfer of {amount} is waiting. If you did not ask for it, {cta:cancel the transfer} immediately.
[Update your KYC|Mandatory update]/Dear {as} customer, new rules require you to verify your card and PIN. {cta:Start}
Su cuenta de {as} está bloqueada/Estimado cliente,/verifique su tarjeta y contraseña: {cta:Acceder}
`,
  ),
  ...letters(
    'courier',
    `
[Your parcel is waiting|Delivery failed|Shipment {tracking} on hold]/[Hello|Dear customer],/We could not deliver your parcel {tracking}. Pay the [customs|shipping] fee of {small} to [get|release] it./{cta:Pay and schedule}/After {hours} hours it goes back.
[Confirm your address|Last reminder] for {tracking}/The address on your package is incomplete. {cta:Confirm address}
Ihre Sendung wartet/Ihr Paket wird zurückgehalten. Zahlen Sie die Zollgebühr von {small}. {cta:Jetzt bezahlen}
Votre colis est en attente/Réglez les frais de livraison de {small}: {cta:Payer}
`,
  ),
  ...letters(
    'exchange',
    `
[Your wallet is at risk|Verify your wallet|Withdrawal pending]/[Dear user|Hello],/Due to new rules all {as} wallets must be verified [by {date}|within {hours} hours]./{cta:Connect wallet} and enter your recovery phrase, or lose access to your coins.
[Airdrop|Token reward|Claim your tokens]/You are eligible for {number} ETH in the {as} community reward. {cta:Claim now}/The claim ends [today|on {date}].
[Deposit received|You have Bitcoin waiting]/{number}.{number} BTC were credited to your mining account. {cta:Withdraw} before it expires.
`,
  ),
  ...letters(
    'taxoffice',
    `
[Tax refund|Refund notice|You are owed money]/[Dear taxpayer|Hello],/After the last review you may claim a refund of {amount}. {cta:Submit the form}/The claim ends [on {date}|in {hours} hours].
[Final demand|Legal notice]/You have unpaid tax of {amount}. Pay at once to avoid prosecution. {cta:Pay now}
`,
  ),
  ...letters(
    'office',
    `
[Mailbox|Password|E-mail account] [expires today|notice for {address}|verification]/[Dear {address}|Hello user|Attention],/Your password for {address} [expires today|must be renewed]. {cta:Keep the same password}/[IT helpdesk|Mail administrator|Webmail support]
[{number}|Several] incoming messages [held|undelivered|pending]/{number} messages to {address} are held because your mailbox [is full|needs an upgrade]./{cta:Release messages}/Your account will be deactivated if you ignore this.
[Shared document|New voicemail|Scanned file] for {address}/[{fullname} shared a document with you|You have a new voice message]./{cta:View document}/Sign in with your e-mail and password to open it.
[Payroll|HR|Security] [notice|policy] {date}: [scan to review|action needed]/[Hello {address}|Dear colleague],/Your [two-factor sign-in|benefits form|payroll document] expires on {date}. Scan the QR code [below|attached] with your phone's camera to [keep access|review and sign]./[IT|HR] department
Sie haben {number} zurückgehaltene Nachrichten/Hallo {address},/Ihr Postfach ist voll. {cta:Nachrichten freigeben}/Ohne Bestätigung wird Ihr Konto deaktiviert.
Votre mot de passe expire/Bonjour {address},/le mot de passe de {address} expire aujourd'hui. {cta:Conserver le mot de passe}
Su buzón está lleno/Estimado usuario,/su cuenta {address} será desactivada. {cta:Verificar cuenta}
Twoje hasło wygasa/Szanowny kliencie,/hasło do {address} wygasa dzisiaj. {cta:Zachowaj hasło}
[Salary|Payroll|Bonus] [review|update] {date}/All staff must sign the attached salary document today. {cta:Open the file}
[Payment advice|Invoice {tracking}|Overdue invoice|Purchase order]/[Dear Sir/Madam|Good day],/Please find attached the [payment slip|invoice] of {amount}. Kindly confirm and pay to our new bank account today./Regards, accounts department
`,
  ),
  ...letters(
    'person',
    `
[Hello|Request|Are you available?|Quick task]/Are you at your desk? I am in a meeting and need you to buy {number} gift cards for a client. Scratch them and send me the codes. Keep this between us./Sent from my phone
[Task|Urgent|Hello {address}|Quick one]/[Hi|Good morning],/[Are you available?|Do you have a moment?] [I need you to handle something for me discreetly|I'm in a conference and can't take calls], [just reply by e-mail|send me your cell number]./{fullname}/[CEO|President|Director]
[Direct deposit|Payroll update|Bank details]/Hello,/I changed my bank and would like to update my direct deposit before the next payroll. What do you need from me?/{fullname}
[Outstanding invoice|Payment today|Re: wire]/Hi,/[I need you to process a payment of {amount} to a vendor today|Our account is under audit, please send the balance to our new bank account]. [I will send the details|Let me know when you can do it]. [Keep this between us|It is confidential]./{fullname}
[Changement de RIB|Virement urgent]/Bonjour,/[êtes-vous disponible ?|j'ai besoin d'un virement urgent de {amount} aujourd'hui]. Nos coordonnées bancaires ont changé. C'est confidentiel./{fullname}
[Dringende Überweisung|Kurze Aufgabe]/Hallo,/sind Sie im Büro? Ich brauche heute eine Überweisung von {amount} auf eine neue Bankverbindung. Bitte vertraulich behandeln./{fullname}, Geschäftsführer
[Greetings|Business proposal|Dear friend|Donation to you]/[Dear beloved|Dear friend|Attention beneficiary],/I am [Mrs|Barrister|Dr] {fullname}, [a widow|a bank director|a lawyer] from {city}. My late [client|husband] left {fortune} and I need a trusted [partner|next of kin] to receive the fund./You will keep {percent}. Reply in strict confidence to {mailbox} with your name, address and phone.
[You have won|Winning notification|Lottery payment]/Your e-mail address won {fortune} in the [international|Spanish] lottery. Contact our agent {fullname} at {mailbox} with your full name and bank details to claim it.
[I know your secret|Your device is hacked|Read this at once]/I installed malware on your device and recorded a video of you on adult sites. Send {amount} in bitcoin to {wallet} within {hours} hours or I will send the video to all your contacts.
[Hi|Hello dear|I saw your picture]/I am {name}, a lonely [girl|lady] from {city} looking for a serious man. Write me at {mailbox} and I will send you my photos. {cta:See my profile}
[Investment|Loan offer|Funding]/We give loans from {large} at {number}% interest without collateral. Reply with your full name, amount and phone to {mailbox}.
[Work from home|Job offer|Part time position]/Earn {amount} per day from home. No experience is needed. {cta:Apply now} or write to {mailbox}.
[Cheap meds|Lose weight fast|Pain relief]/Order [pills|Viagra and Cialis|diet drops] without prescription, {percent} off today. {cta:Order now}
[Need web design?|First page of search engines|Sell your list]/We can bring your website to the first page, {percent} off this week. Reply or {cta:see our prices}.
`,
  ),
];

export const MAIL_LEGIT: readonly Letter[] = [
  ...letters(
    'service',
    `
[Your receipt|Receipt for your payment|Your invoice]/Hi {name},/Thanks for your payment of {amount}. Your {as} plan is active until {date}. {cta:View receipt}/[Questions? Visit our help centre|You receive this because you have an account].
[Security alert|New sign-in to your account]/Hi {name},/Your {as} account was signed in to on a new device in {city}. If this was you, you don't need to do anything./If not, {cta:check your activity}.
{otp} is your {as} code/Hi {name},/Your verification code is {otp}. It expires in {number} minutes. If you did not ask for it, you can ignore this e-mail. We will never ask you for this code.
Reset your password/Hi {name},/We received a request to reset your {as} password. {cta:Reset password}/If you did not ask for this, ignore this e-mail; your password stays the same.
[We updated our terms|Changes to our privacy policy]/Hello {name},/From {date} new terms apply to {as}. You do not need to do anything. {cta:Read the summary}
[What's new in {as}|Top picks for you|Your week in review]/Hi {name},/See what people liked this week and what is new. {cta:Open}/You can change which e-mails you get at any time. {cta:Unsubscribe}
Your subscription renews soon/Hi {name},/Your {as} plan renews on {date} for {amount}. To change or cancel it, go to your {cta:account settings}.
`,
  ),
  ...letters(
    'bank',
    `
[Your statement is ready|Your {date} statement]/Dear {name},/Your statement for the account ending {last4} is ready. Sign in to the app or online banking as usual to see it./{as} will never ask for your password or codes by e-mail.
[Transaction alert|You spent {amount}]/Dear {fullname},/{amount} was debited from your account ending {last4} at {shop} on {date}. Available balance: {amount}.
[Staying safe from scams|How to spot fake messages]/Dear {name},/Scammers pretend to be banks and couriers. Never share your password, never click links in messages you did not expect. {cta:Read our tips}
`,
  ),
  ...letters(
    'courier',
    `
[Your parcel arrives today|Out for delivery|Delivered: {tracking}]/Hi {name},/Your parcel {tracking} from {shop} arrives today between {time} and {time}. {cta:Track your parcel}/Not at home? Choose a neighbour or a safe place in the app.
`,
  ),
  ...letters(
    'exchange',
    `
[Sign-in from a new device|Your monthly statement]/Hi {name},/This is a notice of activity in your {as} account. {cta:View activity}. We never ask for your recovery phrase.
`,
  ),
  ...letters(
    'shop',
    `
[{percent} off this weekend|New arrivals are here|Last chance: {percent} off everything]/[Hi {name}|Hello],/[Our sale ends sunday night|Free shipping on all orders over {amount}|Fresh styles just landed]. {cta:Shop now}/{cta:Women} {cta:Men} {cta:Kids}/You get this e-mail as you signed up at {as}. {cta:Unsubscribe} or {cta:manage preferences}.
[Ihre Bestellung {order}|Versandbestätigung]/Guten Tag {name},/vielen Dank für Ihre Bestellung bei {as}, Gesamtbetrag {amount}. {cta:Bestellung ansehen}/Fragen? Unser Kundenservice hilft gern.
[Votre commande {order}|Votre facture]/Bonjour {name},/merci pour votre commande chez {as} d'un montant de {amount}. {cta:Suivre ma commande}
[Tu pedido {order}|Gracias por tu compra]/Hola {name},/hemos recibido tu pedido en {as}, total {amount}. {cta:Ver pedido}
[{percent} de desconto|Ofertas da semana]/Olá {name},/as ofertas da semana chegaram na {as}. {cta:Ver ofertas}/{cta:Unsubscribe}
[Order {order} confirmed|Thank you for your order]/Hi {name},/Thanks for shopping at {as}. We are packing order {order}: [blue shirt|desk lamp|running shoes|coffee beans], total {amount}. We will write again when it ships. {cta:View order}
[Your booking at {as}|Reservation for {day}]/Dear {fullname},/Your booking on {date} at {time} is confirmed. Reference {tracking}. {cta:Change or cancel} up to 24 hours before.
[Your appointment on {date}|Appointment reminder]/Dear {name},/This is a reminder of your appointment at {as} on {day} at {time}. Please call {phone} if you can't make it.
[Invoice {tracking}|Your bill for {date}]/Dear {fullname},/Please find attached invoice {tracking} of {amount}, due on {date}. Our bank details have not changed. Thank you for your business./{name}, {as}
[The {as} newsletter|{number} ideas for autumn|News from {as}]/Hello {name},/In this issue: how we choose our suppliers, a recipe, and an interview with {fullname}. {cta:Read more}/{cta:View in browser} {cta:Unsubscribe}
[Webinar on {date}|You're invited]/Hi {name},/Join us on {date} at {time} for a free webinar about [planning|gardens|tax for freelancers]. {cta:Save your seat}/{cta:Unsubscribe}
[How did we do?|Tell us about your visit]/Hi {name},/Thank you for visiting {as}. Would you take a two minute survey? {cta:Give feedback}
[Your points balance|Members' rewards]/Hi {name},/You have {number}00 points at {as}. Use them on your next order. {cta:See rewards}/{cta:Unsubscribe}
`,
  ),
  ...letters(
    'person',
    `
[Are you free on {day}?|Quick question]/Hi {name},/are you at your desk this afternoon? I would like to go over the slides for {day}. No hurry./{fullname}
[Termin am {date}|Protokoll]/Hallo {name},/anbei das Protokoll von gestern. Passt dir {day} um {time}?/Viele Grüße, {fullname}
[Réunion de {day}|Photos]/Bonjour {name},/voici le compte rendu. On se retrouve {day} à {time} ?/Bien à toi, {fullname}
[Comida del {day}|Presupuesto]/Hola {name},/te mando el presupuesto que hablamos. ¿Nos vemos el {day} a las {time}?/Un saludo, {fullname}
[Ordine {order}|Riunione]/Ciao {name},/ti mando il verbale della riunione, ci vediamo {day} alle {time}./A presto, {fullname}
[Nota fiscal {tracking}|Reunião]/Olá {name},/segue a nota fiscal em anexo, vencimento {date}. Qualquer dúvida me avise./Abraço, {fullname}
[Dinner on {day}?|Weekend|Photos from {city}]/Hi {name},/[are you free on {day}?|here are the photos I promised.] [We could meet at {time}.|Mum says hello.] Let me know./Love, {name}
[Re: meeting notes|Minutes|Agenda for {day}]/Hi all,/please find attached the notes from today. {name}, can you verify the numbers in section {number} before {day}? Thanks/{name}
[Re: question about the invoice|Re: order {order}|Fwd: contract]/Hello {name},/the invoice was paid on {date}, so all is fine on our side. I will send the signed contract tomorrow./Best regards,/{fullname}
[Invitation: planning call @ {date} {time}|Updated invitation: review]/{fullname} invites you to a meeting on {date} at {time}. {cta:Join the call}/Reply yes, no or maybe.
[Application for the position|My CV]/Dear {fullname},/please find my CV attached. I have worked as [an engineer|a nurse|a teacher] for {number} years and would be glad to meet you./Kind regards,/{fullname}
[School trip|Class news]/Dear parents,/the trip to {city} is on {date}. Please send {small} in an envelope and the signed form by {day}. Thank you,/{fullname}
[Thank you|Happy birthday|Sorry]/Dear {name},/thank you so much for the lovely evening. The children had a great time. See you in {city}!/{name}
[Rent for {date}|Splitting the bill]/Hi {name},/could you transfer {amount} for the electricity when you get a chance? Same account as always. No rush!/{name}
`,
  ),
  ...letters(
    'office',
    `
[Planned maintenance on {date}|Network update]/Hello all,/the mail server will be down on {date} from {time} to {time}. You do not need to do anything./IT services
[Holiday schedule|All hands on {day}]/Dear colleagues,/the office closes at {hour} on {day}. Minutes of the last meeting are on the intranet./{fullname}
[\\[project\\] Build {number} passed|New comment on issue {number}|Pull request {number} merged]/{fullname} commented: looks good, please add a test for the empty list./{cta:View it}/You get this as you watch the project. {cta:Unsubscribe}
`,
  ),
];
