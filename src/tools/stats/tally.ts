import { joinPath, TYPE_BYTES } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK, WIRE_PROBLEMS } from '../../base/wire/problem.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { type OutlineOptions, openOutline } from '../../read/outline/open.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES_STEP, END, ENTER, LEAVE, PROBLEM, UNKNOWN_STEP, VALUE } from '../../read/tape/step.js';
import { QueryPlace } from '../query/place.js';
import { type BlobHashes, LEAST_BLOB } from './blob-hashes.js';
import { Counters, MAX_CONTEXT_ROWS, MAX_GROUPS, StatsScope, sizeClass } from './counters.js';
import { countDense } from './dense.js';
import {
  ACTION_UNKNOWN,
  ACTIONS_ID,
  CHILD_TYPES,
  CONTEXT_NAME_ID,
  CORE_OP_PRELIMINARY_ID,
  ENTRY_COUNT,
  GROUPS_ID,
  IS_CONTEXT,
  IS_DENSE,
  IS_MEMBER,
  IS_NAME,
  IS_RECURSIVE,
  IS_RECURSIVE_TYPE,
  POINTER_ID,
  PRELIMINARY_ID,
  RESOURCE_ID,
  RESOURCE_NAME_ID,
  ROLE_ACTION,
  ROLE_NONE,
  ROLES,
  SHAPE_BLOB,
  SHAPES,
  SIZE_CLASSES,
  SLOT_OF,
  TRIGGER_UNKNOWN,
  TYPE_COUNT,
} from './ids.js';
import { OpenRole } from './open-role.js';
import { PointedTo } from './pointed-to.js';
import type { WireFault } from './rows.js';

interface TallyOptions extends Omit<OutlineOptions, 'schema'> {
  /** Set if blobs are to be compared. */
  readonly hashes?: BlobHashes;
  /**
   * True to use the loop for dense stretches (default: true). This option is for tests and only changes the
   * speed.
   */
  readonly dense?: boolean;
  /** True if the file has bytes after the message, to which the message may point (default: true). */
  readonly hasWords?: boolean;
  /** Called at the end of each group and context. The counters are only valid during the call. */
  readonly closed?: (scope: StatsScope, bytes: number, group: StatsScope | undefined) => void;
}

