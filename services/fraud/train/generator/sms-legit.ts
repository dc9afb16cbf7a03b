/** Notices without a request, shops that the reader knows, and acquaintances, in our own words. */
export const SMS_NOTICES: readonly string[] = `
{otp} is your {service} [code|verification code|login code|security code]. [Do not share it|Don't share this code with anyone|It expires in {number} minutes|]
Your {bank} [OTP|one-time password|passcode] is {otp}[ for a payment of {amount} at {shop}|]. [Never share it, not even with bank staff|Valid for {number} min|Do not disclose it to anyone].
Use code {otp} to [sign in to|log in to|confirm your phone on] {service}. [If you did not ask for it, ignore this message|We will never call you for it|]
[{service}|{shop}]: your [confirmation|access] code is {otp}. [This code expires soon|]
{bank}: {amount} [was spent|was paid|debited] [at {shop}|on your card ending {last4}] on {date}. [Available balance {amount}|Bal: {amount}|]
[Acct|A/c] XX{last4} [credited with|debited by] {amount} [on {date}|] [by transfer from {fullname}|by {shop}|POS {shop} {city}]. [Avl Bal|Bal|Balance] {amount}[. Not you? Call the number on your card|]
[Credit|Debit] alert! Acct: **{last4} Amt: {amount} Desc: [TRF|POS|ATM|AIRTIME] {city} Date: {date} Bal: {amount}
[Your|Dear customer, your] [salary|refund|payment] of {amount} has been credited to your account ending {last4}. - {bank}
{bank}: your [statement|card bill] of {amount} is [ready|due on {date}]. [Auto-pay is set up|View it in the app|Pay in the app or at a branch].
{bank} will never ask for your PIN, password or code. [If in doubt hang up|Report calls to our helpline on the back of your card]. 
{bank}: did you try to spend {amount} at {shop}? Reply Y if it was you or N if not. We will never ask for codes.
{courier}: your parcel {tracking} [will arrive|is due] [today|tomorrow|{day}] [between {time} and {time}|by {hour}]. [Track it|Follow it] at {ownlink}
{courier}: [delivered|your parcel was left] [at your door|with your neighbour|in your safe place|at reception] at {time}. [Thank you|]
Your order {order} [from {shop}|] [has been shipped|is on its way|is ready to collect]. [Track: {shoplink}|See you soon|Bring this text and an ID|]
[Good news!|Hi {name},] your {shop} order is [ready for pickup|out for delivery with {name}|packed]. [Open until {hour}|]
[Reminder:|Hi {name},] [you have|your] [an appointment|appointment] [at|with] {shop} [is|] on {day} {date} at {time}. [Reply YES to confirm or NO to cancel|Call {phone} to change it|Please arrive 10 minutes early]
{shop}: your [booking|table|reservation|class] for {day} {time} is confirmed. [See you then|Reply CANCEL to cancel|Ref {tracking}]
[Thanks|Thank you] for [visiting|your purchase at|dining at] {shop}. [Your receipt|E-receipt]: {shoplink}[. How did we do? {shoplink}|]
{shop}: your [invoice|bill|fees] of {amount} [is due on {date}|has been received, thank you|was paid]. [Please pay at the office|]
[Your|Dear customer, your] [plan|bundle|recharge] of {amount} [is active|was successful|was renewed]. [Valid till {date}|{number}GB data and free calls].
You have used {percent} of your data. [Your plan renews on {date}|Check the app for your balance].
Flight {tracking} to {city} [is on time|is delayed to {time}|boards at gate {number}]. [Have a good trip|]
Your [cab|driver|ride] [is {number} min away|has arrived]: [white|blue|black] [Toyota|Kia|Honda], {last4}. [Share the ride pin {last4} with your driver|]
[Parents:|Dear parent,] [school|class] [closes at {hour}|starts late|is closed] [on {day}|tomorrow]. [Thank you. {shop}|Please check the calendar|]
[Dear member|Dear all], [the meeting|our AGM|choir practice|the service] [holds on|is on] {day} at {time}. [Please be punctual|Thank you|God bless you]
[Council|City] notice: [bins are collected on {day}|water will be off {day} {time} to {time}|roadworks on Mill Road from {date}]. [Sorry for the trouble|]
Warning from {bank}: [criminals|scammers] send texts about [parcels|refunds|new payees] [with links|]. Do not click, [delete them|forward them to 7726].
Beware of [fake calls|job scams|loan messages]. [We never ask for money|Do not pay any fee|Never send codes] - {bank}
{shop}: {percent} off [everything|shoes|kids wear|pizzas] [this weekend|till {day}]. [In store and at {shoplink}|Show this text|] [Reply STOP to opt out|Text STOP to end|Opt out: STOP to {shortcode}]
[New in|Just landed] at {shop}: [spring range|winter coats|sandwiches]. [Members save {percent}|Free parking|] [STOP to end|Reply STOP to unsubscribe]
{name} sent you {amount} on {service}. [It's in your balance|No action needed]. 
{service}: your payment of {amount} to {shop} was received. Ref {tracking}. [Thank you|]
{service}: new sign-in on [Chrome|an iPhone] in {city}. If it was you, no action is needed.
{service}: your [plan|subscription] renews on {date} for {amount}. [Manage it in your account settings|Manage at {ownlink}].
[Your|Hi, your] [prescription|test result|passport|car|laptop] is ready. [Collect it from {shop}|Log in to the patient portal to view|Call us on {phone} with questions].
[You are invited|Join us]: [open day|parents evening|free health check] at {shop} on {date} {time}. [RSVP {phone}|All welcome|]
{shop}: we [received your application|have a slot for an interview] [on {day} at {time}|]. [We will be in touch|Please confirm by reply|]
[{tracking} |]Confirmed. [You have received|You received] {amount} from {fullname} [{phone} |]on {date} at {time}. [New|Your] balance is {amount}. [Transaction cost {small}.|Dial *{shortcode}# for more.|]
[Payment|Transfer] of {amount} [to|from] {fullname} [was successful|is complete]. [Fee|Charge] {small}. [Current|New] balance: {amount}. [Transaction ID|Txn ID|Ref] {tracking}[. Reference: food|]
You [have sent|sent|paid] {amount} to {shop} [with|by] {service}. [Ref|Txn ID]: {tracking}. [Balance|Wallet balance] {amount}. [Invite friends and earn rewards|Thanks for using us|]
{bank}: {amount} [debited from|spent on] [a/c|card] [XX|**]{last4} [to|at] {shop} [on {date}|]. [Ref|UPI Ref|Ref No] {tracking}. [Not you? Call {phone}|If not done by you call {phone} or SMS BLOCK to {shortcode}|Not you? Freeze the card in the app]
{bank}: your card payment at {shop} was declined [because the card is frozen|as the limit was reached|for lack of funds]. [You can unfreeze it in the app|Change it in the app|No money has left your account].
{bank}: your account is overdrawn by {amount}. Pay money in before [{hour}|{time}] [today|tomorrow] to [avoid|save] fees. {banksite}
{bank}: you [set up|have added] {fullname} as a [new payee|standing order]. [If you did this, there is nothing to do|See it in the app].
Your {bank} [standing instruction|loan instalment|EMI] of {amount} [is due|will be taken] on {date}. [Please keep enough in your account|]
Your [car|van|bike] [service|inspection|MOT|tyres] [is due on {date}|is done, the total is {amount}]. [Call {phone} to book|You can pay by card when you come|We close at {hour}]. {shop}
{shop}: [we have repaired|your order is waiting for] your [laptop|watch|glasses|dress]. [It costs {amount}|Nothing to pay]. [Collect it any day till {hour}|Call {phone} with questions].
[Your|The] [application|claim|passport request|form] {tracking} [has reached|is with|was sent to] [our office|the embassy|the centre] in {city}. [Questions: {phone}|For status see {shoplink}|We will text you when it moves]
Your [electricity|water|gas|phone|broadband] bill [for {tracking}|] is {amount}, [due on|payable by] {date}. [Pay by then to keep your discount|Late payment costs {small}|Pay on time to avoid disconnection]. [{shoplink}|{shop}]
[We are working on|Engineers are repairing] a [fault|leak|power cut] [near you|in {city}]. [Supply|Service] should be back by {hour}. [Updates|More]: {shoplink}
You have used {percent} of your [data|minutes]. [Text ADD to {shortcode} for 1GB at {small}|Dial *{shortcode}# to buy more|See {ownlink}].
[Dear Customer|Hi], your [plan|pack] ends on {date}. [Recharge|Renew] with {amount} for {number} days of calls and {number}GB. [Dial *{shortcode}#|{ownlink}]
[Welcome to|You are now in] [Spain|Kenya|France|Dubai]. [Calls cost {small} a minute|Use your plan as at home]. [Details|Prices]: {ownlink}
[Thank you|Thanks] for your [gift|donation] of {amount} to {shop}. [It feeds {number} families|Reply YES to add tax relief|Your receipt: {shoplink}]
[Friend|Hi {name}], [it is {name} from|this is] {shop} [campaign|volunteers]. [Polls open {day}|We vote on {date}]: [can we count on you|will you chip in {small}]? {shoplink} [Reply STOP to end|Stop2End|]
[Blood|Food|Clothes] [donors|gifts] are [needed|short] [in {city}|this week]. [Book|Give] at {shoplink}. [Text STOP to opt out|]
{shop}: [weekend|evening|spring] offer, {percent} off [with code {otp}|for members]. [Ends {day}|Till {date}]. {shoplink} [To opt out text STOP to {shortcode}|Reply END to stop|STOP to end]
[{service}|{courier}]: your [package|order] [was delivered|was handed to a neighbour|arrives today]. [See the photo|Track it|Rate it]: {ownlink}
{courier}: [a signature is needed|someone must be at home] for your delivery [today|on {day}] by {hour}. [Change the day|Manage it] at {ownlink}
{service} code {otp}. [You can also tap|Or open] {ownlink} to [verify|sign in].
[Train|Flight|Bus] {tracking} [leaves|departs] {city} {time} [coach|seat|gate] {number}. [PNR|Ref] {tracking}
[{shop}|{bank}]: fraudsters [copy|use] our name and send links [to update KYC|about refunds|for new cards]. Do not open them. [Send such texts to 7726|Use our app only|We never ask for codes].
[An interview|A shift] at {shop} is [free|set] for {day} {time}. [Bring your ID|It pays {small} an hour]. [Reply Y to take it|Ring {phone} if you cannot come].
{bank}: {amount} [was spent|purchase|paid] [at|@] {shop} [on|from] [card|a/c] [..|ending |*]{last4}[, {date} {time}|]. [Avail|Balance] {amount}. [Not you?|Wasn't you?|Not done by you?] [Call|Ring|Tel] {hotline}
{bank}: {amount} was [charged to|taken from] your card ending {last4} at {shop} on {date} {time}. If [unauthorised|this was not you], [call|phone] {hotline}
{bank}: you [transferred|sent|moved] {amount} to {fullname} on {date}. Ref {tracking}. If [not you|you did not do this], call {hotline}
[Sent|Paid] {amount} from {bank} A/C *{last4} to {shop} on {date}. Ref {tracking}. Not you? Call {hotline}/SMS BLOCK {last4} to {phone}
{bank}: a new payee, [MR|MS|] {fullname}, was [added to|set up on] your account. If this [was not|wasn't] you [call us|ring us] [on {hotline}|on the number on your card]
[Payment|Transfer] [made|done] for {amount} to {shop}. [Current|Account] balance: {amount}. Transaction ID: {tracking}. [Fee charged: 0.00|Fee {small}]
You have [recharged|topped up] {amount} [successfully|]. [Your|New] balance is {amount}. [Dial *{shortcode}# to check|Valid till {date}]
[Dear customer|Hello], your [data|airtime|bundle] balance is {number}GB, [valid till|it expires on] {date}. [Dial *{shortcode}# to buy more|Dial *{shortcode}# for other plans]
[Your|Dear customer, your] [loan|credit] [repayment|instalment] of {amount} is due on {date}. Pay [through|by] [paybill|till] {tracking}. [Thank you for using {service}|Ignore this if you have paid]
You have [an appointment|a dental check|a scan|a blood test] on {day} {date} at {time} [with Dr {name}|at {shop}]. [To change it|If you cannot come] [please ring|call] {hotline}. [Missed visits may be charged|]
Hi {name}, your [hair|nail|vet|eye] appointment at {shop} is on {day} at {hour}. [Reply C to confirm|Reply YES to confirm] or [call|ring] {hotline}
[It is time|You are due] for your [yearly|free|] [check|screening|flu jab|eye test]. [Call|Ring] [the surgery on|] {hotline} [or use the app|to book|]. [Reply STOP to opt out|To opt out text STOP|]
{shop}: your [table|room|seat] [for {number}|] is [booked|confirmed] for {day} {time}. [Running late?|Questions?] Call {hotline}
Your order from {shop} is [on the way|with the rider]. [Rider|Driver]: {name}, {phone}
Your [ride|booking] with {name} ({last4}, white car) [is {number} min away|has arrived]. [Give|Share|Tell] the driver the PIN {last4} to start
[Your|The] [council tax|rent|school fee|water] instalment of {amount} is due on {date}. {shop}. Pay at {shoplink} or by phone {hotline}
[Your child|{name}] was [not at school|late] today. Please call the office on {hotline} [or reply with the reason|]
{service}: your [account|wallet|toll tag] balance is [low:|] {amount}. [Top up|Please recharge] [in the app|by dialling *{shortcode}#] [to avoid fines|]
[Your|Hi, your] [points|vouchers|miles] [expire|run out] on {date}. T&Cs apply. [To opt out SMS STOP to {shortcode}|Opt out: text STOP to {shortcode}|Reply STOP to end]
{shop}: [free|our] [class|tasting|open day] {day} {hour}. [Book|RSVP] {hotline}. [Text STOP to {shortcode} to opt out|Reply STOP to end|STOP to opt out]
[Your|Hello, your] [vehicle registration|driving licence|passport] [expires|ends] on {date}. Renew [in the app|at a counter] [or at {shoplink}|]
Your [benefit|pension|card] [balance|payment] is {amount} [as of|on] {date}. [For questions call the number on your card|Questions? {hotline}]. Reply STOP to end
[Your|The] [token|meter code] is {last4} {last4} {last4} {last4}. [Units {number}.{number} for {amount}|Amount {amount}]. [Thank you|]
[Engineer|Technician] {name} will [visit|come] on {day} between {time} and {time}. [Not at home?|To change it] call {hotline}
Hi, it is {name} [from|at] {shop}. [We got your message|You left your {number} bags]. Call me back on {hotline} [before {hour}|when you can]
Ihr Termin bei {shop} ist am {date} um {time} Uhr. [Bis dann|]
Seu código {service} é {otp}. Não compartilhe.
Su pedido {order} llegará [mañana|el {date}]. Gracias, {shop}
Votre code {service} est {otp}. Ne le partagez pas.
[Reminder:|{shop}:|] [school|class|team] photos [are tomorrow|have arrived|are on {day}], [order forms|order yours|orders by {day}]: {shoplink}
[Your|{shop}: your] [appointment|visit|test] [on {day} at {time}|{date}|]: {shoplink}
[Change|Cancel|Move|Check in for] your [appointment|visit|table] [on {day}|of {date}] [here|at] {shoplink}
Your [verification|login|sign-in] code for {service} is {mixed}[. It works once|]
[Election|Vote] [on {day}|{date}]: polls open 7am to 10pm. [Find your|Your] polling station: {shoplink}
[Hi|Dear customer], your {bank} [savings account|card] [is frozen for debits|will be limited] [as|because] your [KYC|ID check|address proof] is [incomplete|due]. [Complete it in the app|Visit any branch] [by|before] {date}[ to avoid closure|].
Your [payment|spend|txn] of {amount} at {shop} [with|on] your {bank} card earned you [{number} points|{percent} cashback|rewards]. [Not you? Call {hotline}|See them in the app|]
[{bank}|{shop}]: [enjoy|get] {percent} cashback [on all purchases|on groceries] [this weekend|till {date}]. [Terms apply|T&C apply|Conditions apply].
`
  .trim()
  .split('\n');

