import { expect, it } from 'vitest';
import { reachOf } from '../../src/base/container/layout.js';
import { openMessage } from '../../src/base/container/open.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { framedFile, MESSAGE, ramp } from './frame-bytes.js';

it('openMessage returns the message inside the frame', async () => {
  for (const version of [0, 1, 2, 3] as const) {
    const file = await framedFile({ version, ccws: version === 0 ? new Uint8Array() : ramp(16) });
    const { from, end } = await openMessage(memorySource(file));
    expect(file.slice(from, end)).toEqual(MESSAGE);
  }
  expect(await openMessage(memorySource(MESSAGE))).toMatchObject({
    frame: null,
    from: 0,
    end: Number.POSITIVE_INFINITY,
  });
});

it('a stream is read again from its beginning', async () => {
  const file = await framedFile({ version: 2, ccws: ramp(16) });
  const stream = streamSource([file.slice(0, 10), file.slice(10)]);
  const { source } = await openMessage(stream);
  const read = new Uint8Array(file.length);
  for (let at = 0; at < file.length; ) at += await source.read(at, read.subarray(at));
  expect(read).toEqual(file);
});

it('without configuration words, offsets of words count from the end of the padding', async () => {
  const { frame } = await openMessage(memorySource(await framedFile({ version: 3, padding: ramp(10) })));
  expect(frame === null || reachOf(frame)).toEqual({ zeroPoint: 56 + MESSAGE.length + 10, words: 0 });
});
