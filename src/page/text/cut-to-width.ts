/** A text as it fits in a width, with `…` where it is cut; empty where fewer than three letters would be left. */
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
 * The same for names, which are cut in the middle: what tells one from another is at their ends, and what they share at
 * their beginnings.
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
