import snowball from 'snowball-stemmers';

const stemmer = snowball.newStemmer('english');

/**
 * Words that do not show a topic. "how", "much" and "my" are among them, because the intent is read from the unstemmed
 * text.
 */
const STOP_WORDS = new Set(
  `a about above after again all also am an and any are as ask at be because been before being below between both but by
  can could did do does doing don down during each few for from further get give go going had has have having he her here
  hers him his how i if in into is it its just know let like ll make many may me might more most much my need no nor not
  now of off on once one only or other our out over own please put re really s same say should show so some such t take
  tell than thank thanks that the their them then there these they thing things this those through to too under until up
  us use using ve very want was way we well were what when where which while who why will with would you your yes ok okay
  still anything something everything nothing lot lots bit
  better explain help advice question answer good best work works working mean means`.split(/\s+/),
);

/** Returns the stems of the meaningful words of a text, in order. */
export function stems(text: string): string[] {
  return words(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

/** Returns the words in lower case. An apostrophe, hyphen or slash separates words: "don't" gives "don" and "t". */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export function stem(word: string): string {
  // The algorithm is linear; the limit exists because longer words are not real words.
  return word.length > 40 ? word : stemmer.stem(word);
}
