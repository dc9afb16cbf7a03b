import type { MessageTable } from '../../base/schema/table.js';
import type { RecordKind } from './record.js';

/**
 * Positions of a long list's records in the bytes that contain them. Lists of hostile files have tens of
 * thousands of records, of which only the few that are visited get nodes.
 */
export class RecordSpans {
  readonly kinds: RecordKind[] = [];
  /** Start of each record, and the end of the last record. */
  readonly bounds: number[];
  /** The numbers 0, 1, and so on, which a new list of these records contains. */
  readonly indexes: number[] = [];

  constructor(
    readonly bytes: Uint8Array,
    start: number,
  ) {
    this.bounds = [start];
  }

  put(kind: RecordKind, end: number): void {
    this.indexes.push(this.kinds.length);
    this.kinds.push(kind);
    this.bounds.push(end);
  }

  get end(): number {
    return this.bounds.at(-1) as number;
  }

  sizeOf(from: number, to: number): number {
    return (this.bounds[to] as number) - (this.bounds[from] as number);
  }
}

/** Facts about the messages of a file, for several trees from the same bytes. The file must not change. */
export class SharedSpans {
  readonly #known = new Map<number, Known>();

  constructor(private readonly file: Uint8Array) {}

  /**
   * Returns the spans of a message's records. They are read once for a message in the file, and at each call
   * for bytes outside the file.
   * @param depth levels above the message, which limits the levels of groups inside
   */
  of(
    bytes: Uint8Array,
    table: MessageTable | undefined,
    depth: number,
    read: () => RecordSpans,
  ): RecordSpans {
    if (!isWithin(bytes, this.file)) return read();
    const known = this.#known.get(bytes.byteOffset);
    if (known?.length === bytes.length && known.table === table && known.depth === depth) return known.spans;
    const spans = read();
    this.#known.set(bytes.byteOffset, { length: bytes.length, table, depth, spans });
    return spans;
  }
}

/** Spans of a message's records, with the properties that the message must have. */
interface Known {
  readonly length: number;
  readonly table: MessageTable | undefined;
  readonly depth: number;
  readonly spans: RecordSpans;
}

function isWithin(part: Uint8Array, whole: Uint8Array): boolean {
  const start = part.byteOffset - whole.byteOffset;
  return part.buffer === whole.buffer && start >= 0 && start + part.length <= whole.length;
}
