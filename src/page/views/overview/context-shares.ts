import type { ModelGlance } from '../../../read/model/summary.js';
import type { Network } from '../../../show/network/network.js';

/** A part of a file in a bar of shares. */
export interface ContextShare {
  readonly title: string;
  readonly bytes: number;
  readonly path: string | null;
}

/** Maximum number of contexts that are shown separately; all other contexts are combined. */
const MOST = 12;

/**
 * Returns the bytes of each context: its record, and its configuration if the configuration is outside of the
 * message.
 * @param network null if not known yet
 */
export function contextShares(
  { size, container, networkGroups }: ModelGlance,
  network: Network | null,
): ContextShare[] {
  const outside = new Map<string, number>();
  if ((container.version ?? 0) >= 1) {
    for (const { path, configurationBytes } of network?.contexts ?? []) {
      if (path !== null && configurationBytes !== null) outside.set(path, configurationBytes);
    }
  }
  const contexts = networkGroups.flatMap(({ coreOps }) =>
    coreOps.flatMap(({ path, contexts }) =>
      contexts.map(({ bytes }, index): ContextShare => {
        const own = `${path}.contexts[${index}]`;
        return { title: `context ${index}`, bytes: bytes + (outside.get(own) ?? 0), path: own };
      }),
    ),
  );
  const largest = contexts.toSorted((a, b) => b.bytes - a.bytes);
  const shown = new Set(largest.slice(0, MOST));
  const folded = largest.slice(MOST);
  const notes = network?.notes?.bytes ?? 0;
  const sum = (list: readonly ContextShare[]): number => list.reduce((all, { bytes }) => all + bytes, 0);
  const rest = size - sum(contexts) - notes;
  return [
    ...contexts.filter((context) => shown.has(context)),
    ...(folded.length > 0
      ? [{ title: `${folded.length} other contexts`, bytes: sum(folded), path: null }]
      : []),
    ...(notes > 0 ? [{ title: 'the compiler’s notes', bytes: notes, path: 'mapping' }] : []),
    ...(rest > 0 ? [{ title: 'everything else', bytes: rest, path: null }] : []),
  ].filter(({ bytes }) => bytes > 0);
}
