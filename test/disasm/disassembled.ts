import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { DisasmText } from '../../src/show/report/disasm.js';
import { DisasmLines } from '../../src/show/report/disasm-lines.js';
import { type DisasmOptions, type DisasmSummary, disasm } from '../../src/tools/disasm/disasm.js';

export interface Disassembled extends DisasmSummary {
  readonly text: string;
}

export async function textOf(
  from: Uint8Array | Source,
  options: DisasmOptions & { offsets?: boolean } = {},
): Promise<Disassembled> {
  const parts: Uint8Array[] = [];
  const write = async (bytes: Uint8Array): Promise<void> => void parts.push(bytes.slice());
  const listing = new DisasmText({ offsets: options.offsets ?? false, write });
  const summary = await disasm(sourceOf(from), options, listing);
  return { ...summary, text: Buffer.concat(parts).toString() };
}

export async function linesOf(from: Uint8Array | Source, options: DisasmOptions = {}): Promise<Line[]> {
  const parts: Uint8Array[] = [];
  const listing = new DisasmLines({ file: 'x', write: async (bytes) => void parts.push(bytes.slice()) });
  await disasm(sourceOf(from), options, listing);
  const text = Buffer.concat(parts).toString();
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
}

export interface Step {
  readonly kind: string | null;
  readonly offset: number;
  readonly length: number;
  readonly uniqueId: number;
  readonly operands: Readonly<Record<string, unknown>>;
  readonly network?: string | null;
  readonly layer?: string | null;
  readonly blob?: { readonly offset: number; readonly length: number; readonly xxh3?: string };
}

/** Fields of a line that tests use. */
export interface Line {
  readonly kind: string;
  readonly code: string;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  readonly trigger: Step | null;
  readonly actions: readonly Step[];
}

function sourceOf(from: Uint8Array | Source): Source {
  return from instanceof Uint8Array ? memorySource(from) : from;
}
