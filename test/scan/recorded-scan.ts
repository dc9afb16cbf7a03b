import type { SchemaTables } from '../../src/base/schema/table.js';
import type { Source } from '../../src/base/source/source.js';
import { drive } from '../../src/read/scan/drive.js';
import type { ScanHandler } from '../../src/read/scan/handler.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { planOf } from '../../src/read/scan/unroll.js';
import type { DriveOptions } from '../../src/read/scan/windows.js';

/** Every call of a scan to its handler, in order. */
export type Recorded = readonly unknown[];

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Scans a bare message and records every call, with everything that the handler can read at that time. */
export async function recordScan(
  tables: SchemaTables,
  subscription: Subscription,
  source: Source,
  options?: DriveOptions,
): Promise<Recorded> {
  const calls: unknown[] = [];
  const handler: ScanHandler = {
    report: ({ code, offset, length, path, message, related, count }) =>
      void calls.push({
        code,
        offset,
        length,
        path: called(path),
        message: called(message),
        related: called(related),
        count,
      }),
    leave: (scanner) =>
      void calls.push({
        leave: scanner.path(),
        span: scanner.span,
        broken: scanner.broken,
        lost: scanner.lost,
        kept: (scanner.plan.kept.get(scanner.frames.node[scanner.frames.depth] as number) ?? [])
          .filter((entry) => scanner.kept(entry))
          .map((entry) => [scanner.path(entry), scanner.value(entry), scanner.spanOf(entry)]),
        mask: scanner.nodeMask(0),
      }),
    record: (scanner, bytes, start, end) =>
      void calls.push({ record: scanner.path(), bytes: toHex(bytes.subarray(start, end)) }),
    unknown: (scanner, number, wireType, offset, length) =>
      void calls.push({ unknown: scanner.path(), number, wireType, offset, length }),
  };
  const size = source.size ?? Number.POSITIVE_INFINITY;
  const scanner = new Scanner(planOf(tables, subscription), handler);
  scanner.start(0, 0, size, size);
  await drive(scanner, source, size, options);
  return calls;
}

function called<T>(value: T | (() => T)): T {
  return typeof value === 'function' ? (value as () => T)() : value;
}

export function everything(tables: SchemaTables): Subscription {
  const names = tables.messages.map(({ typeName }) => typeName);
  const fields = tables.messages.flatMap(({ typeName, fields: all }) =>
    all.filter(({ repeated }) => !repeated).map(({ name }) => ({ field: `${typeName}.${name}`, max: -1 })),
  );
  const oneofs = tables.messages.flatMap(({ typeName, oneofs: all }) =>
    all.map(({ name }) => `${typeName}.${name}`),
  );
  return { leave: names, bounds: fields, need: oneofs };
}
