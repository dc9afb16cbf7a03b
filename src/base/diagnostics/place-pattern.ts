/**
 * Returns true if a pattern matches a whole field path: `*` matches anything but a dot, `**` anything, and
 * all other characters themselves, including brackets: `network_groups[0].contexts[*].**`. The time is
 * proportional to the product of both lengths, for any pattern.
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
