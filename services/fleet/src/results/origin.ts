import { HwArch, memorySource, openModel, type Source } from 'protomdl';
import { Cursor, OK, WIRE_LEN } from 'protomdl/wire';

/** The header is the first record that tool chains write; where it comes later, it is not looked for. */
const HEAD_BYTES = 16 * 1_024;

/** The number of the header in a message, and a tag's shift. */
const HEADER = 1;
const TAG_SHIFT = 3;
const TYPE_MASK = 7;

/** Where a file comes from: what counts are grouped by. Empty where the file does not say. */
export interface Origin {
  readonly architecture: string;
  readonly toolChain: string;
}

/** Longer ones are no version; the words are kept for good. */
const MAX_WORD = 60;

const UNKNOWN: Origin = { architecture: '', toolChain: '' };

/** Reads the header, from the first bytes only: the whole message may be gigabytes at the end of a network. */
export async function originOf(source: Source): Promise<Origin> {
  try {
    const head = new Uint8Array(Math.min(HEAD_BYTES, source.size ?? HEAD_BYTES));
    const bytes = head.subarray(0, await source.read(0, head));
    const { message } = await openModel(memorySource(bytes));
    const record = headerRecord(bytes, message.offset);
    if (record === undefined) return UNKNOWN;
    const { header } = (await openModel(memorySource(record), { framing: 'bare' })).root;
    if (header === undefined) return UNKNOWN;
    const { hwArch, sdkVersion } = header;
    return { architecture: word(HwArch[hwArch] ?? `${hwArch}`), toolChain: word(sdkVersion) };
  } catch {
    // What is wrong with the file is in its report.
    return UNKNOWN;
  }
}

function headerRecord(bytes: Uint8Array, start: number): Uint8Array | undefined {
  const cursor = new Cursor(bytes, start);
  if (
    cursor.readTag() !== OK ||
    cursor.tag >>> TAG_SHIFT !== HEADER ||
    (cursor.tag & TYPE_MASK) !== WIRE_LEN
  ) {
    return undefined;
  }
  if (cursor.readLength() !== OK || cursor.pos + cursor.length > bytes.length) return undefined;
  return bytes.subarray(start, cursor.pos + cursor.length);
}

function word(text: string): string {
  return text
    .replace(/^PROTO__HW_ARCH__/, '')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_WORD);
}
