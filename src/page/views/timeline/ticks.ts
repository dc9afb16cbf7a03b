/** Round number of steps between marks, for at most `most` marks. */
export function tickOf(span: number, most: number): number {
  const least = Math.max(1, span / Math.max(1, most));
  const ten = 10 ** Math.floor(Math.log10(least));
  return ten * ([1, 2, 5, 10].find((times) => times * ten >= least) ?? 10);
}
