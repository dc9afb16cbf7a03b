/** Verdicts of each release on containers: versions, cuts, checksums, and sizes. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { spoiled } from '../../../scripts/corpus/faults.js';
import type { Frame } from '../../../scripts/corpus/frame.js';
import type { Fields } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { bytesOf } from '../predicted.js';
import { expectOutcomes, framed, periph } from './outcomes.js';

/** A message that every release accepts in every container, because it has no configuration words. */
function message(): Uint8Array {
  const content = spoiled(oneContext, periph);
  for (const group of content.network_groups as Fields[]) {
    delete group.preliminary_config;
    for (const context of group.contexts as Fields[]) delete context.operations;
  }
  return bytesOf(content);
}

type Edit = (bytes: Uint8Array) => Uint8Array;

const cut =
  (length: number): Edit =>
  (bytes) =>
    bytes.slice(0, length);
const put =
  (offset: number, byte: number): Edit =>
  (bytes) => {
    const copy = bytes.slice();
    copy[offset] = byte;
    return copy;
  };
const more: Edit = (bytes) => Buffer.concat([bytes, Buffer.from([0])]);
/** One more byte; the reserved number of version 0 and the checksum include it. */
const counted: Edit = (bytes) => {
  const copy = put(15, 1)(more(bytes));
  copy.set(createHash('md5').update(copy.subarray(32)).digest(), 16);
  return copy;
};
const V3 = { version: 3, messageChecksum: true, ccws: new Uint8Array(64) } as const;

const ROWS: readonly (readonly [about: string, plan: Frame, edit: Edit | undefined, cells: string])[] = [
  ['version 0', { version: 0 }, undefined, 'ok'],
  ['version 1', { version: 1 }, undefined, '26 ok'],
  ['version 2', { version: 2 }, undefined, '26 8 = ok'],
  ['version 3', { version: 3 }, undefined, '26 8 = 26 ok'],
  ['version 9', { version: 0 }, put(7, 9), '26 8 = 26 92'],
  ['version 9 and a bad magic', { version: 0, claim: { magic: 1n } }, put(7, 9), '26 = = = 92'],
  ['a bad magic', { version: 0, claim: { magic: 1n } }, undefined, '26 = = = 92'],
  ['a bad magic, version 3', { version: 3, claim: { magic: 1n } }, undefined, '26 = = = 92'],
  ['the same with a sum of the message', { ...V3, claim: { magic: 1n } }, undefined, '26 = = = 92 = = ok'],
  ['no byte', { version: 0 }, cut(0), '14'],
  ['11 bytes', { version: 0 }, cut(11), '14'],
  ['31 bytes of version 0', { version: 0 }, cut(31), '14'],
  ['27 bytes of version 1', { version: 1 }, cut(27), '14'],
  ['28 bytes of version 1', { version: 1 }, cut(28), '14 26 = = 91'],
  ['20 bytes of version 2', { version: 2 }, cut(20), '14'],
  ['40 bytes of version 2', { version: 2 }, cut(40), '26 8 = 14'],
  ['12 bytes of version 3', { version: 3 }, cut(12), '14 = = 26 14'],
  ['30 bytes of version 3', { version: 3 }, cut(30), '14 8 = 26 14'],
  ['a byte more', { version: 0 }, more, '26 = = = 91'],
  ['a byte more that 4.17 counts', { version: 0 }, counted, 'ok 26 = = 91'],
  ['a number that 4.17 counts', { version: 0 }, put(15, 1), '26 ok'],
  ['the header of version 0 in version 1', { version: 0 }, put(7, 1), 'ok 26 = = 91'],
  ['a wrong md5', { version: 0, claim: { md5: 1n } }, undefined, '26 = = = 91'],
  ['a wrong crc', { version: 1, claim: { crc: 1n } }, undefined, '26 = = = 91'],
  ['a wrong xxh3', { version: 2, claim: { xxh3: 1n } }, undefined, '26 8 = 26 91'],
  [
    'a wrong sum of the file beside a right one of the message',
    { ...V3, claim: { xxh3: 1n } },
    undefined,
    '26 8 = 26 91 = = ok',
  ],
  ['a wrong sum of the message', { ...V3, claim: { proto_xxh3: 1n } }, undefined, '26 8 = 26 ok = = 91'],
  ['a wrong sum of the file alone', { version: 3, claim: { xxh3: 1n } }, undefined, '26 8 = 26 91'],
  ['version 3, cut in the message', V3, cut(100), '26 8 = 26 91 = = 14'],
  ['version 3, cut after the message', V3, cut(56 + message().length), '26 8 = 26 91 = = ok'],
  ['version 3, with bytes more', V3, more, '26 8 = 26 91 = = ok'],
  [
    'version 3, other sizes',
    { ...V3, claim: { ccws_size_with_padding: 0n } },
    undefined,
    '26 8 = 26 91 = = ok',
  ],
];

it.each(ROWS)('%s', async (_about, plan, edit, cells) => {
  const bytes = await framed(message(), plan);
  await expectOutcomes(edit?.(bytes) ?? bytes, cells);
});

it('a message that no parser accepts', async () => {
  const broken = Buffer.concat([message(), Buffer.from([0x0a, 0x7f])]);
  await expectOutcomes(await framed(broken, { version: 0 }), '26 = = = 91');
  await expectOutcomes(await framed(broken, V3), '26 8 = 26 91');
});

it('header fields have the names that the rows of the table use', async () => {
  const right = await framed(message(), V3);
  for (const name of ['magic', 'xxh3', 'proto_xxh3', 'ccws_size_with_padding']) {
    expect(await framed(message(), { ...V3, claim: { [name]: 1n } }), name).not.toEqual(right);
  }
});
