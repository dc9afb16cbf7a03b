import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dictionaryText, fuzzDictionary, MAX_TOKEN_BYTES } from '../../src/attack/corpus/dictionary.js';
import { seedsOf } from '../../src/attack/corpus/seeds.js';
import { shrinkMessage } from '../../src/attack/corpus/shrink.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { censusOf } from './naive-census.js';

const corpus = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url))));
const NETWORK = corpus('valid/small-network.hef').subarray(32);

const features = async (bytes: Uint8Array) =>
  Object.keys(await censusOf(bytes)).filter((name) => /^(message|field|oneof-member|enum-value) /.test(name));

describe('a shrunk message', () => {
  it.each(['valid/every-action.mdl', 'valid/many-contexts.mdl', 'valid/blobs.mdl', 'valid/nms.mdl'])(
    'exercises what %s does',
    async (name) => {
      const whole = corpus(name);
      const small = shrinkMessage(whole, { keep: 1, blobBytes: 8 });
      expect(small.length).toBeLessThan(whole.length);
      expect(await features(small)).toEqual(await features(whole));
    },
  );

  it('is unchanged if nothing exceeds the limits', () => {
    const all = { keep: Number.POSITIVE_INFINITY, blobBytes: Number.POSITIVE_INFINITY };
    expect(shrinkMessage(NETWORK, all)).toEqual(NETWORK);
    const odd = corpus('valid/overlong.mdl');
    expect(shrinkMessage(odd, all)).toEqual(odd);
  });

  it('keeps the requested number of elements, from the beginning of each list', async () => {
    const counts = await censusOf(shrinkMessage(NETWORK, { keep: 3, blobBytes: 0 }));
    expect(counts['field ProtoMDLNetworkGroup.contexts']).toBe(2);
    const one = await censusOf(shrinkMessage(NETWORK, { keep: 1, blobBytes: 0 }));
    expect(one['message ProtoMDLAction']).toBeLessThan(counts['message ProtoMDLAction'] as number);
  });

  it('is truncated if the original was, but at a much lower offset', () => {
    const small = shrinkMessage(NETWORK.subarray(0, 90_000), { keep: 1, blobBytes: 8 });
    expect(small.length).toBeLessThan(3000);
    expect(small.length).toBeGreaterThan(100);
  });
});

const OPTIONS = { framing: 'both', maxBytes: 1 << 16, checksums: nodeChecksums, version: 2 } as const;

describe('seeds', () => {
  it('have at most the requested size, in each framing', async () => {
    const found = { bare: 0, framed: 0 };
    for (const name of ['valid/two-contexts.mdl', 'valid/small-network.hef']) {
      for (const maxBytes of [20, 100, 300, 500, 700, 900, 1200, 2000]) {
        for (const { framing, bytes } of await seedsOf(corpus(name), { ...OPTIONS, maxBytes })) {
          expect([name, maxBytes, framing, bytes.length <= maxBytes]).toEqual([
            name,
            maxBytes,
            framing,
            true,
          ]);
          found[framing]++;
        }
      }
    }
    expect(Math.min(found.bare, found.framed)).toBeGreaterThan(2);
  });

  it('are valid if the file is valid', async () => {
    for (const name of ['valid/small-network.hef', 'valid/two-contexts.mdl', 'valid/nested-mux.mdl']) {
      const seeds = await seedsOf(corpus(name), OPTIONS);
      expect(seeds.map(({ framing }) => framing)).toEqual(['bare', 'framed']);
      for (const { bytes, sound, framing } of seeds) {
        expect(sound).toBe(true);
        expect([name, framing, (await validate(memorySource(bytes))).counts.error]).toEqual([
          name,
          framing,
          0,
        ]);
      }
    }
  });

  it('frame bare messages in the requested version', async () => {
    const [, framed] = await seedsOf(corpus('valid/smallest.mdl'), OPTIONS);
    const { container } = await validate(memorySource(framed?.bytes ?? new Uint8Array(0)));
    expect(container).toEqual({ framing: 'framed', version: 2, checksum: 'verified' });
  });

  it('are the file itself, for targets that read frames, if the file has a header and no message', async () => {
    const file = corpus('invalid/frame-truncated-header.hef');
    expect(await seedsOf(file, OPTIONS)).toEqual([{ framing: 'framed', bytes: file, sound: true }]);
    expect(await seedsOf(file, { ...OPTIONS, framing: 'bare' })).toEqual([]);
  });

  it('keep the faults of small headers', async () => {
    const file = corpus('invalid/frame-checksum-mismatch.hef');
    const [seed] = await seedsOf(file, { ...OPTIONS, framing: 'framed' });
    expect(seed?.bytes).toEqual(file);
  });

  it('lose validity if the size limit requires it, and are marked then', async () => {
    const seeds = await seedsOf(corpus('invalid/too-many-contexts.mdl'), OPTIONS);
    expect(seeds.length).toBe(2);
    for (const { bytes } of seeds) expect(bytes.length).toBeLessThanOrEqual(OPTIONS.maxBytes);
    expect(await seedsOf(corpus('valid/small-network.hef'), { ...OPTIONS, maxBytes: 100 })).toEqual([]);
  });
});

