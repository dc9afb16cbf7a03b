/** The folder of findings: what it accepts, and what its errors say. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { campaignIn, FindingsStore } from '../../src/attack/campaign/store.js';
import { temporaryDirectory, withFiles } from '../cli/temporary.js';

const LOCK = 'campaign.lock';
const locked = (host: string, pid: number, started: string) => JSON.stringify({ host, pid, started });

/** Start time of this process in clock ticks, which follows 19 other values after the name. */
const started = (): string => {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] as string;
};

describe('the folder', () => {
  it('keeps states, mutants and findings, and says which file is missing', () => {
    const folder = join(temporaryDirectory(), 'new', 'folder');
    const store = FindingsStore.open(folder);
    expect(store.readState()).toBeUndefined();
    store.saveState({ a: 1 });
    store.saveMutant(7, Uint8Array.of(1, 2));
    store.saveGroup('001-x', { 'a.txt': 'ä', 'b.bin': Uint8Array.of(3) });
    store.saveGroup('002-y', { 'a.txt': '' });
    expect(store.readState()).toEqual({ formatVersion: 1, a: 1 });
    expect(store.readMutant(7)).toEqual(Uint8Array.of(1, 2));
    expect(store.readGroupFile('001-x', 'a.txt')).toEqual(new TextEncoder().encode('ä'));
    store.removeGroup('002-y');
    expect([existsSync(store.groupFolder('001-x')), existsSync(store.groupFolder('002-y'))]).toEqual([
      true,
      false,
    ]);
    const missing = { name: 'ProtomdlError', code: 'findings-damaged' };
    expect(() => store.readMutant(8)).toThrow(expect.objectContaining(missing));
    expect(() => store.readGroupFile('001-x', 'c')).toThrow(expect.objectContaining(missing));
    store.close();
    expect(existsSync(join(folder, LOCK))).toBe(false);
    // Another campaign may have locked the folder since.
    const other = FindingsStore.open(folder);
    store.close();
    expect(existsSync(join(folder, LOCK))).toBe(true);
    other.close();
  });

  it.each<[string, Record<string, string>, RegExp | undefined]>([
    ['with an old lock, a pool and groups', { [LOCK]: '', 'pool/1.bin': '', 'groups/001/a': '' }, undefined],
    ['with an index', { 'index.json': '{"schemaVersion":1}', 'notes.txt': '' }, undefined],
    ['with a state', { 'state.json': '{"formatVersion":1}', 'notes.txt': '' }, undefined],
    [
      'with other files',
      { 'pool/1.bin': '', 'thesis.txt': '' },
      /holds other things \(thesis\.txt\) and no campaign/,
    ],
    [
      'with another version of the index',
      { 'index.json': '{"schemaVersion":2}' },
      /its layout is version 2, this program's is 1/,
    ],
    ['without a version', { 'state.json': '{}' }, /does not say what version its layout is/],
    [
      'with a version that is no number',
      { 'state.json': '{"formatVersion":"1"}' },
      /does not say what version/,
    ],
    ['with a list', { 'state.json': 'null' }, /state\.json: cannot be taken up: no object/],
    ['with half a state', { 'state.json': '{"formatVersion":' }, /state\.json: cannot be taken up: /],
  ])('%s', (_, files, problem) => {
    const folder = withFiles(files);
    if (problem === undefined) FindingsStore.open(folder).close();
    else expect(() => FindingsStore.open(folder)).toThrow(problem);
    expect(existsSync(join(folder, LOCK))).toBe(false);
  });

  it.each([
    ['a running process', () => locked(hostname(), process.pid, started()), `process ${process.pid}`],
    ['a running process, start unknown', () => locked(hostname(), process.pid, ''), `process ${process.pid}`],
    ['an earlier process with the same number', () => locked(hostname(), process.pid, '1'), undefined],
    ['an ended process', () => locked(hostname(), 999_999_999, '1'), undefined],
    ['another machine', () => locked('elsewhere', 999_999_999, '1'), 'process 999999999 on elsewhere'],
    ['nothing', () => '', undefined],
  ])('with a lock of %s', (_, lock, holder) => {
    const folder = withFiles({ [LOCK]: lock() });
    if (holder === undefined) {
      const store = FindingsStore.open(folder);
      expect(JSON.parse(readFileSync(join(folder, LOCK), 'utf8'))).toEqual(
        JSON.parse(locked(hostname(), process.pid, started())),
      );
      store.close();
      return;
    }
    const text = `${folder}: another campaign is at work here (${holder})`;
    expect(() => FindingsStore.open(folder)).toThrow(
      expect.objectContaining({ code: 'findings-locked', message: text }),
    );
    expect(readFileSync(join(folder, LOCK), 'utf8')).toBe(lock());
  });
});

it.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EACCES', 'may not be written'],
  ['EPERM', 'may not be written'],
  ['EROFS', 'may not be written'],
  ['ENOTDIR', 'is not a folder'],
  ['EEXIST', 'is not a folder'],
  ['EIO', 'i/o error'],
])('a failure with %s says that %s, and leaves the old file', (code, reason) => {
  const folder = temporaryDirectory();
  FindingsStore.open(folder).saveIndex('old');
  const failing = {
    write(path: string) {
      writeFileSync(path, 'half');
      throw Object.assign(new Error('i/o error'), { code });
    },
  };
  writeFileSync(join(folder, LOCK), '');
  writeFileSync(join(folder, 'index.json'), '{"schemaVersion":1}');
  const store = FindingsStore.open(folder, failing);
  const path = join(folder, 'index.json');
  const problem = { code: 'findings-unwritable', message: `${path}: ${reason}` };
  expect(() => store.saveIndex('new')).toThrow(expect.objectContaining(problem));
  expect(readFileSync(path, 'utf8')).toBe('{"schemaVersion":1}');
  expect(existsSync(`${path}.new`)).toBe(false);
  store.close();
});

it('the campaign in a folder is known by its seeds and commands', () => {
  const state = {
    setup: { seeds: ['x', 'y'], commands: [['cat']] },
    pool: [{ name: 'a' }, { name: 'b' }, { name: 'a' }],
  };
  expect(campaignIn(withFiles({ 'state.json': JSON.stringify(state) }))).toEqual({
    seeds: ['a', 'b'],
    commands: [['cat']],
  });
  expect(campaignIn(withFiles({ 'state.json': '{' }))).toBeUndefined();
  expect(campaignIn(temporaryDirectory())).toBeUndefined();
});

it('a finding is rescued under its name, if there is a place for it', () => {
  const folder = temporaryDirectory();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', folder);
  const path = FindingsStore.rescue('001-x.mdl', Uint8Array.of(1)) as string;
  expect([path.startsWith(folder), path.endsWith('/001-x.mdl'), readFileSync(path).length]).toEqual([
    true,
    true,
    1,
  ]);
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  expect(FindingsStore.rescue('x', Uint8Array.of(1))).toBeUndefined();
});
