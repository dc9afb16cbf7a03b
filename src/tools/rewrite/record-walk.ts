import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Span } from '../../base/diagnostics/span.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import type { Entry } from '../../read/outline/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { END, ENTER, LEAVE, MORE, PROBLEM } from '../../read/tape/step.js';
import type { Known, RecordList } from './record-list.js';

/** A direct record of a message, from memory or a source. */
export interface WalkedRecord {
  entry: Entry | undefined;
  tag: number;
  offset: number;
  /** Size of the whole record in bytes. */
  length: number;
  valueOffset: number;
  /**
   * Size of the value in bytes; for a group, all bytes after its tag, because the size of its end tag is
   * unknown.
   */
  valueLength: number;
}

/**
 * Visits the direct records of a message in order, and skips their content.
 * @param visit receives the same object each time
 * @throws ProtomdlError `source-changed` for unreadable bytes: files are checked first
 */
export async function walkRecords(
  source: Source,
  { offset: from, length }: Span,
  known: NonNullable<Known>,
  visit: (record: WalkedRecord) => void | Promise<void>,
): Promise<void> {
  const tape = new Tape(source, from, from + length, {
    schema: MDL,
    table: tableOf(known),
    wants: () => false,
  });
  const record: WalkedRecord = {
    entry: undefined,
    tag: 0,
    offset: 0,
    length: 0,
    valueOffset: 0,
    valueLength: 0,
  };
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
      continue;
    }
    if (step === PROBLEM) {
      throw new ProtomdlError(
        'source-changed',
        'what could be read before cannot be read now',
        tape.problemOffset,
      );
    }
    const isMessage = step === ENTER && tape.entry !== undefined;
    if (isMessage ? tape.depth > 1 : tape.depth > 0) continue;
    record.entry = tape.entry;
    record.offset = tape.offset;
    record.valueOffset = tape.valueOffset;
    if (step === LEAVE) {
      // Only groups are entered, and at their end the tape has the end tag.
      record.entry = undefined;
      record.tag = tape.tag;
      record.length = tape.position - record.offset;
      record.valueLength = tape.position - record.valueOffset;
    } else {
      record.tag = tape.tag;
      record.valueLength = tape.length;
      record.length = record.valueOffset + tape.length - record.offset;
      if (isMessage) tape.skip();
    }
    const waiting = visit(record);
    if (waiting !== undefined) await waiting;
  }
}

/**
 * Visits the records of a small message in memory, which needs no tape of its own.
 * @param base offset of its first byte
 * @param records a stack; records added to it are removed at the end
 */
export async function walkListed(
  bytes: Uint8Array,
  base: number,
  known: NonNullable<Known>,
  records: RecordList,
  visit: (record: WalkedRecord) => void | Promise<void>,
): Promise<void> {
  const first = records.count;
  records.list(bytes, 0, bytes.length, known);
  const end = records.count;
  for (let at = first; at < end; at++) {
    const [start, value, stop] = [records.startOf(at), records.valueOf(at), records.endOf(at)];
    const waiting = visit({
      entry: records.entries[at],
      tag: records.tagOf(at),
      offset: base + start,
      length: stop - start,
      valueOffset: base + value,
      valueLength: stop - value,
    });
    if (waiting !== undefined) await waiting;
  }
  records.dropTo(first);
}

function tableOf({ table }: NonNullable<Known>): MessageTable {
  return table;
}
