/** Groups of findings: which runs are findings, which group they join, and which file represents a group. */
import { describe, expect, it, vi } from 'vitest';
import type { Ending, Fingerprint } from '../../src/attack/campaign/ending.js';
import { CampaignFindings } from '../../src/attack/campaign/finds.js';
import { type Group, Groups } from '../../src/attack/campaign/group.js';
import type { Observation } from '../../src/attack/campaign/oracle.js';
import { type FindingsStore, fileDigest } from '../../src/attack/campaign/store.js';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';

type Options = ConstructorParameters<typeof CampaignFindings>[0];

const NOWHERE = { saveGroup: () => {} } as unknown as FindingsStore;
const findings = (options: Partial<Options> = {}) =>
  new CampaignFindings({ store: NOWHERE, extension: '.mdl', ...options }, undefined);

const crash = (...keys: readonly (string | Partial<Fingerprint>)[]): Observation => ({
  endings: [{ kind: 'crashed', isFatal: true, code: null, signal: 'SIGSEGV' } as Ending],
  finding: 'crashed',
  fingerprints: keys.map(
    (key): Fingerprint =>
      typeof key === 'string' ? { key, title: key } : { key: 'vague', title: 'vague', ...key },
  ),
  behaviour: [],
});

const VAGUE = { isVague: true } as const;
const sized = (size: number) => ({ bytes: new Uint8Array(size), mutations: [] });

/** Enters a finding of a run whose file has this size. */
function enter(finds: CampaignFindings, observation: Observation, run = 1, size = 100) {
  return finds.enter(observation.fingerprints, observation, run, 'seed.mdl', sized(size));
}

describe('a finding', () => {
  it('opens a group, which later findings with its fault join', () => {
    const finds = findings();
    const first = enter(finds, crash('ASan: überlauf in Parse a.c:7'), 4);
    expect(first).toMatchObject({ isNew: true, finding: { bytes: new Uint8Array(100) } });
    expect(first.group).toEqual({
      id: 1,
      key: 'ASan: überlauf in Parse a.c:7',
      title: 'ASan: überlauf in Parse a.c:7',
      kind: 'crashed',
      folder: '001-asan-berlauf-in-parse-a-c-7',
      count: 1,
      firstRun: 4,
      file: {
        name: 'finding.mdl',
        run: 4,
        size: 100,
        sha256: fileDigest(new Uint8Array(100)),
        seed: 'seed.mdl',
        mutations: [],
        endings: [{ kind: 'crashed', code: null, signal: 'SIGSEGV' }],
      },
      reproduced: null,
      reduced: null,
      isReduced: false,
    });
    expect(enter(finds, crash('ASan: überlauf in Parse a.c:7'), 5)).toEqual({
      isNew: false,
      group: first.group,
    });
    expect([first.group?.count, first.group?.file.run]).toEqual([2, 4]);
    expect(enter(finds, crash('Sanitizer'), 6).group?.folder).toBe('002-finding');
    expect(enter(finds, { ...crash(), finding: undefined })).toEqual({ isNew: false });
  });

  it.each([
    [90, false, true],
    [91, false, false],
    [10, true, false],
  ])('of %i bytes represents a group of 100 bytes, reduced %s: %s', (size, isReduced, isTaken) => {
    const finds = findings();
    const { group } = enter(finds, crash('a'));
    group!.isReduced = isReduced;
    const { finding } = enter(finds, crash('a'), 2, size);
    expect(finding !== undefined).toBe(isTaken);
    expect([group?.file.size, group?.file.run]).toEqual(isTaken ? [size, 2] : [100, 1]);
  });

  it('with several faults joins the group of the first new fault', () => {
    const finds = findings();
    expect(enter(finds, crash('a')).group?.key).toBe('a');
    expect(enter(finds, crash('a', 'b', 'c')).group?.key).toBe('b');
    expect(enter(finds, crash('b', 'a', 'c')).group?.key).toBe('c');
    expect(enter(finds, crash('b', 'a', 'c')).group?.key).toBe('b');
  });

  it('beyond a thousand groups is only counted', () => {
    const finds = findings();
    for (let at = 1; at <= 1000; at++) expect(enter(finds, crash(`f${at}`)).isNew).toBe(true);
    expect(finds.groups.list.at(-1)?.folder).toBe('1000-f1000');
    expect([enter(finds, crash('g')), enter(finds, crash('g'))]).toEqual([
      { isNew: false },
      { isNew: false },
    ]);
    expect([finds.groups.size, finds.groups.unlisted]).toEqual([1000, 2]);
    expect(enter(finds, crash('f7')).group?.count).toBe(2);
  });
});

