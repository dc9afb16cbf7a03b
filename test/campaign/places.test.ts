/**
 * Crashes of builds without a sanitizer are distinguished by gdb. The expected groups come from the build
 * with a sanitizer.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fingerprintsOf } from '../../src/attack/campaign/ending.js';
import { Scratch } from '../../src/attack/campaign/scratch.js';
import { TargetRunner } from '../../src/attack/campaign/target.js';
import { findCommand } from '../../src/attack/process/run-command.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { fuzz, indexOf, script, seed } from './programs.js';

const SOURCE = fileURLToPath(new URL('places.c', import.meta.url));
const hasTools = ['gcc', 'gdb'].every((name) => findCommand(name, process.env.PATH).path !== undefined);
if (!hasTools) console.warn('skipped: places of crashes need gcc and gdb');

const FILES = ['ga', 'gb', 'ha', 'la', 'lz', 'na', 'nb', 'ma', 'mb', 'aa', 'ab'];

function built(...options: string[]): string {
  const path = join(temporaryDirectory(), 'loader');
  execFileSync('gcc', ['-o', path, SOURCE, ...options], { stdio: 'ignore' });
  return path;
}

/** Returns the fingerprints of all files, in order. */
async function seenBy(argv: readonly string[], findsPlaces = true, files = FILES) {
  const scratch = new Scratch('.hef');
  try {
    const runner = new TargetRunner({ argv, timeoutMs: 20_000, findsPlaces });
    const seen = [];
    for (const file of files) {
      const ending = await scratch.with((scratchFile) => runner.run(Buffer.from(file), scratchFile));
      seen.push({ file, ...fingerprintsOf(ending!)[0]! });
    }
    return seen;
  } finally {
    scratch.remove();
  }
}

/** Returns the files of each group, joined by spaces. */
function groupsOf(seen: readonly { file: string; key: string }[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { file, key } of seen) groups.set(key, [...(groups.get(key) ?? []), file]);
  return [...groups.values()].map((files) => files.join(' '));
}

describe.skipIf(!hasTools)('places of crashes', () => {
  let known: Promise<string[]> | undefined;
  const expected = () => {
    known ??= seenBy([built('-g', '-O1', '-fsanitize=address'), '{}']).then(groupsOf);
    return known;
  };

  it.each<[string, string[], string[]]>([
    ['a build without symbols', ['-O2', '-s'], ['{}']],
    ['a build that reads standard input', ['-O2'], []],
  ])(
    'equal the sanitizer’s places: %s',
    async (_, options, args) => {
      const groups = groupsOf(await seenBy([built(...options), ...args]));
      expect(groups).toEqual(await expected());
      expect(groups).toEqual(['ga gb ha', 'la lz', 'na nb', 'ma mb', 'aa ab']);
    },
    60_000,
  );

  it('are found if a script starts the program', async () => {
    const wrapper = script(`${built('-O2')} "$1"`);
    expect(groupsOf(await seenBy([wrapper, '{}']))).toEqual(await expected());
  }, 60_000);

  it('are named in the titles of groups, and are precise', async () => {
    const seen = await seenBy([built('-O1', '-g'), '{}']);
    expect(groupsOf(seen)).toEqual(await expected());
    const titleOf = (file: string) => seen.find((one) => one.file === file)?.title;
    expect(titleOf('ga')).toMatch(/^SIGSEGV near null \(0x19\) in read_group places\.c:\d+ < main$/);
    expect(titleOf('la')).toMatch(/^SIGSEGV in read_layer places\.c:\d+ < main$/);
    expect(titleOf('ma')).toBe('SIGSEGV in read_mux (recursive)');
    expect(titleOf('aa')).toMatch(/^SIGABRT in check places\.c:\d+ < main$/);
    expect(seen.filter(({ isVague }) => isVague)).toEqual([]);
  }, 60_000);

  it('are those of the callers if a program aborts in one function without a message', async () => {
    expect(groupsOf(await seenBy([built('-O2'), '{}'], true, ['aa', 'ab', 'sa']))).toEqual(['aa ab', 'sa']);
  }, 60_000);

  it('are not searched for if the user turned this off', async () => {
    const seen = await seenBy([built('-O2'), '{}'], false);
    expect(groupsOf(seen)).toEqual(['ga gb ha la lz na nb ma mb', 'aa ab']);
    expect(seen.every(({ isVague }) => isVague)).toBe(true);
  });
});

describe('a reduction that runs out of time', () => {
  it('names its fault, and --resume completes it without another mutant', async () => {
    const slow = join(temporaryDirectory(), 'slow');
    writeFileSync(slow, '0.4');
    const loader = script(
      `cmp -s "$1" ${seed()} && exit 0; sleep $(cat ${slow}); echo 'l.c:7: Assertion \`x'"'"' failed' >&2; exit 134`,
    );
    const args = [seed(), '--timeout', '30s', '--reduce-time', '1s', '-j', '1', '--no-places'];
    const first = await fuzz(...args, '--runs', '1', '--', loader, '{}');
    expect(indexOf(first.folder).groups).toMatchObject([{ isReduced: false, reproduced: { same: 3 } }]);
    expect(first.out).toMatch(/note: a group was not reduced to the end, .*--resume goes on with that/);
    writeFileSync(slow, '0');
    const rest = args.map((word) => (word === '1s' ? '60s' : word));
    const second = await fuzz(...rest, '--resume', '--out', first.folder, '--', loader, '{}');
    expect(indexOf(first.folder)).toMatchObject({ runs: 1, groups: [{ isReduced: true, count: 1 }] });
    expect(second.out).not.toContain('--resume');
  }, 120_000);

  it('can only be resumed in a folder that has a campaign', async () => {
    const { code, err } = await fuzz(seed(), '--resume', '--', 'cat', '{}');
    expect([code, err]).toEqual([2, expect.stringMatching(/there is no campaign to go on with/)]);
  });
});
