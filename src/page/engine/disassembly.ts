import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { Yielder } from '../../base/source/yielder.js';
import { parseSelector } from '../../read/select/selector.js';
import { DisasmText } from '../../show/report/disasm.js';
import { disasm } from '../../tools/disasm/disasm.js';
import { letMessagesIn } from './turn.js';

/** Maximum number of listed lines. Real contexts have some thousands of lines. */
const MOST_LINES = 50_000;
/** Width of a line's prefix: the offset in hexadecimal digits, right-aligned. */
const MARGIN = 10;

/** Disassembled context, with operands. */
export interface Disassembly {
  /** Lines of the disassembly, escaped and without offsets. */
  readonly lines: readonly string[];
  /** Absolute offset of the record of each line; -1 for a line without a record. */
  readonly offsets: Float64Array;
  /** True if the list of lines is incomplete. */
  readonly isCut: boolean;
}

class Enough extends Error {}

/**
 * @param path path of a context or a preliminary configuration
 * @throws as `disasm` does
 */
export async function disassemblyOf(source: Source, path: string): Promise<Disassembly> {
  const lines: string[] = [];
  const offsets: number[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  let isCut = false;
  const take = (text: string): void => {
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    for (const line of pieces) {
      if (lines.length === MOST_LINES) throw new Enough();
      const margin = line.slice(0, MARGIN).trim();
      offsets.push(/^[\da-f]+:?$/.test(margin) ? Number.parseInt(margin, 16) : -1);
      lines.push(line.slice(MARGIN));
    }
  };
  const listing = new DisasmText({
    offsets: true,
    write: async (bytes) => take(decoder.decode(bytes, { stream: true })),
  });
  try {
    const read = new Yielder(letMessagesIn).through(source);
    await disasm(read, { selector: parseSelector(path, MDL) }, listing);
    await listing.flush();
    if (rest !== '') take('\n');
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    isCut = true;
  }
  return { lines, offsets: Float64Array.from(offsets), isCut };
}
