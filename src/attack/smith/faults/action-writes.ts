/** Faults of configuration writes: their channels, and their data. */
import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import { configurationChannels } from './context-edges.js';
import { type Expected, type FaultNeeds, type Faults, needed, needing, type Site } from './fault.js';
import { above, choose, type OperationScope, plainActions, scopesOf } from './operation-places.js';
import { actionsOf, numberAt, oneOf, someOf } from './places.js';
import type { FaultSpot } from './spots.js';

/** Both kinds of configuration writes: with data in the message, and with data after the message. */
const MEMBERS = ['write_data_ccw', 'write_data_ccw_ptr'] as const;
const WRITE = MEMBERS[0];
/** Requires enough writes for rows of several writes. */
const WRITES: FaultNeeds = { blobs: 24, blob: 40 };
/** Requires writes with their data in the message. */
const INSIDE: FaultNeeds = { ...WRITES, framings: ['bare', 0] };

const MOST_CHANNEL = 255;
/** Number of channels that the firmware supports. */
const MOST_CHANNELS = 4;

interface ChannelSite {
  readonly message: MessageNode;
  readonly count: number;
  /** Number of channels that the scope's other writes use: the channels from 0 on, without a gap. */
  readonly used: number;
  /**
   * True if a gap in the channel numbers is a fault. In framing 3, a gap is not a fault: releases that read
   * framing 3 find channels by number.
   */
  readonly gaps: boolean;
}

/** Chooses a configuration write whose channel can change without a gap in the channel numbers. */
function anyChannel({ random, root, frame }: Site): ChannelSite | undefined {
  const sites = scopesOf(root).flatMap((scope) => {
    const writes = writesOf(scope);
    const channels = writes.map((write) => numberAt(write, 'cfg_channel_index'));
    return writes.flatMap((message, i): ChannelSite[] => {
      const others = new Set(channels.filter((_, other) => other !== i));
      const used = others.size;
      if (used > 0 && Math.max(...others) >= used) return [];
      return [{ message, count: configurationChannels(scope.coreOp), used, gaps: frame?.version !== 3 }];
    });
  });
  return oneOf(random, sites);
}

function writesOf({ operations }: OperationScope): MessageNode[] {
  return operations
    .flatMap(actionsOf)
    .flatMap((action) => MEMBERS.flatMap((member) => messagesAt(action, member)));
}

function gap({ used, gaps }: ChannelSite, channel: number, at: FaultSpot): readonly Expected[] {
  return gaps && channel !== used ? [{ code: 'cfg-channel-gap', at, related: [at] }] : [];
}

function isWrite(action: MessageNode | undefined): boolean {
  return action?.field(WRITE) !== undefined;
}

/** Empties a write by removing its data or setting empty data. */
function drain(random: Site['random'], write: MessageNode): FaultSpot {
  if (random.chance(40)) return setField(write, 'data', new Uint8Array(0));
  for (const record of write.fields('data')) write.remove(record);
  return write;
}

/** Returns the writes that have the same channel as another write in their row. */
function withCompany(operation: MessageNode): MessageNode[] {
  const rows: MessageNode[][] = [[]];
  for (const action of actionsOf(operation)) {
    if (isWrite(action)) (rows.at(-1) as MessageNode[]).push(action);
    else rows.push([]);
  }
  const channel = (action: MessageNode): number => numberAt(action, WRITE, 'cfg_channel_index');
  return rows.flatMap((row) =>
    row.filter((action) => row.some((other) => other !== action && channel(other) === channel(action))),
  );
}

/** Architectures for which the layout of configuration words is known from compilers up to 4.23. */
const KNOWN_LAYOUT = [0, 1, 2, 3, 100, 101, 102, 103, 104, 105];
/** Size of the header of a write's data: the number of words, and their address. */
const HEAD = 8;

function anyData({ random, root }: Site): MessageNode | undefined {
  const writes = scopesOf(root).flatMap(({ operations }) =>
    operations.flatMap(actionsOf).flatMap((action) => messagesAt(action, WRITE)),
  );
  return oneOf(random, writes, (write) => (write.field('data')?.bytes.length ?? 0) > HEAD);
}

/**
 * Breaks the layout of a write's data: changes the number of words, lengthens the data, or removes all words.
 */
