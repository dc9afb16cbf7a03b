/**
 * Returns true if a pattern over paths of fields matches all of a path: `*` stands for anything but a dot, `**` for anything,
 * all else for itself, brackets among it: `network_groups[0].contexts[*].**`. The time is in proportion to the product
 * of both lengths, whatever the pattern.
 */
export function matchesPlace(pattern: string, path: string): boolean {
  const parts = pattern.match(/\*+|[^*]/gu) ?? [];
  // Entry n is true if the first n parts match all of the path until now.
  let row = [true];
  for (const [n, part] of parts.entries()) row.push(row[n] === true && part[0] === '*');
  for (const char of path) {
    const next = [false];
    for (const [n, part] of parts.entries()) {
      next.push(
        part[0] === '*'
          ? next[n] || (row[n + 1] && (char !== '.' || part.length > 1))
          : row[n] && part === char,
      );
    }
    row = next;
  }
  return row[parts.length];
}
