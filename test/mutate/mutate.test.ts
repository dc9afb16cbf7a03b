import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseMutationLog } from '../../src/attack/mutate/log.js';
import { type MutateOptions, mutantMaker, mutate, replayMutations } from '../../src/attack/mutate/mutate.js';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { pathOf } from '../../src/read/tree/place.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { brokenFiles, CORPUS } from './base-files.js';

const file = (name: string): Uint8Array => CORPUS.get(name) as Uint8Array;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isProtomdlError(error)) return error.code;
    throw error;
  }
  return 'none';
}

it('mutate continues after a step has made records unreadable', async () => {
  const only = ['too-wide-varint', 'later-layout', 'drop-record'];
  const weights = Object.fromEntries(MUTATORS.map(({ name }) => [name, only.includes(name) ? 10 : 0]));
  const base = file('two-networks.mdl');
  for (let seed = 0; seed < 150; seed++) {
    const { bytes, log } = await mutate(base, { seed, weights, mutations: 8 });
    expect(sha256(await replayMutations(base, log)), `seed ${seed}`).toBe(sha256(bytes));
  }
});

describe('a seed', () => {
  it('gives the same bytes everywhere and always', async () => {
    const hash = createHash('sha256');
    for (const name of [
      'smallest.mdl',
      'nested-mux.mdl',
      'framed-v0.hef',
      'framed-v1-words.hef',
      'framed-v3.hef',
    ]) {
      for (let seed = 0; seed < 40; seed++) {
        const mutant = await mutate(file(name), { seed, splice: [file('every-action.mdl')] });
        hash.update(name).update(mutant.bytes).update(JSON.stringify(mutant.log));
      }
    }
    // If these hashes change, old seeds make other mutants, and only logs can repeat the old mutants.
    expect(hash.digest('hex')).toBe('07d2754a1300c5a36ef628e85b4948ed4706176368fc2c107c640385cefad6b2');
  });

  it('gives the same bytes with limits, several steps and other donors', async () => {
    const hash = createHash('sha256');
    for (const name of ['every-action.mdl', 'blobs.mdl', 'nms.mdl', 'many-contexts.mdl', 'framed-v2.hef']) {
      const base = file(name);
      for (let seed = 0; seed < 30; seed++) {
        const maxSize = base.length + [0, 100, 3000][seed % 3]!;
        const splice = [file('nested-mux.mdl'), file('blobs.mdl')];
        const mutant = await mutate(base, { seed, mutations: 4, maxSize, splice });
        hash.update(name).update(mutant.bytes).update(JSON.stringify(mutant.log));
      }
    }
    expect(hash.digest('hex').slice(0, 16)).toBe('ae7cae3b0dd495a4');
  });

  it('has 53 bits, and every bit counts', async () => {
    const base = file('small-network.hef');
    const seeds = [0, 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52, Number.MAX_SAFE_INTEGER];
    const mutants = await Promise.all(seeds.map((seed) => mutate(base, { seed, mutations: 4 })));
    expect(new Set(mutants.map(({ bytes }) => sha256(bytes))).size).toBe(seeds.length);
  });

  it('gives the same mutants one by one, at once, or with other checksum code', async () => {
    const base = file('framed-v3-message-checksum.hef');
    const maker = await mutantMaker(base, { checksums: nodeChecksums });
    const atOnce = await Promise.all([...Array(40).keys()].map((seed) => maker.make({ seed })));
    for (const [seed, mutant] of atOnce.entries()) expect(await mutate(base, { seed })).toEqual(mutant);
  });

  it('does not change the base', async () => {
    const base = file('small-network.hef').slice();
    const before = sha256(base);
    for (let seed = 0; seed < 150; seed++) await mutate(base, { seed, splice: [base] });
    expect(sha256(base)).toBe(before);
  });
});

