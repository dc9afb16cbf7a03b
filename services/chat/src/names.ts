/** Scripts whose words need joiners, and emoji that consist of several characters. */
const JOINED =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu;

/** Control and format characters, lone surrogates, private and unassigned ones, separators of lines and paragraphs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

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
 * Returns the position, from 1, of the first character that a name must not have, or undefined. Such characters are
 * invisible, so that two names could look the same.
 */
export function unseenCharacter(name: string): number | undefined {
  // Joiners that the script needs are replaced by a letter.
  const found = UNSEEN.exec(name.replace(JOINED, 'x'));
  return found === null ? undefined : found.index + 1;
}
