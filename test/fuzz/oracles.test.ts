/**
 * The second implementations that fuzz targets compare with are correct, and their exceptions are still
 * needed.
 */

import { fromBinary } from '@bufbuild/protobuf';
import { createMD5, xxhash3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { beginningsOf } from '../../fuzz/beginnings.js';
import { hasByteOrderMark } from '../../fuzz/byte-order-mark.js';
import { canonicalOf } from '../../fuzz/canonical.js';
import { hashOf, PLACES, placesOf, repairHash } from '../../fuzz/frames.js';
import { mutatorFor } from '../../fuzz/mutators/index.js';
import { TARGET_NAMES, targetOf } from '../../fuzz/targets/index.js';
import { xxh3 } from '../../fuzz/xxh3.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { ProtoMDLHeaderSchema } from '../../src/generated/mdl_pb.js';
import { HeaderView } from '../../src/read/model/mdl.gen.js';
import { viewOf } from '../../src/read/model/typed-view.js';
import { Random } from '../kernel/random.js';

const pattern = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 131 + (i >> 3) * 7 + length) & 0xff);

describe('the second implementations', () => {
  it('hash as hash-wasm does, for any length', async () => {
    const lengths = [...Array(260).keys(), 511, 512, 513, 1023, 1024, 1025, 1088, 2048, 5000];
    for (const length of lengths) {
      expect([length, hashOf('xxh3', pattern(length))]).toEqual([length, await xxhash3(pattern(length))]);
    }
    expect(xxh3(new Uint8Array(0))).toBe(0x2d06800538d394c2n);
    const md5 = await createMD5();
    expect(hashOf('md5', pattern(99))).toBe(md5.init().update(pattern(99)).digest());
    expect(hashOf('crc32', Buffer.from('123456789'))).toBe('cbf43926');
  });

  it('recognise the headers of the corpus, and compute the same checksums', async () => {
    const framed = (await allSpecimens()).filter(({ name }) => /^framed-v\d\.hef$/.test(name));
    expect(framed.map(({ bytes }) => PLACES.indexOf(placesOf(bytes)!))).toEqual([0, 1, 2, 3]);
    for (const { bytes } of framed) {
      const file = new Uint8Array(bytes);
      const { hash } = placesOf(file)!;
      file.fill(0, hash[1], hash[1] + 4);
      repairHash(file, placesOf(file)!);
      expect(file).toEqual(new Uint8Array(bytes));
    }
  });
});

it('protobuf-es still drops byte order marks, which our views keep', () => {
  const bytes = Uint8Array.of(0x1a, 4, 0xef, 0xbb, 0xbf, 0x61);
  expect(hasByteOrderMark(bytes)).toBe(true);
  expect(hasByteOrderMark(bytes.subarray(0, 4))).toBe(false);
  expect(fromBinary(ProtoMDLHeaderSchema, bytes).sdkVersion).toBe('a');
  expect(viewOf(HeaderView, bytes).sdkVersion).toBe('\ufeffa');
});

describe('the canonical form by the codec', () => {
  // A header with hw_arch twice, and after it unknown fields with a varint, a length and a group.
  const message = [0x0a, 0x06, 0x08, 0x05, 0x08, 0x85, 0x80, 0x00];
  const unknown = [
    0xa0, 0x06, 0x81, 0x00, 0xa2, 0x06, 0x81, 0x00, 0x61, 0xa3, 0x06, 0x08, 0x82, 0x00, 0xa4, 0x06,
  ];

  it('contains unknown fields in their shortest encoding, also in groups', () => {
    const { bytes, hasUnknown, isExact } = canonicalOf(Uint8Array.from([...unknown, ...message]));
    const shortest = [0xa0, 0x06, 0x01, 0xa2, 0x06, 0x01, 0x61, 0xa3, 0x06, 0x08, 0x02, 0xa4, 0x06];
    expect([...bytes]).toEqual([0x0a, 0x02, 0x08, 0x05, ...shortest]);
    expect({ hasUnknown, isExact }).toEqual({ hasUnknown: true, isExact: true });
    expect(canonicalOf(Uint8Array.from(message)).hasUnknown).toBe(false);
  });

  it('reports values that the codec does not keep', () => {
    // network_groups[0].ops[0].nms_op.nms_score_th: an unusual NaN, and a number.
    const score = (...bits: number[]) => [
      0x12,
      0x0d,
      0x42,
      0x0b,
      0x2a,
      0x09,
      0x09,
      1,
      0,
      0,
      0,
      0,
      0,
      ...bits,
    ];
    expect(canonicalOf(Uint8Array.from(score(0xf8, 0xff))).isExact).toBe(false);
    const number = canonicalOf(Uint8Array.from(score(0xf0, 0x3f)));
    expect([...number.bytes]).toEqual(score(0xf0, 0x3f));
    expect(number.isExact).toBe(true);
    // The field header.sdk_version has a byte order mark.
    expect(canonicalOf(Uint8Array.of(0x0a, 6, 0x1a, 4, 0xef, 0xbb, 0xbf, 0x61)).isExact).toBe(false);
  });
});

describe.each(TARGET_NAMES)('%s', (name) => {
  it('has a name, a description, and inputs to begin with', async () => {
    const target = await targetOf(name);
    expect(target.name).toBe(name);
    expect(target.about).toMatch(/^[a-z].{20,}[^.]$/);
    const seeds = await beginningsOf(target);
    expect(seeds.length).toBeGreaterThan(5);
    const { maxLength = 4096, prefix = 0 } = target;
    for (const { input } of seeds) {
      expect(input.length).toBeLessThanOrEqual(maxLength);
      if (seeds.length > 30) expect(input.length).toBeGreaterThanOrEqual(prefix);
    }
  });

  it('has mutants within its length limit, and nearly all differ from their original', async () => {
    const target = await targetOf(name);
    const mutate = mutatorFor(target);
    const seeds = await beginningsOf(target);
    const random = new Random(3);
    let same = 0;
    for (let i = 0; i < 500; i++) {
      const [input, other] = [random.pick(seeds).input, random.pick(seeds).input];
      const before = Buffer.from(input).toString('hex');
      const mutant = mutate(input, random, other);
      expect(mutant.length).toBeLessThanOrEqual(target.maxLength ?? 4096);
      expect(mutant.constructor).toBe(Uint8Array);
      expect(Buffer.from(input).toString('hex')).toBe(before);
      if (Buffer.compare(mutant, input) === 0) same++;
    }
    expect(same).toBeLessThan(75);
  });
});
