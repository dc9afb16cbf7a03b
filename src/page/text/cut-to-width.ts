/**
 * Cuts a text to a width, with `…` at its end. The result is empty if fewer than three letters would be left.
 */
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
 * Cuts a name to a width by replacing its middle with `…`, because names that share their beginnings differ
 * at their ends.
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
 * Cuts a name in a list to a width. If another name would look the same after `nameToWidth`, the name is cut
 * at its beginning, up to the word that differs.
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
  // The whole word around the difference is kept: `conv41`, not `1`.
  const word = Math.max(0, ...[...text.slice(0, from).matchAll(/[_/.\- ]/g)].map(({ index }) => index + 1));
  return word === 0 ? cut : cutToWidth(`…${text.slice(word)}`, width, measure) || cut;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
