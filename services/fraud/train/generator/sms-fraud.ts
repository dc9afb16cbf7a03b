/**
 * Texts in the style of thieves, in our own words: parcel, toll, bank, tax, work, loan, crypto, family, codes,
 * threats.
 */
export const SMS_FRAUD: readonly string[] = `
{courier}: [we tried to deliver|a delivery was attempted for|we could not drop off] your [parcel|package|item] {tracking} [today|this morning|on {date}]. [Rebook|Choose a new slot|Arrange redelivery] [here|at]: {courierlink}
[Your|The] {courier} [shipment|parcel|package] {tracking} is [on hold|held at our hub|stopped at customs] [because of|due to] [an unpaid duty of {small}|a missing house number|a wrong postcode]. [Settle|Correct it|Sort this out] [via|at|on] {courierlink}
{courier} notice: customs duty {small} [is outstanding|has to be paid] [before|so that] we can release [your item|parcel {tracking}]: {courierlink}
[Hello|Dear customer|Hi], your [package|parcel] could not be [sent out|handed over] [as|since] the address is [not complete|wrong]. [Please] [fill in|update] your details [within {hours} hours] {courierlink} [Reply Y then reopen the message to activate the link|]
[Toll|Turnpike|Express lane|Road toll] [service|notice|office]: your vehicle [has|shows] an unpaid [toll|balance] of {amount}. Pay [by|before] {date} to avoid [a fine|extra charges|licence points]: {badlink}
[Parking|Traffic] [fine|penalty] PCN {tracking} of {amount} is [overdue|unpaid]. [Avoid court action|Avoid enforcement], pay today {badlink}
{bank}: [a payment|a transfer|a card payment] of {amount} to [{fullname}|a new payee] was [requested|set up] [on|from] [a new device|your account]. [Not you|If this was not you|Didn't do this]? [Stop it|Cancel|Decline] at {banklink}
{bank} [Security|Alert|Fraud team]: your [account|online banking|card] [has been|is] [restricted|locked|suspended|frozen] [after unusual activity|due to a failed check|]. [Restore access|Unlock it|Verify now]: {banklink}
Dear {bank} [user|customer|client], your [net banking|mobile app|account] will be [blocked|closed|stopped] [today|in {hours} hours]. [Kindly|Please] update [PAN|KYC|BVN|NIN|your details] [now|immediately] {banklink}
Dear customer your [{bank}|bank] account [is|has been] [placed on hold|deactivated|blocked] [because|as] your [BVN|NIN|KYC|token] was not [updated|linked]. Call [our officer|customer care] {phone} [now|urgently]
{bank}: unusual sign in [from {city}|on a new phone]. Call us [right away|at once] on {phone} [to secure your money|]
[Your|Dear user, your] debit card ending {last4} has been charged {amount} at {service}. If you do not recognise it call {phone} [immediately|now]
{service}: your [subscription|membership|plan] [payment failed|could not be renewed|has expired]. [Update|Confirm] your [card|billing details] [to avoid suspension|within {hours}h] {servicelink}
{service} [Security|Support|Team]: we noticed a sign-in from {city}. [Secure|Verify|Confirm] your account at {servicelink} [or it will be closed|]
Your {service} [account|profile|page] [breaks our rules|was reported|will be removed in {hours} hours]. [Object|Appeal|Confirm it is you] here {servicelink}
{service} order {order} for {amount} [is confirmed|has been placed|will ship today]. Did not order this? [Call|Ring] {phone} to [cancel|get a refund]
Your [Norton|McAfee|antivirus|Geek Squad] plan renews today, {amount} will be [taken from your account|debited]. To cancel [call|dial] {phone}
[Alert:|{bank}:|] a [charge|purchase|transfer] of {amount} at {service} [is pending|was approved|is being processed]. [If you did not make it|Not you?] call [our fraud desk|support] [now|at once|] on {phone}
[{service}|Order]: {amount} will be [charged|debited] today for order {tracking}. [To stop it|To cancel and get a refund] call {phone}
You have received {amount} from {fullname} by mistake. [Please|Pls kindly] [send it back|return it] to {phone}, [God bless you|it is for hospital|I beg you]
Your [food stamp|benefit|bank] card is [off|locked|disabled]. Call {phone} with your [card number and PIN|PIN ready] to [turn it on|restore it]
{taxoffice}: [after a review|our records show|following your last filing] you [are due|can receive|are owed] [a refund|a rebate] of {amount}. [Claim|Submit the form|Apply] [now|before {date}] {taxlink}
{taxoffice} [final notice|warning]: you owe {amount} in tax. [Pay now|Settle today] [to avoid arrest|or legal action starts] {taxlink}
{taxoffice}: your [energy grant|cost of living payment|benefit|palliative] of {amount} is ready. Apply [here|at] {taxlink} [before it expires|]
[Hi|Hello|Hey] [mum|mom|dad|grandma], [my phone broke|I lost my phone|my phone got wet|my phone is being repaired], [this is my new number|you can save this number|I am on this number for now]. [Text me back|Message me|Are you there?] [on whatsapp {phone}|asap|]
[Mum|Dad|Mom] it's me, [using a friend's phone|new number|my phone fell and the screen is dead]. I [need|have] to [pay a bill|send rent|pay someone] [urgently|today], can you [transfer|send] {amount}? I will pay you back tomorrow
[Hi|Hey] [aunty|uncle|bro|sis], please I am [stuck|stranded] in {city} and [lost my wallet|they took my bag]. Can you send {amount} to this account, will return it [monday|tomorrow]
[Hello|Hi], [I am|this is] {name}, [recruiter|HR|hiring manager] [at|with] {service}. We [offer|have] a [flexible|part time|remote] [job|position], [pay|earn] {amount} [a day|daily|per day]. [Contact|Write|Add] me on [WhatsApp|Telegram] [{phone}|{handle}]
[Earn|Make] {amount} [daily|per day|every day] [from home|on your phone] [liking videos|rating apps|typing|with simple tasks]. No [experience|skills] needed. [Join|Start] {badlink}
We [saw|got|reviewed] your [CV|profile|application]. [Online|Remote] work, {amount} per [day|hour], [reply|text] [YES|1|OK] [to learn more|for details]
[Instant|Quick|Same day] loan up to {large}, [bad credit ok|no papers|no guarantor], [apply|get it] [at {badlink}|call {phone}|on whatsapp {phone}]
Your loan of {large} [is approved|was granted|is waiting]. [Confirm your account details|Pay the processing fee of {small}] to receive it {badlink}
Your loan [of {large}|] is [approved|ready]. [Pay|Deposit] the [insurance|processing|unlocking] fee [of|] {small} to [till|account|paybill] {tracking} [and get the money|to receive it] [at once|instantly|today]
[Hello|Hi], I am {name} from [HR|the hiring team] at {service}. We [hire|need] [remote|online] helpers to [rate hotels|raise ratings|like videos]. [Base|Basic] pay {amount} [a day|every {number} days]. [Interested?|Are you interested?|Must be over 22]
[Mãe|Pai|Oi mãe], [troquei de número|meu celular quebrou], [salva esse|este é o novo]. [Consegue|Pode] fazer um pix [agora|hoje] de {amount}? depois explico
[Mama|Papa], mein Handy ist kaputt, das ist meine neue Nummer. Schreib mir auf WhatsApp {phone}
[Mamá|Papá], se me rompió el móvil, este es mi número nuevo. [Escríbeme al WhatsApp|Escribe a] {phone}, es urgente
[Maman|Papa], mon téléphone est cassé, c'est mon nouveau numéro. Écris-moi sur WhatsApp {phone}
{bank}: Ihr [TAN-Zugang|Online-Banking] läuft am {date} ab. [Jetzt|Bitte] verlängern: {banklink}
[Finanzamt|Zoll|Gericht]: offene Forderung von {amount}. Bei Nichtzahlung droht Pfändung. [Zahlen|Begleichen] Sie hier: {badlink}
[Double|Triple] your money: invest {amount} [and get|receive] {large} in {hours} hours. [Message|Contact] {name} on WhatsApp {phone}
[Our|My] trading [signals|bot|mentor] made {large} [this week|last month]. [Join the group|Free VIP group] {badlink}
{exchange}: [withdrawal|transfer] of {number} [ETH|BTC|USDT] [requested|pending]. If this is not you, [freeze|secure] your wallet: {exchangelink}
[Claim|You can claim] your free [airdrop|tokens|USDT]: connect [your wallet|MetaMask] at {exchangelink} before {date}
{exchange} alert: new login from {city}. Call {phone} [now|to lock your wallet]. Ref {tracking}
Your wallet must be [validated|re-verified] by {date}. Enter your [seed phrase|12 words|recovery words] at {exchangelink}
[I sent|We sent|You will get] a [code|6-digit code|pin] to your phone [by mistake|for the check|], [please send it|forward it|tell it] to me [quickly|asap|]
This is {service} support. [Read|Send|Tell] us the [code|one time code|verification code] that you just received [to stop the attack|to keep your account|]
[Hello|Hi dear], my WhatsApp is [locked|logging out], they sent the code to you, please forward the code to me
Hi, are you [at your desk|free|busy]? I need a [quick|urgent] favour, [get|buy] {number} [gift cards|iTunes cards|Steam cards|Google Play cards] and send me the [codes|pictures of the back]. {name}, [CEO|director|manager]
Congrats! You [have won|won|are the lucky winner of] [an iPhone|a Samsung phone|{large}|a car|a holiday] in the {service} [draw|anniversary|promo|lottery]. [Claim|Collect] [at {badlink}|by calling {phone}|with code {otp}]
[Dear winner|Hello winner], your [sim|mobile number] won {large}. [To claim|For claim] [call|whatsapp] {fullname} {phone} [and do not tell anyone|with your bank details|]
[Get|Here is] your {amount} {service} [gift card|voucher|bonus]: [answer 3 questions|take the short survey] {badlink}
[Reward|Bonus|Points] alert: {number}000 points [expire today|end tonight]. [Redeem|Swap] them for [cash|gifts] {badlink}
[This is|Message from] [Officer {fullname}|the court|the police|customs]. [A case|A warrant|An arrest order] is [open|filed] [in your name|against you]. Call {phone} [today|now] [or you will be arrested|to settle]
Final warning: [legal action|court proceedings] [starts|begin] [today|in {hours} hrs] [about|over] your unpaid [debt|account] {tracking}. Call {phone}
[I have|We recorded] a video of you [watching adult sites|on your webcam]. Pay {amount} in bitcoin to {wallet} or [I send it|it goes] to your contacts
Electricity [supply|connection] will be [cut|disconnected] [tonight|at {time}] because your bill is not updated. Call officer {phone}
Your [SIM|number|line] will be [blocked|disconnected|barred] [today|within {hours} hours] as [eKYC|NIN|registration] is [pending|incomplete]. Call {phone}
[Hi|Hello] {name}, it's {name} from the [gym|yoga class|golf club]. Is this still your number? [Oh sorry|My assistant must have] [wrong number|saved it wrong], [nice to meet you|you seem friendly], add me on [Telegram|WhatsApp] {phone}
[Hello dear|Hi handsome|Hi beautiful], I [saw|found] your [profile|picture] and [want to know you|am lonely]. [Write me|Text me] [at {mailbox}|on {phone}]
[Hot|Sexy|Lonely] [girls|women|singles] in {city} want to [meet|chat] tonight. [Join|See pics] {badlink} [18+|]
I am [a widow|a dying woman|a banker|a soldier] with {fortune} to [give out|donate|move]. [Reply|Contact me] at {mailbox} [in confidence|for details]
Your [fund|inheritance|compensation] of {fortune} is [approved|ready for release]. Send your [full name, address and phone|bank details] to {mailbox}
[Medicare|NHS|Health dept]: [your new card is ready|you were near a case|book your kit]. Confirm your [details|date of birth and card] {badlink} [small fee {small}|]
You sent me {amount} by mistake? No, I sent {amount} to your [mobile money|m-pesa|wallet] by mistake, please [return|send back] to {phone}
Text {name} to {shortcode} [now|today] to [win|claim|get] [your prize|a free phone|{large}]. [Msgs cost 150p|{small} per msg|T&Cs apply 18+]
[Claim|Collect] your prize [now|today], call {phone} from a landline. [Calls cost 150ppm|T&C apply|box 42]. Code {otp}
{service}: Ihr [Konto|Paket|Abo] wurde [gesperrt|angehalten|ausgesetzt]. Bitte [bestätigen|aktualisieren] Sie Ihre Daten: {badlink}
{bank}: su [cuenta|tarjeta] está [bloqueada|suspendida]. [Verifique|Actualice] sus datos en {banklink}
{bank} informa: sua [conta|senha] será bloqueada [hoje|em {hours}h]. [Atualize|Regularize] em {banklink}
{courier}: votre colis {tracking} est bloqué, [réglez|payez] {small} de frais ici {courierlink}
{courier}: il tuo pacco è fermo, [conferma i dati|paga le spese di {small}] {courierlink}
{courier}: uw pakket wacht, betaal {small} [verzendkosten|douane] via {courierlink}
Hi [mum|mom|dad|nan] [its|it's] me, [my phone is being fixed|my screen cracked], [this is a temp number|on a loan phone]. [Can you pay a bill for me|I need {amount} sent to someone] today, [pay you back|will return it] [tomorrow|tmrw]
[I want to buy|I'll take] your [sofa|bike|phone]. [To prove you are real|So I know you're not a bot], I sent you a code, [send it back|what is it?]
`
  .trim()
  .split('\n');
