/** Faults that a loader already shows for an unchanged seed. No mutation has caused them. */
import { describe, expect, it } from 'vitest';
import { fuzz, indexOf, script, seed } from './programs.js';

const SOUND = seed('one-context.mdl');
const FAULTY = seed('two-contexts.mdl');
/**
 * Makes a loader that accepts one seed; the arguments say what it does for the other seed, and for all
 * mutants.
 */
const loader = (ofFaulty: string, ofMutants: string): string =>
  script(`if cmp -s "$1" ${SOUND}; then exit 0; fi
if cmp -s "$1" ${FAULTY}; then ${ofFaulty}; fi
${ofMutants}`);

const attack = async (command: string) => {
  const { code, out, folder } = await fuzz(SOUND, FAULTY, '--runs', '30', '--no-reduce', '--', command, '{}');
  return { code, out, ...indexOf(folder) };
};

interface Row {
  readonly title: string;
  readonly count: number;
  readonly firstRun: number;
  readonly file: { readonly seed: string; readonly mutations: readonly unknown[] };
}

const ABORT = 'echo "l.c:7: Assertion \\`x\' failed" >&2; kill -ABRT $$';

describe('a seed that crashes the loader', () => {
  it('is named; mutants that crash at the same position are not findings', async () => {
    const { out, groups, seeds, endings, code } = await attack(loader(ABORT, ABORT));
    expect(code).toBe(1);
    expect(seeds).toEqual({
      total: 2,
      accepted: 1,
      others: [{ name: FAULTY, kind: 'crashed', title: expect.stringContaining('Assertion x failed') }],
      repeatedBy: 30,
    });
    expect(endings.crashed).toBe(30);
    expect(groups).toMatchObject([{ count: 1, firstRun: -1, file: { seed: FAULTY, mutations: [] } }]);
    expect(out).toContain('seeds    1 of 2 accepted\n');
    expect(out).toContain(`         ${FAULTY} crashes the loader as it is: SIGABRT: Assertion x failed`);
    expect(out).toContain('30 mutants ended as seeds do as they are: not findings');
    expect(out).toContain('in 1 seed as given, not by mutation');
  });

  it('hides no findings of other seeds if the position of its crash is unknown', async () => {
    const { groups, seeds } = await attack(loader('exit 200', 'exit 200'));
    const rows = groups as Row[];
    expect(rows.map(({ firstRun, title }) => [firstRun < 0, title])).toEqual([
      [true, 'exit code 200'],
      [false, 'exit code 200'],
    ]);
    expect(rows[1]?.file.seed).toBe(SOUND);
    expect(seeds.repeatedBy).toBeGreaterThan(0);
    expect((rows[1]?.count ?? 0) + seeds.repeatedBy).toBe(30);
    // Most mutants come from the seed that the loader accepts.
    expect(rows[1]?.count).toBeGreaterThan(seeds.repeatedBy);
  });

  it('does not hide other faults of its mutants', async () => {
    const { groups, seeds } = await attack(loader(ABORT, ABORT.replace('x', 'other')));
    expect((groups as Row[]).map(({ count, firstRun }) => [count, firstRun < 0])).toEqual([
      [1, true],
      [30, false],
    ]);
    expect(seeds.repeatedBy).toBe(0);
  });

  it('is counted once if a session is resumed', async () => {
    const command = loader(ABORT, ABORT);
    const args = (runs: string) => [SOUND, FAULTY, FAULTY, '--runs', runs, '--no-reduce'];
    const { folder } = await fuzz(...args('5'), '--', command, '{}');
    await fuzz(...args('9'), '--out', folder, '--', command, '{}');
    const { groups, seeds } = indexOf(folder);
    expect([groups.length, groups[0].count, seeds.repeatedBy]).toEqual([1, 1, 9]);
  });
});

it('a seed that hangs or is refused is named', async () => {
  const command = loader('echo "no such version 7" >&2; exit 3', 'exit 0');
  const { seeds, groups, code, out } = await attack(command);
  expect(code).toBe(0);
  expect(groups).toEqual([]);
  expect(seeds.others).toEqual([
    { name: FAULTY, kind: 'refused', title: 'refuses with 3: no such version #' },
  ]);
  expect(out).toContain(`${FAULTY} is refused as it is: refuses with 3: no such version #`);
  const hanging = await fuzz(
    ...[SOUND, FAULTY, '--timeout', '300ms', '--runs', '3', '--no-reduce', '--format', 'json'],
    ...['--', loader('sleep 60', 'exit 0'), '{}'],
  );
  expect(JSON.parse(hanging.out).seeds.others).toMatchObject([{ name: FAULTY, kind: 'hung' }]);
});

describe('a command without {} for the path', () => {
  const hint =
    'the command has no {} for the path of the file, so the loader gets the file on standard input';

  it('is reported if it accepts no seed, or if no result depends on the file', async () => {
    const refusing = script('[ $# = 1 ] || exit 2');
    expect((await fuzz(SOUND, '--runs', '5', '--', refusing)).err).toContain(`; ${hint}`);
    expect((await fuzz(SOUND, '--runs', '5', '--stdin', '--', refusing)).err).not.toContain('{}');
    const deaf = script('exit 0');
    expect((await fuzz(SOUND, '--runs', '20', '--', deaf)).out).toContain(`for every file: ${hint}`);
  });
});

it('a resumed campaign, started without its command, shows the command line that resumes it', async () => {
  const command = script('exit 0');
  const { folder } = await fuzz(SOUND, '--runs', '2', '--', command, '{}');
  const line = `protomdl fuzz --resume --out ${folder} ${SOUND} -- ${command} {}`;
  for (const args of [
    ['--resume', folder],
    ['--resume', '--out', folder],
  ]) {
    const { code, err } = await fuzz(...args);
    expect(code).toBe(2);
    expect(err).toContain(`no loader to run; its campaign goes on with: ${line}`);
  }
  const words = line.split(' ').slice(2);
  expect((await fuzz(...words)).code).toBe(0);
  expect((await fuzz(SOUND)).err).toContain('no loader to run: protomdl fuzz [seeds...] -- ./loader {}');
});
