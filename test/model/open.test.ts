import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProtomdlError, type ProtomdlError } from '../../src/base/diagnostics/error.js';
import { blobSource } from '../../src/base/source/blob.js';
import { countingSource } from '../../src/base/source/counting.js';
import { openFile } from '../../src/base/source/file.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { type Model, openModel } from '../../src/read/model/open.js';
import { concat, lenRecord, tag, varint, varintRecord } from '../arbitrary/wire-writer.js';
import { framedFile } from '../container/frame-bytes.js';
import { arriving } from '../source/bytes.js';
import { answers } from './answers.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'protomdl-model-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function failure(promise: Promise<unknown>): Promise<ProtomdlError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isProtomdlError(error)) throw new Error(`expected an error of ours, not ${String(error)}`);
  return error;
}

const header = lenRecord(1, concat(varintRecord(1, 2), lenRecord(3, '3.30.0')));

/** A group with `writes` configuration writes of `length` bytes each, in two contexts. */
function group(writes: number, length: number): Uint8Array {
  const write = (i: number) => {
    const data = new Uint8Array(length).fill(i);
    return lenRecord(
      2,
      concat(varintRecord(1, i), lenRecord(3, concat(lenRecord(1, data), varintRecord(2, i)))),
    );
  };
  const operation = lenRecord(2, concat(...Array.from({ length: writes }, (_, i) => write(i))));
  const context = lenRecord(
    3,
    concat(varintRecord(1, 1), operation, operation, lenRecord(3, lenRecord(1, 'ctx'))),
  );
  return lenRecord(2, concat(lenRecord(1, lenRecord(1, 'net')), context, context));
}

const message = concat(header, group(40, 3000), group(3, 900), lenRecord(3, new Uint8Array(5000)));

function blobsOf({ root }: Model): Promise<Uint8Array[]> {
  const blobs = [root.mapping];
  for (const { contexts } of root.networkGroups) {
    for (const { operations } of contexts) {
      for (const { actions } of operations) {
        for (const { writeDataCcw } of actions) if (writeDataCcw) blobs.push(writeDataCcw.data);
      }
    }
  }
  return Promise.all(blobs.map((blob) => blob.read()));
}

