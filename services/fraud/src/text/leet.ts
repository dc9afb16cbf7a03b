const DIGIT_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

// Only words that fraud disguises are listed: people and shops also write "b4", "gr8" and model numbers.
const WATCHED = new Set(
  (
    'your account accounts verify verified verification password click login confirm update bank paypal amazon apple microsoft ' +
    'netflix security secure bitcoin wallet winner prize claim free urgent suspended locked invoice payment refund credit ' +
    'viagra cialis cash loan money bonus reward congratulations casino sex link here limited access alert notice'
  ).split(' '),
);

/** Replaces digits and signs in a word by the letters they stand for, if that gives one of the watched words. */
export function plainWord(word: string): { text: string; leet: boolean } {
  const straight = trimmed(word.includes('’') ? word.replaceAll('’', "'") : word);
  if (!/[a-z][013457@$!|]|[013457@$|][a-z]/.test(straight)) return { text: straight, leet: false };
  let out = '';
  for (const char of straight) out += DIGIT_FOR[char] ?? char;
  if (WATCHED.has(out)) return { text: out, leet: true };
  const other = out.replaceAll('i', 'l');
  if (straight.includes('1'))
    for (const watched of WATCHED)
      if (watched.replaceAll('i', 'l') === other) return { text: watched, leet: true };
  return { text: straight, leet: false };
}

function trimmed(word: string): string {
  return word.replace(/[!|$@+_]+$/, '') || word;
}
