import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import type { FramingMode } from '../../src/base/container/detect.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { TYPE_BYTES, TYPE_STRING } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { WIRE_LEN } from '../../src/base/wire/tag.js';
import { validate } from '../../src/check/validate/validate.js';
import { encodeRecord, encodeTree } from '../../src/read/tree/encode.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { offsetOf, pathOf } from '../../src/read/tree/place.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { NameTable } from '../../src/tools/rewrite/name-table.js';
import { redact } from '../../src/tools/rewrite/redact.js';
import { concat, LEN, prefixed, tag } from '../arbitrary/wire-writer.js';
import { type CorpusFile, INVALID, VALID } from './corpus-files.js';
import { distant, written } from './rewritten.js';

const len = (number: number, payload: Uint8Array) => concat(tag(number, LEN), prefixed(payload));

/**
 * Returns the findings of a file: codes, counts and places, without the parts of messages that quote the
 * file.
 */
async function findings(bytes: Uint8Array, framing: FramingMode = 'auto'): Promise<string[]> {
  const { diagnostics, totals, container } = await validate(memorySource(bytes), {
    maxPerCode: 1000,
    framing,
  });
  return [
    JSON.stringify(container),
    ...(totals ?? []).map((total) => JSON.stringify(total)),
    ...diagnostics.map(({ code, offset, length, path, related }) => {
      const places = (related ?? []).map((place) => `${place.offset}+${place.length} ${place.path}`);
      return `${code} ${offset}+${length} ${path} ${places.join(', ')}`;
    }),
  ];
}

async function redacted({ bytes }: CorpusFile): Promise<Uint8Array | undefined> {
  try {
    return await written(await redact(memorySource(bytes)));
  } catch (error) {
    if (isProtomdlError(error) && error.code.startsWith('frame-')) return undefined;
    throw error;
  }
}

describe('redact', () => {
  it.each([...VALID, ...INVALID])('keeps the findings of $name, at the same places', async (file) => {
    const bytes = await redacted(file);
    if (bytes === undefined) return;
    expect(bytes.length).toBe(file.bytes.length);
    expect(await findings(bytes)).toEqual(await findings(file.bytes));
  });

  it('refuses only a few files', async () => {
    const refused: string[] = [];
    for (const file of [...VALID, ...INVALID])
      if ((await redacted(file)) === undefined) refused.push(file.name);
    // In these two files, the position of the message is unknown.
    expect(refused).toEqual(['invalid/frame-truncated-header.hef', 'invalid/frame-version-unsupported.hef']);
  });

  it('keeps the findings of models of any kind', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const bytes = await smithFile({ seed, preset: 'small', swarm: true });
      const result = await written(await redact(distant(bytes)));
      expect(await findings(result)).toEqual(await findings(bytes));
    }
  });

  it('removes all names and blobs', async () => {
    let names = 0;
    for (const framing of [0, 3] as const) {
      const bytes = await smithFile({ seed: 2, preset: 'small', framing });
      const result = await written(await redact(distant(bytes)));
      const before = recordsOf(bytes);
      const after = recordsOf(result);
      expect(after.length).toBe(before.length);
      for (const [i, record] of before.entries()) {
        const { field } = record;
        const now = after[i] as typeof record;
        const path = pathOf(record);
        const [was, is] = [contentOf(record), contentOf(now)];
        if (field?.type === TYPE_BYTES)
          expect(
            is.subarray(8).every((byte) => byte === 0),
            path,
          ).toBe(true);
        else if (field?.type === TYPE_STRING && !/^(header|extensions|optional_extensions)/.test(path)) {
          if (was.length < 3) continue;
          names++;
          expect(Buffer.from(is).equals(was), path).toBe(false);
        } else expect(Buffer.from(is).equals(was), path).toBe(true);
      }
      const words = takeApart(result);
      if (framing === 3)
        expect(words.framing === 'framed' && words.ccws.every((byte) => byte === 0)).toBe(true);
    }
    expect(names).toBeGreaterThan(20);
  });
});

/** Letters that do not occur in made-up names of these lengths. */
const SECRET_LETTERS = 'BCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Makes a model whose names are random capitals, and lists every run of four capitals in the names. */
async function secretModel(
  seed: number,
  random: () => number,
): Promise<{ bytes: Uint8Array; grams: Set<string> }> {
  const tree = parseTree(await smithFile({ seed, preset: 'small', framing: 'bare' }));
  const grams = new Set<string>();
  for (const record of walkTree(tree)) {
    if (record.field?.type !== TYPE_STRING || record.payload.kind !== 'bytes') continue;
    if (/^(header|extensions|optional_extensions)/.test(pathOf(record))) continue;
    const name = record.payload.bytes.map(() => SECRET_LETTERS.charCodeAt(Math.floor(random() * 25)));
    record.setBytes(name);
    const text = String.fromCharCode(...name);
    for (let i = 0; i + 4 <= text.length; i++) grams.add(text.slice(i, i + 4));
  }
  return { bytes: encodeTree(tree), grams };
}

