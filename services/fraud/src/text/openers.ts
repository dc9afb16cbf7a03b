import { HOUR } from './hours.js';
import { type NormalText, originalSpan } from './normal.js';
import type { Reading } from './reading.js';

const NAME = String.raw`\p{Lu}[\p{Ll}\p{M}]+`;
const anyOf = (...patterns: string[]) => new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})`, 'u');

/**
 * First sentences of a stranger who wants a long conversation; English comes first. Acquaintances sometimes use one of
 * these sentences, too. A text that has two of them, and no request, is from a stranger.
 */
const SIGNS: readonly RegExp[] = [
  // "Is this Anna?", "are you the pet doctor Dr. Wilson …?"
  anyOf(
    String.raw`(?:[Ii]s this|[Aa]re you|[Aa]m I (?:speaking|talking) (?:to|with)|[Bb]ist du|[Ss]ind [Ss]ie|[Ee]res|[Ee]s usted|[Cc]['’]est bien|[Tt]u es bien|[ÉEée]s a|[Ss]ei|[Bb]en jij) (?:still )?(?:(?:the|my) (?:\p{L}+ ){1,2})?(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?${NAME}(?!\p{L})[^.!?]{0,60}\?`,
    '[Dd]o you (?:still )?remember me',
  ),
  // "It's Lily", "my name is Sophia"
  anyOf(
    String.raw`(?:[Tt]his is|[Ii]t['’]?s|[Ii]t is|I am|I['’]m|[Mm]y name is|[Ii]ch bin|[Hh]ier ist|[Ss]oy|[Ss]ono|[Jj]e suis|[Ii]k ben|[Aa]qui é a?) ${NAME}(?!\p{L})`,
    String.raw`${NAME} here(?!\p{L})`,
  ),
  // "we met at the retreat", "Sophia from the wine tasting"
  anyOf(
    String.raw`[Ww]e (?:have )?met (?:at|in|on|last|through)(?!\p{L})`,
    String.raw`met you (?:at|in|on|last)(?!\p{L})`,
    String.raw`from the (?:[\p{L}'’]+ ){0,2}(?:tasting|gym|class|conference|party|club|retreat|event|trip|cruise|wedding|seminar|dinner|course|fair|school)(?!\p{L})`,
    `(?:[Nn]os conocimos|[Nn]ous (?:nous )?sommes rencontrés|[Oo]n s['’]est rencontrés|[Ww]ir haben uns .{1,30} (?:kennengelernt|getroffen)|[Cc]i siamo conosciuti|[Nn]os conhecemos)`,
  ),
  // "you gave me this number", "the doctor that Emily recommended", "did I get it wrong?"
  anyOf(
    '[Gg]ave me (?:this|your) (?:number|contact)',
    '[Gg]ot (?:this|your) (?:number|contact) (?:from|through)',
    '(?:your|this) (?:number|contact) (?:is |was )?(?:in|on) my',
    '[Ff]ound your (?:number|contact|house|home|property|profile|listing)',
    'in my (?:contacts|address book|phone ?book|contact list)',
    String.raw`that \p{L}+ recommended`,
    'recommended (?:you|by)',
    'introduced (?:me|us|you)',
    'my assistant',
    'I (?:have |got |had )?(?:the )?wrong (?:number|person)',
    'get it wrong',
    'looking for my old friend',
    `(?:[Dd]eine|[Ii]hre) Nummer (?:von|in)|me dio tu (?:número|numero)|m['’]a donné (?:ton|votre) numéro|mi ha dato il tuo numero|me deu (?:o )?seu número`,
  ),
  // "sorry to bother you", "how have you been?"
  anyOf(
    '[Ss]orry to (?:bother|disturb) you',
    '[Nn]ice to (?:meet|know) you',
    '[Ll]ong time no (?:see|talk|chat)',
    '[Hh]ow have you been',
    "[Ff]ate brought|[Mm]aybe (?:it(?: is|['’]s) )?fate",
  ),
];

const CHARACTERS = 320;
const PLEA_CHARACTERS = 2000;

