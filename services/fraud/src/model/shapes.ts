/** Shapes of a text: its capitals, digits and marks, whatever its language. */
const SHOUTED = /(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu;
// "Your payment fo.r Jul.y is receiv.ed": dots within words.
const SPLIT = /(?<![\p{L}\d./@-])\p{L}{1,7}\.\p{Ll}{1,7}(?![\p{L}\d./@-])/gu;

/** Returns the features `shape.*` of a text that has `words` words. Each feature is from 0 to 1. */
export function shapesOf(original: string, words: number): [name: string, value: number][] {
  const sample = original.slice(0, 4000);
  const { letters, capitals, digits } = countKinds(sample);
  return [
    ['shape.capitals', letters === 0 ? 0 : capitals / letters],
    ['shape.digits', sample.length === 0 ? 0 : Math.min(1, (digits / sample.length) * 4)],
    ['shape.marks', Math.min(1, count(sample, /!/g) / 4)],
    ['shape.shouted', words === 0 ? 0 : Math.min(1, (count(sample, SHOUTED) / words) * 4)],
    ['shape.long', Math.min(1, sample.length / 320)],
    ['shape.short', sample.length < 40 ? 1 : 0],
    ['shape.split_words', Math.min(1, Math.max(0, count(sample, SPLIT) - 1) / 3)],
    ['shape.lower_start', /^\s*[a-z]/.test(original) ? 1 : 0],
    ['shape.question', original.includes('?') ? 1 : 0],
  ];
}

function countKinds(text: string): { letters: number; capitals: number; digits: number } {
  let letters = 0;
  let capitals = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      const [all, large, numbers] = [/\p{L}/gu, /\p{Lu}/gu, /\d/g].map((kind) => count(text, kind));
      return { letters: all as number, capitals: large as number, digits: numbers as number };
    }
    if (code >= 48 && code <= 57) digits++;
    else if (code >= 65 && code <= 90) capitals++;
    else if (code >= 97 && code <= 122) letters++;
  }
  return { letters: letters + capitals, capitals, digits };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found++;
  return found;
}