const holdsText = ({ wireType, isPacked }: RecordNode): boolean => wireType === WIRE_LEN && !isPacked;

/** True if bytes are part of the value of a numeric field of the schema. */
function isNumber(message: MessageNode, from: number, to: number): boolean {
  return [...walkTree(message)].some((record) => {
    const start = offsetOf(record);
    return record.isKnown && start <= from && start + encodeRecord(record).length >= to && !holdsText(record);
  });
}

describe('redaction of a damaged file', () => {
  it('removes names completely, and keeps errors', async () => {
    const runs = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 33);
    const random = fc.sample(fc.noShrink(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), {
      numRuns: runs * 12 + 2000,
      seed: 1,
    });
    let drawn = 0;
    const next = (): number => random[drawn++ % random.length] as number;
    for (let run = 0; run < runs; run++) {
      const { bytes: model, grams } = await secretModel(run % 6, next);
      const damaged = model.slice();
      for (let left = 1 + Math.floor(next() * 3); left > 0; left--) {
        damaged[Math.floor(next() * damaged.length)] = Math.floor(next() * 256);
      }
      const result = await written(await redact(memorySource(damaged), { framing: 'bare' }));
      expect(await findings(result, 'bare'), `run ${run}`).toEqual(await findings(damaged, 'bare'));
      const text = Buffer.from(result).toString('latin1');
      for (let at = 0; at + 4 <= text.length; at++) {
        if (!grams.has(text.slice(at, at + 4))) continue;
        expect(isNumber(parseTree(result), at, at + 4), `run ${run}, at ${at}`).toBe(true);
      }
    }
  });

  it.each([
    ['unknown numbers', 'a106 5345435245544b59 a506 50415353', 'a106 0000000000000000 a506 00000000'],
    ['an unknown varint, as long as it was', 'a006 d3c5c345', 'a006 80808001'],
    [
      'an unknown group',
      'a306 a106 5345435245544b59 aa0604 53454352 a406',
      'a306 a106 0000000000000000 aa0604 00000000 a406',
    ],
    ['all that follows a tag that is none', '07 534543524554', '07 000000000000'],
    ['a surrogate in a string', '0a07 1a05 6161 eda080', '0a07 1a05 61616161ff'],
    ['a code point past the last one', '0a06 1a04 f4908080', '0a06 1a04 616161ff'],
  ])('%s', async (_, before, after) => {
    const bytes = Buffer.from(before.replaceAll(' ', ''), 'hex');
    const result = await written(await redact(memorySource(bytes), { framing: 'bare' }));
    expect(Buffer.from(result).toString('hex')).toBe(after.replaceAll(' ', ''));
    expect(await findings(result, 'bare')).toEqual(await findings(bytes, 'bare'));
  });

  it('keeps a name valid that is too long to be replaced as a whole', async () => {
    const size = (1 << 20) + 10;
    for (const end of [[0x61], [0xc3], [0xed, 0xa0, 0x80], [0xff, 0x61]]) {
      const name = new Uint8Array(size).fill(0x62);
      name.set(end, size - end.length);
      const header = len(1, len(3, name));
      const result = await written(await redact(memorySource(header), { framing: 'bare' }));
      expect(result).toHaveLength(header.length);
      expect(Buffer.from(result).includes('bb')).toBe(false);
      expect(await findings(result, 'bare')).toEqual(await findings(header, 'bare'));
    }
  });
});

/** Returns the records of a framed file that contain no messages. */
function recordsOf(bytes: Uint8Array): RecordNode[] {
  const file = takeApart(bytes);
  const message = file.framing === 'unknown' ? bytes : file.message;
  return [...walkTree(parseTree(message))].filter(({ holdsMessage }) => !holdsMessage);
}

function contentOf(record: RecordNode): Uint8Array {
  const { payload } = record;
  return payload.kind === 'bytes' ? payload.bytes : encodeRecord(record);
}

describe('made-up names', () => {
  const table = new NameTable();
  const replaced = (name: string): string => {
    const bytes = new TextEncoder().encode(name);
    table.replace(bytes);
    return new TextDecoder().decode(bytes);
  };

  it('are the same for the same name, part by part, and have the same length', () => {
    const [group, layer] = [replaced('group'), replaced('layer')];
    expect(replaced('group/layer')).toBe(`${group}/${layer}`);
    expect(replaced('group')).toBe(group);
    expect([group, layer]).not.toContain('group');
    expect(replaced('größe')).toHaveLength(7);
    expect(replaced('')).toBe('');
  });

  it('are all different, even for short names, and for more names than the table holds', () => {
    const short = Array.from({ length: 90 }, (_, i) => String.fromCharCode(0x21 + i)).filter(
      (name) => name !== '/',
    );
    expect(new Set(short.map(replaced)).size).toBe(short.length);
    const many = new Set<string>();
    for (let i = 0; i < 150_000; i++) many.add(replaced(`some_layer_with_a_name_${i}`));
    expect(many.size).toBe(150_000);
  });
});