describe('a model', () => {
  it.each([0, 1, 2, 3, undefined] as const)(
    'is the same from every source (container version %s)',
    async (version) => {
      const bytes =
        version === undefined ? message : await framedFile({ version, message, ccws: new Uint8Array(700) });
      const path = join(folder, `model-${version}`);
      writeFileSync(path, bytes);
      const whole = await openModel(memorySource(bytes));
      expect(whole.frame?.version).toBe(version);
      expect(whole.message).toEqual({ offset: whole.frame?.headerSize ?? 0, length: message.length });
      expect(whole.root.header?.sdkVersion).toBe('3.30.0');
      const truth = answers(whole.root.view, 0);
      const blobs = await blobsOf(whole);
      expect(blobs).toHaveLength(1 + 4 * 43);
      const allBytes = Buffer.concat(blobs);
      const seekable: Source[] = [
        await openFile(path),
        countingSource(memorySource(bytes), { hideBytes: true }),
        blobSource(new Blob([bytes as Uint8Array<ArrayBuffer>])),
      ];
      const streams = [61, 1024, 70_000].map((length) => streamSource(arriving(bytes, length)));
      for (const source of [...seekable, ...streams]) {
        const model = await openModel(source);
        expect(answers(model.root.view, 0)).toEqual(truth);
        expect(model.message).toEqual(whole.message);
        if (seekable.includes(source))
          expect(Buffer.concat(await blobsOf(model)).equals(allBytes)).toBe(true);
        await model.close();
      }
    },
  );

  it('from a stream has only the first bytes of its blobs', async () => {
    const { root } = await openModel(streamSource(arriving(message, 4096)));
    expect((await failure(root.mapping.read())).code).toBe('source-not-seekable');
    expect((await failure(root.mapping.readInto(new Uint8Array(10), 5))).code).toBe('source-not-seekable');
    expect(root.mapping.peek(8)).toEqual(new Uint8Array(8));
    const action = root.networkGroups.at(0)?.contexts.at(1)?.operations.at(0)?.actions.at(7);
    expect(action?.writeDataCcw?.data.peek(16)).toEqual(new Uint8Array(16).fill(7));
    expect(action?.writeDataCcw?.data.peek(17)).toBeUndefined();
    // Messages that were loaded as a whole are kept.
    const small = root.networkGroups.at(1)?.contexts.at(0)?.operations.at(0)?.actions.at(2);
    expect(await small?.writeDataCcw?.data.read()).toEqual(new Uint8Array(900).fill(2));
  });

  it('of a truncated file has an error with the offset', async () => {
    const cut = message.subarray(0, message.length - 4000);
    for (const source of [
      memorySource(cut),
      streamSource(arriving(cut, 999)),
      blobSource(new Blob([cut as never])),
    ]) {
      const { root } = await openModel(source);
      expect(root.networkGroups.at(1)?.contexts.at(0)?.metadata?.name).toBe('ctx');
      expect(() => root.header).toThrow(
        expect.objectContaining({ code: 'wire-truncated', offset: cut.length, path: 'mapping' }),
      );
    }
  });

  it('may be empty', async () => {
    for (const source of [memorySource(new Uint8Array(0)), streamSource([]), blobSource(new Blob([]))]) {
      const model = await openModel(source);
      expect(model.root.networkGroups.length).toBe(0);
      expect(model.message).toEqual({ offset: 0, length: 0 });
    }
  });

  it('is not opened if its header cannot be read', async () => {
    const bytes = await framedFile({ version: 2, message });
    bytes[7] = 9;
    let closed = 0;
    const source: Source = {
      ...memorySource(bytes),
      size: bytes.length,
      read: memorySource(bytes).read.bind(memorySource(bytes)),
      close: () => void closed++,
    };
    expect((await failure(openModel(source))).code).toBe('frame-version-unsupported');
    expect(closed).toBe(1);
    expect((await openModel(memorySource(message), { framing: 'bare' })).frame).toBeNull();
    expect((await failure(openModel(memorySource(message), { framing: 'framed' }))).code).toBe(
      'frame-bad-magic',
    );
  });

  it('closes its source', async () => {
    const path = join(folder, 'closed');
    writeFileSync(path, message);
    const model = await openModel(await openFile(path));
    await model.close();
    expect(() => model.root.header).toThrow(expect.objectContaining({ code: 'source-closed' }));
  });

  it('whose source ends before its size fails with source-changed', async () => {
    const bytes = memorySource(message);
    const lying: Source = {
      size: message.length * 2,
      randomAccess: true,
      read: (at, to) => bytes.read(at, to),
      close() {},
    };
    const { root } = await openModel(lying);
    expect(() => root.header).toThrow(
      expect.objectContaining({ code: 'source-changed', offset: message.length }),
    );
    let later = false;
    const turning: Source = {
      ...lying,
      size: message.length,
      read: (at, to) => (later ? Promise.resolve(0) : bytes.read(at, to)),
    };
    const model = await openModel(turning);
    later = true;
    expect(() => model.root.header).toThrow(expect.objectContaining({ code: 'source-not-synchronous' }));
  });
});

