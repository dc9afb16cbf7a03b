/** Messages whose fields occur several times: the last value counts, and every source has the same report. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { hex, seq } from '../../scripts/corpus/notation.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { crowded } from '../arbitrary/crowded.js';
import type { Bytes } from '../arbitrary/wire-writer.js';
import { isSound, writtenAgain } from '../arbitrary/written-again.js';
import { arriving } from '../source/bytes.js';
import { windowed } from '../source/windowed.js';
import { Here } from './here.js';
import { reportOf, WAYS } from './ways.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 50);

const inMemory = (bytes: Uint8Array, cap = 20) => reportOf([memorySource(bytes), {}], cap);
const asStream = (bytes: Uint8Array) => reportOf(WAYS['as a stream']?.(bytes) as never, 20);
const codes = async (report: ReturnType<typeof inMemory>) =>
  (await report).diagnostics.map(({ code, message }) => `${code}: ${message}`);

/**
 * Makes an action with the given bytes, in the preliminary configuration of a group with the given metadata.
 */
const action = (bytes: string, metadata = '0a 02 28 02') => {
  const nest = (head: string, inner: Uint8Array) => Uint8Array.of(...hex(head), inner.length, ...inner);
  const operation = nest('0a', nest('12', hex(bytes)));
  return nest('12', Uint8Array.of(...hex(metadata), ...nest('12', operation)));
};

const GAP = 'cfg-channel-gap: channel 1 is used, channel 0 is not';

describe('a value that replaced another', () => {
  it.each([
    ['in one message', action('1a 07 0a 01 08 10 00 10 01')],
    ['in pieces', action('1a 05 0a 01 08 10 00 1a 02 10 01')],
    ['as an absent one', action('1a 03 0a 01 08 1a 02 10 01')],
    ['in a member of a oneof that gave way', action('1a 02 10 00 22 00 1a 05 0a 01 08 10 01')],
    ['as an absent one in such a member', action('1a 00 22 00 1a 05 0a 01 08 10 01')],
  ])('does not count, %s', async (_name, bytes) => {
    expect(await codes(inMemory(bytes))).toContain(GAP);
    expect(await inMemory(bytes)).toEqual(await asStream(bytes));
  });

  it('counts if it is the last value', async () => {
    const bytes = action('1a 07 0a 01 08 10 01 10 00');
    expect(await codes(inMemory(bytes))).not.toContain(GAP);
    expect(await inMemory(bytes)).toEqual(await asStream(bytes));
  });
});

/**
 * Makes an edge layer with a mux that has a part without a kind, followed by a tensor that replaces the mux.
 */
const replaced = seq({ layer_mux: { predecessors: [{}] } }, { layer_info: { name: 'a' } });
const replacedMux = encode(ProtoMDLMdlSchema, {
  network_groups: [{ contexts: [{ metadata: { edge_layers: [replaced] } }] }],
}).bytes as Bytes;

/** Returns the number of findings for each code, except codes about how a message is encoded. */
async function beyondTheWire(bytes: Uint8Array): Promise<string[]> {
  const { totals = [] } = await validate(memorySource(bytes), { framing: 'bare' });
  return totals
    .filter(({ code }) => !/^(wire-|message-|oneof-multiple|unknown-fields|check-incomplete)/.test(code))
    .map(({ code, severity, count }) => `${count} ${severity} ${code}`)
    .sort();
}

const bare = (await allSpecimens())
  .map(({ bytes }) => bytes)
  .filter((bytes) => bytes.length < 3000 && isSound(bytes));
const message = fc.oneof(
  fc.constantFrom(...bare),
  fc
    .nat({ max: 500 })
    .map((seed) => smithBytes({ seed, framing: 'bare', actions: 12, contexts: 2, blob: 16 })),
);
const framed = fc
  .tuple(fc.oneof(crowded, writtenAgain(message)), fc.constantFrom(undefined, 0, 1, 2, 3))
  .map(async ([bytes, version]) =>
    version === undefined ? bytes : encodeFrame({ version, message: bytes }, wasmChecksums),
  );

describe('any message whose fields occur several times', () => {
  it('has the same report from every source', { timeout: 600_000 }, async () => {
    const window = fc.constantFrom(64, 65, 100, 1000, 4096);
    const ways = fc.constantFrom(...Object.keys(WAYS));
    const sizes = fc.record({ windowSize: window, kernel: fc.boolean() });
    const chunks = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 3 });
    const cap = fc.integer({ min: 1, max: 5 });
    const property = fc.asyncProperty(
      framed,
      ways,
      sizes,
      chunks,
      cap,
      async (made, way, how, lengths, most) => {
        const bytes = await made;
        // A stream is read once, and the places of all its fields must be known then.
        const expected = await reportOf([streamSource(arriving(bytes, ...lengths)), how], most);
        expect(await inMemory(bytes, most)).toEqual(expected);
        expect(await reportOf([windowed(bytes), how], most)).toEqual(expected);
        expect([way, await reportOf(WAYS[way]?.(bytes) as never, most)]).toEqual([way, expected]);
      },
    );
    await fc.assert(property, { numRuns: RUNS * 4 });
  });

  it('has the findings of the message that protobuf-es decodes', { timeout: 600_000 }, async () => {
    const merged = (bytes: Uint8Array): Uint8Array | undefined => {
      try {
        return toBinary(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, bytes));
      } catch {
        return undefined;
      }
    };
    const property = fc.asyncProperty(fc.oneof(crowded, writtenAgain(message)), async (bytes) => {
      const one = merged(bytes);
      if (one !== undefined) expect(await beyondTheWire(bytes)).toEqual(await beyondTheWire(one));
    });
    await fc.assert(property, { numRuns: RUNS * 10, examples: [[replacedMux]] });
  });

  it('has the same report from shards', { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(framed, fc.integer({ min: 2, max: 5 }), async (made, count) => {
      const bytes = await made;
      const shards = new Here(bytes, count);
      expect(await reportOf([windowed(bytes), { shards }], 20)).toEqual(await inMemory(bytes));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
