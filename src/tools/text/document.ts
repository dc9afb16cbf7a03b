import type { SchemaTables } from '../../base/schema/table.js';
import { heldToGoBack } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { fieldNumberOf } from '../../base/wire/tag.js';
import { type Entry, PACKED } from '../../read/outline/entries.js';
import type { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM, UNKNOWN, VALUE } from '../../read/tape/step.js';
import { Tapes } from '../../read/tape/tapes.js';
import { INLINE_BYTES } from './blobs.js';
import type { Breakage } from './breakage.js';
import { collected, LongValuePrinter } from './long-values.js';
import { type Cell, type Cells, COMPACT, STRING, TEXTPROTO } from './notation.js';
import type { Printer } from './printer.js';
import type { Origin } from './regular.js';
import { JoinedSource } from './spans.js';
import { survey } from './survey.js';

/**
 * Messages up to this size are loaded into memory and printed there; larger ones are streamed, with only the
 * open messages in memory. Blobs are skipped without reading only when streaming.
 */
const HELD_BYTES = 64 * 1024;
/** The same threshold when blobs are not printed. */
const HELD_WITHOUT_BLOBS = 4 * 1024;

/** Text is written out once the buffer holds this many bytes. */
const FLUSH_BYTES = 512 * 1024;

/** A source of message bytes, and their position in the file. */
export interface Place {
  readonly source: Source;
  readonly origin: Origin;
}

/**
 * The tapes are reused: making a window for each part of a large message takes as long as printing the part.
 */
interface SourceTapes {
  readonly surveying: Tapes;
  readonly printing: Tapes;
}

/** Selects some of a message's own records: those of one field, or the unknown ones. */
type Filter = number | 'unknown' | undefined;

/**
 * Prints messages of any size from a source. A message in canonical order is read once. A large message in
 * another order is read once for each of its fields, which needs a source with random access.
 */
