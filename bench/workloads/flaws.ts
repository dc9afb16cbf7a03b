import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import type { Ids } from './actions.js';
import type { Flaws } from './operations.js';

/** Faults that are written in turn. Each causes one finding, which the core set of checks detects. */
const KINDS: readonly ((writer: RecordWriter, ids: Ids) => void)[] = [
  unset,
  overlong,
  twoMembers,
  strayIndex,
];

/** Codes of the findings, in the order of `KINDS`. */
export const FLAW_CODES = [
  'action-unset',
  'wire-non-minimal',
  'oneof-multiple-members',
  'network-index-out-of-range',
] as const;

export function flawsEvery(period: number, of: Flaws['of']): Flaws {
  return { of, period, write: (writer, ids, index) => KINDS[index % KINDS.length]!(writer, ids) };
}

/** Writes an action without any member. */
function unset(writer: RecordWriter, ids: Ids): void {
  writer.begin(2).scalar(1, ids.nextAction()).end();
}

/** Writes an action with an index that has one byte more than necessary. */
function overlong(writer: RecordWriter, ids: Ids): void {
  writer.begin(2).scalar(1, ids.nextAction()).begin(11).raw(0x08, 0x85, 0x00).end().end();
}

/** Writes an action with two members. */
function twoMembers(writer: RecordWriter, ids: Ids): void {
  writer.begin(2).scalar(1, ids.nextAction());
  writer.begin(6).uint(1, 3).end().begin(11).uint(1, 3).end().end();
}

/** Writes an action for a layer controller with the index of a network that does not exist. */
function strayIndex(writer: RecordWriter, ids: Ids): void {
  writer.begin(2).scalar(1, ids.nextAction());
  writer.begin(8).uint(1, 2).uint(2, 1).uint(3, 1).uint(4, 2).uint(5, 310_641_052).uint(6, 7).end().end();
}