describe('options', () => {
  const base = file('framed-two-contexts.hef');
  const entriesOf = async (options: MutateOptions) => (await mutate(base, options)).log.entries;

  it('set the number of mutations', async () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(await entriesOf({ seed, mutations: 5 })).toHaveLength(5);
      const { length } = await entriesOf({ seed, mutations: [2, 3] });
      expect([2, 3]).toContain(length);
    }
    expect(await entriesOf({ seed: 1, mutations: 200, only: ['boundary-value'] })).toHaveLength(200);
  });

  it('select mutators', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const only = await entriesOf({ seed, mutations: 4, only: ['drop-record', 'flip-blob'] });
      for (const { mutator } of only) expect(['drop-record', 'flip-blob']).toContain(mutator);
      const weighted = await entriesOf({
        seed,
        mutations: 4,
        weights: { 'copy-name': 5, 'drop-record': 0 },
        only: ['copy-name', 'drop-record'],
      });
      for (const { mutator } of weighted) expect(mutator).toBe('copy-name');
      for (const { mutator } of await entriesOf({ seed, mutations: 4, without: ['boundary-value'] })) {
        expect(mutator).not.toBe('boundary-value');
      }
    }
  });

  it.each([
    [{ seed: -1 }, 'mutation-options'],
    [{ seed: 1.5 }, 'mutation-options'],
    [{ seed: 1, mutations: 0 }, 'mutation-options'],
    [{ seed: 1, mutations: [3, 2] as const }, 'mutation-options'],
    [{ seed: 1, mutations: 1e9 }, 'mutation-options'],
    [{ seed: 1, maxSize: Number.NaN }, 'mutation-options'],
    [{ seed: 1, weights: { 'drop-record': -1 } }, 'mutation-options'],
    [{ seed: 1, weights: { 'drop-record': 0 }, only: ['drop-record'] }, 'mutation-options'],
    [{ seed: 1, only: ['drop'] }, 'mutator-unknown'],
    [{ seed: 1, weights: { toString: 1 } }, 'mutator-unknown'],
  ])('are refused if they are invalid: %j', async (options, code) => {
    expect(await problemOf(mutate(base, options as MutateOptions))).toBe(code);
  });

  it('limit the size; if nothing else helps, the log has a cut', async () => {
    for (const maxSize of [0, 1, 100, base.length - 1, base.length, base.length + 3]) {
      for (let seed = 0; seed < 30; seed++) {
        const mutant = await mutate(base, { seed, maxSize, splice: [file('small-network.hef')] });
        expect(mutant.bytes.length).toBeLessThanOrEqual(maxSize);
        expect(Buffer.from(await replayMutations(base, mutant.log)).equals(mutant.bytes)).toBe(true);
      }
    }
  });

  it('change messages of one type, even if there are few', async () => {
    const base = file('nms.mdl');
    const only = ['boundary-value', 'add-field', 'drop-record'];
    const paths = async (focus?: string): Promise<string[]> => {
      const maker = await mutantMaker(base);
      const logs = Array.from({ length: 100 }, (_, seed) => maker.make({ seed, only, mutations: 1, focus }));
      return (await Promise.all(logs)).map(({ log }) => log.entries[0]?.path ?? '');
    };
    const within = (path: string): boolean => /\.nms_info(?:\.|$)/.test(path);
    expect((await paths()).filter(within).length).toBeLessThan(20);
    expect((await paths('ProtoMDLNmsInfo')).filter(within).length).toBeGreaterThan(90);
    expect(await paths('ProtoMDLYoloNmsOp'), 'the file has none').toEqual(await paths());
  });

  it('add fields that the file does not have, equally often to each type of message', async () => {
    const maker = await mutantMaker(file('nms.mdl'));
    const seeds = Array.from({ length: 300 }, (_, seed) => seed);
    const added = await Promise.all(
      seeds.map(async (seed) => {
        const { log } = await maker.make({ seed, only: ['add-field'], mutations: 1, extend: true });
        return (log.entries[0]?.path ?? '').replace(/\[\d+\]/g, '');
      }),
    );
    const had = new Set<string>();
    for (const record of walkTree(parseTree(file('nms.mdl'))))
      had.add(pathOf(record).replace(/\[\d+\]/g, ''));
    expect(added.filter((path) => had.has(path))).toEqual([]);
    expect(added.some((path) => path.endsWith('.nms_info.is_defused'))).toBe(true);
    expect(added.some((path) => path.endsWith('.nms_info.defuse_info'))).toBe(true);
    expect(new Set(added).size).toBeGreaterThan(60);
  });
});

