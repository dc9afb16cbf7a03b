import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { encodeRecord } from '../../read/tree/encode.js';
import { bytesRecord, rawRecord } from '../../read/tree/make.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from '../random.js';
import { type Done, recordPlace, type TreeMutator } from './mutator.js';
import type { Args, StepArgs } from './step-args.js';
import type { Target } from './targets.js';
import type { Position, TreeSite } from './tree-site.js';

/** A mutator of one record, found by its kind. */
export interface RecordMutator extends Pick<TreeMutator, 'name' | 'summary' | 'weight' | 'breaksFraming'> {
  readonly target: () => Target;
  readonly accepts?: (record: RecordNode, site: TreeSite) => boolean;
  /** Number of bytes that must remain below the size limit of the message. */
  readonly room?: number;
  /** Makes the mutator's other choices (default: no other choices). */
  choose?(record: RecordNode, random: Random, site: TreeSite, at: Position): StepArgs | undefined;
  /**
   * @returns the description of a change at the record's position before the change; for a change elsewhere,
   * the description with the place
   */
  perform(record: RecordNode, args: Args, site: TreeSite): string | Done;
}

export function recordMutator(of: RecordMutator): TreeMutator {
  const { name, summary, weight, breaksFraming = false, target, accepts, room = 0 } = of;
  return {
    name,
    summary,
    weight,
    stage: 'tree',
    breaksFraming,
    choose(site, random) {
      const found = site.find(target(), random, (record) => accepts?.(record, site) !== false);
      if (found === undefined || site.room < room) return undefined;
      const chosen = of.choose === undefined ? {} : of.choose(found.record, random, site, found.at);
      return chosen && { at: found.at, ...chosen };
    },
    perform(site, args) {
      const record = site.record(args.position());
      const place = recordPlace(site, record);
      const done = of.perform(record, args, site);
      return typeof done === 'string' ? { sentence: done, place } : done;
    },
  };
}

/**
 * Returns the message that contains a step's record. @throws ProtomdlError (`replay-mismatch`) if the schema
 * has no such message
 */
export function holderOf(site: TreeSite, args: Args): MessageNode {
  return site.message(args.position().slice(0, -1));
}

export function indexOf(args: Args): number {
  return args.position().at(-1) as number;
}

/** Number of bytes by which a new record's head, and the lengths of the records around it, may grow together. */
export const HEAD_GROWTH = 16;

/**
 * Maximum size of content from other files. A log contains the content, so that a replay needs only the base
 * file.
 */
export const SPLICE_BYTES = 65_536;

/**
 * Makes a LEN record, and parses a message inside by its type, so that later mutations can change its
 * content.
 */
export function lenRecord(holder: MessageNode, number: number, payload: Uint8Array): RecordNode {
  return rawRecord(holder, tagOf(number, WIRE_LEN), encodeRecord(bytesRecord(number, payload)));
}