// A traveller in trouble who wants money, in normal form: "stranded", "bag stolen", and the way to pay.
const STRANDED =
  /(?<!\p{L})(?:stranded|stuck (?:here |now )?(?:at|in|on) |gestrandet|sitze? [^.]{0,30}fest(?!\p{L})|(?:coinc|bloqu)ee? (?:a |en |au )|(?:varad|atrapad|tirad)[oa] en |bloccat[oa] (?:a|in|all'aeroporto) |pres[oa] no aeroporto|retid[oa] (?:em|no|na) |gestrand|strandad|strandet|fast pa flyg|sitter fast|jumissa|utkn[ae]l|mahsur kal|terjebak di|tertahan di|mac ket|ket (?:lai )?o )/u;
const LOST =
  /(?<!\p{L})(?:(?:lost|stole|stolen|robbed|mugged|snatched)(?!\p{L})|gestohlen|geklaut|ausgeraubt|verloren|vole(?:s|e|es)?(?!\p{L})|robaron|robado|perdi(?!\p{L})|rubat[oaie]|pers[oi](?!\p{L})|roubaram|roubad[oa]|gestolen|stulen|stulna|stjal|stjalet|varastettiin|skradzion|ukradli|calindi|dicuri|mat (?:het|cap|ho chieu|vi)(?!\p{L}))/u;
const TRANSFERS = /(?<!\p{L})(?:western union|money ?gram|remitly|worldremit)(?!\p{L})/u;
const OWED =
  /(?<!\p{L})(?:(?:send|lend|wire|loan|transfer|borrow)(?: me| some| you)?[^.?!]{0,25}(?:money|cash|funds|\d)|(?:schick|leih|uberweis)\p{L}{0,12}[^.?!]{0,25}(?:geld|euro|€)|(?:envo|pret)\p{L}{0,12}[^.?!]{0,25}(?:argent|euros?|€)|(?:envi|prest|mand|transf)\p{L}{0,12}[^.?!]{0,25}(?:dinero|dinheiro|soldi|euros?|€|r\$)|(?:lana|lane|skicka|sende)[^.?!]{0,25}(?:peng|kr)|(?:pinjam|kirim|transfer)\p{L}{0,12}[^.?!]{0,15}(?:uang|rp)|(?:pozycz|wysl)\p{L}{0,12}[^.?!]{0,25}(?:pieni|zl|euro))/u;
const DETAINED =
  /(?<!\p{L})(?:i(?:'?m| am|'?ve been| was| got| have been) (?:being )?(?:(?:held |now |here )?(?:in|at) (?:a |the )?(?:jail|prison|custody|police station)|arrested|detained)|i(?:'?ve)? (?:had|caused|was in|got in(?:to)?) (?:a|an) (?:bad |car |terrible )?(?:accident|crash)|ich (?:bin|sitze|wurde|habe|hatte)(?! nicht)[^.?!]{0,25}(?:gefangnis|polizeiwache|bei der polizei|verhaftet|festgenommen|unfall)|(?:je suis|j'ai)[^.?!]{0,20}(?:en prison|commissariat|en garde a vue|arrete|accident)|(?:estoy|he tenido|tuve|me han|estou|tive|sofri|sono|ho avuto|mi hanno)[^.?!]{0,20}(?:carcel|comisaria|detenid[oa]|accidente|prisao|delegacia|pres[oa]|acidente|in prigione|questura|arrestat[oa]|incidente))(?!\p{L})/u;
const BAIL =
  /(?<!\p{L})(?:bail(?: ?out| money| bond)?|bond money|kaution|caution|fianza|fianca|cauzione)(?!\p{L})/u;
const SECRET =
  /(?<!\p{L})(?:(?:don'?t|do not|dont) (?:tell|say|let)|between us|keep (?:it|this) (?:a )?secret|sag[^.?!]{0,20}(?:nicht|nichts|kein)|(?:ne )?dis[^.?!]{0,12}(?:rien|pas)|no (?:le |se lo )?digas|nao (?:conte|conta|diga)|non (?:dire|dirlo))(?!\p{L})/u;

/**
 * "I am stuck in Lagos, my bag was stolen, send money by Western Union": returns the places of the trouble and of the
 * way to pay. A loss or a place alone is what travellers write. "I am in jail, I need bail, do not tell mum" is a plea
 * as well; an arrest or accident with only one of the two is news of a family.
 */
export function pleaOf({ normal, original, concepts }: Reading): [number, number][] | undefined {
  if (original.length > PLEA_CHARACTERS) return undefined;
  const bail = [DETAINED, BAIL, SECRET].map((sign) => sign.exec(normal.text));
  const isPaid = concepts.has('giftcard') || (bail[1] && (concepts.has('family') || concepts.has('pay')));
  if (bail[0] && isPaid && (bail[2] || concepts.has('giftcard'))) return spansOf(bail, normal);
  const places = [STRANDED, LOST, TRANSFERS, OWED].map((sign) => sign.exec(normal.text));
  const [stranded, lost, transfer, owed] = places;
  const trouble = stranded ?? lost;
  if (!trouble || !(transfer || (stranded && lost && owed))) return undefined;
  return spansOf(places, normal);
}

function spansOf(places: readonly (RegExpExecArray | null)[], normal: NormalText): [number, number][] {
  return places
    .filter((place) => place !== null)
    .map((place) => originalSpan(normal, place.index, place.index + place[0].length))
    .sort((a, b) => a[0] - b[0]);
}

/** "I sent you a 6-digit code by mistake, can you forward it?": the code opens the reader's account. */
export function codeAstray({ concepts, original, links }: Reading): boolean {
  if (!concepts.has('mistake') || links.length > 0 || original.length > CHARACTERS) return false;
  if (concepts.has('never') || concepts.has('warning')) return false;
  const asks = /[?؟？]/.test(original);
  const wants = concepts.has('give') || concepts.has('reply');
  if (concepts.has('otp')) return asks || wants;
  // A text that states a code does not ask for it: "Wrong code sent by mistake, enter 4471".
  return concepts.has('code') && (asks || (wants && !/\d{3}/.test(original)));
}

/** True for "It's Ben from the gym. Your membership renews on 1 Dec, £29.99": an amount or an hour, and no question. */
function tellsMatter({ original, tokens }: Reading): boolean {
  return !/[?؟？]/.test(original) && (HOUR.test(original) || tokens.some(({ kind }) => kind === 'money'));
}

/** Finds passages in which a sender introduces themselves to an unknown reader without saying why they write. */
export function openerOfTalk(reading: Reading): [number, number][] | undefined {
  const { original, links, phones } = reading;
  if (links.length > 0 || phones.length > 0 || original.length > CHARACTERS || tellsMatter(reading))
    return undefined;
  const signs = SIGNS.flatMap((sign): [number, number][] => {
    const match = sign.exec(original);
    return match ? [[match.index, match.index + match[0].length]] : [];
  });
  return signs.length >= 2 ? signs : undefined;
}
