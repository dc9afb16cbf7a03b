/** Traits of English reports of fraudulent calls: supposed caller, story, demand, and way of telling. */

/** Up to `most` further words of the same sentence. */
const gap = (most: number) => String.raw`(?:[^\w.!?]{1,3}[\w'’]{1,20}){0,${most}}?[^\w.!?]{1,3}`;
interface Trait {
  /** Weight in log odds. */
  weight: number;
  pattern: RegExp;
}
/** Words and phrases that start as given. */
const stem = (weight: number, ...alternatives: string[]): Trait => ({
  weight,
  pattern: new RegExp(String.raw`\b(?:${alternatives.join('|')})`, 'u'),
});
/** Whole words and phrases, also in the plural. */
const word = (weight: number, alternatives: string): Trait =>
  stem(weight, String.raw`(?:${alternatives})(?:e?s|['’]s)?\b`);

const RELATIVE =
  '(?:grand|step)?(?:son|daughter|child|kid|mum|mom|mother|ma|dad|father)|gran|granny|grandma|grandad|granddad|grandpa|nan|nana|nephew|niece|cousin|brother|sister|husband|wife|boy|girl|uncle|aunt|auntie|friend|mate';
const SUM = String.raw`(?:[$£€₹]|rs\.?|kes|usd|inr|rm|n)\s?\d[\d,.]{0,15}k?|\d[\d,.]{0,15}k? ?(?:dollars?|pounds?|euros?|rupees|quid|bucks|naira|lakhs?|grand|usd)|\d{1,3}(?:,\d{3})+|\d{3,6}\b|(?:hundred|thousand)s?\b`;
const MONEY = `money|cash|funds|savings|balance|payment|${SUM}`;
const ASKS =
  'ask(?:s|ed|ing)?(?! (?:me |her |him |us )?(?:if|whether|how|what|when|which|about|why)\\b)|(?:if|whether) (?:i|she|he|we) (?:could|would|can)\\b|want(?:s|ed|ing)?(?! to (?:know|see|hear|meet|talk|visit|show|introduce))|need(?:s|ed|ing)?|demand(?:s|ed|ing)?|request(?:s|ed|ing)?|insist(?:s|ed|ing)?|beg(?:s|ged|ging)?|tr(?:y|ies|ied|ying) to get|fish(?:ed|ing)|after (?:my|the)|got (?:me|her|him) to|(?:make|made|had|have|having) (?:me|her|him)|(?:i|she|he|we) (?:had|have|has|was|is|am|needed|must|should|need) (?:to|supposed to)?|must|requir(?:es?|ed|ing)|(?:could|would|can|will|should) (?:i|we|you|she|he)\\b|(?:told|tells?|order(?:s|ed)?|instruct(?:s|ed)|got|getting|convinced|persuaded) (?:me|us|you|her|him|them|my \\w+) to';
const GIVES =
  'giv(?:e|ing)|gave (?:him|her|them|over|out|my)|read(?:ing)?|tell(?:ing)? (?:him|her|them|me)|told (?:him|her|them|one)|send(?:ing)?|sent (?:him|her|them)|shar(?:e|ed|ing)|provid(?:e|ed|ing)|confirm(?:ing)?|verif(?:y|ying)|check(?:ing)?|repeat|forward|enter|typ(?:e|ing)|updat(?:e|ing)|disclos(?:e|ing)|supply|fill(?:ing)? (?:in|out)|hand(?:ed)? over';
const DEVICE = `computer|pc|laptop|mac|machine|device|phone|mobile|tablet|ipad|screen|desktop|system|router|online banking|(?:bank(?:ing)? )?app`;
const OURS = 'my|the|her|his|your|our|their|a|an';

/**
 * Traits by name: supposed callers (who), stories, demands (want), ways of telling (how), and traits of honest calls
 * (fine). The weights are those of a logistic regression on 504 short reports that were written for it, half of them of
 * honest calls, and on 722 chats of the NUS corpus. It starts from weights set by hand, and only honest traits may
 * weigh less than nothing.
 */
