/** Repetition and reduction of findings, with loaders and reducers that are only functions. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Ending } from '../../src/attack/campaign/ending.js';
import { finishGroups } from '../../src/attack/campaign/finish.js';
import { type Group, Groups } from '../../src/attack/campaign/group.js';
import type { CampaignOracle, FindingKind, Observation } from '../../src/attack/campaign/oracle.js';
import type { Reducer } from '../../src/attack/campaign/parts.js';
import { FindingsStore, fileDigest } from '../../src/attack/campaign/store.js';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { temporaryDirectory } from '../cli/temporary.js';

const FILE = Uint8Array.of(1, 2, 3, 4);
const SMALL = Uint8Array.of(1, 2);

/** Returns the observation of a fault; undefined is a run that found nothing. */
function observed(key: string | undefined, more: object = {}): Observation {
  return {
    endings: [{ kind: key === undefined ? 'accepted' : 'crashed', ms: 10 } as Ending],
    finding: key === undefined ? undefined : 'crashed',
    fingerprints: key === undefined ? [] : [{ key, title: key, ...more }],
    behaviour: [],
  };
}

const shrinks =
  (made: Partial<Awaited<ReturnType<Reducer>>> = {}): Reducer =>
  async () => ({ bytes: SMALL, checks: 7, isFinished: true, ...made });

interface Finish {
  readonly keys?: readonly string[];
  readonly kind?: FindingKind;
  readonly ask: CampaignOracle['ask'];
  readonly reducer?: Reducer;
  readonly signal?: AbortSignal;
  readonly maxMs?: number;
  readonly typicalMs?: number;
  readonly timeoutMs?: number;
}

async function finished({ keys = ['a'], kind = 'crashed', ask, ...more }: Finish) {
  const store = FindingsStore.open(temporaryDirectory());
  const groups = new Groups();
  for (const key of keys) {
    const file = { name: 'finding.mdl', run: 1, size: FILE.length } as Group['file'];
    const group = groups.add({ key, title: key }, kind, 1, file) as Group;
    store.saveGroup(group.folder, { 'finding.mdl': FILE });
  }
  const done: [Group, Observation][] = [];
  const merged: Group[] = [];
  const progress: (readonly [key: string, size: number, done: number, of: number])[] = [];
  await finishGroups(groups, {
    oracle: { ask },
    store,
    extension: '.mdl',
    jobs: 2,
    maxMs: 60_000,
    timeoutMs: 5000,
    typicalMs: 10,
    signal: new AbortController().signal,
    onDone: async (group, observation) => void done.push([group, observation]),
    onMerged: (group) => void merged.push(group),
    onProgress: (group, size, at, of) => void progress.push([group.key, size, at, of]),
    ...more,
  });
  const [group] = groups.list as [Group];
  return { group, groups, store, done, merged, progress };
}

/** Answers with these faults in turn, and then always with the last one. */
function inTurn(...answers: readonly Observation[]): CampaignOracle['ask'] {
  let at = 0;
  return async () => answers[Math.min(at++, answers.length - 1)];
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a finding', () => {
  it('that occurs in all of three repetitions is reduced, and described by the run of the reduced file', async () => {
    const proof = observed('a');
    const ask = vi.fn<CampaignOracle['ask']>(async (bytes) => (bytes.length === 2 ? proof : observed('a')));
    const reducer = vi.fn<Reducer>(async (_, __, { onProgress }) => {
      onProgress?.(3);
      return shrinks()(FILE, async () => true, {} as never);
    });
    const { group, store, done, progress } = await finished({ ask, reducer });
    expect(group.reproduced).toEqual({ same: 3, of: 3 });
    expect(group.reduced).toEqual({ name: 'reduced.mdl', size: 2, sha256: fileDigest(SMALL), checks: 7 });
    expect(store.readGroupFile(group.folder, 'reduced.mdl')).toEqual(SMALL);
    expect([group.isReduced, done]).toEqual([true, [[group, proof]]]);
    expect(ask).toHaveBeenCalledTimes(4);
    expect(reducer.mock.calls[0]?.[2]).toMatchObject({ jobs: 2, maxChecks: 4000 });
    expect(progress).toEqual([
      ['a', 4, 0, 1],
      ['a', 3, 0, 1],
    ]);
  });

  it.each([
    ['once of three times', [observed(undefined), observed('b'), observed('a')], 1, 2],
    ['twice of three times', [observed('a'), observed(undefined), observed('a')], 2, 2],
    ['never', [observed(undefined), observed('b')], 0, 0],
  ] as const)(
    'that occurs %s is not reduced, and described by a run with its fault',
    async (_, answers, same, shown) => {
      const reducer = vi.fn<Reducer>(shrinks());
      const { group, done } = await finished({ ask: inTurn(...answers), reducer });
      expect(group).toMatchObject({ reproduced: { same, of: 3 }, reduced: null, isReduced: false });
      expect(reducer).not.toHaveBeenCalled();
      expect(done[0]?.[1]).toBe(answers[shown]);
    },
  );

  it('of a seed is recognised without the prefix of its key', async () => {
    const { group } = await finished({
      keys: ['seed a'],
      ask: async () => observed('a', { isVague: true }),
    });
    expect([group.reproduced, group.isReduced]).toEqual([{ same: 3, of: 3 }, false]);
  });

  it('whose position is found moves to the group of this position', async () => {
    const placed = observed('a at x.c:7', { keyWithoutPlace: 'a' });
    const alone = await finished({ ask: async () => placed });
    expect(alone.group).toMatchObject({ key: 'a at x.c:7', reproduced: { same: 3 } });
    expect(alone.merged).toEqual([]);
    const both = await finished({ keys: ['a', 'a at x.c:7'], ask: async () => placed });
    expect(both.groups.list).toMatchObject([{ id: 2, key: 'a at x.c:7', count: 2 }]);
    expect(both.merged).toMatchObject([{ id: 1 }]);
    expect(both.done).toMatchObject([[{ id: 2 }, {}]]);
  });

  it('is not repeated or described any more after an abort', async () => {
    const aborted = await finished({ ask: async () => undefined, reducer: shrinks() });
    expect([aborted.group.reproduced, aborted.done]).toEqual([null, []]);
    const control = new AbortController();
    const during = await finished({
      keys: ['a', 'b'],
      ask: inTurn(observed('a')),
      signal: control.signal,
      reducer: async (bytes) => {
        control.abort();
        return { bytes: SMALL, checks: bytes.length, isFinished: true };
      },
    });
    expect([during.group.isReduced, during.group.reduced, during.done]).toEqual([false, null, []]);
    expect(during.groups.list[1]?.reproduced).toBeNull();
  });
});

