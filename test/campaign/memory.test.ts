/** What a campaign remembers: behaviour, files to mutate, and the texts that identify a fault. */
import { describe, expect, it } from 'vitest';
import { Novelty } from '../../src/attack/campaign/novelty.js';
import { lastWords, skeletonOf, skeletonsOf } from '../../src/attack/campaign/output-text.js';
import { Pool } from '../../src/attack/campaign/pool.js';
import { findStack, readStack, stackKey } from '../../src/attack/campaign/stack.js';

const seen = (behaviour: string[], ...edges: (number[] | undefined)[]) =>
  ({
    behaviour,
    endings: edges.map((list) => (list === undefined ? {} : { edges: Uint32Array.from(list) })),
  }) as never;

describe('behaviour', () => {
  it('is new once for each statement, and for each edge of each loader', () => {
    const novelty = new Novelty();
    expect(novelty.note(seen(['ok', 'a', 'a']))).toBe(2);
    expect(novelty.note(seen(['ok', 'b']))).toBe(1);
    // An edge is a place and a range of frequencies: 8 and 9 are two ranges of place 1.
    expect(novelty.note(seen(['ok'], [8, 9, 8, 16]))).toBe(3);
    expect(novelty.note(seen(['ok'], undefined, [8]))).toBe(1);
    expect(novelty.note(seen(['ok'], [8, 9], [8]))).toBe(0);
    // Three statements, and three places.
    expect(novelty.size).toBe(6);
    expect(novelty.note(seen(['ok'], [800, 808, 816, 824, 832, 840, 848]))).toBe(5);
    expect(novelty.note(seen(['ok'], [848]))).toBe(0);
    expect(novelty.size).toBe(13);
  });

  it('is remembered by a resumed campaign', () => {
    const novelty = new Novelty();
    novelty.note(seen(['ok', 'a'], [8, 9], [800]));
    const again = new Novelty(JSON.parse(JSON.stringify(novelty.toState())));
    expect([again.size, again.toState()]).toEqual([4, novelty.toState()]);
    expect(again.note(seen(['a'], [8], [800]))).toBe(0);
    expect(again.note(seen(['c'], [10], [8]))).toBe(3);
    expect('edges' in new Novelty().toState()).toBe(false);
  });

  it.each([
    [64, false],
    [65, true],
  ])('%i surprises in 256 runs: noise %s', (surprises, isNoisy) => {
    const novelty = new Novelty();
    for (let run = 0; run < 255; run++) novelty.note(seen(['ok', run < surprises ? `content ${run}` : 'ok']));
    expect(novelty.toState()).toMatchObject({ isNoisy: false, runs: 255, surprises });
    novelty.note(seen(['ok']));
    expect(novelty.toState()).toMatchObject({ isNoisy, runs: 0, surprises: 0 });
    // From then on, only the ending of a noisy loader counts.
    expect(novelty.note(seen(['ok', 'other content']))).toBe(isNoisy ? 0 : 1);
    expect(novelty.note(seen(['crashed', 'more']))).toBe(isNoisy ? 1 : 2);
  });

  it('is not remembered without a limit', () => {
    const known = Array.from({ length: 19_999 }, (_, at) => `s${at}`);
    const novelty = new Novelty({ known, isNoisy: false, runs: 0, surprises: 0 });
    expect(novelty.note(seen(['new', 'newer']))).toBe(1);
    expect(novelty.note(seen(['newest']))).toBe(0);
    expect(novelty.size).toBe(20_000);
  });
});

