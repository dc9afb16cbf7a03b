import type { RecordWriter } from '../../src/base/wire/record-writer.js';

/** Field numbers of ProtoMDLOperation and of the members of its actions. */
const OPERATION_TRIGGER = 1;
const OPERATION_ACTIONS = 2;
const UNIQUE_ID = 1;

export const TRIGGER = { lcu: 2, none: 3, allDataWasSent: 4 } as const;

const ACTION = {
  writeDataCcw: 3,
  enableSequencer: 5,
  waitForSequencer: 6,
  disableLcu: 7,
  enableLcu: 8,
  allowInputDataflow: 10,
  waitForModuleConfigDone: 11,
} as const;

/** Identities, which are unique in a network group. */
export class Ids {
  #triggers = 0;
  #actions = 0;

  /** @param idOf maps different numbers to different identities */
  constructor(private readonly idOf: (number: number) => number = (number) => number) {}

  nextTrigger(): number {
    return this.idOf(this.#triggers++);
  }

  nextAction(): number {
    return this.idOf(this.#actions++);
  }
}

const BLOCK = 2 ** 20;

/**
 * Returns the number at a position of a sequence in which each block of a million numbers is shuffled, so
 * that numbers never rise or fall for long.
 */
export function permutedId(number: number): number {
  const inBlock = Math.imul(number % BLOCK, 0x9_e375) & (BLOCK - 1);
  return number - (number % BLOCK) + inBlock;
}

/**
 * Returns the address of a layer controller, as compilers assign it: a block per cluster, a page per
 * controller.
 */
export function lcuAddress(cluster: number, lcu: number): number {
  return 276_824_540 + cluster * 0x200_0000 + lcu * 0x2_0000;
}

export function trigger(writer: RecordWriter, ids: Ids, member: number, first = 0, second = 0): void {
  writer.begin(OPERATION_TRIGGER).scalar(UNIQUE_ID, ids.nextTrigger());
  writer.begin(member).scalar(1, first).scalar(2, second).end().end();
}

export function action(
  writer: RecordWriter,
  ids: Ids,
  member: number,
  fill: (writer: RecordWriter) => void,
): void {
  writer.begin(OPERATION_ACTIONS).scalar(UNIQUE_ID, ids.nextAction()).begin(member);
  fill(writer);
  writer.end().end();
}

export function disableLcu(writer: RecordWriter, ids: Ids, cluster: number, lcu: number): void {
  writer.begin(OPERATION_ACTIONS).scalar(UNIQUE_ID, ids.nextAction());
  writer.begin(ACTION.disableLcu).scalar(1, lcu).scalar(2, cluster);
  writer.uint(5, lcuAddress(cluster, lcu)).end().end();
}

export function enableLcu(
  writer: RecordWriter,
  ids: Ids,
  cluster: number,
  lcu: number,
  network: number,
): void {
  writer.begin(OPERATION_ACTIONS).scalar(UNIQUE_ID, ids.nextAction());
  writer.begin(ACTION.enableLcu).scalar(1, lcu).scalar(2, cluster).uint(3, 1).uint(4, 2);
  writer.uint(5, lcuAddress(cluster, lcu)).scalar(6, network).end().end();
}

export function waitForModule(writer: RecordWriter, ids: Ids, index: number): void {
  action(writer, ids, ACTION.waitForModuleConfigDone, (inner) => inner.scalar(1, index));
}

export function waitForSequencer(writer: RecordWriter, ids: Ids, cluster: number): void {
  action(writer, ids, ACTION.waitForSequencer, (inner) => inner.scalar(1, cluster));
}

/** @param bits random bits for the bitmaps and offsets */
export function enableSequencer(writer: RecordWriter, ids: Ids, cluster: number, bits: () => number): void {
  action(writer, ids, ACTION.enableSequencer, (inner) => {
    inner.scalar(1, cluster).uint(2, 523_264);
    inner.uint64(4, bits(), bits() | 1).uint64(5, bits(), bits() | 1);
    inner.scalar(7, bits()).scalar(8, bits()).scalar(9, bits()).scalar(10, bits());
    inner.begin(11).uint(2, 32_704).uint(3, 1).end();
  });
}

/** @param connection other end of the input: 0 the host, 1 another context, 2 external memory */
export function allowInput(writer: RecordWriter, ids: Ids, sysIndex: number, connection: number): void {
  action(writer, ids, ACTION.allowInputDataflow, (inner) => inner.scalar(1, sysIndex).scalar(2, connection));
}

/**
 * Returns the head of a configuration write of `length` bytes: number of words minus one, and address, both
 * 32 bits, little-endian. `length` is a multiple of 8 and at least 16, so that the words need no padding.
 */
export function ccwHead(length: number, address: number): Uint8Array {
  const head = new Uint8Array(8);
  const view = new DataView(head.buffer);
  view.setUint32(0, (length - 8) / 4 - 1, true);
  view.setUint32(4, address, true);
  return head;
}
