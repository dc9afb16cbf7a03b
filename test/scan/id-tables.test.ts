/** Sets of ids in tables of their own and in the kernel's: the same is said of the same ids, as a naive model of them has it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KernelIds } from '../../src/kernel/ids.js';
import { kernelTables } from '../../src/kernel/tables.js';
import {
  FRESH,
  type IdStore,
  MAX_ID_SCOPES,
  MAX_ID_WORDS,
  REPEATED,
  UNTRACKED,
} from '../../src/scan/id-store.js';
import { IdTables } from '../../src/scan/id-tables.js';
import { planOf } from '../../src/scan/index.js';
import { countedKernel } from '../kernel/counted-passes.js';
import { field, schemaOf } from '../kernel/small-schema.js';

const SCHEMA = schemaOf({
  Root: [field(1, 'items', { message: 1, repeated: true })],
  Item: [field(1, 'id'), field(2, 'other')],
});
const PLAN = planOf(SCHEMA, {
  distinct: ['id', 'other'].map((name) => ({ field: `Item.${name}`, set: name, within: 'Root' })),
});
const TABLES = kernelTables(PLAN)!;

const stores = (mostWords?: number): readonly (readonly [string, IdStore])[] => [
  ['tables of its own', new IdTables(2, mostWords)],
  ['the kernel', countedKernel(TABLES, 0, 0, mostWords).kernel.ids],
];

interface NaiveScope {
  readonly ids: Set<number>;
  readonly noted: number[];
  untracked: number;
  isFull: boolean;
}

class NaiveStore implements IdStore {
  #scopes: NaiveScope[][] = [];

  constructor(private readonly mostWords: number) {
    this.start();
  }

  start(): void {
    this.#scopes = [[newScope()], [newScope()]];
  }

  enter(set: number): void {
    this.#scopes[set]!.push(newScope());
  }

  leave(set: number): void {
    this.#scopes[set]!.pop();
  }

  note(set: number, id: number): 0 | 1 | 2 {
    const scopes = this.#scopes[set]!;
    const scope = scopes.at(-1)!;
    const isGreatest = scope.noted.every((other) => other < id);
    scope.noted.push(id);
    if (scope.ids.has(id)) return REPEATED;
    const words = scopes.flatMap(({ ids }) => [...new Set([...ids].map(wordOf))]);
    const isThere = [...scope.ids].some((other) => wordOf(other) === wordOf(id));
    if (isThere || (words.length < this.mostWords && scopes.length <= MAX_ID_SCOPES + 1)) {
      scope.ids.add(id);
      return FRESH;
    }
    const isHeld = isGreatest || !scope.isFull;
    scope.isFull = true;
    if (isHeld) return FRESH;
    scope.untracked++;
    return UNTRACKED;
  }

  has(set: number, id: number): boolean {
    return this.#scopes[set]!.at(-1)!.ids.has(id);
  }

  tallyOf(set: number) {
    const { ids, noted, untracked } = this.#scopes[set]!.at(-1)!;
    const sorted = [...noted].sort((a, b) => a - b);
    return { count: ids.size, least: sorted[0], greatest: sorted.at(-1), untracked };
  }
}

const newScope = (): NaiveScope => ({ ids: new Set(), noted: [], untracked: 0, isFull: false });
const wordOf = (id: number): number => Math.floor(id / 64);

const id = fc.oneof(
  fc.nat(200),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(127, 128, 2 ** 14, 2 ** 24 - 1, 2 ** 24, 2 ** 28, 2 ** 31, 0xffffffff),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('note' as const), set: fc.nat(1), id }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('enter' as const, 'leave' as const), set: fc.nat(1), id }),
  },
);

describe('sets of ids', () => {
  it('hold what is put into them, scope in scope, as long as there is room', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 5, 1000), fc.array(step, { maxLength: 60 }), (mostWords, steps) => {
        for (const [name, store] of stores(mostWords)) {
          const model = new NaiveStore(mostWords);
          const depths = [0, 0];
          for (const { does, set, id } of steps) {
            if (does === 'note') expect(store.note(set, id), name).toBe(model.note(set, id));
            else if (does === 'enter' || depths[set]! > 0) {
              store[does](set);
              model[does](set);
              depths[set]! += does === 'enter' ? 1 : -1;
            }
            for (const one of [0, 1]) {
              expect(store.has(one, id), name).toBe(model.has(one, id));
              expect(store.tallyOf(one), name).toEqual(model.tallyOf(one));
            }
          }
          store.start();
          expect(steps.some(({ set, id }) => store.has(set, id))).toBe(false);
        }
      }),
      { numRuns: Number(process.env.PROTOMDL_RUNS ?? 200) },
    );
  });

  it.each(stores())('have room for so many words, and say when there is none: %s', (_, store) => {
    let fresh = 0;
    for (let i = MAX_ID_WORDS; i > 0; i--) fresh += store.note(0, i * 64) === FRESH ? 1 : 0;
    expect(fresh).toBe(MAX_ID_WORDS);
    // A greater one is new, whether it is remembered or not; another one may have been there.
    expect(store.note(0, MAX_ID_WORDS * 64 + 64)).toBe(FRESH);
    expect(store.has(0, MAX_ID_WORDS * 64 + 64)).toBe(false);
    expect(store.note(0, MAX_ID_WORDS * 64 + 64)).toBe(UNTRACKED);
    expect(store.note(0, 5)).toBe(UNTRACKED);
    expect(store.note(0, 65)).toBe(FRESH);
    expect(store.note(0, 64)).toBe(REPEATED);
    expect(store.tallyOf(0)).toEqual({
      count: MAX_ID_WORDS + 1,
      least: 5,
      greatest: MAX_ID_WORDS * 64 + 64,
      untracked: 2,
    });
    expect(store.note(1, 5)).toBe(FRESH);
  });

  it.each(stores())('have room where ids are far apart or alike in their lowest bits: %s', (_, store) => {
    for (const step of [2 ** 14, 2 ** 18, 64 * 8]) {
      store.start();
      const count = Math.min(MAX_ID_WORDS, Math.floor(2 ** 32 / step));
      let fresh = 0;
      for (let i = 0; i < count; i++) fresh += store.note(0, 0xffffffff - i * step) === FRESH ? 1 : 0;
      expect(fresh).toBe(count);
    }
  });

  it.each(stores())('lie in each other as deep as there is room for: %s', (_, store) => {
    for (let scope = 0; scope <= MAX_ID_SCOPES; scope++) {
      expect(store.note(0, 7)).toBe(FRESH);
      expect(store.note(0, 7)).toBe(REPEATED);
      store.enter(0);
    }
    expect(store.note(0, 7)).toBe(FRESH);
    expect(store.note(0, 7)).toBe(UNTRACKED);
    for (let scope = MAX_ID_SCOPES; scope >= 0; scope--) {
      store.leave(0);
      expect(store.tallyOf(0)).toEqual({ count: 1, least: 7, greatest: 7, untracked: 0 });
      expect(store.note(0, 7)).toBe(REPEATED);
    }
  });

  it('are those of the kernel where there is one', () => {
    expect(countedKernel(TABLES).kernel.ids).toBeInstanceOf(KernelIds);
  });
});