export class DocumentPrinter {
  readonly #schema: SchemaTables;
  readonly #byEntry: readonly Cell[];
  readonly #layout: number;
  readonly #held: number;
  /** Offset × 8 + problem. */
  readonly #reported = new Set<number>();
  readonly #cursor = new Cursor(new Uint8Array(0));
  readonly #long: LongValuePrinter;
  readonly #tapes = new WeakMap<Source, SourceTapes>();
  /** Always the same function: a tape caches its answers. */
  readonly #wants = ({ id, kind }: Entry): boolean =>
    kind === PACKED || (this.#byEntry[id] as Cell).form === STRING || this.printer.blobs.mode !== 'elide';

  /**
   * @param write receives bytes that are valid until it returns or its promise resolves
   * @param onBreakage called once for each position
   */
  constructor(
    readonly printer: Printer,
    private readonly write: (bytes: Uint8Array) => Promise<void> | void,
    private readonly onBreakage: (breakage: Breakage) => void,
    heldBytes?: number,
  ) {
    this.#schema = printer.notation.schema;
    this.#byEntry = printer.notation.byEntry;
    this.#layout = printer.notation.layout;
    this.#long = new LongValuePrinter(printer, () => this.flush());
    this.#held = heldBytes ?? (printer.blobs.mode === 'elide' ? HELD_WITHOUT_BLOBS : HELD_BYTES);
  }

  /** Writes out the buffer if it holds at least this many bytes. */
  flush(least = FLUSH_BYTES): Promise<void> | undefined {
    const { out } = this.printer;
    if (out.at < least || out.at === 0) return undefined;
    const waiting = this.write(out.written);
    if (waiting === undefined) {
      out.at = 0;
      return undefined;
    }
    return waiting.then(() => {
      out.at = 0;
    });
  }

  /**
   * Prints the members of a message into the open frame. `end` may be infinite, or past the end of the
   * source.
   */
  async contents(place: Place, from: number, end: number, cells: Cells): Promise<void> {
    const { source } = place;
    if (!source.randomAccess) {
      await this.#stream(this.tape(place, from, end, cells), place, undefined);
      return;
    }
    const { surveying, printing } = this.#tapesOf(source);
    const stream = async (from: number, end: number, filter?: Filter): Promise<void> => {
      const tape = printing.take(from, end, cells.table, this.#wants);
      await this.#stream(tape, place, filter);
      printing.give(tape);
    };
    const { isRegular, holdings, hasUnknown } = await survey(surveying, from, end, cells);
    if (isRegular) {
      await stream(from, end);
      return;
    }
    for (const { order, last, payloads } of holdings) {
      const cell = cells.all.find((candidate) => candidate.order === order) as Cell;
      if (cell.repeated) {
        await stream(from, end, order);
      } else if (payloads.length > 1) {
        const joined = await this.#joined(place, surveying, payloads, cell.child as Cells);
        const inMemory = await heldToGoBack(joined, this.#held);
        this.printer.enter(cell);
        await this.contents({ source: inMemory, origin: joined }, 0, joined.size, cell.child as Cells);
        this.printer.leave();
      } else {
        await stream(last.from, last.end);
      }
    }
    // This pass also reports breakages, because it visits every record.
    await stream(from, end, hasUnknown ? 'unknown' : 0);
  }

  /**
   * Prints a message that comes in pieces. A truncated piece would swallow the next one, so it ends at its
   * last readable record.
   */
  async #joined(
    { source, origin }: Place,
    tapes: Tapes,
    payloads: readonly { from: number; end: number }[],
    cells: Cells,
  ): Promise<JoinedSource> {
    const readable: { from: number; end: number }[] = [];
    for (const { from, end } of payloads) {
      if (from === end) continue;
      const { readableEnd } = await survey(tapes, from, end, cells);
      if (readableEnd < end) {
        this.report({ problem: CUT, offset: origin.offsetOf(readableEnd), path: this.printer.path() });
      }
      readable.push({ from, end: readableEnd });
    }
    return new JoinedSource(source, readable, origin);
  }

  tape({ source }: Place, from: number, end: number, { table }: Cells): Tape {
    return this.#tapesOf(source).printing.take(from, end, table, this.#wants);
  }

  #tapesOf(source: Source): SourceTapes {
    let tapes = this.#tapes.get(source);
    if (tapes === undefined) {
      const options = { schema: this.#schema, entersCut: 'own' } as const;
      tapes = {
        surveying: new Tapes(source, options),
        printing: new Tapes(source, { ...options, wantsUnknown: true }),
      };
      this.#tapes.set(source, tapes);
    }
    return tapes;
  }

  /**
   * Prints the message that a tape has just entered and that is open in the printer too, and leaves it on the
   * tape.
   * @returns a promise if the caller has to wait
   */
  entered(tape: Tape, place: Place, cells: Cells): Promise<void> | undefined {
    if (tape.length > this.#held) return this.#large(tape, place, cells);
    const waiting = tape.bring();
    if (waiting !== undefined) return waiting.then(() => this.#brought(tape, place, cells));
    return this.#brought(tape, place, cells);
  }

  #brought(tape: Tape, place: Place, cells: Cells): Promise<void> | undefined {
    if (!tape.hasPayload) return this.#large(tape, place, cells);
    const { window, payloadStart: start, length } = tape;
    const origin = shifted(place.origin, tape.valueOffset - start);
    this.printer.contents(window, start, start + length, origin);
    tape.skip();
    return undefined;
  }

  async #large(tape: Tape, place: Place, cells: Cells): Promise<void> {
    if (place.source.randomAccess) {
      const { valueOffset, length } = tape;
      await this.contents(place, valueOffset, valueOffset + length, cells);
      tape.skip();
      return;
    }
    await this.#stream(tape, place, undefined, tape.depth);
  }

  /** Prints one string or bytes value: the record at [from, end) of a message. */
  async value(place: Place, from: number, end: number, cells: Cells): Promise<void> {
    const tape = this.tape(place, from, end, cells);
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        await tape.fill();
      } else if (step === BYTES) {
        const cell = this.#byEntry[(tape.entry as Entry).id] as Cell;
        if (tape.hasPayload) {
          const start = tape.payloadStart;
          const origin = shifted(place.origin, tape.valueOffset - start);
          this.printer.blobValue(cell, tape.window, start, start + tape.length, origin);
        } else await this.#long.value(tape, cell);
      }
    }
  }