export const TRAITS: Record<string, Trait> = {
  'who.office': word(
    0.8,
    'police(?:man|woman)?|cop|officer|detective|sheriff|deput(?:y|ie)|sergeant|inspector|insp|constable|marshal|(?:special|federal|irs|fbi|border|cbi) agent|federal|government|fbi|cia|dea|cbi|ncb|irs|hmrc|inland revenue|revenue|(?:tax|council|visa|immigration|post) (?:office|man|department|authorit(?:y|ie)|agency|people)|taxman|treasury|cra|ato|kra|customs|border (?:patrol|force|protection)|immigration|uscis|home (?:office|affairs)|embassy|consulate|court|courthouse|judge|magistrate|prosecutor|social security|ssa|medicare|medicaid|nhs|council|ministry|department of|dept|dvla|dmv|trai|rbi|reserve bank|enforcement|narcotics|cyber ?(?:crime|cell)|bailiff|interpol|europol|national crime|garda|rcmp|lawyer|attorney|solicitor|barrister|public defender|legal (?:department|office|team)|law firm|debt collector|collection agency|process server|ftc|fema|probation|agent|investigator|badge|university|registrar|toll (?:company|road|office)|parking|veteran|va|visa|homeland|enforcement|disconnection team|bailiff|firefighter',
  ),
  'who.firm': word(
    0.4,
    'bank|building society|credit union|card (?:company|issuer|services|security)|visa|mastercard|amex|amazon|microsoft|windows|apple|google|paypal|ebay|netflix|facebook|meta|whatsapp|instagram|geek squad|norton|mcafee|best buy|walmart|coinbase|binance|m-?pesa|tech(?:nical)? ?support|technician|it (?:support|department|guy)|support (?:team|agent|centre|center|rep)|(?:internet|broadband|cable|phone|mobile|telecom|power|electric(?:ity)?|utility|energy|gas|water|insurance|credit card|security|software|computer|delivery|courier|network|service) (?:company|provider|board|supplier|department|people|firm|corporation|agent|office|carrier)|bt|sky|virgin|verizon|at&t|comcast|xfinity|t-mobile|vodafone|jio|airtel|telstra|fedex|dhl|ups|usps|royal mail|courier|(?:fraud|security|billing|refund|compliance|cancellation|claims|investigation)s? (?:department|division|team|squad|unit|dept|prevention|office|officer|line|man|woman|lady)|customer (?:service|care|support|advis[eo]r)|(?:tech(?:nical)?|support|service|warranty|it) (?:department|desk|centre|center)|help ?desk|hotmail|mcafee|provider|wallet|engineer|representative|rep|executive|o2|ee|talktalk|orange|pinsentry|hsbc',
  ),
  'who.kin': stem(
    0.6,
    String.raw`(?:my|her|his|our|your|their) (?:own |old |eldest |youngest |late |poor |friend.s |best )?(?:${RELATIVE}|boss|ceo|manager|director|pastor|priest|colleague|coworker|landlord|neighbou?r)\b`,
    String.raw`(?:hi|hello|hey),? (?:${RELATIVE})\b|(?:a|an) (?:elderly|old|\d+.year)`,
    `it.s (?:me|your)|guess who|recogni[sz]e (?:me|my)|(?:online|internet) (?:girlfriend|boyfriend|friend)|soldier|army|dating|tinder|met online|facebook|never (?:seen|met)|oil rig|deployed|stationed|peacekeep|(?:new |her |his )(?:boyfriend|girlfriend|fianc)`,
  ),
  'who.giver': word(
    0.8,
    'lottery|lotto|sweepstake|publishers? clearing(?: house)?|pch|raffle|competition|prize|grant|invest(?:ment|or|ing)|trad(?:er|ing)|forex|broker|financial (?:advisor|adviser)|recruit(?:er|ment)?|hr|hiring|employer|remote job|warranty|solar|insulation|timeshare|travel (?:agency|club)|cruise|vacation|loan|lender|interest rate|debt (?:relief|consolidation)|charity|fundrais(?:er|ing)|medical alert|pension|claims? (?:management|company)|energy (?:scheme|grant)|(?:knee|back) brace|genetic test|duct cleaning|buyer|seller|marketplace|craigslist|psychic|marketing|palliative|scheme|account manager|platform|breeder|recovery|relative|hacker|landlord|stranger|promoter|telemarketer|credit repair|business listing|trial|supplier|director|firefighter|diplomat|modell?ing|casting|mystery shopper|car wrap|shares|astrologer|fortune teller|secret shopper',
  ),
  'who.machine': stem(
    0.6,
    'record(?:ed|ing)|pre-?record|robo|automated|robot|computer(?:ized|ised)? (?:voice|generated|call)|ai (?:voice|generated)|artificial|synthesi[sz]ed|voice clone',
  ),
  'story.threat': stem(
    0.8,
    String.raw`arrest|warrants?\b|(?:in|to|go to|sent to) (?:jail|prison)|jailed|bailed?\b|lawsuit|su(?:e|ed|ing)\b|legal (?:action|proceeding|trouble|matter|case)|prosecut|taken to court|subpoena|affidavit|seiz(?:e|ed|ing)|fre?oze(?:n)?\b|locked up|custody|detain|detention|bond\b|deport|(?:police|officers?|sheriff|deput(?:y|ies)|someone|they.d|they)[^.]{0,20} (?:at (?:my|the|her|his|our) (?:door|house)|on (?:the|their|his) way|come (?:to|and) (?:arrest|get|pick))|come and get|consequences|jury|failure to appear|failed to appear|gag order|garnish|blacklist|my name (?:came|come|is|was)|handcuffs|take (?:me|her|him) away|apprehended|sacked|fired\b|(?:case|complaint|file|charge)s? (?:is |was )?(?:in|against|under) (?:my|your|her|his) name|video of (?:me|her|him)|webcam|(?:nude|intimate|naked)|(?:all )?(?:my|her|his) (?:contacts|employer|followers)|expose|blackmail|undercover|raid|surrender|legal matter|(?:break|cut|harm|hurt|kill|shoot)(?:s|ing)? (?:his|her|my|your|the|a) ?(?:legs?|arms?|fingers?|family|son|daughter)?|addressed before|(?:would|will|to) be (?:shot|hurt|killed|harmed|removed|deported|fined|reported|prosecuted)|removed from the country|(?:court|legal) (?:papers|notice)|name (?:has )?come up|get reported|morphed|go to my|outside (?:my|the) (?:house|door)|bailiffs?|(?:release|leak|publish|post|send)(?:ing|ed)? (?:my|the|her|his) (?:browsing|photos?|pictures?|videos?|data|history|messages)|suspect (?:in|of)|raid\b|lawsuit`,
  ),
  'story.crime': stem(
    0.8,
    String.raw`criminal|felony|crimes?\b|charges? (?:against|filed)|charged with|(?:case|complaint|file) (?:is |was |has been |being )?(?:against|filed|registered|open|in (?:my|her|his))|court (?:case|date|order|papers)|drugs?\b|narcotic|mdma|cocaine|launder|traffick|illegal|contraband|smuggl|(?:involved|implicated|mixed up|linked) (?:in|to)|(?:under|being) investigat|investigat(?:e|ing|ed)\b|prob(?:e|ed|ing)\b|terror|tax (?:evasion|fraud)|money mule|counterfeit|(?:aadhaa?r|identity|name|number|card|account|sim|social)[^.]{0,25} (?:was |is |been |being )?(?:used|misused|abused|linked|found|implicated)|abused|undercover`,
  ),
  'story.breach': stem(
    1.2,
    String.raw`hack|virus|infect|malware|trojan|spyware|compromis|breach|stolen|identity|suspicious|unusual|fraud\b(?! (?:team|department|dept|division|squad|unit|line|prevention|desk|people))|fraudulent|unauthori[sz]ed|without authori|irregular|(?:someone|somebody|a stranger|people|hackers?) (?:was|had|is|has|were|else|in|from|who)?${gap(2)}(?:us(?:ing|ed)|trying|tried|opened|got|accessed|logg|spen|bought|taken|took|charg)|errors?\b (?:message|report|log)|hijack|leaked|ip address|(?:problem|issue|something wrong|trouble)s? with (?:${OURS}) (?:${DEVICE}|account|card|internet|line|windows|amazon)|(?:${OURS}) (?:${DEVICE})[^.]{0,20}(?:at risk|in danger|slow|sending|corrupt|crash)|cloned|at risk|skimm|(?:trying|tried|attempt\w*) to (?:access|use|take|log|get|break|withdraw|charge)|intercept|broke into|(?:network|security|computer|windows) (?:error|problem|alert|warning|issue)|pop.?up|found (?:several|some|a lot of) |activit(?:y|ies)|duplicate|dark web|in my name|debit card was used|corrupt|investigation|enquiry\b|blackmail|pending\b|flagged|illegal items|fraud on|withdrawals?|being used in|logged in|intruder|under attack`,
  ),
  'story.cut': stem(
    0.9,
    String.raw`suspend|disconnect|terminat|deactivat|cut (?:off|my|the|your)|shut (?:off|down|us|me)|turned? off|switched off|(?:account|card|line|number|sim|service|internet|broadband|power|electricity|water|licen[cs]e|subscription|visa|benefits?|social|connection|phone|whatsapp|it|mine|mobile)${gap(2)}(?:will|would|is|was|be|been|being|gets?|has|had|goes?|go)${gap(2)}(?:cancel|block|clos|lock|expir|delet|off\b|gone|go\b|denied)|expir(?:ed|ing|es)\b|run out|last (?:notice|warning|attempt)|final (?:notice|warning|reminder|attempt)|(?:will|would|is going to|.ll|gets?|about to) (?:be |get )?(?:\w+ )?(?:clos|block|cancel|suspend|delet|lock|denied|disconnect|cut|terminat|marked|removed|stopped|frozen|void|expire)|permanently|payment (?:has )?failed|(?:card|payment) (?:was |has been )?declined|factory warranty|kyc|void\b|not (?:been )?updated|re-?activate|flagged|about to run out|runs? out|(?:last|final) (?:day|chance)|expires?\b|switch (?:us|me|it) off|turn (?:us|me|it) off|(?:account|card|profile)[^.]{0,12}(?:restricted|locked|limited|flagged)|up for renewal|(?:is|was) up\b`,
  ),
  'story.debt': stem(
    0.4,
    String.raw`ow(?:e|ed|es|ing)\b|unpaid|overdue|outstanding|back taxes|arrears|past due|behind on|fines?\b|penalt|tax(?:es)?\b|customs (?:fee|dut|charge)|import duty|tolls?\b|missed (?:a |my |the )?(?:payment|court|bill)|debts?\b|unsettled|defaulted`,
  ),
  'story.gain': stem(
    0.6,
    String.raw`(?:i|we|she|he|you|i.ve|i.d|have|had) won\b|winner|prize|refund|rebate|overpa(?:id|yment)|over ?charged|compensat|inherit|beneficiary|returns\b|profits?\b|bonus|free (?!to|of charge|on|at)|(?:lower(?:ed|ing)?|reduc(?:e|ed|ing)|half off|cut)${gap(4)}(?:rate|bills?|interest|price|years?)|brought forward|clinical trial|pays? \d|unclaimed|overcharged|zero (?:percent|interest)|forgive|guaranteed|(?:\d|percent|%) (?:a|per) (?:day|week|month)|pre-?approved|(?:loan|application|grant)[^.]{0,15}approved|selected|shortlisted|qualif|eligible|entitled|rewards?\b|cash ?back|hired|(?:got|have|had) the job|job offer|offered me|double (?:my|your|the)|jackpot|million|grant\b|palliative|work from home|too much|by mistake|mistakenly|by accident|extra zero|settlement|once in a lifetime|opportunity|closing cost|inherit|died without|to receive|promised|unlock|(?:get|got|recover|win)${gap(4)}back\b|(?:increase|raise) (?:in|of|through)|percent|per cent|lump sum|receive \d|commission|cheque|settlement|cancell?ation (?:form|department)|misdirected|claim (?:it|the|my)|(?:randomly |been )(?:picked|chosen|selected)|doubles?\b|shares\b|free (?:phone|ipad|tv|sample|device|quote)|\d+ ?% off|half price|box of (?:money|gold)|who were scammed|wipe out|write off|(?:settle|reduce|clear) my debts?|get paid|earn|rebate|points worth|reward points|missold|mis-sold|overcharged|free (?:holiday|trip|cruise)|watched it grow|put in (?:more|another|\d)|can.t get (?:anything|it|my money) out|too much in|the difference|get rich|deal is only|dismiss(?:al|ed)|new program|take out a quarter|already paid|criminal record|locked until|at first`,
  ),
  'story.harm': stem(
    0.7,
    String.raw`accident|crash|wreck|hit (?:a|someone|and run|somebody)|hospital|kidnap|ransom|abduct|hostage|hurt (?:my|her|him|a|me)|injur|emergency|in trouble|stranded|stuck (?:in|at)|crying|cried|sobb|scream|hysteric|(?:lost|dropped|broke|broken|smashed|cracked|damaged|stolen)${gap(2)}(?:phone|wallet|passport|nose|leg|arm)|phone (?:was|is|had|got|fell|has|went)? ?(?:broke|broken|lost|stolen|damaged|wet|died|fell|in the)|new (?:number|phone)|(?:borrowed|different) phone|robbed|mugged|pregnant|surgery|cartel|gun\b|to kill|(?:police|holding) (?:station|cell)|something stupid|operate until|needs? (?:an? )?(?:operation|surgery)|in tears|panicking|overdose|begging|cloned (?:my|his|her)|voice\b|shot\b|another voice|bad line`,
  ),
  'story.charge': stem(
    0.3,
    String.raw`(?:charged?|order(?:ed)?|purchase[sd]?|bought|transaction|payment|transfer|subscription|renew(?:al|ed|ing)?|membership|invoice|debited|withdraw(?:al|n)?|(?:leaving|going out of|taken from))${gap(6)}(?:${SUM}|iphone|macbook|laptop|tv\b|my (?:account|card|name|visa)|amazon)`,
    String.raw`(?:${SUM})${gap(3)}(?:charge|order|purchase|transaction|payment|subscription|renew|transfer|iphone|macbook|tv\b|leaving|on (?:my|your))`,
    String.raw`auto.?renew|(?:i|she|he|we) (?:didn.t|did not|never|hadn.t|had not)${gap(1)}(?:order|make|made|buy|bought|purchase|authori[sz]e|request|place|agreed)|payments? (?:had|have|has|was|were) (?:been )?(?:made|taken|attempted)|money (?:was|being|had been) (?:taken|leaving)|withdrawals?\b`,
  ),
  'want.odd': stem(
    1.7,
    String.raw`gift ?cards?|itunes|google play|steam\b|(?:target|apple|vanilla|walmart|nike|ebay|best buy|amazon|prepaid|pre-paid|voucher|play) (?:cards?|vouchers?)|(?:apple|target|amazon|vanilla|ebay|visa|debit|top.?up|phone) ?(?:gift ?)?cards?${gap(5)}(?:numbers|code|read|scratch|back|photo|picture)|scratch(?:ed|ing)? (?:them|the|it|off)|bit ?coins?|crypto|usdt|ethereum|btc|western union|money ?gram|zelle|venmo|cash ?app\b|money ?pak|green ?dot|mobile money|gold (?:bars?|coins)|buy${gap(2)}gold|in an envelope|between the pages|friends and family|cash only|into (?:a|the) (?:\w+ )?(?:machine|atm|kiosk|terminal)|(?:bitcoin )?kiosk|bitcoin terminal`,
  ),
  'want.cash': stem(
    0.7,
    String.raw`vouchers?|wir(?:e|ed|ing)\b|pre-?paid|gold\b|in a (?:\w+ )?(?:box|parcel|bag)|(?:mail|ship|fedex|post|overnight)(?:ed|ing)? (?:the |it|cash|them|him|\$)|upi\b|g ?pay|phonepe|m-?pesa|qr code|money order|cashier.?s che|(?:in|the|with|to|out|wants?|for|get|got|withdraw|take out|some|need) cash|bank ?transfer|transfer fee|(?:mail|send|post|put)${gap(6)}(?:magazine|envelope|newspaper|bag|package)|buy(?:ing)?${gap(3)}(?:watch|rolex|jewel|gold|things)|(?:on|by|with|over|via) zelle|send${gap(4)}(?:in|as) cash|at the post office`,
  ),
  'want.move': stem(
    1,
    `(?:transfer|mov|send|sent|wir|withdr[ae]w|deposit|tak|took|pull|put|empt(?:y|ied)|shift|drain|mail|park|push|clear|return)(?:e|es|s|ed|ing|red|ring|y|n)?(?: out| back)?${gap(5)}(?:${MONEY}|everything|it all)`,
    String.raw`(?:mov|transfer|put|deposit|send|shift|park)(?:e|ed|ing|red|ring|ting)?${gap(6)}accounts?\b|(?:safe|secured?|new|holding|protected|government|temporary|separate|another|different|verification|escrow|third) (?:bank )?(?:account|wallet|locker)|to (?:protect|secure|keep safe) (?:${OURS}) (?:money|funds|savings)|(?:dep|in)osited?${gap(2)}(?:in(?:to)?|to)`,
    String.raw`(?:savings|money|funds|cash|balance)${gap(4)}(?:to (?:a|the|an|another|his|her|their) (?:\w+ )?(?:account|wallet|locker)|in(?:to)? (?:a|the|an) (?:\w+ )?account|(?:has|have|had) to be (?:verified|checked))|(?:back|on|forward(?:ed)?|returned) to (?:the|a|him|her|them) ?(?:painter|sender|vendor|account)?|vault|(?:rent|salary|wages|payments?|money|invoices?|balance) (?:should|must|will|would|is to|has to|had to) (?:now )?(?:go|be paid|be sent|be transferred)`,
  ),
  'want.pay': stem(
    0.7,
    String.raw`(?:pay|paid|paying|pays|settle|settled|hand over|cough up|come up with|send|deposit|top up|buy|put down|clear|cover|squared?)${gap(4)}(?:fees?\b|fines?\b|bail|bond\b|tax(?:es)?\b|dut(?:y|ies)|debt|penalt|deposits?\b|processing|registration|insurance|shipping|customs|costs?\b|up ?front|in advance|first\b|immediately|right (?:away|now|then)|now\b|straight ?away|at once|over the phone|to (?:avoid|stop|release|clear|claim|get|receive|unlock|hold|reserve|secure|fix|cancel)|legal|lawyer|ransom|equipment|training|uniform|licen[cs]e|antivirus|protection|warranty|for (?:him|her|them|the|a))`,
    String.raw`(?<!in )(?:fees?|fine|deposit|tax|charge|bail|duty) of (?=\W?\d)|(?<!in )(?:fees?|fine|deposit|payment|tax|charge|bail|duty) (?:first|up ?front|in advance|before|to (?:release|claim|get|receive|process|avoid|cover))|(?:processing|release|admin|administration|handling|clearance|registration|customs|insurance|activation|transfer|legal|verification|security|refundable|advance|small|one.?time|new|guarantor|closing) (?:fees?|charges?|deposits?|payments?|costs?|money)\b|(?:${SUM})${gap(2)}(?:first|up ?front|in advance|fees?|for (?:the|a|his|her|taxes)|to (?:renew|start|release|get|claim|fix|clear|join|begin|activate|stop|avoid|unlock|cover))|minimum|pay or|(?:pay|paid) (?:${SUM})|paying${gap(4)}or |(?:fees?|costs?|tax(?:es)?|charges?|deposit|money|it|${SUM}) (?:that |which )?(?:to be|must be|needs? to be|ha(?:ve|s|d) to be|is|are|was) (?:first )?(?:paid|met|settled|covered|wired|sent)|(?:court|some|legal|new|more|transfer|shipping|delivery|release) (?:fees?|tax(?:es)?|costs)|refundable|deposit and|(?:new|another|extra) (?:tax|fee|charge)|buy${gap(4)}(?:protection|software|plan|warranty|antivirus|licen[cs]e|security)|to (?:reinstate|restore|expedite)|retainer|(?:by|before) (?:friday|monday|tonight|noon|the end)${gap(1)}(?:or|and)|only (?:the )?(?:shipping|postage|delivery)|(?:and|to) pay back|needs? (?:a )?(?:\W?\d[\d,.]*) deposit|taxes? of (?=\W?\d)|pay(?:ing)? (?:this|the|an?) (?:invoice|bill) for|insisted on|(?:pay|paid|paying) \d|(?:paid|covered) by me|(?:for|in) (?:the )?ritual|for \d+ (?:dirhams|dollars|euros|pounds)`,
  ),
  'want.money': stem(
    0.7,
    String.raw`(?:${ASKS})${gap(5)}(?:money|cash|payment|${SUM}|deposit|donation|loan|help paying|bail|fees?\b)|(?:lend|loan|borrow|lent)\b${gap(4)}(?:${MONEY}|him|her|them|it\b)|to invest|took (?:a )?loans?|need${gap(3)}cash|how much (?:money )?(?:i|we|is|was|she) |wanted (?:a )?(?:donation|deposit)|for a donation|owes? us|\d+k?\b${gap(2)}(?:by (?:tonight|friday|monday|tomorrow)|or (?:they|he|else))|keep (?:\d+ ?%|ten|\d+ per)|send the rest|(?:send|give) (?:him|her|them)? ?\d{2,}|half in cash|bank for (?:\d|eight|ten)|us(?:e|ing) my account|let(?:ting)? them use|help (?:with|for) (?:a|the|his|her|an) (?:\w+ )?(?:bill|rent|fee|ticket|fare)|wants (?:\W?\d)`,
  ),
  'want.code': stem(
    1.9,
    String.raw`(?:${ASKS}|${GIVES})${gap(8)}(?:codes?\b|otp|one.?time|pass ?codes?|pins?\b(?! please)|password|cvv|(?:six|four|three|eight|nine|ten|sixteen|\d+).?(?:digits?|figures?)|numbers? (?:on|from|off|of)\b|sign.?in\b|log.?in\b|token|authenticator|prompt|security word|(?:the |that |an )?(?:sms|text)(?: message)? (?:i|she|he|that)|number (?:that )?(?:i|i.d|she|he)${gap(2)}(?:sent|received|got)|security (?:number|answers?)|numbers? (?:on|from|off) the back|(?:six|6|four|4) (?:numbers|digits))`,
    String.raw`codes?${gap(3)}(?:(?:i|she|he|you) (?:just )?(?:got|received|had)|(?:was )?(?:sent|texted|came|come) (?:to|through|by|on|me|in))|(?:text(?:ed)?|sen[dt]|got|received|forward) (?:me |her |him |my \w+ )?(?:a|the|an) (?:\w+ ){0,2}(?:code|otp|pin)\b|verification (?:code|number)|(?:secret|security|ussd) code|dial (?:\*|a ussd|star)|approve (?:a|the|it|this|something) (?:login|notification|payment|request|push)|(?:seed|recovery) phrase|cards? and (?:the |their |her |my )?(?:pins?|codes?)\b|generate codes|approve (?:the|a) sign|share (?:the )?otp|sim (?:can be |was |to be )?swap|upgrade (?:my|the|your) sim|(?:authori[sz]e|approve|accept)${gap(3)}(?:reversal|refund|one|login|in (?:my|the|her) app|it|transfer)|scan (?:my|her|his|the) face|fac(?:e|ial) (?:id|scan)|hold (?:my|her|his) phone|texting me|(?:read|typ|enter|sa|giv|sen)(?:ing|e|ed|y|d)?(?: in| out)?${gap(3)}(?:long |reference |session )?number\b(?! of| to| and)|verification (?:tag|text)|dial(?:l?ing)? \d|reading (?:her|him|them) the|serial numbers`,
  ),
  'want.data': stem(
    1.6,
    String.raw`(?:${ASKS}|${GIVES})${gap(7)}(?:(?:card|account|bank|routing|credit|debit|policy|licen[cs]e|long|medicare|insurance|passport|membership|social security|cell) (?:card )?(?:numbers?|no\b|details|info|account|card|log ?in)|sort code|ssn|(?:my|your|her|the|his) (?:\w+ )?(?:card|social|id|passport|login|credentials|ssn)\b(?! (?:and|at|when|is|will|to (?:the|collect)))|security word|bank (?:i|you|we|she|he) use|date of birth|d\.?o\.?b\b|birth ?(?:day|date)|maiden name|(?:personal|private|financial|banking|payment|credit card|bank|my|her|his|your|other|more) (?:info|details|data|identif|particulars)|details\b|particulars|personal information|aadha+r|pan (?:card|number)|passport number|medicare (?:number|card)|national insurance|driver.?s licen[cs]e|digits|log ?in\b|user ?name|credentials|which bank|what bank|who i bank|selfie|(?:photo|picture|copy) of my)`,
    String.raw`(?:last|first) (?:four|4|five|5|six|6) (?:digits|numbers|of)|long number|(?:original )?card${gap(3)}and the pin|bank (?:details|info)|three (?:digits|numbers)? ?on the back|all my (?:bank )?details|which bank|bank name|your (?:bank|card) name|my (?:full )?name sir|(?:picture|photo|copy|scan)s? of (?:my|her|his|the) (?:id|passport|card|licen[cs]e|face)|(?:account|card) number|(?:card|payment) over (?:the )?phone|bank statements?${gap(3)}(?:and|login)|(?:read|tell|give|type)${gap(4)}numbers? on|account number at the top|all (?:they|he|she) needs?${gap(2)}(?:my|your)|online banking log|bank statements and|the first number|number on the front|expiry|passport and|bank balance|needs? (?:my |a |the |her |his |your )?(?:bank |debit |credit )?card\b|photograph(?:ing)? (?:my|the|her|his)`,
  ),
  'want.remote': stem(
    1.4,
    String.raw`any ?desk|team ?viewer|remot(?:e|ely) (?:access|in|into|control|connect|desktop|on|log|session|support|software)|remotely|log ?me ?in|ultra ?viewer|supremo|quick ?support|screen ?connect|event (?:viewer|log)|run (?:box|window)|windows key|control key|command prompt|screen ?shar|shar(?:e|ed|ing) (?:${OURS}) screen|see my screen|(?:control|hold) of (?:${OURS}) (?:mouse|cursor|screen|${DEVICE})|apk\b`,
    String.raw`(?:access|control|connect|get|got|let|log|logged)${gap(4)}(?:(?:to|into|of|in|on|onto|over)${gap(1)}(?:${OURS}) (?:${DEVICE}))\b|take over (?:${OURS}) (?:${DEVICE})|let(?:ting)? (?:him|her|them|me) (?:in\b|into|on\b|onto|connect|have|take|see)|connected to|got on it|clean (?:it|the|my)${gap(1)}up|in front of (?:your|my|the|a|her) (?:computer|laptop|pc)|(?:turn|switch|start)(?:ed)?(?: on)? (?:${OURS}) (?:${DEVICE})\b|(?:is|are) your computer (?:on|in)|keyboard|eventvwr|fix my network`,
  ),
  'want.link': stem(
    1,
    String.raw`(?:install|download)(?:ed|ing)?\b|(?:go|log|typ(?:e|ing)|visit|open|get|look|sit|went)(?:ged|ing|ting)?${gap(4)}(?:website|web ?site|web ?page|browser|url|site|computer|pc\b|laptop)|link\b|click|(?:log|sign) (?:in ?)?to (?:${OURS}|our) (?:\w+ )?(?:online|bank|account)|(?:fix|repair) (?:${OURS}) (?:${DEVICE})|video call|on video|skype|delete the${gap(2)}app|(?:${ASKS})${gap(3)}access|upload|ignore the warning|fast ?support|123|black box|log(?:ged|ging)? (?:on|in|into) with`,
  ),
  'want.hush': stem(
    0.9,
    String.raw`(?:not|don.t|never|can.?t|cannot|couldn.t|shouldn.t|nobody|without) (?:to )?(?:tell(?:ing)?|talk(?:ing)?|speak(?:ing)?|discuss(?:ing)?|mention(?:ing)?|say(?:ing)?|inform(?:ing)?|use internet)${gap(2)}(?:any|my|the|no|your|mom|mum|dad|her|his|him|family|police|bank|about|others|to (?:any|my|the|your))|secret\b|confidential|between us|(?:not|never|don.t|can.?t|cannot|couldn.t|if i|if you) (?:to )?hang up|put(?:ting)? (?:the|down the) phone|stay(?:ing|ed)? on (?:the )?(?:line|phone|call)|ke(?:ep|eping|pt) (?:me|her|him|it|them|us|this|away|calling)${gap(3)}(?:line|phone|call|quiet|secret|from|for|to (?:my|her|him)self)|(?:wouldn.t|would not|won.t) let (?:me|her|him)|told (?:me|her|him) to (?:lie|say)|(?:say|tell) (?:nothing|no ?(?:one|body))|mustn.t (?:tell|say)|must not (?:tell|say)|if (?:anyone|the bank|they|the cashier|the teller) asks?|put(?:ting)? (?:the|down the) phone(?: down)?|(?:stayed|stay|kept) on (?:the )?(?:phone|line)|hours on the (?:phone|line)|on the phone for (?:\w+ ){1,2}hours?`,
  ),
  'want.press': stem(
    0.6,
    String.raw`(?:press(?:ing|ed)?|hit) (?:1|one|2|two|9|nine|#|any key|a button|zero|0|5|five|\d)\b|to (?:be connected|speak (?:to|with) an? (?:agent|officer|representative))`,
  ),
  'want.ring': stem(
    0.3,
    String.raw`call(?:ing)?(?: (?:them|him|her|us|me))?(?: right| immediately)? ?(?:back)? (?:immediately|right away|asap|at once|within|urgently|this number|the number(?! on)|a number)|return (?:the|his|her|their|this) call|call (?:me )?back${gap(4)}(?:or|immediately|avoid|regarding|case|reference)|(?:left|leaving) (?:a )?(?:\w+ )?(?:voice ?mail|message)${gap(8)}(?:case|legal|urgent|number|action|suspend|arrest|warrant)|speak to (?:an? )?(?:agent|officer|representative)|(?:passe[sd]|transferred|connected|handed|put) (?:me |us |her |him |the call |it )?(?:on |through |over )?to (?:an?|the|his|her|my|police|\w+ police|superiors)`,
  ),
  'want.meet': stem(
    0.7,
    String.raw`(?:com(?:e|ing)|came|send(?:ing)?|sent|(?:someone|driver|m[ae]n|taxi|uber|cab|guy|courier|agent|officer|police(?:man)?|boy|round|have)\b)${gap(5)}(?:collect(?:ed|s)?|(?:to|and) get|for|pick(?:ing|ed)? (?:it |them |this |that |the \w+ |\w+ )?up|fetch|take (?:it|the|my))${gap(3)}(?:cards?|cash|money|it\b|them|envelope|gold|jewel)|jewell?ery|(?:hand|give|leave|put)(?:ed|ing)?${gap(5)}(?:courier|doorstep|porch|outside)|have (?:it|them) (?:collected|picked up)|courier${gap(4)}(?:card|cash|round|collects?)|(?:taxi|driver|courier) collects?|(?:to|giv(?:e|ing)|gave)${gap(4)}(?:taxi|driver)|came to the (?:house|door)|a man came`,
  ),
  'how.claims': stem(
    1,
    String.raw`claim(?:s|ed|ing)?\b(?! (?:papers|form|number|about|on|for))|on behalf of|calling (?:you )?from|this is (?:an? )?(?:officer|agent|inspector|from|calling)|works? (?:for|on behalf)|(?:said|says|saying|told me|tells me|stating|stated) (?:that )?(?:he|she|they|it|his|her|this|i|we|my|the|there|im|i.m)\b|(?:said|says|saying) to be|caller (?:said|says|id)|call(?:er)? (?:id|display)|identif(?:ied|ies|ying) (?:him|her|them|as)|introduced|called (?:me )?(?:saying|to say|and said|claiming)|came up as|on the display`,
  ),
  'how.pretended': stem(
    2.4,
    `fake|bogus|pretend|pos(?:ed|ing) as|impersonat|purport|supposedly|supposed (?!to)|alleg|so.?called|spoof|calling (?:him|her|them)sel(?:f|ves)|(?:a|an|my|the|from|from the) ["“][a-z' ]{3,25}["”]|["“](?:the |a |my )?(?:bank|police|manager|officer|agent|detective|support|son|daughter|grandson|landlord|lawyer|courier|technician|inspector)[a-z' ]{0,20}["”]`,
  ),
  'how.fake': stem(
    1.4,
    String.raw`scam|fraudster|con (?:man|artist|men)|conned|phish|hoax|crook|thie(?:f|ves)|fishy|sus\b|sounded (?:off|weird|odd|foreign|indian|scripted|strange|fake|robotic|exactly|just|like|a little)|accent|(?:almost|nearly) (?:fell|gave|got|believed|sent|paid|did)|fell for|red flag|shady|sketchy|(?:knew|know) (?:it was|this was|that was|straight ?away|immediately|better)|rip ?off|not legit|too good|alarm bells|doesn.t add up|obvious(?:ly)?|liar|lying|lies|didn.t (?:believe|trust|buy it|sound)|bs\b|nonsense|beware|report(?:ed)? (?:it|this|them) |what should i do|(?:chinese|indian|foreign|african|russian)(?:-| )?(?:speaking|sounding|voice)|knows nothing|theirs stolen|silence\b|money (?:was|is) gone|cost (?:me|her|him)|left the account|lost (?:Wd|her savings|everything|all)|gullible|before i (?:could|had)|i only reali[sz]ed|\blol\b|scum|keeps? (?:ringing|calling)|victim|complainant|nearly|almost|convincing|no record|never heard of|hung up\b|didn.t (?:call|ring) back|money (?:went|was gone|is gone|was missing)|was empty|\?\?|premium (?:line|number|rate)|dropped call|curse|i don.t think|not sure if|is this|my own number|from nowhere|swore|got rude|never (?:got|received|saw)|hadn.t even`,
  ),
  'how.contrary': stem(
    1.1,
    String.raw`(?:i|we|she|he) (?:don.?t|do not|didn.?t|did not|never|haven.?t|have not|am not|.m not|wasn.t)(?: even| actually)?(?: have| had| own| use| bank| enter(?:ed)?| order(?:ed)?| buy| bought| made| appl(?:y|ied)| owe| play(?:ed)?| a customer| agreed| took)|(?:i|we|she|he) (?:have|has|had|got)(?:ve)? no (?:grand|account|computer|son|daughter|amazon|such|debt|nephew|car|money)|i have nothing|not (?:even )?(?:a customer|with (?:that|them)|my bank)|no (?:grandson|grandchildren|such account|money received)|(?:has|had|have) (?:an? )?(?:mac|linux|chromebook)\b|years? old|wrong name|never (?:applied|played|been|had|ordered|bought|heard)|not even\b|passed (?:away |on )?in|is at home|we.re not|i.m not|isn.t (?:even )?(?:my|with)|don.t even|haven.t (?:had|got) one|don.t own|i.d never`,
  ),
  'how.haste': stem(
    1,
    String.raw`urgen|immediate|last chance|there and then|right (?:away|now|then)|today\b|at once|quickly|within (?:the|an|a|\d+|two|24|next|half|one|twenty)|in (?:the next|an|half an|\d+|two) (?:hours?|minutes|days)|hurry|before (?:it|he|she|they|lunch|the banks?|noon|midnight|tonight|5|five|closing)\b|(?:by )?tonight|deadline|only (?:for )?today|until the|as soon as|straight away`,
  ),
  'how.forced': stem(
    1.1,
    String.raw`or else|otherwise|or (?:be|face|get|lose|they|i.d|i.ll|i.m|he.d|she.d|he|she|it.s|my|police|the police|we.ll|you)\b|(?:if|unless|and if) (?:i|we|she|he|you) (?:don.t|didn.t|did not|do not|refused?|pay|paid|go|give|gave|act|send|sent|settle|sign|buy)|(?:either|unless) |i.ll be fired|lose(?:s)? (?:his|her) job|threat|pressur|refus|insist|bull(?:y|ied)|panic|scared|frighten|do not (?:disconnect|hang|turn)|other people are|make it go away|stay calm|don.t worry|until (?:i|we|she|he) (?:pay|paid|verif|send|sent|confirm)|(?:will|would|could) waive|goes to someone else|place goes`,
  ),
  'how.told': stem(
    0.4,
    String.raw`(?:he|she|they) had (?:me|my)|(?:wants?|wanted|told|asked|ordered|got|had|made|convinced|talked) (?:me|her|him|them|my \w+|accounting) (?:to|into|download|install|read|log|open|go|buy|drive|type|pay)\b|(?:i|she|he|we) (?:should|must|am to|was to|had to|have to|need to|needed to)\b|(?:would|could|can|should) (?:i|you) |all (?:they|he|she) needs?|(?:just|only) (?:had to|need|verify|confirm|pay)|tried to get|kindly|needs? (?:my|her|his|your|the) |wants? (?:my|her|his|your|me|half|it)\b`,
  ),
  'how.rude': stem(
    0.9,
    String.raw`angry|aggressive|rude|nasty|abusive|yell|shout|swore|swear|curse|cuss|hung up (?:on|when|as|after|the moment|straight|immediately)|(?:kept|keeps) (?:calling|insisting|asking|pushing|saying|ringing)|rang (?:again|eleven|\w+ times)|pushy|third (?:day|time)|(?:calls?|rang|them|people|they|man) again`,
  ),

  'how.knew': stem(
    0.5,
    `(?:knew|had|has|knows|have|gave) (?:all )?(?:my|her|his|our|their) (?:full |home |old |correct |exact ){0,3}(?:name|address|date|birth|account|card|last|details|info|number|social|email|balance)|last (?:four|4)`,
  ),
  'how.sum': stem(0.8, SUM),
  'fine.checked': stem(
    -1.3,
    String.raw`i.d (?:asked|applied|signed|ordered|reported|requested|put)|i had (?:asked|applied|signed|ordered|reported|requested|rung|called)|(?:i|we|you) (?:reported|ordered|asked for|applied|requested|hired)|on my (?:complaint|request|report|ticket)|ticket|as (?:agreed|in the)|(?:i|we|she|he)(?:.d| would)? (?:called|rang|phoned|ring|call|rung)(?: (?:them|him|her|the \w+|my \w+))?(?: right| straight)? back|number on (?:the back|my card|their (?:web|site)|the (?:web|letter|bill|statement|card))|(?:in|on|through|via) (?:the|my|their) (?:official |banking |bank.s )?(?:app|portal)\b|genuine|legit(?:imate)?\b|really was|it was (?:really|indeed|actually)|checked (?:with|out)|matched|number was theirs|called the main|it was (?:all )?(?:fine|right|real|true|them)|(?:returned my|returning my|back to me|(?:asked|called|rang|returning|about) (?:for|about|re)? ?(?:the|my) (?:appointment|call|complaint|report)|got my (?:receipt|papers|email))|(?:been|is|was|are) (?:repaired|removed|fixed|replaced)|(?:matter|case) (?:is|was) (?:closed|settled)|i.d forgotten|i asked (?:my|the|for)|i had (?:booked|reported)|i.d (?:booked|reported|forgotten|lost)`,
  ),
  'fine.plan': stem(
    -1.1,
    String.raw`appointment|remind|ready\b|(?:confirm(?:ed|ing|s)?|mov(?:ed|ing)|chang(?:ed|ing)|cancel(?:l?ed|ling)?) (?:${OURS}) (?:appointment|booking|delivery|order|visit|reservation|slot|time|table|interview)|book(?:ed|ing)|schedul|reservation|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow (?:at|morning|afternoon)|between \w+ and|next week|at (?:noon|ten|nine|eight|two|three|four|half|\d)\b|o.clock|\d ?(?:am|pm|p\.m|a\.m)\b|this (?:afternoon|evening|morning)|running late|is (?:on|at|in) (?:his|her|the|their|our)|interview|letter (?:is|was|will|follow|in|at)|come (?:in|back|round) (?:and|to|for|on)|bring(?:ing)? (?:my|the|your|id|proof|a|some|along)|when (?:he|she|they|we|i) (?:picks?|collects?|comes?|gets?)`,
  ),
  'fine.trade': word(
    -0.7,
    `dentist|dental|doctor.s|dr|gp|polyclinic|clinic|vet|veterinarian|garage|mechanic|school|teacher|nursery|daycare|plumber|electrician|builder|library|restaurant|hotel|salon|hairdresser|optician|optometrist|pharmacy|prescription|glasses|florist|estate agent|nurse|lab|test result|blood test|gym|church|parish|tutor|removal|dealer(?:ship)?|(?:delivery|dispatch) (?:driver|man|guy|boy)?|rider|flight|receptionist|coach|neighbou?r|contractor|engineer|adjuster|assessor|sorting office|poll|pollster|survey|research|voter|wrong (?:number|person|house)|door|reception|upstairs|downstairs|gate|road|street|car`,
  ),
  'fine.asked': stem(
    -1.3,
    String.raw`was (?:it|this|that) (?:me|you|us|mine|really me)|(?:was|were) (?:mine|ours|not ours)|(?:if|whether) (?:it|that|this|i|we|i.d) (?:was|were|had|made|did|is|tried|issued|spent|bought)\b|(?:did|had|have) (?:i|we) (?:make|made|try|tried|authori|used?|just|mean|spent|bought)|block(?:ed|s|ing)? (?:the|my|it|that) (?:card|payment|transaction|account)?|(?:stopped|denied|declined|refused|cancelled|held) (?:it|them|the|that)|(?:new|replacement) (?:card|one)s?${gap(2)}(?:on|by|in|coming|comes?|arriv|sent|is|will)|let it (?:through|go)|i said (?:yes|no)\b`,
  ),
  'fine.safe': stem(
    -1.5,
    String.raw`(?:in|by) (?:the )?(?:post|mail)\b|(?:no|nothing) (?:need|more|else|to pay|urgent|goes|serious|scheduled)|nothing (?:to|more|else|for me|is|was|needed|i need)|didn.t (?:ask|want)|did not (?:ask|want)|never asked|no rush|no charge|free of charge|thank|in person|(?:ready|waiting|sign|come|bring|visit|meet|pick|collect)${gap(6)}(?:branch|counter|office)|pay (?:when|at the|on (?:collection|the day|delivery|pick)|online)|the (?:usual|same) (?:way|paybill)|letter (?:in|is|was|will)|polite|friendly|no pressure|take (?:my|your) time|happy birthday|released? it|picked up\b|bill comes|in writing|as in the contract|no fee|under warranty|by email|sent it all|with a letter|on arrival|on friday|reversed|not interested|said no\b|email(?:ed)? (?:the|me)|as (?:quoted|on the invoice|usual)|(?:usual|same) (?:portal|way|account)|wished me|declined and|i declined|no thank|would never|i did,|free quote|invited|quoted`,
  ),
};