describe('the frame of a mutant', () => {
  const FRAMED = [...CORPUS].filter(([, bytes]) => takeApart(bytes).framing === 'framed');
  const STAGES = ['tree', 'message', 'frame'];
  const honest = MUTATORS.filter(({ stage }) => STAGES.includes(stage)).map(({ name }) => name);

  it.each(FRAMED)('of %s is correct after any change to the message', async (_, base) => {
    let framed = 0;
    for (let seed = 0; seed < 25; seed++) {
      const { bytes } = await mutate(base, { seed, only: honest });
      const { container, diagnostics } = await validate(memorySource(bytes));
      if (container?.framing === 'bare') continue;
      framed++;
      expect(container?.checksum).toBe('verified');
      const lies = diagnostics.filter(({ code }) =>
        /^frame-(length|checksum|proto-checksum|size)/.test(code),
      );
      expect(lies).toEqual([]);
    }
    expect(framed).toBeGreaterThan(15);
  });

  it.each(FRAMED)('of %s keeps its checksums on request, and has correct sizes', async (_, base) => {
    const before = takeApart(base);
    if (before.framing !== 'framed') throw new Error('not framed');
    for (let seed = 0; seed < 10; seed++) {
      const options = { seed, keepChecksum: true, only: ['boundary-value', 'add-field'] };
      const { bytes } = await mutate(base, options);
      const after = takeApart(bytes);
      if (after.framing !== 'framed') throw new Error('not framed any more');
      const checksums = ['md5', 'crc', 'xxh3', 'proto_xxh3'];
      const kept = after.frame.fields.filter(({ name }) => checksums.includes(name));
      expect(kept).toEqual(before.frame.fields.filter(({ name }) => checksums.includes(name)));
      const report = await validate(memorySource(bytes));
      expect(report.container?.checksum).toBe('mismatch');
      expect(report.diagnostics.map(({ code }) => code)).not.toContain('frame-length-mismatch');
    }
  });

  it('is treated as the framing that the caller requests', async () => {
    const base = file('framed-v0.hef');
    const only = ['header-version', 'toggle-extension', 'add-field'];
    const { log, bytes } = await mutate(base, { seed: 3, framing: 'bare', mutations: 6, only });
    // As a bare message, this file begins with an illegal tag: no record can be read, so the mutant ends with
    // all bytes of the file.
    expect(Buffer.from(bytes.subarray(bytes.length - base.length)).equals(base)).toBe(true);
    expect(log.entries[0]?.offset).toBe(0);
    expect(Buffer.from(await replayMutations(base, log)).equals(bytes)).toBe(true);
  });
});

describe('content from other files', () => {
  it('is inserted, whatever the other files contain', async () => {
    const base = file('smallest.mdl');
    const other = file('nested-mux.mdl');
    const splice = [other, ...brokenFiles().values()];
    let grew = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { bytes, log } = await mutate(base, { seed, splice, only: ['splice'], mutations: 2 });
      expect(Buffer.from(await replayMutations(base, log)).equals(bytes)).toBe(true);
      if (Buffer.from(bytes).includes('mux')) grew++;
    }
    expect(grew).toBeGreaterThan(0);
  });
});