describe('the dictionary', () => {
  const tokens = fuzzDictionary(MDL);
  const hexOf = (name: string) => {
    const found = tokens.find((token) => token.name === name);
    return found && Buffer.from(found.bytes).toString('hex');
  };

  it('contains magic, tags, values and varints', () => {
    expect(hexOf('magic')).toBe('01484546');
    expect(hexOf('magic_version_3')).toBe('0148454600000003');
    expect(hexOf('tag_1_len')).toBe('0a');
    expect(hexOf('tag_16_len')).toBe('8201');
    expect(hexOf('action_write_data_ccw_ptr')).toBe('820100');
    expect(hexOf('varint_18446744073709551615')).toBe('ffffffffffffffffff01');
    expect(hexOf('varint_eleven_bytes')).toHaveLength(22);
    expect(Buffer.from(hexOf('extension_name_ddr') ?? '', 'hex').toString()).toBe('DDR');
    expect(hexOf('extension_ddr')).toBe('2a020802');
  });

  it('contains a tag for every field', () => {
    const all = new Set(tokens.map(({ bytes }) => Buffer.from(bytes).toString('hex')));
    for (const { fields } of MDL.messages) {
      for (const { number, type } of fields) {
        const wireType = type === 11 || type === 9 || type === 12 ? 2 : type === 1 ? 1 : type === 2 ? 5 : 0;
        const tag = number * 8 + wireType;
        const bytes = tag < 128 ? [tag] : [(tag & 0x7f) | 0x80, tag >>> 7];
        expect(all).toContain(Buffer.from(bytes).toString('hex'));
      }
    }
  });

  it('contains no duplicates, and no long entries', () => {
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length);
    expect(new Set(tokens.map(({ bytes }) => bytes.join())).size).toBe(tokens.length);
    for (const { name, bytes } of tokens) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(bytes.length).toBeLessThanOrEqual(MAX_TOKEN_BYTES);
    }
  });

  it('is text that AFL++ can parse', () => {
    const lines = dictionaryText(tokens)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const read = lines.map((line) => {
      const [, name, text] = /^([a-z0-9_]+)="((?:\\x[0-9a-f]{2})+)"$/.exec(line) ?? [];
      return {
        name,
        bytes: Uint8Array.from(text?.split('\\x').slice(1) ?? [], (hex) => Number.parseInt(hex, 16)),
      };
    });
    expect(read).toEqual(tokens.map(({ name, bytes }) => ({ name, bytes })));
  });

  it.skipIf(spawnSync('which', ['afl-fuzz']).status !== 0)('is taken by afl-fuzz', () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'protomdl.dict'), dictionaryText(tokens));
    // Without seeds, afl-fuzz stops once it has read the dictionary.
    const { stdout } = spawnSync(
      'afl-fuzz',
      [
        '-n',
        '-i',
        folder,
        '-o',
        join(folder, 'out'),
        '-x',
        join(folder, 'protomdl.dict'),
        '-V',
        '1',
        '--',
        '/bin/true',
      ],
      {
        encoding: 'utf8',
        timeout: 20_000,
        env: {
          ...process.env,
          AFL_SKIP_CPUFREQ: '1',
          AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1',
          AFL_NO_UI: '1',
          AFL_NO_AFFINITY: '1',
        },
      },
    );
    expect(stdout).toMatch(new RegExp(`Loaded a total of ${tokens.length} extras`));
  });
});
