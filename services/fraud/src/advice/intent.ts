import { asksForSecurity } from './securities.js';

type Talk = 'greeting' | 'thanks' | 'about' | 'check-message';

/** Intent of a message. For crises and refusals, the intent is the id of a fixed answer. */
export type Intent =
  | { kind: 'crisis'; answer: string }
  | { kind: 'refusal'; answer: string }
  | { kind: 'talk'; answer: Talk }
  | { kind: 'question' };

/**
 * Patterns in the order in which they are tried; the first that matches decides. The gaps in all patterns are bounded,
 * so that matching takes linear time.
 */
type Rules<Answer extends string = string> = Readonly<Record<Answer, RegExp>>;

const GAP = String.raw`[^.?!\n]{0,40}`;
const pattern = (source: string) => new RegExp(source.replaceAll('…', GAP), 'i');

/**
 * Patterns of crises, which are checked first. An unnecessary help line costs a moment; a missing one may cost a life.
 */
const CRISES: Rules = {
  'crisis-life': pattern(
    String.raw`\bsuicid|\bkill(?:ing)? (?:myself|me\b)|\bend(?:ing)? (?:my (?:own )?life|it all)\b|\b(?:want|wanna|wish|going|ready) (?:to |i (?:could|was|were) )?(?:just |be )*(?:die|dead)\b|\bbetter off (?:\w+ )?dead\b|\b(?:don'?t|do not|no longer|not) (?:want|wish) to (?:live|be alive|be here|go on living|wake up)\b|\b(?:no|any) (?:reason|point) (?:to|in) (?:liv|going on)|\bself[- ]?harm|\b(?:hurt|hurting|harm|harming) myself\b|\bcut(?:ting)? myself\b(?! (?:some|a|off|back|loose|from))|\bcan(?:no|')t (?:go on|take it) any ?more\b|\bcan(?:no|')t go on (?:living|like this)\b|\boverdose\b|\b(?:would|will|won't|not) …\bmiss me\b|\bbetter (?:off )?without me\b|\bno way out\b|\btired of (?:living|life|being alive)\b|\b(?:not|isn't|never|no longer) worth (?:living|going on)\b|\blife (?:is|has|feels) …\b(?:pointless|meaningless|worthless|no (?:sense|meaning))\b|\bgive up on life\b|\bcan't take (?:it|this) any ?more\b|\bhang myself\b`,
  ),
  'crisis-abuse': pattern(
    String.raw`\b(?:husband|wife|partner|boyfriend|girlfriend|ex|father|mother|parents?|family|he|she|son|daughter) …\b(?:hits?|beats?|threatens?|hurts?|abus(?:es|ing|ive)|controls? all (?:my|the|our) money|takes? (?:away )?(?:all )?my (?:money|wages?|salary|bank card|cards?)|forces? me|won'?t let me (?:work|have))|\b(?:domestic|economic|financial) abuse\b|\bafraid of my (?:husband|wife|partner|boyfriend|girlfriend)\b|\babusive (?:relationship|partner|husband|wife|marriage)\b`,
  ),
  'crisis-gambling': pattern(
    String.raw`\b(?:gambling|betting|casino) …\b(?:addict|problem|can(?:no|')t stop|lost (?:everything|all)|debts?|out of control)|\b(?:can(?:no|')t|cannot|unable to) (?:stop|quit) (?:gambling|betting)|\baddicted to (?:gambling|betting|slots?|casino|poker|sports betting)\b|\bgambled away\b|\blost …\b(?:gambling|betting|at the casino|on slots)\b`,
  ),
  'crisis-need': pattern(
    String.raw`\b(?:no|not enough|can(?:no|')t (?:afford|buy)|nothing) (?:money for |to buy )?(?:food|to eat)\b|\b(?:haven'?t|have not|not) eaten\b|\b(?:i am|i'?m|we are|we'?re|my (?:kids|children) are) (?:starving|hungry|homeless)\b|\bsleep(?:ing)? (?:rough|in my car|on the street)|\b(?:being |get(?:ting)? |am |be )evicted\b|\blosing (?:my|our) (?:home|flat|apartment)\b`,
  ),
  'crisis-scammed': pattern(
    String.raw`\b(?:i|we|my \w+) (?:have |has |had |'ve |was |were |got |been |just |think )*(?:been )?(?:scammed|defrauded|conned|swindled|phished|tricked(?: into| by))\b|\b(?:sent|transferred|paid|gave) …\b(?:to a scammer|scammers?|fraudster)|\bgave …\b(?:my )?(?:pin|password|one[- ]time code|otp|card (?:number|details))\b…\b(?:caller|stranger|phone|link|website|him|her|them)|\b(?:gave|told|sent) (?:him|her|them|the caller|a caller|a stranger) …\b(?:pin|password|codes?|otp|card (?:number|details))\b|\bfell for (?:a|the) (?:scam|fraud|phish)|\bget …\b(?:money|savings|payment|transfer|funds|it) back\b …\b(?:scam|fraud)|\b(?:recover|reclaim|claim back|refund(?:ed)?) …\b(?:scam|fraud)|\b(?:scam|fraud)\w* …\b(?:money|savings|payment|transfer|funds|it) back\b|\b(?:scam|fraud)\w* …\brefund|\bpretend(?:ing|ed) to be …\b(?:gave|told|read|sent|paid|transferred)\b`,
  ),
};