/** Limit for the problems that are listed; further problems are only counted. */
const MAX_FAULTS = 20;
/** Greatest depth of nested types that the dense loop counts. */
const DENSE_LEVELS = 16;

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
  messageBytes = 0;

  #current: Counters = this.totals;
  readonly #scopes: StatsScope[] = [];
  readonly #size: number;
  readonly #tape: Tape;
  readonly #largest: number;
  /** Depth of the outermost open unknown group; 0 without such a group. */
  #unknownGroup = 0;
  #isGroupBroken = false;
  /** References to bytes after the message. */
  readonly words: PointedTo;
  /** The action or trigger that is read by the tape. */
  readonly #role = new OpenRole();
  readonly #offsets = new Float64Array(MAX_DEPTH + 2);
  readonly #values = new Float64Array(MAX_DEPTH + 2);
  /** Size of the records read in each open message. */
  readonly #covered = new Float64Array(MAX_DEPTH + 2);
  readonly #entries = new Int32Array(MAX_DEPTH + 2);
  readonly #places: QueryPlace[] = [new QueryPlace(undefined, '', -1)];
  readonly #openEntries = new Int32Array(ENTRY_COUNT);
  readonly #openTypes = new Int32Array(TYPE_COUNT);
  readonly #free: Counters[] = [];

  /** @param end absolute offset of the message's claimed end; infinite without a claim */
  constructor(
    source: Source,
    private readonly from: number,
    private readonly end: number,
    private readonly options: TallyOptions = {},
  ) {
    this.#size = source.size ?? Number.POSITIVE_INFINITY;
    this.words = new PointedTo(options.hasWords ?? true);
    const wantsBlobs = options.hashes !== undefined;
    this.#largest = wantsBlobs ? LEAST_BLOB - 1 : Number.MAX_SAFE_INTEGER;
    this.#tape = new Tape(source, from, end, {
      wants: ({ id, field }) => IS_NAME[id] === true || (wantsBlobs && field.type === TYPE_BYTES),
      entersCut: true,
    });
    this.#values[0] = from;
  }

  /** @throws any error of the source */
  async run(): Promise<void> {
    const tape = this.#tape;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === ENTER) this.#enter();
      else if (step === LEAVE) this.#leave();
      else if (step === VALUE) this.#number();
      else if (step === PROBLEM) this.#fault();
      else if (step === UNKNOWN_STEP && this.#unknownGroup === 0) this.#unknown();
      else if (step === BYTES_STEP && this.#unknownGroup === 0) {
        const waiting = this.#bytes();
        if (waiting !== undefined) await waiting;
      }
    }
    this.messageBytes = Math.max(0, Math.min(this.end, this.#size) - this.from);
    this.totals.gap.add(0, Math.max(0, this.messageBytes - (this.#covered[0] as number)));
  }

  #enter(): void {
    const tape = this.#tape;
    const { depth, entry, offset, valueOffset, length } = tape;
    this.#offsets[depth] = offset;
    this.#values[depth] = valueOffset;
    this.#covered[depth] = 0;
    if (entry === undefined || this.#unknownGroup > 0) {
      if (this.#unknownGroup === 0) {
        this.#unknownGroup = depth;
        this.#isGroupBroken = false;
      }
      return;
    }
    const { id } = entry;
    this.#entries[depth] = id;
    const around = this.#places[depth - 1] as QueryPlace;
    const isScope = id === GROUPS_ID || IS_CONTEXT[id] === true;
    // The path of an empty message is never needed, and hostile files have tens of thousands of empty
    // messages.
    if (length > 0 || isScope || id === RESOURCE_ID) this.#places[depth] = around.enter(entry);
    else if (entry.field.repeated) around.count(id);
    if (isScope) this.#open(id, depth, offset);
    const counters = this.#current;
    counters.meet(id);
    counters.head[id]! += valueOffset - offset;
    const role = this.#role;
    if (role.depth === 0) {
      if (ROLES[id] !== ROLE_NONE) role.begin(depth);
    } else if (role.depth === depth - 1 && IS_MEMBER[id] === 1) role.member = id;
    if (id === ACTIONS_ID || id === RESOURCE_ID) this.words.begin();
    if (IS_DENSE[id] && (role.depth === 0 || role.depth === depth) && this.#isCounted(id)) return;
    if (IS_RECURSIVE[id]) this.#openEntries[id]! += 1;
    const type = CHILD_TYPES[id] as number;
    if (IS_RECURSIVE_TYPE[type]) this.#openTypes[type]! += 1;
  }

  /** True if the dense loop has counted the content of the message, which is then skipped. */
  #isCounted(id: number): boolean {
    const tape = this.#tape;
    const { depth, length } = tape;
    if (this.options.dense === false || depth > MAX_DEPTH - DENSE_LEVELS || !tape.hasPayload) return false;
    const start = tape.payloadStart;
    const record = start - (tape.valueOffset - tape.offset);
    const counters = this.#current;
    if (!countDense(tape.window, record, start, start + length, id, counters, this.#largest)) return false;
    const whole = start + length - record;
    counters.bytes[id]! += whole;
    this.#covered[depth - 1]! += whole;
    if (this.#role.depth === depth) this.#role.depth = 0;
    tape.skip();
    this.#close(depth, whole);
    return true;
  }

  #leave(): void {
    const tape = this.#tape;
    const depth = tape.depth + 1;
    const end = Math.min(tape.valueOffset + tape.length, this.#size);
    const whole = Math.max(0, end - (this.#offsets[depth] as number));
    const counters = this.#current;
    if (this.#unknownGroup > 0) {
      if (depth !== this.#unknownGroup) return;
      this.#unknownGroup = 0;
      // A broken group is not counted, because its size is unknown.
      if (!this.#isGroupBroken) this.#countUnknown(depth - 1, whole);
      return;
    }
    const id = this.#entries[depth] as number;
    const type = CHILD_TYPES[id] as number;
    const payload = Math.max(0, end - (this.#values[depth] as number));
    counters.gap.add(type, Math.max(0, payload - (this.#covered[depth] as number)));
    this.#covered[depth - 1]! += whole;
    if (!IS_RECURSIVE[id] || --this.#openEntries[id]! === 0) counters.bytes[id]! += whole;
    if (IS_RECURSIVE_TYPE[type] && --this.#openTypes[type]! === 0) counters.payload.add(type, payload);
    const role = this.#role;
    if (role.depth === depth) {
      if (role.member === POINTER_ID) this.words.pointer(this.#scopes.at(-1));
      role.end(ROLES[id] as number, whole, counters);
    } else if (id === RESOURCE_ID) this.words.resource(this.#places[depth] as QueryPlace);
    this.#close(depth, whole);
  }

  #number(): void {
    const { entry, depth, offset, valueOffset, length } = this.#tape;
    if (entry === undefined || this.#unknownGroup > 0) return;
    const counters = this.#current;
    const size = valueOffset + length - offset;
    this.words.number(entry.id, this.#tape.lo, this.#tape.hi);
    counters.meet(entry.id);
    counters.bytes[entry.id]! += size;
    counters.head[entry.id]! += valueOffset - offset - 1;
    this.#covered[depth]! += size;
  }

  #bytes(): Promise<void> | undefined {
    const tape = this.#tape;
    const { entry, valueOffset, length } = tape;
    if (entry === undefined) return undefined;
    const { hashes } = this.options;
    const isBlob = SHAPES[entry.id] === SHAPE_BLOB;
    if (hashes !== undefined && isBlob && length >= LEAST_BLOB) return this.#hashed(hashes);
    if (IS_NAME[entry.id] && tape.hasPayload) this.#rename(entry.id, tape.payload);
    if (valueOffset + length <= this.#size) this.#countBytes();
    return undefined;
  }

  /** Counts the record of this step; call it only if all of its bytes exist. */
  #countBytes(): void {
    const { entry, depth, offset, valueOffset, length } = this.#tape;
    const { id } = entry as NonNullable<typeof entry>;
    const counters = this.#current;
    const size = valueOffset + length - offset;
    counters.meet(id);
    counters.bytes[id]! += size;
    counters.head[id]! += valueOffset - offset;
    this.#covered[depth]! += size;
    if (SHAPES[id] !== SHAPE_BLOB) return;
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

  #unknown(): void {
    const { depth, offset, valueOffset, length, tag } = this.#tape;
    if (valueOffset + length > this.#size) return;
    this.#countUnknown(depth, valueOffset + length - offset);
    const role = this.#role;
    if (depth === role.depth && role.member < 0 && (tag & 7) === WIRE_LEN) {
      role.member = ROLES[this.#entries[depth] as number] === ROLE_ACTION ? ACTION_UNKNOWN : TRIGGER_UNKNOWN;
    }
  }

  #countUnknown(depth: number, size: number): void {
    const type = depth === 0 ? 0 : (CHILD_TYPES[this.#entries[depth] as number] as number);
    const counters = this.#current;
    counters.meet(ENTRY_COUNT + type);
    counters.bytes[ENTRY_COUNT + type]! += size;
    this.#covered[depth]! += size;
  }

  async #hashed(hashes: BlobHashes): Promise<void> {
    const { entry, valueOffset, length } = this.#tape;
    const hash = await hashes.begin();
    if (!(await this.#tape.chunks((chunk) => hash.update(chunk)))) return;
    this.#countBytes();
    const place = this.#places[this.#tape.depth] as QueryPlace;
    const name = entry?.field.name ?? '';
    hashes.add(hash.digest(), length, valueOffset, () => joinPath(place.path, name));
  }

  #fault(): void {
    const { problem, problemOffset, depth } = this.#tape;
    if (this.#unknownGroup > 0) this.#isGroupBroken = true;
    this.faultCount++;
    if (this.faults.length < MAX_FAULTS && problem !== OK) {
      const [code, message] = WIRE_PROBLEMS[problem];
      const around = this.#unknownGroup > 0 ? this.#unknownGroup - 1 : depth;
      this.faults.push({
        code,
        offset: problemOffset,
        path: (this.#places[around] as QueryPlace).path,
        message,
      });
    }
  }

  #open(id: number, depth: number, offset: number): void {
    const isGroup = id === GROUPS_ID;
    const isListed = isGroup ? ++this.groups <= MAX_GROUPS : ++this.contexts <= MAX_CONTEXT_ROWS;
    if (!isListed) return;
    const kind = isGroup
      ? 'group'
      : id === PRELIMINARY_ID || id === CORE_OP_PRELIMINARY_ID
        ? 'preliminary'
        : 'context';
    const counters = this.#free.pop() ?? new Counters();
    this.#scopes.push(new StatsScope(kind, this.#places[depth] as QueryPlace, depth, offset, counters));
    this.#current = counters;
  }

  #close(depth: number, whole: number): void {
    const scope = this.#scopes.at(-1);
    if (scope?.depth !== depth) return;
    this.#scopes.pop();
    const outer = this.#scopes.at(-1);
    this.#current = outer?.counters ?? this.totals;
    this.options.closed?.(scope, whole, outer);
    this.#current.take(scope.counters);
    this.#free.push(scope.counters);
  }

  /**
   * Sets the name of the open scope. A group's name is in the group or in its metadata; nested groups have
   * their own names.
   */
  #rename(id: number, payload: Uint8Array): void {
    const { depth } = this.#tape;
    const scope = this.#scopes.at(-1);
    if (id === RESOURCE_NAME_ID) this.words.name = decodeUtf8(payload, 0, payload.length);
    if (scope === undefined || payload.length === 0) return;
    const isContextName = scope.kind === 'context';
    if (!isContextName && depth > scope.depth + 1) return;
    if (isContextName !== (id === CONTEXT_NAME_ID)) return;
    scope.rename(decodeUtf8(payload, 0, payload.length));
  }
}

/** Finds the message of a source, and counts it. */
export async function tallyMessage(source: Source, options: TallyOptions = {}) {
  const opened = await openOutline(source, options);
  const tally = new StatsTally(opened.source, opened.from, opened.end, {
    ...options,
    hasWords: opened.frame !== null,
  });
  await tally.run();
  return { ...opened, tally };
}