  report(breakage: Breakage): void {
    const key = breakage.offset * 8 + breakage.problem;
    if (this.#reported.has(key)) return;
    if (this.#reported.size < MAX_REMEMBERED) this.#reported.add(key);
    this.onBreakage(breakage);
  }

  /**
   * Prints the tape's records until it leaves the message that is open at depth `floor`.
   * @param filter the only records of the outermost message to print
   */
  async #stream(tape: Tape, place: Place, filter: Filter, floor = 0): Promise<void> {
    const { printer } = this;
    /** Tape depths of the open unknown groups. */
    const groups: number[] = [];
    for (;;) {
      const waiting = this.flush();
      if (waiting !== undefined) await waiting;
      const step = tape.next();
      if (step === END) return;
      if (step === MORE) {
        await tape.fill();
        continue;
      }
      if (step === PROBLEM) {
        this.#leaveGroups(groups, tape.depth);
        this.#problem(tape.problem, place.origin.offsetOf(tape.problemOffset));
        continue;
      }
      const { entry } = tape;
      if (step === LEAVE) {
        if (entry === undefined) this.#leaveGroups(groups, tape.depth);
        else {
          if (tape.depth < floor) return;
          printer.leave();
        }
        continue;
      }
      if (filter !== undefined && groups.length === 0) {
        const isHere = tape.depth === (step === ENTER ? 1 : 0);
        const wanted = filter === 'unknown' ? entry === undefined : entry?.field.number === filter;
        if (isHere && !wanted) {
          if (step === ENTER && entry !== undefined) tape.skip();
          else if (step === ENTER) await passGroup(tape);
          continue;
        }
      }
      if (step === ENTER) {
        if (entry === undefined) {
          this.#enterGroup(groups, tape);
          continue;
        }
        const cell = this.#byEntry[entry.id] as Cell;
        const { depth } = tape;
        if (printer.depth >= MAX_DEPTH) {
          this.#problem(TOO_DEEP, place.origin.offsetOf(tape.offset));
          tape.skip();
          continue;
        }
        printer.enter(cell);
        const printing = this.entered(tape, place, cell.child as Cells);
        if (printing !== undefined) await printing;
        if (tape.depth < depth) printer.leave();
      } else if (step === VALUE) {
        printer.scalar(this.#byEntry[(entry as Entry).id] as Cell, tape.lo, tape.hi);
      } else if (step === BYTES) {
        await this.#payload(tape, place, this.#byEntry[(entry as Entry).id] as Cell);
      } else if (step === UNKNOWN) {
        await this.#unknown(tape);
      }
    }
  }

  #problem(problem: WireProblem, offset: number): void {
    this.report({ problem, offset, path: this.printer.path() });
  }

  async #payload(tape: Tape, place: Place, cell: Cell): Promise<void> {
    const { printer } = this;
    if (tape.hasPayload) {
      const start = tape.payloadStart;
      const origin = shifted(place.origin, tape.valueOffset - start);
      printer.payload(cell, tape.window, start, start + tape.length, origin);
      return;
    }
    if (cell.kind === PACKED) {
      await this.#long.packed(tape, place.origin, cell);
      return;
    }
    if (cell.form !== STRING && tape.length <= INLINE_BYTES) {
      // The payload lies past the window and was not loaded.
      const bytes = await collected(tape);
      printer.payload(cell, bytes, 0, bytes.length, place.origin);
      return;
    }
    printer.name(cell);
    await this.#long.value(tape, cell);
  }

  async #unknown(tape: Tape): Promise<void> {
    const { printer } = this;
    if (tape.hasPayload) {
      const start = tape.payloadStart - (tape.valueOffset - tape.offset);
      this.#cursor.reset(tape.window, start, tape.payloadStart + tape.length);
      this.#cursor.readTag();
      printer.unknown(this.#cursor, tape.tag);
      return;
    }
    await this.#long.unknown(tape);
  }

  #enterGroup(groups: number[], tape: Tape): void {
    const { printer } = this;
    const { out } = printer;
    printer.beginUnknown();
    const number = fieldNumberOf(tape.tag);
    if (this.#layout === TEXTPROTO) out.text(`${number} {`);
    else if (this.#layout === COMPACT) out.text(`{"number":${number},"group":[`);
    else out.text(`{"number": ${number}, "group": [`);
    printer.enterGroup();
    groups.push(tape.depth);
    // The tape's depth counts from the message where it began.
    if (printer.depth + groups.length === MAX_DEPTH + 1) this.#problem(TOO_DEEP, tape.offset);
  }

  /** Closes the unknown groups deeper than `depth`. */
  #leaveGroups(groups: number[], depth: number): void {
    while (groups.length > 0 && (groups.at(-1) as number) > depth) {
      groups.pop();
      this.printer.leaveGroup();
    }
  }
}

/** Each breakage is reported once; past this number, repeats are no longer detected. */
const MAX_REMEMBERED = 10_000;

function shifted(origin: Origin, by: number): Origin {
  return { offsetOf: (position) => origin.offsetOf(position + by) };
}

async function passGroup(tape: Tape): Promise<void> {
  const floor = tape.depth - 1;
  while (tape.depth > floor) {
    const step = tape.next();
    if (step === MORE) {
      await tape.fill();
    } else if (step === END || step === PROBLEM) return;
  }
}
