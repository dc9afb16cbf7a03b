import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Network, NetworkTransfer } from '../../../show/network/network.js';

/** A transfer between two contexts. */
export interface ListedTransfer extends NetworkTransfer {
  /** Indexes of the contexts. */
  readonly from: number;
  readonly to: number;
  readonly through: string;
  /** Most severe finding about one of its edge layers; null for none. */
  readonly finding: Diagnostic | null;
}

const TITLES = { intermediate: 'between contexts', ddr: 'through DDR', cache: 'through a cache' } as const;

/** Transfers between contexts, in the order of their edges. @param findings errors and warnings of the file */
export function transfersOf({ layers, edges }: Network, findings: readonly Diagnostic[]): ListedTransfer[] {
  return edges.flatMap(({ from, to, through, transfer }) => {
    if (transfer === null) return [];
    const about = findings.filter(({ offset }) =>
      [transfer.writer, transfer.reader].some(
        (end) => offset >= end.offset && offset < end.offset + end.length,
      ),
    );
    const finding = about.find(({ severity }) => severity === 'error') ?? about[0] ?? null;
    const ends = { from: layers[from]?.context ?? -1, to: layers[to]?.context ?? -1 };
    return [{ ...transfer, ...ends, through: through === null ? '' : TITLES[through], finding }];
  });
}
