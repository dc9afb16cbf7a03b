/**
 * Languages whose short words mean something else in other languages: "na", "ya", "la", "im" and "den" are informal
 * words elsewhere, and "hub" is English.
 */
export type Tongue = 'swahili' | 'indonesian' | 'german' | 'romance';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
// Words that occur in nearly every message of the language, without words that another language of the lexicon has,
// too.
const COMMON: readonly (readonly [Tongue, ReadonlySet<string>])[] = [
  [
    'swahili',
    words(`kwa kwenye hii hiyo iyo ile wa za cha yako yangu wako wangu lako zako zangu namba jina pesa hela tuma sasa mimi
      wewe ndugu habari naomba simu piga ili kutoka kila bila upate mteja laini shilingi ujumbe karibu asante tafadhali huduma`),
  ],
  [
    'indonesian',
    words(`yang yg anda saya sy aku kamu ini itu dgn dengan untuk utk ke dari dri dr sudah sdh udah tidak tdk bisa jika kalau klo
      jangan jgn nanti dulu dlu mau lagi juga aja tolong mohon maaf bpk bapak ibu nomor nomer no hari pelanggan plgn resmi
      selamat uang dana info`),
  ],
  [
    'german',
    words('der die das und ist nicht ich sie mit auf fur ein eine einen zu von wir es wurde haben sind'),
  ],
  [
    'romance',
    words(`le les des une est et pour vous que pas sur dans avec vos votre el los las un una su por con il di che per non
      del della`),
  ],
];
const LEAST = 3;

/** Returns the language of which the text has at least three different common words. */
export function tongueOf(texts: readonly string[]): Tongue | undefined {
  for (const [tongue, common] of COMMON) {
    const found = new Set<string>();
    for (const text of texts) if (common.has(text)) found.add(text);
    if (found.size >= LEAST) return tongue;
  }
  return undefined;
}
