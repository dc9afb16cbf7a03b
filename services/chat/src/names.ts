/** Matches joiners in scripts that need joiners, and in emoji that consist of several characters. */
const JOINED =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu;

/** Matches variation selectors after a sign: emoji in colour, forms of Han and Mongolian letters. */
const VARIANT =
  /(?<=[\p{Emoji}\p{Script=Han}\p{Script=Mongolian}])[\ufe0e\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/gu;

/**
 * Matches characters that a name must not have: control and format characters, lone surrogates, private and unassigned
 * characters, separators of lines and paragraphs, fillers.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the form in which names of users, channels, groups and topics are stored: composed, with single spaces
 * inside.
 */
export function normalName(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

/**
 * Returns the position (from 1) of the first character that a name must not have; undefined if there is no such
 * character. Such characters are invisible, so that two names could look the same.
 */
export function unseenCharacter(name: string): number | undefined {
  // Joiners and selectors that are allowed at their position are replaced by a letter, so that the search does not
  // report them.
  const found = UNSEEN.exec(
    name.replace(JOINED, 'x').replace(VARIANT, (variant) => 'x'.repeat(variant.length)),
  );
  return found === null ? undefined : found.index + 1;
}

/** Returns the name in its stored form, without the characters that it must not have. */
export function seenName(text: string): string {
  let name = normalName(text);
  for (;;) {
    const position = unseenCharacter(name);
    if (position === undefined) return normalName(name);
    const character = String.fromCodePoint(name.codePointAt(position - 1)!);
    name = name.slice(0, position - 1) + name.slice(position - 1 + character.length);
  }
}