const PRONOUN = String.raw`\b(?:i|we|my|me|our|us)\b`;

const ACT = String.raw`(?:transfer|send|move|wire|withdraw|deposit|pay|open|close|raise|increase|lower|lift|change|block|freeze|cancel|order)`;
const HELD = String.raw`(?:money|accounts?|cards?|limits?|payments?|bills?|transfers?|subscriptions?|standing orders?|direct debits?|\$|€|£|\d)`;

const REFUSALS: Rules = {
  'refusal-harm': pattern(
    String.raw`\bmoney launder|\blaunder (?:money|cash)|\bmoney mule\b|\bhide …\b(?:money|income|assets|cash) from\b|\b(?:evade|dodge|cheat on|avoid paying) …\btax|\b(?:write|make|create|draft|help me (?:write|with)) …\b(?:phishing|scam|fake (?:invoice|pay ?slip|bank statement|id\b))|\bfake (?:pay ?slips?|bank statements?|references?)\b|\b(?:use|using|buy|sell|pay|paying|get) …\b(?:stolen|other people'?s) (?:credit )?cards?\b|\bscam (?:people|my|an? |old|elderly)|\binsurance fraud\b`,
  ),
  'refusal-others': pattern(
    String.raw`\b(?:balance|transactions?|payments?|accounts?|spending|income|data|history|passwords?) of (?:user|customer|client|account|another|other|all|every|my (?:neighbou?r|boss|wife|husband|partner|ex|colleague|friend))\b|\b(?:other|another|all|every) (?:users?|customers?|clients?|people)(?:'s?|s')? …\b(?:balances?|transactions?|accounts?|data|spending|names?|tokens?|passwords?)|\b(?:system|hidden|secret|initial|developer) (?:prompt|instructions?|message|rules)\b|\b(?:reveal|print|show|repeat|output|leak) …\b(?:your|the) (?:instructions|prompt|rules|configuration|api key)|\brepeat …\b(?:above|before this|verbatim|you were told)|\blist (?:all|every|the) …\b(?:accounts|users|customers|transactions)\b|\b(?:i am|as) (?:the|an|your) (?:admin|administrator|developer|owner) …\b(?:order|list|show|tell|give|access|command)|\b(?:who|whom|which person|what name) …\b(?:sent|paid) me\b`,
  ),
  'refusal-promises': pattern(
    String.raw`\bguarantee[ds]?\b …\b(?:returns?|profits?|gains?|yields?|income|interest|outcomes?|results?|success|percent|me|i will|double|wins?)\b|\bguaranteed? \d|\b(?:returns?|profits?|gains?|yields?|outcomes?|results?) …\bguarantee|\b(?:can|do|will|could) you guarantee|\brisk[- ]?free (?:return|profit|income|gain|way|investment)|\b(?:no|without|zero) risk …\b(?:return|profit|interest|gain|yield)|\b(?:return|profit|interest|gain|yield)s? …\b(?:no|without|zero|any) risk\b|\bdouble (?:my|our|your) (?:money|savings|capital)|\bget rich\b|\b\d+ ?(?:%|percent) (?:a|per|each|every|in a) (?:day|week|month)\b|\b(?:safest|sure|surest|certain|fastest) way to …\b(?:double|\d+ ?(?:%|percent)|rich|profit)|\b(?:sure|certain|safe) (?:profit|win|bet|gain)|\bpromise (?:me|that)|\b(?:make|earn) …\b(?:million|fortune)|\b(?:how much|what) will …\b(?:be worth|return|make|earn) …\bin (?:\w+ )?years?`,
  ),
  'refusal-tax': pattern(
    String.raw`${PRONOUN} …\b(?:tax(?:es|able|ed)?|deduct(?:ible|ions?|ed)?|vat|irs|hmrc)\b|\b(?:tax(?:es|able|ed)?|deduct(?:ible|ions?)?|vat|irs|hmrc)\b …(?:${PRONOUN}|\breturn\b|\bdeclar|\bfile\b|\brefund\b|\bowe\b)|\b(?:file|do|reduce|lower|save|minimi[sz]e|pay|owe) …\btax(?:es)?\b|\btax (?:advice|return|deductions?|bracket|loophole|haven|break|bill)|\b(?:is|are|how (?:is|are)|how much) …\b(?:taxed|taxable|tax[- ]free|deductible)\b|\bcapital gains tax\b|\bwrite off\b …\bexpenses?`,
  ),
  'refusal-accounting': pattern(
    String.raw`\b(?:book|record|enter|post) …\b(?:journal|ledger|depreciation|balance sheet|as an? (?:asset|expense|liability))|\bdepreciat|\bbalance sheet\b|\bprofit and loss (?:account|statement)\b|\bbookkeep|\baccounting (?:advice|treatment|standard|entry|method|software|rules?|for)|\baccruals?\b|\bannual accounts\b|\bamorti[sz]e …\b(?:goodwill|asset)|\bifrs\b|\bgaap\b|\baudit …\b(?:books|accounts|company)`,
  ),
  'refusal-legal': pattern(
    String.raw`\b(?:legal|illegal|lawful|unlawful)(?:ly)?\b …\b(?:to|for|if|can|when|must|oblig|liable|entitled)|\b(?:is|are|am) …\b(?:legal|illegal|lawful|liable|legally)\b|\b(?:sue|lawsuit|lawyer|solicitor|attorney|litigat|in court|court (?:order|letter|summons|case|date)|small claims)\b|\bbreach of contract\b|\b(?:my|our|tenant'?s?) rights\b|\bcontract …\b(?:valid|void|binding|enforceable|cancel legally)|\b(?:valid|void|binding|enforceable) …\bcontract|\blegal advice\b|\bstatute of limitations\b|\b(?:landlord|employer|boss|company) …\b(?:allowed|fired?|dismiss(?:ed)?|evict|right|lay …off|rais(?:e|ed|ing)|increas|(?:not|n't|never) pa(?:y|id))|\b(?:paycheck|salary|wages?) …\b(?:late|missing|unpaid|not (?:been )?paid)\b|\bhave a case\b|\b(?:llc|incorporate|sole proprietor)\b|\bpower of attorney\b|\b(?:write|make) …\b(?:a|my) (?:will|testament)\b|\bdraft …\b(?:will|contract|testament)|\b(?:declare|file for) bankruptcy\b …\b(?:should|can|will|keep|lose)|\bshould i (?:declare|file for) (?:bankruptcy|insolvency)`,
  ),
};

