/** Patterns of fraudulent calls, in transcripts and in reports of calls. */
import type { Concept } from './lexicon/index.js';
import type { Reading } from './reading.js';

/** A language's words for callers, alleged events, and demands. */
interface CallWords {
  callers: RegExp;
  events: RegExp;
  wants: RegExp;
}

const all = (source: string) => new RegExp(source, 'gu');

const TABLE: readonly CallWords[] = [
  {
    callers: all(
      String.raw`\b(?:police|officer|detective|sheriff|fbi|irs|hmrc|interpol|customs|immigration|prosecutor|tax (?:office|department|agency)|social security|medicare|council|microsoft|windows|apple|amazon|google|paypal|geek squad|norton|visa|mastercard|tech(?:nical)? support|fraud (?:department|team|squad|unit|prevention)|security (?:department|team)|(?:my|the|your|our|from) bank|bank (?:manager|employee|officer)|(?:electric(?:ity)?|power|utility|phone|internet) (?:company|provider)|lawyer|attorney|solicitor|broker|(?:investment|financial|trading) (?:advisor|adviser|manager|expert)|embassy|rbi|trai|cbi|kyc)\b`,
    ),
    events: all(
      String.raw`\b(?:arrest(?:ed)?|warrant|jail|bail|lawsuit|legal action|suspended|compromised|hacked|hackers?|virus(?:es)?|malware|infected|identity (?:theft|was stolen|has been stolen)|stolen|(?:suspicious|unusual|fraudulent|unauthori[sz]ed) (?:activity|transactions?|payments?|charges?|purchases?|transfers?)|money laundering|drugs|narcotics|illegal|refund(?:ed)?|overpaid|too much money|by mistake|owed? (?:taxes|tax|money)|unpaid (?:tax(?:es)?|fine|bill|duty)|back taxes|deport(?:ed|ation)?|kidnap(?:ped)?|ransom|cut off|cut (?:my|your|our|the) (?:power|electricity|service)|disconnect(?:ed)?|lottery|sweepstakes|jackpot|(?:won|win) (?:a|the|some|\d)|prize|inheritance|grant|guaranteed (?:return|profit)s?|double my money|auto.?renew(?:al|ed)?|(?:accident|trouble|hospital|crash)[^.]{0,80}(?:money|pay|cash|bail|lawyer|send)|(?:son|grandson|daughter|granddaughter|nephew|niece|grandchild|husband|wife|mother|father)[^.]{0,60}(?:accident|arrest|jail|trouble|hospital|kidnap|crash|emergency))`,
    ),
    wants: all(
      String.raw`\b(?:any ?desk|team ?viewer|quick ?support|ultra ?viewer|remote(?:ly)? (?:access|control|connect|desktop|into)|(?:access|control|take over|log (?:in|on) ?to|connect to) (?:to |of )?(?:my|the|your) (?:computer|pc|laptop|phone|screen|device)|(?:install|download)(?:ed|ing)? (?:an? |some |the |this )?(?:app|program|programme|software|tool|application)|(?:gift|prepaid|pre-paid|voucher) ?cards?|(?:itunes|steam|google play|amazon|target|apple|vanilla) (?:gift )?cards?|(?:safe|secure|new|holding|government) account|bitcoins?|crypto(?:currency)?|usdt|wire (?:the |a |some )?(?:money|transfer|funds|\$|£|€|\d)|western union|money ?gram|(?:transfer|send|move|wire|pay|deposit|withdraw)(?:ing|red)? (?:all |some |the |my |him |her |them |over |out )*(?:money|cash|savings|funds|\$|£|€|rs|\d)|withdraw[^.]{0,30}(?:cash|savings|money)|cash (?:to|for) (?:a |the )?(?:courier|driver|man|officer|someone)|courier|(?:read|tell|give|send|share|forward|repeat|confirm|provide)[^.]{0,30}(?:code|otp|pin\b|password|passcode|card (?:number|details)|cvv|account (?:number|details)|social security number|ssn|bank details|sort code|login|date of birth)|(?:wanted|asked (?:me )?for|needed|demanded) (?:my|the) (?:code|otp|pin|password|card|account|bank|social security|ssn|cvv|date of birth|login|debit|credit)[^.]{0,20}|seed phrase|(?:pay|send) (?:a|the|an) (?:fee|fine|deposit|bail|tax)|bail money|(?:not (?:to )?|never |don.?t )tell(?:ing)? (?:any|my|the|no|your)|keep (?:it|this) (?:a )?(?:secret|confidential|quiet|between)|stay on the (?:line|phone|call)|(?:don.?t|not to|do not) hang up|press (?:1|one)\b)`,
    ),
  },
  {
    callers: all(
      '검찰|지검|수사관|검사님|경찰청|금융감독원|금감원|수사팀|금융범죄|합동수사|사이버.?수사|법원|국세청|우체국|카드사',
    ),
    events: all(
      '명의.{0,12}(?:도용|통장|계좌|개설|대출|카드)|대포.?통장|개인.?정보.{0,12}(?:유출|도용)|불법.{0,8}(?:통장|계좌|자금)|검거|구속|(?:사기|금융).{0,6}(?:사건|조직|범죄)|피의자|피해자|녹취|자금.?세탁|압수|동결|공범|연루|고소|고발|소환|영장|증거.?자료|대출.{0,40}(?:저금리|대환|상환|정부|보증|수수료|캐피탈|저축은행|한도|승인|금리|진행)|햇살론|대환|(?:만기|당일).{0,4}상환|신용.?등급|납치|감금|합의금',
    ),
    wants: all(
      '이체|송금|인출|입금|비밀.?번호|계좌.?번호|주민.?(?:등록)?.?번호|앱.{0,8}(?:설치|깔)|어플|기프트|상품권|(?:안전|가상|차명).?계좌|현금|비밀.{0,6}(?:유지|수사)|통장|카드.?번호|인증|상환.{0,12}(?:하시|해야|자금)|보증료|수수료',
    ),
  },
  {
    callers: all(
      String.raw`\b(?:polizei|polizist|kripo|kommissar|staatsanwalt(?:schaft)?|europol|interpol|finanzamt|zoll|microsoft|apple|amazon|paypal|(?:meine|die|ihre|von der) bank|sparkasse|volksbank|verbraucherzentrale|anwalt|notar|krankenkasse)`,
    ),
    events: all(
      String.raw`\b(?:unfall|haftbefehl|verhaftet|festgenommen|kaution|einbrecher|einbruch|uberfall|virus|gehackt|trojaner|gewonnen|gewinn|erstattung|pfandung|mahnung|missbrauch|verdachtig\p{L}*|falschgeld|abgebucht|enkel|gesperrt|identitat)`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|fernzugriff|fernwartung|(?:programm|app|software)[^.]{0,20}(?:installier|herunterlad)|gutschein(?:karten?|codes?)?|uberweis\p{L}*|bargeld|geld[^.]{0,30}(?:schicken|geben|abheben|ubergeben|holen|uberweisen)|abheben|bote\b|wertsachen|schmuck|goldbarren|\btan\b|\bpin\b|passwort|kontodaten|kartennummer|bitcoin|niemandem|nicht auflegen)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:police|gendarmerie|gendarme|commissaire|impots|microsoft|amazon|paypal|(?:ma|la|votre|de la) banque|conseiller|service (?:des )?fraudes?|caf\b|assurance maladie|ameli|notaire|avocat|huissier)`,
    ),
    events: all(
      String.raw`(?:accident|arrete|garde a vue|caution|virus|pirate|piratage|fraude|suspect\p{L}*|frauduleu\p{L}*|rembours\p{L}*|gagne|amende|impaye|petit[- ]fils|opposition|usurp\p{L}*)`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|prendre la main|(?:application|logiciel|programme)[^.]{0,20}(?:install|telecharg)|install\p{L}*[^.]{0,20}(?:application|logiciel|programme)|cartes? cadeaux?|coupons?|pcs|virement|transferer|retirer[^.]{0,20}(?:argent|especes|liquide)|especes|coursier|code[^.]{0,30}(?:recu|sms|secret|donner|lire)|mot de passe|numero de (?:ma |la )?carte|bitcoin|ne rien dire|raccrocher)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:policia|guardia civil|hacienda|microsoft|amazon|paypal|(?:mi|el|su|del|meu|o|seu|do) banco|departamento de fraudes?|central de seguranca|abogado|advogado|receita federal|inss|seguridad social|carabinieri|maresciallo|agenzia delle entrate|(?:la mia|la) banca|avvocato)`,
    ),
    events: all(
      String.raw`(?:accidente?|acidente|incidente|detenid\p{L}|pres[oa]\b|arrestat\p{L}|fianza|fianca|cauzione|virus|hacke\p{L}*|fraud\p{L}*|sospechos\p{L}*|suspeit\p{L}*|sospett\p{L}*|reembolso|rimborso|premio|multa|secuestr\p{L}*|sequestr\p{L}*|clonad\p{L}|bloquead\p{L}|bloccat\p{L})`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|(?:instal\p{L}*|descarg\p{L}*|baix\p{L}*|scaric\p{L}*)[^.]{0,20}(?:aplicacion|aplicativo|app|programa|programma)|tarjetas? (?:de )?regalo|cartao presente|carte regalo|transfer\p{L}*|pix\b|bizum|bonifico|efectivo|contanti|dinero|dinheiro|denaro|codigo|codice|contrasena|senha|password|clave|bitcoin|motoboy|cuenta segura|conta segura|conto sicuro|no (?:le )?dig\p{L}* (?:nada )?a nadie|nao conte)`,
    ),
  },
];

const HAPPENED: readonly Concept[] = [
  'authority',
  'threat',
  'fine',
  'suspended',
  'unusual',
  'tax',
  'refund',
  'mistake',
  'prize',
  'family',
  'newaccount',
];
const WANTED: readonly Concept[] = [
  'giftcard',
  'crypto',
  'credential',
  'otp',
  'download',
  'secrecy',
  'wallet',
];

/** Returns how many different words of a table a text contains. */
function different(words: RegExp, text: string): number {
  return new Set(Array.from(text.matchAll(words), ([found]) => found.slice(0, 6))).size;
}

const LONGEST = 12_000;

/**
 * Returns the strength of the evidence that a text describes a fraudulent call, 0 to 1. With `retold`, the text is
 * known to be about a call: then a caller or an event, with a demand, is enough; otherwise all three are needed.
 */
export function scamCall(reading: Reading, retold: boolean): number {
  const latin = reading.normal.text.slice(0, LONGEST);
  const text = `${latin}\n${/\p{Script=Hangul}/u.test(reading.original) ? reading.original.slice(0, LONGEST).normalize('NFC') : ''}`;
  let most = 0;
  for (const { callers, events, wants } of TABLE) {
    const who = different(callers, text);
    const what = different(events, text);
    const wish = different(wants, text);
    if (who > 0 && what > 0 && wish > 0) most = Math.max(most, who + what + wish >= 4 ? 1 : 0.8);
    else if (retold && wish > 0 && who + what > 0) most = Math.max(most, 0.85);
    else if (retold && wish > 1) most = Math.max(most, 0.75);
    else if (who > 0 && what > 1) most = Math.max(most, retold ? 0.8 : 0.7);
    else if (what > 3 || (what > 1 && wish > 1)) most = Math.max(most, retold ? 0.7 : 0.4);
  }
  if (most < 0.7 && retold) {
    const { concepts } = reading;
    if (concepts.has('newnumber') && mentionsMoney(reading)) return 0.8;
    if (WANTED.some((name) => concepts.has(name)) && HAPPENED.some((name) => concepts.has(name))) return 0.8;
  }
  return most;
}

function mentionsMoney({ tokens, normal: { text }, concepts }: Reading): boolean {
  return (
    tokens.some(({ kind }) => kind === 'money') ||
    concepts.has('pay') ||
    /\b(?:money|cash|geld|argent|dinero|dinheiro)\b/.test(text)
  );
}