export const SMS_CHAT: readonly string[] = `
[hey|hi|yo] [r u|are you] [coming|free] [tonight|tmr|later|on {day}]? [we r meeting at {hour}|lmk|]
[ok|okay|k] [see u|see you|cya] [at {hour}|there|soon] [x|:)|lol|]
[Sorry|Sry] [im|I'm|i'm] [running late|stuck in traffic|on the bus], [there in {number}|start without me|]
Can you [pick up|get] [milk|bread|the kids|my parcel] on the way home? [thanks|thx|x]
[Happy birthday|Happy new year|Merry Xmas] [{name}|dear|bro]! [Hope you have a great day|Miss you|Wish you all the best] [xx|:)|]
I'll call you [later|after work|when I get home], [in a meeting|driving] now
[Did you|Have you] [pay|paid] the [rent|bill|school fees] yet? I can [send|transfer] my half [today|tomorrow]
Can you [send|lend] me {amount} [till|until] [friday|payday]? [for the taxi|forgot my wallet at home]
My [account number|acct no] is [the same as before|on the fridge|in the group], [thanks|pls send it there]
[Mum|Mom|Dad], [I'm at {name}'s|my exam went well|can I stay out till {hour}|landed safe], [love you|call you later|dinner was good]
[Where are you|Where r u|Wer r u]? [I am|im] [at the gate|outside|near the {shop}]
[Lol|Haha|Hahaha] [that was so funny|you are crazy|he never learns|what a game]
[How are you|How far|How body|Hope you dey], [long time|hope work is good], [we should meet|greet the family|I dey house]
[Abeg|Please] [help me buy|send me] [{small} airtime|recharge card|data], I [go|will] pay you back [tmr|tomorrow]
[I don|I have] [reach|reached] [house|home|{city}]. [Thank God|Network bad here|Road bad well well]
[Did you watch|Watching] the [match|final|show]? [We won|What a goal|{name} was terrible]!
[The code|Gate code|Wifi password] is {last4}[, don't forget to close the door|, ask {name} if it fails|]
[Your package|A parcel] came [today|this morning], [it's on the table|I put it in your room|the neighbour has it]
[Love you|Miss you|Thinking of you] [babe|dear|honey|so much], [good night|sleep well|see you {day}] [xxx|:*|]
[Lecture|Class|Training|Meeting] [is cancelled|moved to {hour}|starts at {time}] [today|tomorrow], [tell {name}|pass it on|]
[Urgent|Emergency]!! [call me|where are you|I locked myself out], [battery is dying|pls hurry|]
[Bhai|Yaar|Da], [kal|tomorrow] [movie|cricket] [chalega|plan hai]? [call me|bata dena|]
[You free for lunch anot|Eat already?|Where you now lah], I [at|reach] the [mrt|canteen|mall] [already|liao]
[Dont worry|Never mind|No prob], [I will do it|we can go another day|it's fine]
[I won|We won] [the raffle|the quiz|at cards] [haha|last night], [drinks on me|so happy]
[Can you|Could you] [check|verify|confirm] [the numbers|the address|the booking] [for {day}|before I send it]? [Thanks|]
{name} [got the job|passed the test|had the baby]!! [So happy|Call her|Party on {day}]
[What time|When] [does the train leave|is dinner|do we start]? [I can bring cake|I finish at {hour}]
[Let me know|Tell me] [when you are home|if you need a lift|what the doctor says]. [Take care|Hugs]
[Good morning|Gud mrng|Morning] [dear|all|sir], [have a nice day|God bless|hope you slept well]
[Here is the link to the photos|The recipe is here|Tickets here]: {shoplink}
[My new number|New phone, same me], [this is {name} from work|it's {name}], [save it|see you monday]
[Hi|Hey|Hello] [all|everyone|guys|team], [this is|here is] my new number[ {phone}|]. {name}
[Hi|Hello|Hey], [it's|this is] {name}, [I have|I've got|I changed to] [a new number|a new phone number][, {phone}|]. [See you {day}|Please save it|The old one stops on {day}]
[Hi|Hey] [it's|its] {name}, [got a new phone|bought a new phone|my old phone died], [same number|number stays the same]. [Whatsapp|Text|Ring] me when you [land|get home|are free]
[Don't forget|Please|Can everyone] [to bring|bring] {small} for [subs|the raffle|tea|the collection|the coach|match fees] [to training|tonight|on {day}]
[Raffle|Quiz|Bingo] [night|evening] at {shop} on {day}, [great prizes|first prize is a hamper|pretty good prizes], tickets {small}
[Can you|Could you|Pls] [transfer|send|pay] me [the|your] {amount} for the [concert|present|trip|hotel]? [Same account as before|You have my details|No rush] [x|]
[Class chat|Parents|Team]: [costumes|forms|kit money] [due|by] {day}, [pay the|the] {small} [on ParentPay|to {name}|in cash] please
[Hi|Morning] {name}, [it's {name} from next door|{name} here from number {number}], [your parcel is with me|can you take in my delivery {day}]?
{seenlink}
[Look|Haha|Lol|This one?|Is it this one|Found it|Read this|Your song] {seenlink}
{seenlink} [what do you think?|so funny|for {day}|as promised|is this the place?]
[Hi|Hello] {name}, it's {name} from the [nursery|school|playgroup], {name} [has a temperature|fell over|is not well], [can you|could you] [pick up|call us], please[? {landline}| on {landline}]
New number [for|of] {name}: {phone}, the old one is off. [Love|Bye|x]
[Can you|could u|pls] [send|text] me [your|ur] [sort code|account number|post code|address] [again|], [I'll pay you back|for the card|need it for the form] [today|x|]
`
  .trim()
  .split('\n');