/** Matches requests for actions that only a bank can do. */
const ORDERS = pattern(
  String.raw`^\W*(?:please )?(?:(?:transfer|send|move|wire|withdraw|deposit) (?:me )?(?:all |some |the |my )*(?:money|savings|[$€£]|\d)|pay (?:my|the) (?:\w+ )?(?:bill|rent|invoice)|(?:open|close) (?:me )?(?:an?|my|the) …\baccount|(?:raise|increase|lower|lift|change) my …\blimit|(?:block|freeze|cancel) my (?:\w+ )?(?:card|account|subscriptions?))|\b(?:can|could|would|will) you (?:please )?${ACT}\b …(?:\b|(?=[$€£]))${HELD}`,
);

/** Matches questions about which product to buy that do not name a product. */
const PRODUCT_PICK = pattern(
  String.raw`\b(?:which|what|recommend|best|top|hot|pick|name|tell me|suggest|give me) …\b(?:stocks?|shares?|coins?|cryptos?|cryptocurrenc(?:y|ies)|tokens?|tickers?|etfs?|funds?|securit(?:y|ies)|penny stocks?|bonds?|companies|company|memecoins?|nfts?)\b …\b(?:buy|buying|sell|invest|pick|now|today|this (?:week|month|year)|right now|next|explode|skyrocket|rise|go up|will|should i|to own|purchase)|\bshould (?:i|we) …\b(?:buy|sell|short|hold|dump) …\b(?:stocks?|shares?|coins?|crypto(?:currency)?|etfs?|gold|silver|this fund|my fund)\b|\b(?:which|what) (?:stocks?|shares?|coins?|cryptos?|etfs?|funds?|bonds?) (?:is|are|would be|do you) …\b(?:best|right|good|better|recommend|like)\b|\b(?:stock|share|coin|crypto|trading|investment) (?:tips?|picks?|signals?|recommendations?)\b|\b(?:will|is) the (?:stock )?market …\b(?:crash|rise|fall|go|recover|drop)|\b(?:recommend|suggest|name|pick) …\b(?:stocks|shares|coins|cryptos|etfs|funds|bonds|securities|tickers)\b|\b(?:time|moment) to (?:buy|sell|invest in) …\b(?:gold|silver|oil|property|shares|stocks|crypto|bonds)\b|\bpredict …\b(?:market|price|stocks?|index)|\bbest (?:stock|share|coin|crypto|etf)s?\b`,
);