describe('bases other than models', () => {
  it.each([...brokenFiles()])('%s has mutants that can be repeated from the log', async (_, base) => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const { bytes, log } = await mutate(base, { seed });
      expect(log.entries.length).toBeGreaterThan(0);
      expect(Buffer.from(bytes).equals(base)).toBe(false);
      expect(Buffer.from(await replayMutations(base, log)).equals(bytes)).toBe(true);
      for (const { mutator } of log.entries) seen.add(mutator);
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('places', () => {
  it('are chosen by structure, not by bytes: rare records are changed as often as frequent ones', async () => {
    // Nearly all bytes and records of this file are actions of one operation.
    const base = file('small-network.hef');
    const maker = await mutantMaker(base);
    const heads = new Map<string, number>();
    for (let seed = 0; seed < 400; seed++) {
      const { log } = await maker.make({ seed, mutations: 1, only: ['boundary-value'] });
      const path = log.entries[0]?.path ?? '';
      const part = /actions/.test(path) ? 'actions' : (path.split(/[.[]/)[0] as string);
      heads.set(part, (heads.get(part) ?? 0) + 1);
    }
    for (const part of ['header', 'optional_extensions', 'included_features', 'network_groups', 'actions']) {
      expect(heads.get(part) ?? 0, part).toBeGreaterThan(400 / 50);
    }
  });

  it('include nested records: each kind of record in the file is changed', async () => {
    const maker = await mutantMaker(file('nms.mdl'));
    const paths: string[] = [];
    for (let seed = 0; seed < 1500; seed++) {
      const { log } = await maker.make({ seed, mutations: 1, only: ['boundary-value'] });
      paths.push(log.entries[0]?.path ?? '');
    }
    expect(paths.filter((path) => path.endsWith('.nms_info.bbox_size')).length).toBeGreaterThan(7);
  });

  it('get added messages with content', async () => {
    const maker = await mutantMaker(file('nms.mdl'));
    const contents = new Set<unknown>();
    for (let seed = 0; seed < 60; seed++) {
      const { bytes, log } = await maker.make({ seed, mutations: 1, only: ['add-field'] });
      contents.add(log.entries[0]?.args.content);
      expect(Buffer.from(await maker.replay(JSON.parse(JSON.stringify(log)))).equals(bytes)).toBe(true);
    }
    expect(contents.size).toBeGreaterThan(3);
  });

  it('are the offsets in the file', async () => {
    const base = file('framed-two-contexts.hef');
    const taken = takeApart(base);
    if (taken.framing !== 'framed') throw new Error('not framed');
    for (let seed = 0; seed < 60; seed++) {
      const { log, bytes } = await mutate(base, { seed, mutations: 1, only: ['boundary-value'] });
      const [entry] = log.entries;
      const { offset = 0, path = '' } = entry ?? {};
      // The first byte that differs is in the record that the log names, or in the header's checksum.
      const from = taken.frame.headerSize;
      let first = from;
      while (bytes[first] === base[first]) first++;
      const isShifted = bytes.length !== base.length;
      if (!isShifted) expect(first).toBeGreaterThanOrEqual(offset);
      expect(first).toBeLessThan(offset + (entry?.length ?? 0));
      expect(path).not.toBe('');
      expect(parseTree(taken.message).records.length).toBeGreaterThan(0);
    }
  });
});

describe('a log', () => {
  const base = file('two-contexts.mdl');

  it('can be shortened: the remaining steps are applied', async () => {
    const { log } = await mutate(base, { seed: 5, mutations: 4, only: ['boundary-value'] });
    for (let i = 0; i < 4; i++) {
      const shorter = { ...log, entries: log.entries.slice(i, i + 1) };
      const bytes = await replayMutations(base, shorter);
      expect(Buffer.from(bytes).equals(base)).toBe(false);
    }
    expect(Buffer.from(await replayMutations(base, { ...log, entries: [] })).equals(base)).toBe(true);
  });

  it('of another file is refused', async () => {
    const { log } = await mutate(base, { seed: 5 });
    expect(await problemOf(replayMutations(file('one-context.mdl'), log))).toBe('replay-base');
  });

  it.each([
    ['not json', '{', 'log-invalid'],
    ['no object', '[]', 'log-invalid'],
    ['another format', '{"format":"x"}', 'log-invalid'],
    ['a later version', '{"format":"protomdl-mutations","version":2}', 'log-version'],
    ['no base', '{"format":"protomdl-mutations","version":1}', 'log-invalid'],
  ])('is refused if it is invalid: %s', async (_, json, code) => {
    expect(await problemOf((async () => parseMutationLog(json))())).toBe(code);
  });

  it('with a wrong argument is refused, whichever argument it is', async () => {
    const maker = await mutantMaker(base);
    for (const { name } of MUTATORS) {
      let { log } = await maker.make({ seed: 1, only: [name], mutations: 1 });
      for (let seed = 2; log.entries.length === 0 && seed < 5; seed++) {
        log = (await maker.make({ seed, only: [name], mutations: 1 })).log;
      }
      const [entry] = log.entries;
      if (entry === undefined) continue;
      for (const argument of Object.keys(entry.args)) {
        for (const wrong of [undefined, null, -1, 1e15, 'x', [1e9], {}, [-1], '99999999999999999999999']) {
          const args = { ...entry.args, [argument]: wrong };
          const spoiled = JSON.parse(JSON.stringify({ ...log, entries: [{ ...entry, args }] }));
          const problem = await problemOf(maker.replay(spoiled));
          expect(['none', 'replay-mismatch'], `${name}.${argument}`).toContain(problem);
        }
      }
    }
    expect(await problemOf(maker.replay({ ...(await maker.make({ seed: 1 })).log, entries: [stray] }))).toBe(
      'mutator-unknown',
    );
  });

  it('cannot return to an earlier stage of mutation', async () => {
    const maker = await mutantMaker(base);
    const late = (await maker.make({ seed: 1, only: ['truncate-file'], mutations: 1 })).log;
    const early = (await maker.make({ seed: 1, only: ['drop-record'], mutations: 1 })).log;
    const log = { ...late, entries: [...late.entries, ...early.entries] };
    expect(await problemOf(maker.replay(log))).toBe('replay-mismatch');
  });

  it('cannot create a file of unlimited size', async () => {
    const maker = await mutantMaker(base);
    const { log } = await maker.make({ seed: 1, only: ['duplicate-record'], mutations: 1 });
    const entry = log.entries[0] as (typeof log.entries)[number];
    const twice = { ...entry, mutator: 'grow-list', args: { at: [1], count: 65_537 } };
    const log2 = { ...log, entries: Array(40).fill(twice), maxSize: 2 ** 50 };
    expect(await problemOf(maker.replay(log2, 1 << 20))).toBe('replay-mismatch');
  });
});

const stray = { mutator: 'toString', path: '', offset: 0, length: 0, sentence: '', args: {} };
