import type { Release } from '../../base/diagnostics/catalogue.js';
import type { RecordWriter } from '../../base/wire/record-writer.js';
import type { Random } from '../random.js';
import type { Feature } from './features.js';
import type { Noise } from './filling.js';
import { takesAction } from './loads-on.js';

/** Field number of `actions` in ProtoMDLOperation. */
const ACTIONS = 2;
const CLUSTERS = 8;
const LCUS = 16;
const L3_OFFSETS = 0x10000;
/** Largest value of `initial_l3_legacy`: 7 bits for a cut, 12 bits for an offset. */
const LEGACY_BITS = 0x7ffff;

/** Generates ids of triggers and actions, unique in a core op and ascending as in compiled models. */
export class Ids {
  trigger = 0;
  action = 0;
}

/** Properties of a core op that its actions depend on. */
export interface ActionSurroundings {
  readonly random: Random;
  /** Features of the enclosing core op. */
  readonly uses: ReadonlySet<Feature>;
  readonly noise: Noise;
  readonly ids: Ids;
  /** Number of networks that the actions' network indexes distinguish; 1 without such indexes. */
  readonly networks: number;
  readonly legacyL3: boolean;
  readonly loadsOn: Release | undefined;
  readonly sequencers: boolean;
}

type WriteKind = (writer: RecordWriter, around: ActionSurroundings) => void;

interface Kind {
  readonly weight: number;
  /** Average number of consecutive actions of the kind. */
  readonly run: number;
  readonly write: WriteKind;
}

/**
 * Returns the address of a layer controller's enable register. As in compiled models, each cluster has a
 * block of addresses, with a page for each controller.
 */
function lcuAddress(cluster: number, lcu: number): number {
  return 0x1080_02dc + cluster * 0x200_0000 + lcu * 0x2_0000;
}

const LCU_KINDS: readonly Kind[] = [
  { weight: 85, run: 24, write: disableLcu },
  { weight: 85, run: 24, write: enableLcu },
];
const SEQUENCER_KINDS: readonly Kind[] = [
  { weight: 250, run: 1, write: waitForSequencer },
  { weight: 250, run: 1, write: enableSequencer },
];
const PLAIN_KINDS: readonly Kind[] = [
  { weight: 150, run: 3, write: waitForModule },
  { weight: 40, run: 1, write: nothing },
];
/** Kinds of actions that only some releases accept, with their field numbers. */
const LATER_KINDS: readonly (Kind & { readonly number: number })[] = [
  { number: 12, weight: 25, run: 1, write: debug },
  { number: 13, weight: 25, run: 1, write: enableNms },
  { number: 14, weight: 60, run: 2, write: writeDataByType },
  { number: 15, weight: 60, run: 2, write: switchLcuBatch },
  { number: 17, weight: 25, run: 1, write: allowConfigChannels },
  { number: 18, weight: 25, run: 1, write: disableDataChannels },
];
/** Loaders refuse a shorter pause. */
const LEAST_SLEEP_US = 1000;
const WRITE_DATA: Kind = { weight: 60, run: 2, write: writeData };

/**
 * Writers by the names of the oneof's members in the codec. Each writer writes its member into an open
 * action.
 */
export const ACTION_WRITERS: Readonly<Record<string, WriteKind>> = {
  enableSequencer,
  waitForSeqeuncer: waitForSequencer,
  disableLcu,
  enableLcu,
  none: nothing,
  waitForModuleConfigDone: waitForModule,
  debug,
  enableNms,
  switchLcuBatch,
  allowConfigChannels,
  disableDataChannels,
};

export class ActionWriter {
  readonly #kinds: readonly Kind[];
  readonly #total: number;

  constructor(private readonly around: ActionSurroundings) {
    const { uses, sequencers } = around;
    const taken = [...PLAIN_KINDS];
    if (uses.has('lcus')) taken.push(...LCU_KINDS);
    if (sequencers && uses.has('sequencers')) taken.push(...SEQUENCER_KINDS);
    if (uses.has('later-actions')) {
      taken.push(...LATER_KINDS.filter(({ number }) => takesAction(around.loadsOn, number)));
    }
    if (uses.has('write-data')) taken.push(WRITE_DATA);
    this.#kinds = taken;
    this.#total = taken.reduce((sum, { weight }) => sum + weight, 0);
  }

  write(writer: RecordWriter, count: number): void {
    const { random } = this.around;
    for (let left = count; left > 0; ) {
      const { run, write } = this.#kind();
      const length = Math.min(left, 1 + random.below(2 * run - 1));
      for (let i = 0; i < length; i++) {
        begin(writer, this.around.ids);
        write(writer, this.around);
        writer.end();
      }
      left -= length;
    }
  }

  #kind(): Kind {
    let at = this.around.random.below(this.#total);
    for (const kind of this.#kinds) {
      at -= kind.weight;
      if (at < 0) return kind;
    }
    throw new Error('weights do not add up');
  }
}