const TALK: Rules<Talk> = {
  'check-message': pattern(
    String.raw`\bis (?:this|it|that) (?:text|sms|message|e-?mail|mail|call|number|link|offer)?\s?…\b(?:a scam|scam\b|fraud|phishing|legit|real|genuine|safe to (?:open|click))|\bgot (?:a|an|this) (?:text|sms|message|e-?mail|call) (?:from|saying|that|about|asking|telling)|\bcheck (?:this|a|my) (?:message|text|sms|e-?mail|mail|number|link)`,
  ),
  greeting: /^\W*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| all)?\W*$/i,
  thanks:
    /^\W*(?:thanks?(?: you)?|thx|cheers|great|perfect|ok(?:ay)?,? thanks?|that helps?)(?: (?:so|very) much| a lot)?\W*$/i,
  about:
    /\b(?:who|what) are you\b|\bare you (?:a |an )?(?:human|bot|robot|person|ai|real|machine)\b|\bwhat can you (?:do|help)|\bhow can you help\b|\bwhat (?:do|can) (?:you|i) (?:know|ask)|\bdo you (?:store|save|keep|remember|record)\b|^\W*help\W*$/i,
};

/** Returns the intent of a message, or of the user's previous message and this one. */
export function intentOf(text: string): Intent {
  const plain = text
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ');
  const answerOf = <Answer extends string>(rules: Rules<Answer>) =>
    (Object.keys(rules) as Answer[]).find((answer) => rules[answer].test(plain));
  const crisis = answerOf(CRISES);
  if (crisis) return { kind: 'crisis', answer: crisis };
  const refusal =
    answerOf(REFUSALS) ??
    (ORDERS.test(plain)
      ? 'refusal-act'
      : (PRODUCT_PICK.test(plain) || asksForSecurity(plain)) && 'refusal-securities');
  if (refusal) return { kind: 'refusal', answer: refusal };
  const talk = answerOf(TALK);
  return talk ? { kind: 'talk', answer: talk } : { kind: 'question' };
}