describe('the fault of an unchanged seed', () => {
  const survived: Ending = { kind: 'crashed', isFatal: false, code: 0 } as Ending;

  it.each<[string, Observation, string, object]>([
    ['is no finding', crash('known'), 'a.mdl', { kind: 'crashed', fingerprints: [], isOfSeed: true }],
    ['is none with another seed either', crash('known'), 'b.mdl', { fingerprints: [], isOfSeed: true }],
    [
      'does not hide another fault',
      crash('known', 'new'),
      'a.mdl',
      { fingerprints: [{ key: 'new' }], isOfSeed: false },
    ],
    ['without a position is none with its seed', crash(VAGUE), 'a.mdl', { fingerprints: [], isOfSeed: true }],
    [
      'without a position may be another fault',
      crash(VAGUE),
      'b.mdl',
      { fingerprints: [VAGUE], isOfSeed: false },
    ],
    [
      'that the loader survives is an accepted file',
      { ...crash('known'), endings: [survived] },
      'a.mdl',
      { kind: 'accepted', isOfSeed: false },
    ],
    [
      'that the loader survives is a refused file',
      { ...crash('known'), endings: [{ ...survived, code: 3 }] },
      'a.mdl',
      { kind: 'refused', isOfSeed: false },
    ],
    [
      'that the loader survives does not hide another fault',
      { ...crash('new'), endings: [survived] },
      'a.mdl',
      { kind: 'crashed', fingerprints: [{ key: 'new' }], isOfSeed: false },
    ],
    [
      'does not matter to a run without a fault',
      { ...crash(), finding: undefined, endings: [{ kind: 'refused' } as Ending] },
      'a.mdl',
      { kind: 'refused', isOfSeed: false },
    ],
  ])('%s', (_, observation, seed, expected) => {
    const finds = findings();
    finds.expect(crash('known'), 'a.mdl');
    finds.expect(crash({ ...VAGUE, key: 'other' }, VAGUE), 'a.mdl');
    expect(finds.seen(observation, seed)).toMatchObject(expected);
    expect([...finds.background]).toEqual(['known']);
  });

  it('has a group, whose count is the number of seeds, in each session again', () => {
    const finds = findings();
    const session = (...names: readonly string[]) => {
      const entered = new Set<Group>();
      return names.map((name) => finds.enterSeed(crash(VAGUE), { name, bytes: new Uint8Array(9) }, entered));
    };
    const [first, second] = session('a.mdl', 'b.mdl');
    expect(first?.group).toMatchObject({
      key: 'seed vague',
      firstRun: -1,
      count: 2,
      file: { seed: 'a.mdl' },
    });
    expect(second).toBeUndefined();
    session('a.mdl', 'b.mdl', 'c.mdl');
    expect(finds.groups.list.map(({ count }) => count)).toEqual([3]);
    // A mutant of another seed may have another fault without a position.
    expect(enter(finds, crash(VAGUE)).isNew).toBe(true);
    // A fault that a mutant showed first counts the mutants only.
    enter(finds, crash('a'), 5);
    finds.enterSeed(crash('a'), { name: 'a.mdl', bytes: new Uint8Array(9) }, new Set());
    expect(finds.groups.list.at(-1)).toMatchObject({ key: 'a', count: 1, firstRun: 5 });
  });
});

describe('a group whose position was found', () => {
  const groupsOf = (...firstRuns: readonly number[]): [Groups, Group[]] => {
    const groups = new Groups();
    const list = firstRuns.map(
      (run, at) => groups.add({ key: `k${at}`, title: `k${at}` }, 'crashed', run, {} as never) as Group,
    );
    return [groups, list];
  };

  it('gets the title of its position, and is found by it', () => {
    const [groups, [first, second]] = groupsOf(3, 4);
    expect(groups.relocate(first!, { key: 'new', title: 'New' })).toBe(first);
    expect(groups.list).toEqual([first, second]);
    expect(first).toMatchObject({ key: 'new', title: 'New' });
    expect(groups.find([{ key: 'new', title: '' }])).toEqual({ known: first });
    expect(groups.find([{ key: 'k0', title: '' }])).toEqual({ fresh: { key: 'k0', title: '' } });
    expect(groups.find([])).toBeUndefined();
    // Relocation to its own position changes nothing.
    expect(groups.relocate(first!, { key: 'new', title: 'New' })).toBe(first);
    expect([first?.count, groups.size]).toEqual([1, 2]);
  });

  it.each([
    [7, 3],
    [-1, 1],
  ])('is merged with the group of this position, first run %i: count %i', (firstRun, count) => {
    const [groups, [first, second]] = groupsOf(3, firstRun);
    first!.count = 2;
    expect(groups.relocate(first!, { key: 'k1', title: 'k1' })).toBe(second);
    expect([groups.list, second?.count]).toEqual([[second], count]);
    // Numbers of groups are not used again, as folders have them.
    expect(groups.add({ key: 'x', title: 'x' }, 'hung', 9, {} as never)?.id).toBe(3);
  });
});

describe('a finding that cannot be saved', () => {
  it.each([new Error('broken'), new ProtomdlError('findings-damaged', '')])(
    'for another reason: %s',
    async (error) => {
      const finds = findings({ onFinding: vi.fn().mockRejectedValue(error) });
      const { finding } = enter(finds, crash('a'));
      await expect(finds.save(finding!)).rejects.toBe(error);
      expect(finds.isLost).toBe(false);
    },
  );
});
