import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from '../random.js';
import type { Census, Kind } from './census.js';
import type { Target, TargetPath } from './targets.js';

/**
 * Position of a record: its index among the root's records, then its index among the records inside, and so
 * on. Unlike a path, a position also identifies unknown fields and the parts of merged messages. The position
 * of a message is the position of its record; the position of the root is empty.
 */
export type Position = readonly number[];

interface FoundRecord {
  readonly record: RecordNode;
  readonly at: Position;
}

interface FoundMessage {
  readonly message: MessageNode;
  readonly at: Position;
}

/** Restrictions for the choice of a change. */
export interface MutationScope {
  /** Full name of the message type to change, if the file has messages of this type. */
  readonly focus?: string | undefined;
  /** True to add only fields that occur nowhere in the file; otherwise, fields that the message lacks. */
  readonly extend?: boolean | undefined;
}

/** Maximum number of records to examine in a search, because hostile files are nested deeply. */
const MOST_STEPS = 256;

/** The message of a file as mutators see it. */
export class TreeSite {
  #stepsLeft = 0;

  /**
   * @param donors messages of other files from which content can be copied
   * @param base offset of the message in its file
   * @param room number of bytes by which the message may grow
   * @param census returns the census of the original file, computed on first use
   */
  constructor(
    readonly root: MessageNode,
    readonly donors: readonly MessageNode[],
    readonly base: number,
    readonly room: number,
    private readonly census?: () => Census,
    private readonly aim: MutationScope = {},
  ) {}

  /** Returns a random record of this kind; undefined if the search has found no record. */
  find(
    target: Target,
    random: Random,
    accepts: (record: RecordNode) => boolean = () => true,
    root: MessageNode = this.root,
  ): FoundRecord | undefined {
    if (root === this.root && this.census !== undefined) {
      const { focus } = this.aim;
      const inFocus = focus === undefined ? [] : this.census().within(target, focus);
      const found =
        this.#oneOf(inFocus, random, accepts) ??
        (random.oneIn(2) ? this.#oneOf(this.census().of(target), random, accepts) : undefined);
      if (found !== undefined) return found;
    }
    this.#stepsLeft = MOST_STEPS;
    const at: number[] = [];
    const record = this.#descend(root, target, random, accepts, at);
    return record === undefined ? undefined : { record, at };
  }

  /** Returns a message of this kind. The root, if permitted, is as likely as any other level. */
  findMessage(
    target: Target,
    random: Random,
    mayBeRoot: boolean,
    accepts: (message: MessageNode) => boolean = () => true,
  ): FoundMessage | undefined {
    const root = (): FoundMessage | undefined =>
      mayBeRoot && accepts(this.root) ? { message: this.root, at: [] } : undefined;
    if (random.oneIn(8)) {
      const chosen = root();
      if (chosen !== undefined) return chosen;
    }
    const found = this.find(target, random, ({ message }) => message !== undefined && accepts(message));
    return found === undefined ? root() : { message: found.record.message as MessageNode, at: found.at };
  }

  /**
   * Returns a message and a field that occurs nowhere in the file; undefined if the aim does not require such
   * a field, or none was found.
   */
  absent(random: Random): (FoundMessage & { readonly field: FieldTable }) | undefined {
    if (this.aim.extend !== true || this.census === undefined) return undefined;
    const { absent } = this.census();
    if (absent.size === 0) return undefined;
    // All types have the same chance; otherwise small and deep types would rarely be chosen.
    const ofType = absent.get(this.aim.focus ?? '') ?? random.one([...absent.values()]);
    const { field, places } = random.one(ofType);
    const at = random.one(places);
    const message = at.length === 0 ? this.root : this.#recordAt(at)?.message;
    return message?.table?.fields.includes(field) === true ? { message, at, field } : undefined;
  }

  /** @throws ProtomdlError (`replay-mismatch`) if there is no such record */
  record(at: Position): RecordNode {
    const record = this.#recordAt(at);
    if (record === undefined) throw noSuchPlace(at);
    return record;
  }

  /** @throws ProtomdlError (`replay-mismatch`) if there is no such message */
  message(at: Position): MessageNode {
    const message = at.length === 0 ? this.root : this.record(at).message;
    if (message?.table === undefined) throw noSuchPlace(at);
    return message;
  }

  /** Chooses a record; each kind of record has the same chance. */
  #oneOf(
    kinds: readonly Kind[],
    random: Random,
    accepts: (record: RecordNode) => boolean,
  ): FoundRecord | undefined {
    if (kinds.length === 0) return undefined;
    const { message, number, places } = random.one(kinds);
    const at = random.one(places);
    const record = this.#recordAt(at);
    // Earlier mutations may have moved the record.
    if (record?.holder?.table?.index !== message || record.number !== number) return undefined;
    return record.isKnown && accepts(record) ? { record, at } : undefined;
  }

  #recordAt(at: Position): RecordNode | undefined {
    let message: MessageNode | undefined = this.root;
    let record: RecordNode | undefined;
    for (const index of at) {
      record = message?.at(index);
      message = record?.wireType === 2 ? record.message : undefined;
      if (record === undefined) break;
    }
    return record;
  }

  #descend(
    message: MessageNode,
    target: Target,
    random: Random,
    accepts: (record: RecordNode) => boolean,
    at: number[],
  ): RecordNode | undefined {
    if (message.table === undefined) return undefined;
    const ways = [...target.waysFrom(message.table as MessageTable)];
    let total = ways.reduce((sum, { weight }) => sum + weight, 0);
    while (ways.length > 0 && this.#stepsLeft-- > 0) {
      const chosen = random.weighted(
        ways.map(({ weight }) => weight),
        total,
      );
      const [way] = ways.splice(chosen, 1) as [TargetPath];
      total -= way.weight;
      const { count } = message;
      const index = count === 0 ? -1 : message.nextOf(way.number, random.below(count));
      if (index < 0) continue;
      const record = message.at(index) as RecordNode;
      at.push(index);
      const isGoal = way.isGoal && accepts(record);
      // A target that may contain further targets is chosen at once with a probability of one third, so that
      // the inner targets have a chance.
      if (isGoal && (!way.leadsOn || random.oneIn(3))) return record;
      if (way.leadsOn && record.message !== undefined) {
        const inner = this.#descend(record.message, target, random, accepts, at);
        if (inner !== undefined) return inner;
      }
      if (isGoal) return record;
      at.pop();
    }
    return undefined;
  }
}

function noSuchPlace(at: Position): ProtomdlError {
  return new ProtomdlError('replay-mismatch', `the file has nothing at position ${at.join('.') || 'root'}`);
}
