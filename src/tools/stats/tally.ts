import { joinPath } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, OK, TOO_DEEP, WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { Entry, MessageEntries } from '../../read/outline/entries.js';
import { HeldFile, type HeldMessage } from '../../read/outline/held-message.js';
import { isCutMessage } from '../../read/outline/merged.js';
import { type OutlineOptions, openOutline } from '../../read/outline/open.js';
import { type BlobHashes, LEAST_BLOB } from './blob-hashes.js';
import { Counters, MAX_CONTEXT_ROWS, MAX_GROUPS, StatsScope, sizeClass } from './counters.js';
import {
  ACTION_UNKNOWN,
  BY_TAG,
  CHILD_TYPES,
  CONTEXT_NAME_ID,
  CORE_OP_PRELIMINARY_ID,
  ENTRIES,
  ENTRY_COUNT,
  GROUPS_ID,
  IS_MEMBER,
  IS_NAME,
  IS_POINTED,
  IS_RECURSIVE_TYPE,
  IS_SCOPE,
  MESSAGES,
  POINTER_ID,
  PRELIMINARY_ID,
  RESOURCE_ID,
  RESOURCE_NAME_ID,
  ROLE_ACTION,
  ROLE_NONE,
  ROLES,
  SHAPE_BLOB,
  SHAPE_MESSAGE,
  SHAPE_NUMBER,
  SHAPES,
  SIZE_CLASSES,
  SLOT_OF,
  TRIGGER_UNKNOWN,
  TYPE_COUNT,
} from './ids.js';
import { OpenRole } from './open-role.js';
import { StatsPlace } from './place.js';
import { PointedTo } from './pointed-to.js';
import type { WireFault } from './rows.js';

interface TallyOptions extends Omit<OutlineOptions, 'schema'> {
  /** Set if blobs are to be compared. */
  readonly hashes?: BlobHashes;
  /** Called at the end of each group and context. The counters are only valid during the call. */
  readonly closed?: (scope: StatsScope, bytes: number, group: StatsScope | undefined) => void;
}

/** Limit for the problems that are listed; further problems are only counted. */
const MAX_FAULTS = 20;
/** Bytes of a blob that are read at a time. */
const CHUNK = 256 * 1024;

/**
 * Counts the bytes of a message. Each byte counts in the innermost open scope; at its end, a scope is added
 * to the enclosing scope.
 */
class StatsTally {
  readonly totals = new Counters();
  readonly faults: WireFault[] = [];
  faultCount = 0;
  groups = 0;
  /** Number of contexts, preliminary configurations included. */
  contexts = 0;
  /** Size of the existing part of the message. */
  readonly messageBytes: number;
  /** References to bytes after the message. */
  readonly words: PointedTo;

  #current: Counters = this.totals;
  readonly #scopes: StatsScope[] = [];
  #scopeDepth = -1;
  readonly #records: RecordCursor;
  readonly #message: HeldMessage;
  readonly #largest: number;
  /** The open action or trigger. */
  readonly #role = new OpenRole();
  // The open messages, by depth.
  readonly #stops: number[] = [];
  readonly #sizes: number[] = [];
  readonly #ids = new Int32Array(MAX_DEPTH + 1);
  readonly #types = new Int32Array(MAX_DEPTH + 1);
  /** 1 for messages that continue past the end of the file. */
  readonly #cut = new Uint8Array(MAX_DEPTH + 1);
  #place = new StatsPlace();
  /** True if the end of the file was reported as a problem. */
  #isCutReported = false;
  readonly #openEntries = new Int32Array(ENTRY_COUNT);
  readonly #openTypes = new Int32Array(TYPE_COUNT);
  readonly #free: Counters[] = [];

  /**
   * @param source an outline, or a source in memory
   * @param end absolute offset of the message's claimed end; infinite without a claim
   * @param hasWords true if the file has bytes after the message, to which the message may point
   */
  constructor(
    private readonly source: Source,
    from: number,
    end: number,
    hasWords: boolean,
    private readonly options: TallyOptions,
  ) {
    const message = new HeldFile(source).held(from, end);
    const { to, origin } = message;
    this.#message = message;
    this.messageBytes = origin.offsetOf(to) - origin.offsetOf(message.from);
    this.words = new PointedTo(hasWords);
    this.#largest = options.hashes === undefined ? Number.POSITIVE_INFINITY : LEAST_BLOB - 1;
    this.#records = new RecordCursor(message.message.bytes, message.from, to);
    this.#records.gaps = message.message;
    this.#cut[0] = Number(message.isShort);
  }

