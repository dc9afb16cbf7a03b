import { findingPath } from '../../src/base/diagnostics/diagnostic.js';
import { TYPE_MESSAGE } from '../../src/base/schema/table.js';
import type { Source } from '../../src/base/source/source.js';
import type { Kernel } from '../../src/read/kernel/kernel.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import { BLOB_HEAD } from '../../src/read/scan/limits.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { Scanner } from '../../src/read/scan/scanner.js';

const SUM_LIMIT = 300;

/**
 * Records as text every call of a scan to its handler, with everything that the handler could read at that
 * time.
 */
export async function scanLog(
  plan: Plan,
  source: Source,
  kernel: Kernel | undefined,
  windowSize?: number,
): Promise<string[]> {
  const log: string[] = [];
  const handler: ScanHandler = {
    report(reported) {
      const { path: _path, related, ...finding } = reported;
      const others = typeof related === 'function' ? related() : related;
      log.push(JSON.stringify(['report', finding, findingPath(reported), others]));
    },
    leave(scanner) {
      log.push(JSON.stringify(['leave', ...stateOf(scanner)]));
    },
    record(scanner, bytes, start, end) {
      log.push(JSON.stringify(['record', scanner.path(), scanner.span, [...bytes.subarray(start, end)]]));
    },
    text(scanner, { bytes, start, end, ...record }) {
      log.push(JSON.stringify(['text', scanner.path(), record, [...bytes.subarray(start, end)]]));
    },
    head(scanner, entry, bytes, start, length) {
      const shown = bytes.subarray(start, start + Math.min(length, BLOB_HEAD));
      log.push(JSON.stringify(['head', scanner.path(), entry, [...shown], length]));
      return length > 5;
    },
    unknown(scanner, number, wireType, offset, length) {
      log.push(JSON.stringify(['unknown', scanner.path(), number, wireType, offset, length]));
    },
  };
  const scanner = new Scanner(plan, handler, kernel);
  // The limit is so low that some sums exceed it.
  scanner.frames.sumLimit = SUM_LIMIT;
  const size = source.size ?? Number.POSITIVE_INFINITY;
  scanner.start(0, 0, size, size);
  await drive(scanner, source, size, windowSize === undefined ? {} : { windowSize });
  return log;
}

/**
 * State of an element at its end: presence, value, span and count of every field in its row; its sets; its
 * position.
 */
function stateOf(scanner: Scanner): unknown[] {
  const { plan, frames } = scanner;
  const owner = frames.node[frames.depth] as number;
  const fields: unknown[] = [];
  plan.entryNode.forEach((node, entry) => {
    if (entry === 0 || elementOf(plan, node) !== owner) return;
    const field = plan.entryField[entry];
    const around = plan.nodeParent[node] as number;
    // For a message that is missing, the state has no meaning.
    if (around !== 0 && !scanner.has(around)) return;
    if (field?.repeated) fields.push([entry, scanner.count(entry)]);
    else if (scanner.has(entry)) {
      const kept = scanner.kept(entry);
      // The scanner keeps the spans of these records only, because no subscription needs others.
      const spanned = kept || field?.type === TYPE_MESSAGE || plan.entryOneof[entry] !== 0;
      const slot = spanned && (plan.entrySlot[entry] as number) >= 0;
      fields.push([entry, kept && scanner.value(entry), slot && scanner.spanOf(entry)]);
    }
  });
  const gathers = (plan.nodeSets[owner] as number) >= 0;
  const sets = gathers ? plan.sets.map((set) => scanner.gathered(set)) : [];
  return [
    scanner.path(),
    scanner.span,
    scanner.broken,
    scanner.lost,
    scanner.message,
    scanner.nodeMask(0),
    fields,
    sets,
    plan.distinct.map((_, set) => [
      scanner.distinct.areDistinct(set),
      scanner.distinct.least(set),
      scanner.distinct.greatest(set),
    ]),
    [0, 1, 2].map((levels) => scanner.holderIndex(levels)),
  ];
}

function elementOf(plan: Plan, node: number): number {
  let at = node;
  while (plan.nodeElement[at] === 0) at = plan.entryNode[plan.nodeParent[at] as number] as number;
  return at;
}