function otherLayout(random: Site['random'], bytes: Uint8Array): Uint8Array {
  switch (random.below(3)) {
    case 0:
      return bytes.slice(0, HEAD);
    case 1: {
      const longer = new Uint8Array(bytes.length + HEAD * random.between(1, 3));
      longer.set(bytes);
      return longer;
    }
    default: {
      const changed = bytes.slice();
      const pairs = (bytes.length - HEAD) / 8;
      const others = [0, 1, 2 ** 16, 2 ** 31 - 1].filter((value) => Math.ceil((value + 1) / 2) !== pairs);
      new DataView(changed.buffer).setUint32(0, random.one([...others, 2 * pairs, 2 * pairs + 1]), true);
      return changed;
    }
  }
}

export const WRITE_FAULTS: Faults = {
  'cfg-channel-index-range': needing(WRITES, (site) => {
    const place = needed(anyChannel(site));
    const channel = above(site.random, MOST_CHANNEL);
    const at = setField(place.message, 'cfg_channel_index', channel);
    return [
      { at },
      { code: 'cfg-channel-index-out-of-range', at, related: [at] },
      ...gap(place, channel, at),
    ];
  }),
  'cfg-channel-index-out-of-range': needing(WRITES, (site) => {
    const place = needed(anyChannel(site));
    const channel = above(site.random, place.count - 1, MOST_CHANNEL);
    const at = setField(place.message, 'cfg_channel_index', channel);
    return [{ at }, ...gap(place, channel, at)];
  }),
  'cfg-channel-gap': needing({ ...WRITES, framings: ['bare', 0, 1, 2] }, (site) => {
    const { random } = site;
    const place = anyChannel(site);
    if (place === undefined || place.used + 2 > MOST_CHANNELS) return undefined;
    const channel = random.between(place.used + 1, MOST_CHANNELS - 1);
    const coreOp = scopesOf(site.root).find((scope) => writesOf(scope).includes(place.message))?.coreOp;
    const metadata = needed(coreOp?.field('network_group_metadata')?.message);
    const count = random.between(channel + 1, MOST_CHANNELS);
    if (place.count < count) setField(metadata, 'cfg_channels_count', count);
    return [{ at: setField(place.message, 'cfg_channel_index', channel) }];
  }),
  'ccw-run-empty': needing({ framings: ['bare', 0] }, ({ random, root }) => {
    // The end of an operation also ends a row.
    const lonely = scopesOf(root).flatMap(({ operations }) =>
      operations.flatMap((operation) => {
        const actions = actionsOf(operation);
        const plain = new Set(plainActions([operation]));
        return actions.filter(
          (action, i) => plain.has(action) && !isWrite(actions[i - 1]) && !isWrite(actions[i + 1]),
        );
      }),
    );
    const action = someOf(random, lonely);
    const write = choose(action, WRITE).message as MessageNode;
    const at = drain(random, write);
    return [{ at: action }, { code: 'ccw-data-empty', at, related: [action] }];
  }),
  'ccw-data-empty': needing(INSIDE, ({ random, root }) => {
    const action = oneOf(
      random,
      scopesOf(root).flatMap(({ operations }) => operations.flatMap(withCompany)),
    );
    const write = needed(action?.field(WRITE)?.message);
    return [{ at: drain(random, write) }];
  }),
  'ccw-data-alignment': needing(INSIDE, (site) => {
    const { random, model } = site;
    const write = anyData(site);
    const data = needed(write?.field('data'));
    const { bytes } = data;
    const length = random.one([bytes.length + random.between(1, 7), random.between(1, bytes.length - 1)]);
    if (length % HEAD === 0) return undefined;
    const changed = new Uint8Array(length);
    changed.set(bytes.subarray(0, length));
    data.setBytes(changed);
    const follows: Expected = { code: 'ccw-data-malformed', at: data, related: [data] };
    return [{ at: data }, ...(KNOWN_LAYOUT.includes(model.hwArch) ? [follows] : [])];
  }),
  'ccw-data-malformed': needing({ ...INSIDE, without: ['later-architectures'] }, (site) => {
    const { random, model } = site;
    // Configuration data have a known layout only for these architectures. Without later architectures, a
    // model can have one other architecture: 4, in variants for parts of a device.
    if (!KNOWN_LAYOUT.includes(model.hwArch)) return undefined;
    const data = needed(anyData(site)?.field('data'));
    data.setBytes(otherLayout(random, data.bytes));
    return [{ at: data }];
  }),
};
