import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { type ObjdumpOptions, objdump } from '../../src/tools/objdump/objdump.js';
import type { Row } from '../../src/tools/objdump/row.js';

/** A row that is copied, because the original is reused. */
export interface KeptRow {
  readonly kind: Row['kind'];
  readonly offset: number;
  readonly length: number;
  readonly depth: number;
  readonly number: number;
  readonly wireType: number;
  readonly claimed: number;
  readonly marks: number;
  readonly path: string;
  readonly name: string;
  readonly problems: Row['problems'];
}

export async function rowsOf(from: Uint8Array | Source, options: ObjdumpOptions = {}): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  await objdump(from instanceof Uint8Array ? memorySource(from) : from, options, (row) => {
    const { kind, offset, length, depth, number, wireType, claimed, marks, name, problems } = row;
    rows.push({
      kind,
      offset,
      length,
      depth,
      number,
      wireType,
      claimed,
      marks,
      path: row.path(),
      name,
      problems,
    });
  });
  return rows;
}

export function streamOf(bytes: Uint8Array, chunk: number): Source {
  return streamSource(
    (async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    })(),
  );
}

/** Describes a byte that rows leave out or cover twice; undefined if there is none. */
export function gapIn(rows: readonly KeptRow[], size: number): string | undefined {
  let at = 0;
  for (const row of rows) {
    if (row.offset !== at || row.length < 0) return `${row.kind} row at ${row.offset}, due at ${at}`;
    at += row.length;
  }
  return at === size ? undefined : `rows end at ${at}, the file at ${size}`;
}

/** Returns the problems as `code@offset`, each once, in order. */
export function problemsIn(rows: readonly KeptRow[]): string[] {
  const all = rows.flatMap(({ problems }) => problems.map(({ code, offset }) => `${code}@${offset}`));
  return [...new Set(all)].sort();
}
