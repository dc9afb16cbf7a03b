/** Cuts a text to a width, ending in `…`; empty if fewer than three letters would be left. */
export function cutToWidth(text: string, width: number, measure: (text: string) => number): string {
  if (width <= 0) return '';
  const whole = measure(text);
  if (whole <= width) return text;
  const letters = [...text];
  let keep = Math.floor((letters.length * width) / whole);
  while (keep >= 3 && measure(`${letters.slice(0, keep).join('')}…`) > width) keep--;
  return keep < 3 ? '' : `${letters.slice(0, keep).join('')}…`;
}

/**
 * Like `cutToWidth`, for names: cuts them in the middle, because names differ at their ends and share their
 * beginnings.
 */
export function nameToWidth(text: string, width: number, measure: (text: string) => number): string {
  if (width <= 0) return '';
  const whole = measure(text);
  if (whole <= width) return text;
  const letters = [...text];
  const cut = (keep: number): string => {
    const head = Math.floor(keep / 3);
    return `${letters.slice(0, head).join('')}…${letters.slice(head - keep).join('')}`;
  };
  let keep = Math.floor((letters.length * width) / whole);
  while (keep >= 3 && measure(cut(keep)) > width) keep--;
  return keep < 3 ? '' : cut(keep);
}

/**
 * Like `nameToWidth`, for a name in a list: if a cut neighbour would look the same, the name begins with the
 * differing part.
 */
export function nameAmong(
  text: string,
  beside: readonly string[],
  width: number,
  measure: (text: string) => number,
): string {
  const cut = nameToWidth(text, width, measure);
  if (cut === text || cut === '') return cut;
  const alike = beside.filter((other) => other !== text && nameToWidth(other, width, measure) === cut);
  if (alike.length === 0) return cut;
  const from = Math.min(...alike.map((other) => firstDifference(text, other)));
  // Keeps the whole word around the difference: `conv41`, not `1`.
  const word = Math.max(0, ...[...text.slice(0, from).matchAll(/[_/.\- ]/g)].map(({ index }) => index + 1));
  return word === 0 ? cut : cutToWidth(`…${text.slice(word)}`, width, measure) || cut;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
