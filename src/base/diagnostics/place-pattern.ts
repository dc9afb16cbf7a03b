/**
 * Returns true if a pattern over paths of fields matches all of a path: `*` stands for anything but a dot, `**` for anything,
 * all else for itself, brackets among it: `network_groups[0].contexts[*].**`. The time is in proportion to the product
 * of both lengths, whatever the pattern.
 */
export function matchesPlace(pattern: string, path: string): boolean {
  // The lengths of beginnings of the path that the pattern has matched until now.
  let reached = new Uint8Array(path.length + 1);
  reached[0] = 1;
  for (const [part] of pattern.matchAll(/\*{2,}|[\s\S]/g)) {
    const next = new Uint8Array(path.length + 1);
    for (let length = 0; length <= path.length; length++) {
      const isStar = part.startsWith('*');
      const before = length === 0 ? 0 : (isStar ? next : reached)[length - 1];
      const takes = isStar ? part.length > 1 || path[length - 1] !== '.' : path[length - 1] === part;
      if ((isStar && reached[length] === 1) || (before === 1 && takes)) next[length] = 1;
    }
    reached = next;
  }
  return reached[path.length] === 1;
}