describe('the kept bytes of an asynchronous source', () => {
  it('are limited', async () => {
    let closed = 0;
    const source = { ...blobLike(message), close: () => void closed++ };
    const error = await failure(openModel(source, { maxSkeletonBytes: 1000 }));
    expect(error.code).toBe('model-too-large');
    expect(closed).toBe(1);
    // Blobs do not count against the limit; the rest of the message takes a tenth of its size.
    await openModel(blobLike(message), { maxSkeletonBytes: message.length / 4 });
  });

  it('are limited even for lengths that no source will ever deliver', async () => {
    let sent = 0;
    async function* endless(): AsyncIterable<Uint8Array> {
      yield concat(tag(8, 2), varint(0x7fffffff));
      for (; sent < 100; sent++) yield new Uint8Array(1 << 20);
    }
    const error = await failure(openModel(streamSource(endless()), { maxSkeletonBytes: 4 << 20 }));
    expect(error.code).toBe('model-too-large');
    expect(sent).toBeLessThan(10);
  });

  it('do not include a truncated blob', async () => {
    const { root } = await openModel(
      streamSource([concat(header, tag(3, 2), varint(0x7fffffff), new Uint8Array(9))]),
    );
    expect(() => root.mapping).toThrow(expect.objectContaining({ code: 'wire-truncated', path: 'mapping' }));
  });

  it('do not include large blobs', async () => {
    const large = concat(header, lenRecord(3, new Uint8Array(8 << 20)), header);
    const source = countingSource(blobSource(new Blob([large])));
    const { root } = await openModel(source);
    expect(root.header?.sdkVersion).toBe('3.30.0');
    expect(source.bytesRead).toBeLessThan(1 << 20);
  });
});

function blobLike(bytes: Uint8Array): Source {
  const blob = blobSource(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  return { size: bytes.length, randomAccess: true, read: (at, to) => blob.read(at, to), close() {} };
}

describe('laziness', () => {
  it('opening a file and reading its header touches less than 64 KiB', async () => {
    const path = join(folder, 'large');
    const large = concat(header, group(400, 13_000), lenRecord(3, new Uint8Array(4 << 20)));
    writeFileSync(path, large);
    const source = countingSource(await openFile(path));
    const model = await openModel(source);
    expect(source.bytesRead).toBeLessThanOrEqual(64);
    expect(model.root.header?.sdkVersion).toBe('3.30.0');
    expect(model.root.networkGroups.at(0)?.networkGroupMetadata?.networkGroupName).toBe('net');
    expect(source.bytesRead).toBeLessThan(8 * 1024);
    // Reads all metadata of a file that consists mostly of blobs.
    expect(answers(model.root.view, 0).length).toBeGreaterThan(1600);
    await model.close();
    const again = countingSource(await openFile(path));
    const { root } = await openModel(again);
    let bytes = 0;
    for (const { contexts } of root.networkGroups) {
      for (const { operations } of contexts) {
        for (const { actions } of operations)
          for (const action of actions) bytes += action.writeDataCcw?.data.length ?? 0;
      }
    }
    expect(bytes).toBe(400 * 4 * 13_000);
    expect(again.bytesRead).toBeLessThan(large.length * 0.06);
    await again.close();
  });

  it('works beyond 4 GiB, in a sparse file', async () => {
    const path = join(folder, 'sparse');
    const hole = 0x7fffffff;
    const fd = openSync(path, 'w');
    let at = 0;
    for (let i = 0; i < 3; i++) {
      const head = concat(tag(3, 2), varint(hole));
      writeSync(fd, head, 0, head.length, at);
      at += head.length + hole;
    }
    const tail = concat(header, group(2, 3000));
    writeSync(fd, tail, 0, tail.length, at);
    ftruncateSync(fd, at + tail.length);
    closeSync(fd);
    expect(statSync(path).size).toBeGreaterThan(2 ** 32);
    const source = countingSource(await openFile(path));
    const { root } = await openModel(source);
    expect(root.header?.span).toEqual({ offset: at, length: header.length });
    expect(root.mapping).toMatchObject({ length: hole });
    const action = root.networkGroups.at(0)?.contexts.at(1)?.operations.at(1)?.actions.at(1);
    expect(await action?.writeDataCcw?.data.read()).toEqual(new Uint8Array(3000).fill(1));
    expect(action?.writeDataCcw?.cfgChannelIndex).toBe(1);
    expect(source.bytesRead).toBeLessThan(64 * 1024);
    await source.close();
  });
});
