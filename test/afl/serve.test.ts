import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import type { Host } from '../../src/cli/host.js';
import { MAX_REQUEST_BYTES, serveMutants } from '../../src/cli/mutate-serve.js';
import { capturedHost } from '../cli/captured-host.js';

const FILE = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../corpus/valid/framed-v1.hef', import.meta.url))),
);
const OTHER = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../corpus/valid/every-action.mdl', import.meta.url))),
);

function request(seed: number, maxSize: number, buffer: Uint8Array, addBuffer = new Uint8Array(0)): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(12 + buffer.length + addBuffer.length, 0);
  head.writeUInt32LE(seed, 4);
  head.writeUInt32LE(maxSize, 8);
  head.writeUInt32LE(buffer.length, 12);
  return Buffer.concat([head, buffer, addBuffer]);
}

/** The beginning of a request: its length. */
function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes, 0);
  return head;
}

function* chunked(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size));
}

async function* inChunks(bytes: Uint8Array, size: number) {
  yield* chunked(bytes, size);
}

async function serve(input: Uint8Array, size = 1 << 16, parts: Partial<Host> = {}) {
  const written: Uint8Array[] = [];
  const host = capturedHost({
    ...parts,
    stdout: {
      isTerminal: false,
      columns: undefined,
      write: async (bytes) => {
        written.push(bytes as Uint8Array);
      },
    },
  });
  const code = await serveMutants(inChunks(input, size), {}, host);
  const out = Buffer.concat(written);
  const replies: Buffer[] = [];
  for (let at = 0; at < out.length; at += 4 + out.readUInt32LE(at)) {
    replies.push(out.subarray(at + 4, at + 4 + out.readUInt32LE(at)));
  }
  return { code, replies };
}

describe('mutate --serve', () => {
  it('replies with the mutants of mutate, in order', async () => {
    const input = Buffer.concat([request(1, 1e6, FILE), request(4294967295, 1e6, FILE, OTHER)]);
    const { code, replies } = await serve(input);
    expect(code).toBe(0);
    const expected = [
      await mutate(FILE, { seed: 1, maxSize: 1e6 }),
      await mutate(FILE, { seed: 4294967295, maxSize: 1e6, splice: [OTHER] }),
    ];
    expect(replies.map((reply) => reply.toString('hex'))).toEqual(
      expected.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
    );
    expect(replies[0]?.equals(FILE)).toBe(false);
  });

  it('gives the same replies, however the requests are cut into pieces', async () => {
    const input = Buffer.concat([1, 2, 3, 4].map((seed) => request(seed, 5000, FILE, OTHER)));
    const { replies } = await serve(input);
    for (const size of [1, 3, 1000, FILE.length + 16])
      expect((await serve(input, size)).replies).toEqual(replies);
    expect(replies).toHaveLength(4);
  });

  it('makes mutants that pass a checksum and keep to the requested size', async () => {
    const seeds = Array.from({ length: 40 }, (_, i) => i);
    const { replies } = await serve(Buffer.concat(seeds.map((seed) => request(seed, 700, FILE))));
    expect(Math.max(...replies.map(({ length }) => length))).toBeLessThanOrEqual(700);
    const large = await serve(Buffer.concat(seeds.map((seed) => request(seed, 1e6, FILE))));
    const states = await Promise.all(
      large.replies.map(
        async (reply) => (await validate(memorySource(new Uint8Array(reply)))).container.checksum,
      ),
    );
    expect(states.filter((state) => state === 'verified').length).toBeGreaterThan(20);
  });

  it('accepts any bytes as a file', async () => {
    const odd = [new Uint8Array(0), Uint8Array.of(1), new Uint8Array(100).fill(0xff), FILE.subarray(0, 20)];
    const { code, replies } = await serve(
      Buffer.concat(odd.map((bytes, seed) => request(seed, 4096, bytes))),
    );
    expect(code).toBe(0);
    expect(replies).toHaveLength(4);
    expect((await serve(request(1, 0, FILE))).replies[0]).toHaveLength(0);
  });

  it('ends without an error if there are no requests', async () => {
    expect(await serve(new Uint8Array(0))).toEqual({ code: 0, replies: [] });
  });

  it.each([
    ['a length that no request has', Buffer.from([11, 0, 0, 0]), 'request 1 says that it has 11 bytes', 2],
    ['a length that is too large', Buffer.from([0xff, 0xff, 0xff, 0xff]), `12 to ${MAX_REQUEST_BYTES}`, 2],
    ['a length just above the limit', lengthOf(MAX_REQUEST_BYTES + 1), `12 to ${MAX_REQUEST_BYTES}`, 2],
    ['the largest length', lengthOf(MAX_REQUEST_BYTES), 'breaks off after 4 bytes', 3],
    [
      'a buffer that does not fit',
      Buffer.from([12, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0]),
      'has room for 0',
      2,
    ],
    ['an end in the middle', request(1, 100, FILE).subarray(0, 30), 'request 1 breaks off after 30 bytes', 3],
    ['an end in a length', Buffer.from([1, 2]), 'breaks off after 2 bytes', 3],
  ])('ends with a clear error: %s', async (_, input, message, exitCode) => {
    const failure = await serve(input).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'CommandError', exitCode });
    expect((failure as Error).message).toContain(message);
  });

  it('replies to the valid requests before an invalid request', async () => {
    const written: Uint8Array[] = [];
    const stdout = {
      isTerminal: false,
      columns: undefined,
      write: async (bytes: string | Uint8Array) => {
        written.push(bytes as Uint8Array);
      },
    };
    const input = Buffer.concat([request(1, 1e6, FILE), Buffer.from([1, 0, 0, 0])]);
    const host = capturedHost({ stdout });
    await expect(serveMutants(inChunks(input, 100), {}, host)).rejects.toThrow('request 2');
    expect(written).toHaveLength(1);
  });

  it('refuses to run on a terminal', async () => {
    const host = capturedHost({ terminal: true });
    await expect(serveMutants(inChunks(FILE, 10), {}, host)).rejects.toThrow('not to a terminal');
  });

  it('refuses the options that mutate refuses', async () => {
    const options = { only: ['nothing-of-that-name'] };
    const host = capturedHost();
    await expect(serveMutants(inChunks(request(1, 10, FILE), 99), options, host)).rejects.toMatchObject({
      name: 'CommandError',
      exitCode: 2,
    });
  });
});
