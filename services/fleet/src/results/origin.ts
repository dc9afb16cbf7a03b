import { HwArch, memorySource, openModel, type Source } from 'protomdl';
import { Cursor, decodeUtf8, OK, tagOf, WIRE_LEN, WIRE_VARINT } from 'protomdl/wire';

/** Number of bytes in which the header is searched. Tool chains write the header as the first record. */
const HEAD_BYTES = 16 * 1_024;

/** Tags of the header in a message, and of the header's fields. */
const HEADER = tagOf(1, WIRE_LEN);
const HW_ARCH = tagOf(1, WIRE_VARINT);
const SDK_VERSION = tagOf(3, WIRE_LEN);

/**
 * Architecture and tool chain of a file, by which counts are grouped. A member is empty if the file does not
 * have it.
 */
export interface Origin {
  readonly architecture: string;
  readonly toolChain: string;
}

/** Maximum length of a value: a longer text is not a version, and all values are stored permanently. */
const MAX_WORD = 60;

const UNKNOWN: Origin = { architecture: '', toolChain: '' };

/**
 * Reads the origin from the first bytes of a file only, because reading the whole file across a network may
 * take gigabytes.
 */
export async function originOf(source: Source): Promise<Origin> {
  try {
    const bytes = source.bytes?.subarray(0, HEAD_BYTES) ?? (await headOf(source));
    const { message } = await openModel(memorySource(bytes));
    return originIn(new Cursor(bytes, message.offset));
  } catch {
    // Errors are ignored here, because the report has the faults of the file.
    return UNKNOWN;
  }
}

async function headOf(source: Source): Promise<Uint8Array> {
  const head = new Uint8Array(Math.min(HEAD_BYTES, source.size ?? HEAD_BYTES));
  return head.subarray(0, await source.read(0, head));
}

/** Uses a cursor, because opening a view only for the header takes 2 % of the time of a small file. */
function originIn(cursor: Cursor): Origin {
  if (cursor.readTag() !== OK || cursor.tag !== HEADER || cursor.readLength() !== OK) return UNKNOWN;
  const end = cursor.pos + cursor.length;
  if (end > cursor.end) return UNKNOWN;
  cursor.reset(cursor.bytes, cursor.pos, end);
  let hwArch = 0;
  let toolChain = '';
  while (cursor.pos < end) {
    if (cursor.readTag() !== OK) return UNKNOWN;
    if (cursor.tag === HW_ARCH) {
      if (cursor.readVarint() !== OK) return UNKNOWN;
      hwArch = cursor.lo;
    } else if (cursor.tag === SDK_VERSION) {
      if (cursor.readLength() !== OK || cursor.pos + cursor.length > end) return UNKNOWN;
      toolChain = decodeUtf8(cursor.bytes, cursor.pos, cursor.pos + cursor.length);
      cursor.pos += cursor.length;
    } else if (cursor.skipValue(cursor.tag) !== OK) return UNKNOWN;
  }
  return { architecture: word(HwArch[hwArch] ?? `${hwArch}`), toolChain: word(toolChain) };
}

function word(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_WORD);
}