describe('a reduction', () => {
  const ask = async () => observed('a');

  it.each<[string, Finish, object]>([
    ['that removes nothing', { ask, reducer: shrinks({ bytes: FILE }) }, { isReduced: true, reduced: null }],
    [
      'that runs out of time is tried again in the next session',
      { ask, reducer: shrinks({ isFinished: false }) },
      { isReduced: false, reduced: { size: 2 } },
    ],
    [
      'that makes 3,999 checks is tried again',
      { ask, reducer: shrinks({ isFinished: false, checks: 3999 }) },
      { isReduced: false },
    ],
    [
      'that makes 4,000 checks is final',
      { ask, reducer: shrinks({ isFinished: false, checks: 4000 }) },
      { isReduced: true },
    ],
    [
      'whose result shows another fault',
      { ask: async (bytes) => observed(bytes.length === 2 ? 'b' : 'a'), reducer: shrinks() },
      { isReduced: true, reduced: null },
    ],
    [
      'whose result is not checked because of an abort',
      { ask: async (bytes) => (bytes.length === 2 ? undefined : observed('a')), reducer: shrinks() },
      { isReduced: true, reduced: null },
    ],
    ...['not-interesting', 'check-unsteady'].map((code): [string, Finish, object] => [
      `refused as ${code}`,
      {
        ask,
        reducer: async () => {
          throw new ProtomdlError(code, '');
        },
      },
      { reproduced: { same: 3 }, isReduced: false, reduced: null },
    ]),
  ])('%s', async (_, options, expected) => {
    const { group, done } = await finished(options);
    expect(group).toMatchObject(expected);
    expect(done.length).toBe(1);
  });

  it.each([new Error('broken'), new ProtomdlError('scratch-full', '')])('fails with %s', async (error) => {
    const reducer: Reducer = async () => {
      throw error;
    };
    await expect(finished({ ask, reducer })).rejects.toBe(error);
  });

  it.each<[FindingKind, number, number, number]>([
    // Twenty times as long as the file itself, which took 10 ms, or as a typical run.
    ['crashed', 1, 5000, 250],
    ['crashed', 20, 5000, 400],
    ['crashed', 20, 300, 300],
    ['hung', 100, 5000, 600],
    ['hung', 10, 5000, 250],
  ])(
    'of a file that %s waits for a run, typically %i ms, limit %i ms: %i ms',
    async (kind, typicalMs, timeoutMs, most) => {
      const limits: (number | undefined)[] = [];
      const results: boolean[] = [];
      await finished({
        kind,
        typicalMs,
        timeoutMs,
        ask: async (bytes, options) => {
          if (bytes.length === 3) limits.push(options?.timeoutMs);
          return observed(bytes[0] === 9 ? 'b' : 'a');
        },
        reducer: async (_, isInteresting) => {
          const { signal } = new AbortController();
          for (const first of [1, 9]) results.push(await isInteresting(Uint8Array.of(first, 2, 3), signal));
          return { bytes: FILE, checks: 2, isFinished: true };
        },
      });
      expect([limits, results]).toEqual([
        [most, most],
        [true, false],
      ]);
    },
  );

  it('ends after its share of the time, which is at least a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const keys = ['a', 'b', 'c', 'd'];
    const fingerprints = keys.map((key) => ({ key, title: key }));
    const all = { keys, ask: async () => ({ ...observed('a'), fingerprints }), reducer: shrinks() };
    await finished({ ...all, maxMs: 30_000 });
    // The groups take no time here, so that more is left for the last.
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([7500, 10_000, 15_000, 30_000]);
    timeout.mockClear();
    await finished({ ...all, maxMs: 0 });
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([1000, 1000, 1000, 1000]);
  });

  it('is not repeated in a later session', async () => {
    const store = FindingsStore.open(temporaryDirectory());
    const group = { key: 'a', isReduced: true } as Group;
    const asks = vi.fn<CampaignOracle['ask']>();
    await finishGroups(new Groups([group]), { oracle: { ask: asks }, store } as never);
    expect(asks).not.toHaveBeenCalled();
  });
});