/** Weights of combinations. */
const PAIRS: Record<string, number> = {
  'who-story': 0.3,
  'who-want': 1.4,
  'story-want': 1.8,
  wants: 0.9,
  stories: 0.7,
  'only-asked': -0.9,
  'robot-offer': 1.8,
  'threat-sum': 0.7,
};
const BASE = -3.5;

// "She did not ask for my PIN" and "they will send me 25 pounds" are not demands.
const DENIED = new RegExp(
  String.raw`\b(?:they|which|that|it) pays? (?:me |us )?\W?\d|\b(?:will|would|.ll|.d|going to|is|are) (?:send|pay|refund|give|transfer)(?:ing)? (?:me|us|her|him)(?: back)? (?:${MONEY}|it\b)|\b(?:did ?n.t|did not|didn.t|never|does ?n.t|do not|don.t|will not|won.t|would not|would never|wouldn.t|without|no need to|not|nor) (?:ever |even |once |to )?(?:ask(?:ed|ing)?|want(?:ed)?|need(?:ed)?|request(?:ed)?|requir(?:e|ed)|have to|giv(?:e|ing)|shar(?:e|ing)|demand(?:ed)?|after)\b[^.!?]{0,80}`,
  'gu',
);

/** Longest part of a transcript that is judged at once: a long honest call has words of most topics. */
const WINDOW = 1000;