function begin(writer: RecordWriter, ids: Ids): void {
  writer.begin(ACTIONS).scalar(1, ids.action++);
}

/** @param connection `edge_connection_type` of the input */
export function allowInput(writer: RecordWriter, ids: Ids, sys: number, connection: number): void {
  begin(writer, ids);
  writer.begin(10).scalar(1, sys).scalar(2, connection).end().end();
}

/** Writes the action that separates rows of configuration writes in compiled models. */
export function waitAction(writer: RecordWriter, ids: Ids, index: number): void {
  begin(writer, ids);
  writer.begin(11).scalar(1, index).end().end();
}

/** Writes a pointer to configuration words after the message. */
export function pointerAction(
  writer: RecordWriter,
  ids: Ids,
  offset: number,
  size: number,
  channel: number,
): void {
  begin(writer, ids);
  writer.begin(16).scalar(1, offset).uint(2, size).scalar(3, channel).end().end();
}

function disableLcu(writer: RecordWriter, { random }: ActionSurroundings): void {
  const [cluster, lcu] = [random.below(CLUSTERS), random.below(LCUS)];
  writer.begin(7).scalar(1, lcu).scalar(2, cluster).uint(5, lcuAddress(cluster, lcu)).end();
}

function enableLcu(writer: RecordWriter, { random, networks }: ActionSurroundings): void {
  const [cluster, lcu] = [random.below(CLUSTERS), random.below(LCUS)];
  writer
    .begin(8)
    .scalar(1, lcu)
    .scalar(2, cluster)
    .scalar(3, random.below(0x10000))
    .scalar(4, random.below(5));
  writer.uint(5, lcuAddress(cluster, lcu)).scalar(6, random.below(networks)).end();
}

function waitForModule(writer: RecordWriter, { random }: ActionSurroundings): void {
  writer.begin(11).scalar(1, random.below(256)).end();
}

function waitForSequencer(writer: RecordWriter, { random }: ActionSurroundings): void {
  writer.begin(6).scalar(1, random.below(CLUSTERS)).end();
}

function enableSequencer(writer: RecordWriter, { random, legacyL3 }: ActionSurroundings): void {
  const legacy = legacyL3 && random.chance(50);
  writer
    .begin(5)
    .scalar(1, random.below(CLUSTERS))
    .scalar(2, random.bits() & LEGACY_BITS);
  writer.scalar(3, random.ofAnyWidth(32));
  writer.scalar64(4, random.bits(), random.bits()).scalar64(5, random.bits(), random.bits());
  writer.scalar(6, random.ofAnyWidth(32));
  for (let field = 7; field <= 10; field++) writer.scalar(field, random.ofAnyWidth(32));
  if (!legacy)
    writer.begin(11).scalar(1, random.below(8)).scalar(2, random.below(L3_OFFSETS)).uint(3, 1).end();
  writer.end();
}

function nothing(writer: RecordWriter): void {
  writer.begin(9).end();
}

function writeData(writer: RecordWriter, { random, noise }: ActionSurroundings): void {
  writer.begin(2).scalar(1, random.ofAnyWidth(32));
  writeBytes(writer, 2, noise.slice(random.bits(), random.below(33)));
  writer.end();
}

function debug(writer: RecordWriter, { random }: ActionSurroundings): void {
  writer.begin(12);
  if (random.chance(50))
    writer
      .begin(2)
      .scalar(1, LEAST_SLEEP_US + random.ofAnyWidth(20))
      .end();
  else writer.uint(1, 1).begin(3).end();
  writer.end();
}

function enableNms(writer: RecordWriter, { random, networks }: ActionSurroundings): void {
  writer.begin(13).scalar(1, random.below(4)).scalar(2, random.below(networks));
  writer.scalar(3, random.between(1, 80)).scalar(4, random.between(1, 63)).scalar(5, random.below(4)).end();
}

function writeDataByType(writer: RecordWriter, { random, networks, noise }: ActionSurroundings): void {
  writer
    .begin(14)
    .scalar(1, 4 * random.ofAnyWidth(30))
    .scalar(2, random.below(2));
  writeBytes(writer, 3, noise.slice(random.bits(), 4));
  writer.scalar(4, random.bits()).scalar(5, random.below(networks)).scalar(6, random.below(32)).end();
}

function switchLcuBatch(writer: RecordWriter, { random, networks }: ActionSurroundings): void {
  writer.begin(15).scalar(1, random.below(LCUS)).scalar(2, random.below(CLUSTERS));
  writer.scalar(6, random.below(networks)).end();
}

function allowConfigChannels(writer: RecordWriter, { random }: ActionSurroundings): void {
  writer.begin(17).scalar(1, random.below(4)).end();
}

function disableDataChannels(writer: RecordWriter): void {
  writer.begin(18).end();
}

function writeBytes(writer: RecordWriter, field: number, bytes: Uint8Array): void {
  if (bytes.length > 0) writer.blob(field, bytes);
}
