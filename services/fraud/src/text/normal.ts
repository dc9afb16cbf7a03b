/**
 * Text as a reader sees it, with compatibility forms, look-alike letters, hidden characters and split words replaced.
 */
export interface NormalText {
  /** Lower case. White space is kept, so that clauses still end at line ends. */
  readonly text: string;
  /**
   * Offset in the original text for each UTF-16 unit of `text`, and for its end. Undefined if all offsets are the same
   * in both texts.
   */
  readonly offsets?: Int32Array;
  /**
   * Spans of the original that contain a disguised word, by zero-width characters, or by look-alike letters within a
   * Latin word.
   */
  readonly hidden: readonly (readonly [start: number, end: number])[];
  readonly zeroWidth: number;
  readonly homoglyphs: number;
  /** Words written with spaces, dots or dashes between all letters. */
  readonly spacedWords: number;
}

// Cyrillic, Greek and Armenian letters that look like Latin letters in common fonts, from Unicode's confusables.txt.
const LOOKALIKES = new Map<string, string>(
  (
    'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѵv кk мm тt нh вb гr пn єe ιi οo ρp αa νv κk τt υu χx ηn εe ' +
    'ӏl ɑa ɡg ɩi ոn սu օo հh ɪi ʏy ʀr ᴠv ᴡw ᴢz ᴏo ᴄc ꜱs ƅb'
  )
    .split(' ')
    .map((pair) => [pair[0] as string, pair[1] as string]),
);

// Letters of Turkish, Polish, Croatian, Vietnamese, Danish, Icelandic and Hausa that normalisation does not decompose.
// They are read as the plain letters, and do not count as disguise.
const LETTERS = new Map(
  [...'ıiłlđdøoðdɓbɗdƙk'.matchAll(/(.)(.)/gu)].map(([, from, to]) => [from, to] as const),
);

const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
// Joiners and variation selectors also occur in emoji; only those within words count (see below).
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const LETTER = /\p{L}/u;
const MARK = /\p{M}/u;
// Accents that are used in all scripts. Other marks on Latin letters, such as Syriac or Thai marks ("Pܿayܿpܿal"), are
// only used to disguise words.
const SHARED_MARK = /\p{Script=Inherited}/u;
// Matches at least four single letters with the same sign between them: "v e r i f y", "p.a.y.p.a.l". "U S A" is left
// unchanged.
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:([ .\-_*|])\p{L})(?:\1\p{L}){2,30}(?![\p{L}\p{N}])/gu;

export function normalText(original: string): NormalText {
  let text = original;
  let offsets: Int32Array | undefined;
  const hidden: [number, number][] = [];
  let zeroWidth = 0;
  let homoglyphs = 0;
  if (PLAIN.test(original)) {
    text = original.toLowerCase();
  } else {
    const units: string[] = [];
    const from: number[] = [];
    let length = 0;
    let latinBefore = false;
    for (let at = 0; at < original.length; ) {
      const code = original.codePointAt(at) as number;
      const size = code > 0xffff ? 2 : 1;
      const char = original.slice(at, at + size);
      let out: string;
      if (code < 0x80) {
        out = char.toLowerCase();
        latinBefore = (code | 32) >= 97 && (code | 32) <= 122;
      } else if (INVISIBLE.test(char)) {
        const next = original[at + size] ?? '';
        if (latinBefore && LETTER.test(next)) {
          zeroWidth++;
          hidden.push([at, at + size]);
        }
        out = '';
      } else if (MARK.test(char)) {
        if (latinBefore && !SHARED_MARK.test(char) && LETTER.test(original[at + size] ?? '')) {
          zeroWidth++;
          hidden.push([at, at + size]);
        }
        out = '';
      } else {
        out = char.normalize('NFKC').toLowerCase();
        const latin = LOOKALIKES.get(out);
        if (latin) {
          // A fully Cyrillic word is left unchanged: only letters next to Latin ones are disguises.
          const next = original[at + size] ?? '';
          if (latinBefore || /[a-z]/i.test(next)) {
            out = latin;
            homoglyphs++;
            hidden.push([at, at + size]);
            latinBefore = true;
          } else latinBefore = false;
        } else {
          if (out !== char.toLowerCase() && /^[a-z]+$/.test(out) && code > 0x24ff) homoglyphs++;
          else out = LETTERS.get(out) ?? out.normalize('NFD').replace(/\p{M}+/gu, '');
          latinBefore = /[a-z]$/.test(out);
        }
      }
      units.push(out);
      for (let unit = 0; unit < out.length; unit++) from.push(at);
      length += out.length;
      at += size;
    }
    from.push(original.length);
    text = units.join('');
    if (length !== original.length || text.length !== original.length || hidden.length > 0) {
      offsets = Int32Array.from(from);
    }
  }
  const joined = joinSpaced(text, offsets);
  return {
    text: joined.text,
    ...(joined.offsets ? { offsets: joined.offsets } : {}),
    hidden: joined.spans.length > 0 ? [...hidden, ...joined.spans] : hidden,
    zeroWidth,
    homoglyphs,
    spacedWords: joined.spans.length,
  };
}

/** Returns a host name or word as readers see it: look-alike letters and letters with accents as Latin letters. */
export function asSeen(word: string): string {
  let out = '';
  for (const char of word.normalize('NFKD').toLowerCase()) {
    if (!MARK.test(char)) out += LOOKALIKES.get(char) ?? LETTERS.get(char) ?? char;
  }
  return out;
}

function joinSpaced(text: string, offsets: Int32Array | undefined) {
  const spans: [number, number][] = [];
  let out = '';
  let last = 0;
  const from: number[] = [];
  const origin = (at: number) => (offsets ? (offsets[at] as number) : at);
  for (const match of text.matchAll(SPACED)) {
    for (let at = last; at < match.index; at++) from.push(origin(at));
    out += text.slice(last, match.index);
    for (let at = match.index; at < match.index + match[0].length; at += 2) {
      out += text[at];
      from.push(origin(at));
    }
    last = match.index + match[0].length;
    spans.push([origin(match.index), origin(last)]);
  }
  if (spans.length === 0) return { text, offsets, spans };
  for (let at = last; at < text.length; at++) from.push(origin(at));
  from.push(origin(text.length));
  return { text: out + text.slice(last), offsets: Int32Array.from(from), spans };
}

/** Returns the span of the original for a half-open span of the normal text. */
export function originalSpan(normal: NormalText, start: number, end: number): [number, number] {
  if (!normal.offsets) return [start, end];
  return [normal.offsets[start] as number, normal.offsets[Math.max(end, start)] as number];
}