/**
 * Returns the probability that an English report or transcript, in normal form, is of a fraudulent call.
 * @param ofFirm true if the text names a known firm
 */
export function toldInEnglish(text: string, ofFirm: boolean): number {
  let most = 0;
  for (let at = 0; at === 0 || at + WINDOW / 2 < text.length; at += WINDOW / 2) {
    const part = text.slice(at, at + WINDOW);
    let odds = BASE;
    for (const name of traitsOf(part, ofFirm)) odds += TRAITS[name]?.weight ?? PAIRS[name] ?? 0;
    most = Math.max(most, 1 / (1 + Math.exp(-odds)));
  }
  return most < LEAST ? 0 : most;
}
/** A lower probability counts as 0, so that no person has to review the call. */
const LEAST = 0.25;

const GRAVE_WANTS = /^want\.(?:odd|cash|move|code|data|remote|hush|meet)$/;

/** Returns the names of a text's traits and of their combinations. */
export function traitsOf(text: string, ofFirm: boolean): string[] {
  const asked = text.replace(DENIED, ' ');
  const found = Object.entries(TRAITS)
    .filter(
      ([name, { pattern }]) =>
        pattern.test(name.startsWith('want') ? asked : text) || (ofFirm && name === 'who.firm'),
    )
    .map(([name]) => name);
  const count = (kind: string) => found.filter((name) => name.startsWith(kind)).length;
  const [who, story, want] = [count('who.'), count('story.'), count('want.')];
  const grave = found.includes('story.threat') || found.includes('story.crime');
  const pairs = {
    'who-story': who > 0 && story > 0,
    'who-want': who > 0 && want > 0,
    'story-want': story > 0 && want > 0,
    wants: want > 1,
    stories: story > 1,
    'robot-offer':
      found.includes('who.machine') &&
      (found.includes('who.giver') || found.includes('story.gain') || found.includes('story.cut')),
    'threat-sum': grave && found.includes('how.sum'),
    // A bank that only asks "was this you?" wants nothing else.
    'only-asked': found.includes('fine.asked') && !found.some((name) => GRAVE_WANTS.test(name)),
  };
  return [...found, ...Object.entries(pairs).flatMap(([name, holds]) => (holds ? [name] : []))];
}
