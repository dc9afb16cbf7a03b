import type { Related } from '../../base/diagnostics/diagnostic.js';
import { joinPath } from '../../base/schema/table.js';
import { fieldNumberOf } from '../../base/wire/tag.js';
import type { WireCode } from './codes.js';
import { BROKEN, GROUP, OVERRAN } from './frames.js';
import { MAX_UNKNOWN_KINDS } from './limits.js';
import { Overwrites, type OverwrittenOneof } from './overwrites.js';
import type { Scanner } from './scanner.js';

/** A varint with more bytes than necessary. */
export const OVERLONG = 1;
/** A value or tag with bits that parsers discard. */
export const TRUNCATED = 2;

/** Key for the unknown fields past the limit, which are counted together. */
const FURTHER = -1;

interface Unknown {
  readonly kind: string;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  count: number;
  /** Tags of the field whose occurrences the accelerator counts. */
  readonly expected: number[];
}

/**
 * Makes findings from the scanner's observations, and remembers facts that are only complete later (which
 * member of a oneof wins, how often an unknown field occurs).
 */
export class WireFindings {
  readonly overwrites = new Overwrites();
  /** True if only errors are reported: hostile files consist mostly of lesser findings. */
  errorsOnly = false;
  /**
   * Unknown fields by message type and field number; the key FURTHER counts all fields past the limit. Never
   * cleared: V8 links a cleared table to its successor, so an old, unused table keeps all later tables alive.
   */
  #unknown = new Map<number, Unknown>();
  /** Unknown fields that the accelerator counts. */
  #expected: Unknown[] = [];
  #segment = '';
  /**
   * Returns the path of the finding being reported. All findings share this function: hostile files have
   * millions of findings, and making a closure for each takes time.
   */
  readonly #path = (): string => {
    const { frames } = this.scanner;
    return joinPath(frames.path(frames.depth), this.#segment);
  };

  constructor(private readonly scanner: Scanner) {}

  /** Forgets the previous scan. */
  start(): void {
    this.overwrites.clear();
    this.#expected = [];
    this.#forgetUnknown();
  }

  /** Reports the facts that could only be counted until the end. */
  finish(): void {
    for (const { kind, path, offset, length, count } of this.errorsOnly ? [] : this.#unknown.values()) {
      this.scanner.handler.report({
        code: 'unknown-fields',
        offset,
        length,
        count,
        path,
        fold: kind,
        message: `${kind}: not in the schema`,
      });
    }
    this.#forgetUnknown();
  }

  #forgetUnknown(): void {
    if (this.#unknown.size > 0) this.#unknown = new Map();
  }

  /** Reports a finding about a stretch of the current frame. */
  say(
    code: WireCode,
    startAbs: number,
    endAbs: number,
    segment: string,
    message: string | (() => string),
    args?: readonly string[],
  ): void {
    this.#segment = segment;
    this.scanner.handler.report({
      code,
      offset: startAbs,
      length: endAbs - startAbs,
      path: this.#path,
      message,
      args,
    });
  }

  /** Reports a record of legal but irregular encoding. */
  irregular(irregularities: number, startAbs: number, endAbs: number, segment: string): void {
    if (this.errorsOnly) return;
    if (irregularities & TRUNCATED) {
      this.say(
        'wire-value-truncated',
        startAbs,
        endAbs,
        segment,
        'has more bits than its type; parsers cut them',
      );
    }
    if (irregularities & OVERLONG) {
      this.say('wire-non-minimal', startAbs, endAbs, segment, 'has a varint with more bytes than it needs');
    }
  }

  /**
   * Reports that the current frame's bytes end inside a field. Names the outermost record that overran, and
   * marks the frames on the way as broken, so that the same cut is not reported again.
   * @param segment the field being read, `""` without a field
   * @param startAbs start of its record
   * @param claimAbs the end that the record claims, or the known part of that claim
   */
  cut(segment: string, startAbs: number, claimAbs: number): void {
    const { frames } = this.scanner;
    const { state } = frames;
    const end = frames.endAbs[frames.depth] as number;
    let known = frames.depth;
    while ((state[known] as number) & GROUP) known--;
    const path = joinPath(frames.path(known), segment);
    let outer: Related = {
      offset: startAbs,
      length: Math.max(claimAbs, end) - startAbs,
      path,
      message: 'this record runs past the end of its message',
    };
    for (let d = frames.depth; d >= 0; d--) {
      const bits = state[d] as number;
      state[d] = (bits & ~OVERRAN) | BROKEN;
      if (bits & OVERRAN) {
        const offset = frames.startAbs[d] as number;
        // The message as a whole is not a record: it is named only if the cut lies between its records.
        if (d === 0 && (segment !== '' || startAbs !== offset)) break;
        const length = (frames.claimAbs[d] as number) - offset;
        outer = { offset, length, path: frames.path(d), message: `says it has ${length} bytes` };
      } else if (!(bits & GROUP)) break;
    }
    this.#truncated(end, path, outer);
  }