describe('the pool', () => {
  it('has seeds, and mutants with the name and the seed of their parent', () => {
    const pool = new Pool();
    const seed = pool.addSeed('a', Uint8Array.of(1));
    const other = pool.addSeed('b', Uint8Array.of(2));
    const mutant = pool.addMutant(other, Uint8Array.of(3), true, ['T'])!;
    const deeper = pool.addMutant(mutant, Uint8Array.of(4), false, []);
    expect(deeper).toMatchObject({ id: 3, name: 'b', seed: other.id, isRefused: false, runs: 0 });
    expect([seed.seed, mutant.isRefused, mutant.changed, pool.get(2)]).toEqual([0, true, ['T'], mutant]);
    pool.setBarren(seed.id);
    pool.setBarren(99);
    pool.credit(1, 2.5, true);
    pool.credit(1, 1, false);
    pool.credit(99, 1, true);
    expect(seed.isRefused).toBe(true);
    expect(pool.entries.map(({ runs, rewards, repeats }) => [runs, rewards, repeats])).toEqual([
      [0, 0, 0],
      [2, 3.5, 1],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('is full at 1,024 files, and at 64 MiB of mutants', () => {
    const full = new Pool();
    for (let i = 0; i < 1023; i++) full.addSeed(`${i}`, Uint8Array.of());
    const [seed] = full.entries as [never];
    expect(full.addMutant(seed, Uint8Array.of(), false, [])).toBeDefined();
    expect(full.addMutant(seed, Uint8Array.of(), false, [])).toBeUndefined();
    const large = new Pool();
    // Seeds do not count, because the campaign has them anyway.
    const root = large.addSeed('a', new Uint8Array(40 * 2 ** 20));
    const half = new Uint8Array(32 * 2 ** 20);
    const mutant = large.addMutant(root, half, false, [])!;
    const again = new Pool();
    for (const entry of [root, { ...mutant, id: 7 }]) again.restore(entry);
    for (const pool of [large, again]) {
      expect(pool.addMutant(root, new Uint8Array(half.length + 1), false, [])).toBeUndefined();
      expect(pool.addMutant(root, half, false, [])).toBeDefined();
      expect(pool.addMutant(root, Uint8Array.of(1), false, [])).toBeUndefined();
    }
    expect(again.entries.map(({ id }) => id)).toEqual([0, 7, 8]);
  });
});

describe('a stack', () => {
  const lines = [
    'report',
    '    #0 0x1234 in __interceptor_memcpy asan.cc:1',
    '    #1 0x1 in ns::Reader<int>::read(char const*, int) const [clone .part.0] /src/reader.cc:12:5',
    '    #2 0x2 in std::vector<int>::at(unsigned long) /usr/include/c++/12/vector:5',
    '    #3 0x3 in main (/opt/loader+0x99) (BuildId: ab12)',
    '    #4 0x4  (/lib/x86_64-linux-gnu/libc.so.6+0x2)',
    '    #5 0x5  (/opt/loader+0x77)',
    '',
    '    #0 0x6 in later /src/later.c:1',
  ];
  it('has the frames of the program, without what differs between runs', () => {
    expect(findStack(lines, 0)).toBe(1);
    expect(findStack(lines, 2)).toBe(8);
    expect(findStack(lines, 2, 6)).toBe(-1);
    expect(readStack(lines, 1)).toEqual([
      { function: 'ns::Reader::read', place: 'reader.cc:12' },
      { function: 'main', place: 'loader+0x99' },
      { function: '', place: 'loader+0x77' },
    ]);
    expect(readStack(lines, 1, 1)).toHaveLength(1);
    expect(readStack(lines, 0)).toEqual([]);
    expect(readStack(['#0 0x1 in a a.c:1', '#0 0x2 in b b.c:1'], 0)).toHaveLength(1);
  });

  it.each([
    ['operator<(A<int> const&)', 'operator<'],
    ['B<int>::operator->() const', 'B::operator->'],
    ['(anonymous namespace)::f(int)', '{anonymous}::f'],
    ['f[abi:cxx11](int)', 'f'],
    ['<unknown module>', ''],
  ])('calls %s %j', (text, name) => {
    expect(readStack([`#0 0x1 in ${text} a.c:3`], 0)).toEqual([{ function: name, place: 'a.c:3' }]);
  });

  it('is identified by three frames, and recursion by its functions', () => {
    const frame = (name: string, place = '') => ({ function: name, place });
    const four = ['a', 'b', 'c', 'd'].map((name) => frame(name, `${name}.c:1`));
    expect(stackKey(four)).toEqual(['a a.c:1', 'b', 'c']);
    expect(stackKey([frame('', 'x+0x1'), frame('', 'x+0x2'), frame('m')])).toEqual(['x+0x1', 'x+0x2', 'm']);
    expect(stackKey([frame('a')])).toEqual(['a']);
    const deep = (times: number) => [
      frame('z', 'z.c:1'),
      ...Array.from({ length: times }, () => [frame('r', 'r.c:1'), frame('q')]).flat(),
    ];
    expect(stackKey(deep(12))).toEqual(['q (recursive)', 'r (recursive)']);
    expect(stackKey(deep(11))).toEqual(['z z.c:1', 'r', 'q']);
  });
});

describe('output', () => {
  it.each([
    ['read 17 of 0x1f bytes at deadbeef00', 'read # of # bytes at #'],
    ['open "a b" and \'c\': `d`', 'open "…" and \'…\': `…`'],
    ['\u001b[31mred\u001b[0m  text', 'red text'],
    ['==123== /tmp/x/y.cc:7: -1.5', 'y.cc:#: #'],
    ['seed.1.mdl is bad', 'FILE is bad'],
    ['ä\u0000b', '?b'],
  ])('%j has the skeleton %j', (line, skeleton) => {
    expect(skeletonOf(line)).toBe(skeleton);
  });

  it('has each skeleton once, up to a number', () => {
    expect(skeletonsOf('a 1\n\na 2\n77\nb\nc')).toEqual(['a #', 'b', 'c']);
    expect(skeletonsOf('a\nb\nc', 2)).toEqual(['a', 'b']);
    expect(skeletonsOf('a\na\na\na\nb', 1)).toEqual(['a']);
    expect(skeletonsOf(`${'\n'.repeat(8)}b`, 2)).toEqual([]);
  });

  it.each<[string, string, string]>([
    [
      "first\nx.cc:12: void f(): Assertion `n < 5' failed.\nAborted",
      'out',
      'Assertion n < 5 failed, x.cc:12',
    ],
    ['terminate called 1\n  what():  bad 7\nlast', '', 'what(): bad #'],
    // A telling line of the output comes before any other line of the errors.
    ['plain', 'panic at 5', 'panic at #'],
    ['one\ntwo 2\n\n', 'three', 'two #'],
    ['', 'three', ''],
    ['\n', '', ''],
  ])('%j and %j end with %j', (stderr, stdout, words) => {
    expect(lastWords(stderr, stdout)).toBe(words);
  });
});