  /** @throws any error of the source */
  async run(): Promise<void> {
    while (!this.#count()) await this.#hash();
  }

  /** @returns false if the current record is a blob that has to be hashed */
  #count(): boolean {
    const records = this.#records;
    message: for (;;) {
      const type = this.#types[records.depth] as number;
      const base = type << 7;
      const counters = this.#current;
      while (records.next()) {
        const { tag, start, value } = records;
        const id = tag < 0x80 ? (BY_TAG[base + tag] as number) : idOf(type, tag);
        if (id < 0) {
          this.#unknown(type);
          continue;
        }
        const shape = SHAPES[id] as number;
        if (shape === SHAPE_NUMBER) {
          // The first byte of the tag does not count as overhead, because it identifies the field.
          counters.add(id, records.pos - start, value - start - 1);
          if (IS_POINTED[id] === 1) this.words.number(id, records.lo, records.hi);
          continue;
        }
        const { length } = records;
        const size = value - start + length;
        if (shape === SHAPE_MESSAGE) {
          this.#enter(id, records.pos, size);
          continue message;
        }
        counters.add(id, size, value - start);
        if (shape === SHAPE_BLOB) {
          this.#blob(id, length);
          if (length > this.#largest) return false;
        } else if (IS_NAME[id]) this.#rename(id, decodeUtf8(records.bytes, value, records.pos));
      }
      if (records.problem !== OK || this.#cut[records.depth] === 1) {
        if (this.#isEntered()) continue;
        this.#broken();
      }
      if (records.depth === 0) return true;
      this.#leave();
    }
  }

  /** Index of the open message's type. */
  get #type(): number {
    return this.#types[this.#records.depth] as number;
  }

  /** True if the cursor has stopped at a message that continues past the end of the file, which is entered. */
  #isEntered(): boolean {
    const records = this.#records;
    const { to, entersTail, origin } = this.#message;
    const fields = MESSAGES[this.#type] as MessageEntries;
    if (!entersTail || records.end !== to || !isCutMessage(records, fields)) return false;
    const { tag, start, end } = records;
    records.pos = end;
    return this.#enter(idOf(this.#type, tag), end, origin.offsetOf(end) - origin.offsetOf(start), true);
  }

  /** @param end position of the message's end in memory @param size size of its record */
  #enter(id: number, end: number, size: number, isCut = false): boolean {
    const records = this.#records;
    const { start, value } = records;
    if (records.depth === MAX_DEPTH) {
      this.#fault(TOO_DEEP, start);
      this.#current.gap.add(this.#type, size);
      return true;
    }
    this.#stops[records.depth] = records.end;
    const depth = ++records.depth;
    this.#ids[depth] = id;
    this.#sizes[depth] = size;
    this.#cut[depth] = Number(isCut);
    this.#place = this.#place.enter(ENTRIES[id] as Entry);
    if (IS_SCOPE[id] === 1) this.#open(id, depth, start);
    const counters = this.#current;
    const head = value - start;
    const type = CHILD_TYPES[id] as number;
    this.#types[depth] = type;
    if (IS_RECURSIVE_TYPE[type] === 1) {
      if (this.#openTypes[type]!++ === 0) counters.payload.add(type, size - head);
      counters.add(id, this.#openEntries[id]!++ === 0 ? size : 0, head);
    } else counters.add(id, size, head);
    const role = this.#role;
    if (role.depth === 0) {
      if (ROLES[id] !== ROLE_NONE) role.begin(depth);
    } else if (role.depth === depth - 1 && IS_MEMBER[id] === 1) {
      // Another member has replaced an earlier pointer; two records of one pointer are merged.
      if (id === POINTER_ID && role.member !== id) this.words.begin();
      role.member = id;
    }
    if (id === RESOURCE_ID) this.words.begin();
    records.pos = value;
    records.end = end;
    return true;
  }

  /** Reports the problem at which the open message ends, or the end of the file. */
  #broken(): void {
    const records = this.#records;
    const { problem, start, end } = records;
    const { to, origin } = this.#message;
    if (problem !== OK) {
      this.#fault(problem, records.problemAt);
      this.#current.gap.add(this.#type, origin.offsetOf(end) - origin.offsetOf(start));
      records.pos = end;
      if (end === to) this.#isCutReported = true;
    } else if (!this.#isCutReported) {
      this.#fault(CUT, end);
      this.#isCutReported = true;
    }
  }

  #leave(): void {
    const records = this.#records;
    const { depth } = records;
    const id = this.#ids[depth] as number;
    const size = this.#sizes[depth] as number;
    const type = this.#types[depth] as number;
    if (IS_RECURSIVE_TYPE[type] === 1) {
      this.#openEntries[id]! -= 1;
      this.#openTypes[type]! -= 1;
    }
    const role = this.#role;
    if (role.depth === depth) {
      if (role.member === POINTER_ID) this.words.pointer(this.#scopes.at(-1));
      role.end(ROLES[id] as number, size, this.#current);
    } else if (id === RESOURCE_ID) this.words.resource(this.#place.path);
    if (depth === this.#scopeDepth) this.#close(size);
    this.#place = this.#place.parent as StatsPlace;
    records.depth = depth - 1;
    records.end = this.#stops[depth - 1] as number;
  }

  #blob(id: number, length: number): void {
    const counters = this.#current;
    const which = sizeClass(length);
    if (this.#role.depth > 0) {
      this.#role.addBlob(which, length);
      return;
    }
    const at = (SLOT_OF[id] as number) * SIZE_CLASSES + which;
    counters.hasBlobs = true;
    counters.blobCount[at]! += 1;
    counters.blobBytes[at]! += length;
  }

  #unknown(type: number): void {
    const { depth, tag, start, value, pos, length } = this.#records;
    const isLen = (tag & 7) === WIRE_LEN;
    this.#current.add(ENTRY_COUNT + type, (isLen ? value + length : pos) - start, 0);
    const role = this.#role;
    if (depth === role.depth && role.member < 0 && isLen) {
      role.member = ROLES[this.#ids[depth] as number] === ROLE_ACTION ? ACTION_UNKNOWN : TRIGGER_UNKNOWN;
    }
  }

  async #hash(): Promise<void> {
    const { hashes } = this.options;
    if (hashes === undefined) return;
    const { tag, value, valueEnd, length, bytes } = this.#records;
    const { message, origin } = this.#message;
    const hash = await hashes.begin();
    const offset = origin.offsetOf(value);
    if (!message.hasGap(value, valueEnd)) hash.update(bytes.subarray(value, valueEnd));
    else {
      const chunk = new Uint8Array(Math.min(length, CHUNK));
      for (let at = 0; at < length; at += CHUNK) {
        const wanted = chunk.subarray(0, Math.min(CHUNK, length - at));
        if ((await this.source.read(offset + at, wanted)) < wanted.length) return;
        hash.update(wanted);
      }
    }
    const name = ENTRIES[idOf(this.#type, tag)]?.field.name ?? '';
    hashes.add(hash.digest(), length, offset, () => joinPath(this.#place.path, name));
  }

  /** @param at position in memory */
  #fault(problem: Exclude<WireProblem, typeof OK>, at: number): void {
    this.faultCount++;
    if (this.faults.length === MAX_FAULTS) return;
    const [code, message] = WIRE_PROBLEMS[problem];
    const { path } = this.#place;
    this.faults.push({ code, offset: this.#message.origin.offsetOf(at), path, message });
  }

  #open(id: number, depth: number, start: number): void {
    const isGroup = id === GROUPS_ID;
    const isListed = isGroup ? ++this.groups <= MAX_GROUPS : ++this.contexts <= MAX_CONTEXT_ROWS;
    if (!isListed) return;
    const kind = isGroup
      ? 'group'
      : id === PRELIMINARY_ID || id === CORE_OP_PRELIMINARY_ID
        ? 'preliminary'
        : 'context';
    const counters = this.#free.pop() ?? new Counters();
    const offset = this.#message.origin.offsetOf(start);
    this.#scopes.push(new StatsScope(kind, this.#place.path, depth, offset, counters));
    this.#current = counters;
    this.#scopeDepth = depth;
  }

  #close(size: number): void {
    const scope = this.#scopes.pop() as StatsScope;
    const outer = this.#scopes.at(-1);
    this.#scopeDepth = outer?.depth ?? -1;
    this.#current = outer?.counters ?? this.totals;
    this.options.closed?.(scope, size, outer);
    this.#current.take(scope.counters);
    this.#free.push(scope.counters);
  }

  /**
   * Sets the name of the open scope. A group's name is in the group or in its metadata; nested groups have
   * their own names.
   */
  #rename(id: number, name: string): void {
    const { depth } = this.#records;
    const scope = this.#scopes.at(-1);
    if (id === RESOURCE_NAME_ID) this.words.name = name;
    if (scope === undefined || name === '') return;
    const isContextName = scope.kind === 'context';
    if (!isContextName && depth > scope.depth + 1) return;
    if (isContextName !== (id === CONTEXT_NAME_ID)) return;
    scope.rename(name);
  }
}

function idOf(type: number, tag: number): number {
  return MESSAGES[type]?.of(tag)?.id ?? -1;
}

/** Finds the message of a source, and counts it. */
export async function tallyMessage(source: Source, options: TallyOptions = {}) {
  const opened = await openOutline(source, options);
  const tally = new StatsTally(opened.source, opened.from, opened.end, opened.frame !== null, options);
  await tally.run();
  return { ...opened, tally };
}