  /** Reports a packed list that ends inside one of its elements. */
  cutInside(segment: string, startAbs: number, endAbs: number): void {
    const { frames } = this.scanner;
    const path = joinPath(frames.path(frames.depth), segment);
    const list = {
      offset: startAbs,
      length: endAbs - startAbs,
      path,
      message: 'this list ends inside an element',
    };
    this.#truncated(endAbs, path, list);
  }

  #truncated(offset: number, path: string, related: Related): void {
    const message = 'the bytes end inside a record';
    this.scanner.handler.report({
      code: 'wire-truncated',
      offset,
      length: 0,
      path,
      message,
      related: [related],
    });
  }

  /**
   * Counts a field that the schema does not know; reported at the end.
   * @param emitted true if every occurrence is subscribed to
   */
  unknown(tag: number, startAbs: number, endAbs: number, emitted: boolean): void {
    const { frames } = this.scanner;
    const number = fieldNumberOf(tag);
    const message = frames.message(frames.depth);
    if (message === undefined) return;
    const full = this.#unknown.size >= MAX_UNKNOWN_KINDS;
    const key = message.index * 0x20000000 + number;
    const known = this.#unknown.get(key);
    if (known !== undefined) {
      known.count++;
      if (!emitted) this.#expect(known, message.index, tag);
      return;
    }
    const further = full ? this.#unknown.get(FURTHER) : undefined;
    if (further !== undefined) {
      further.count++;
      return;
    }
    this.#unknown.set(full ? FURTHER : key, {
      kind: full ? 'further fields' : `field ${number} of ${message.typeName}`,
      path: joinPath(frames.path(frames.depth), `#${number}`),
      offset: startAbs,
      length: endAbs - startAbs,
      count: 1,
      expected: [],
    });
  }

  /**
   * Lets the accelerator pass over a kind of unknown field that occurred twice: it will probably occur again.
   */
  #expect(unknown: Unknown, message: number, tag: number): void {
    const { accelerator } = this.scanner;
    if (accelerator === undefined || unknown.expected.includes(tag)) return;
    unknown.expected.push(tag);
    const known = this.#expected.indexOf(unknown);
    const kind = known < 0 ? this.#expected.length : known;
    if (accelerator.expect(message, tag, kind) && known < 0) this.#expected.push(unknown);
  }

  /** Adds the counts of expected fields that were passed over, in the order in which they were announced. */
  passed(counts: Int32Array): void {
    this.#expected.forEach((unknown, i) => {
      unknown.count += counts[i] as number;
    });
  }

  /** Reports oneofs with several members, at the end of the current frame's element. */
  flushOverwrites(row: number): void {
    for (const oneof of this.overwrites.take(row)) if (!this.errorsOnly) this.#reportOverwritten(oneof);
  }

  #reportOverwritten({ node, members, count, first }: OverwrittenOneof): void {
    const { plan, frames, handler } = this.scanner;
    const winner = plan.entryOneof.findIndex(
      (mask, i) => plan.entryNode[i] === node && mask === members && this.scanner.has(i),
    );
    if (winner < 0) return;
    const around = frames.path(frames.depth);
    const { offset, length } = this.scanner.spanOf(winner);
    const path = (member: number) => joinPath(around, this.scanner.pathBelow(member));
    const names = first.map(({ entry }) => plan.entryField[entry]?.name ?? '').join(', ');
    const more = count - first.length;
    handler.report({
      code: 'oneof-multiple-members',
      offset,
      length,
      path: () => path(winner),
      message: `wins over ${names}${more > 0 ? ` and ${more} more` : ''}`,
      related: () =>
        first.map((overwrite) => ({
          offset: overwrite.offset,
          length: overwrite.end - overwrite.offset,
          path: path(overwrite.entry),
          message: 'overwritten',
        })),
    });
  }
}
