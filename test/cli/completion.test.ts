/** Completion scripts, tested in the shells that read them. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { FEATURE_NAMES } from '../../src/attack/smith/features.js';
import { faultCodes } from '../../src/attack/smith/invalid.js';
import { type CodeInfo, codeText } from '../../src/base/diagnostics/catalogue.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { COMPLETION_SCRIPTS } from '../../src/cli/completion.js';
import { allVerbs, defineAll, ownOperands, type VerbDefinition } from '../../src/cli/definitions.js';
import { run } from '../../src/cli/run.js';
import { BUILT, loadedToValidate } from './built-files.js';
import { capturedHost } from './captured-host.js';
import { type Asker, askBash, askFish, askZsh, isInstalled } from './shells.js';
import { temporaryDirectory, withFiles } from './temporary.js';

let root: VerbDefinition;
beforeAll(async () => {
  root = await defineAll();
});

const FILES = {
  'a model.mdl': '',
  'net.hef': '',
  'notes.txt': '',
  'deep/inner.mdl': '',
  'texts/readme.md': '',
};

const SHELLS: readonly ['bash' | 'zsh' | 'fish', Asker][] = [
  ['bash', askBash],
  ['zsh', askZsh],
  ['fish', askFish],
];

for (const [shell, ask] of SHELLS) {
  if (!isInstalled(shell)) console.warn(`${shell} is not installed: its completion is not tried`);

  describe.skipIf(!isInstalled(shell))(`completion in ${shell}`, () => {
    /** Returns the sorted candidates, without the slash at the end of folders, which not every shell adds. */
    const asked = async (lines: readonly string[], files: Record<string, string> = FILES) => {
      const answers = ask(COMPLETION_SCRIPTS[shell], lines, withFiles(files));
      return answers.map((list) => [...new Set(list.map((word) => word.replace(/(?<=.)\/$/, '')))].sort());
    };
    const one = async (line: string, files?: Record<string, string>) => (await asked([line], files))[0];

    it('is a script that the shell reads without a message', async () => {
      const path = join(temporaryDirectory(), 'script');
      writeFileSync(path, COMPLETION_SCRIPTS[shell]);
      expect(spawnSync(shell, ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    });

    it('offers the commands and their sub-commands', async () => {
      const [all, some, below, helped] = await asked([
        'protomdl ',
        'protomdl val',
        'protomdl corpus ',
        'protomdl help exp',
      ]);
      expect(all).toEqual([...COMMANDS.map(({ name }) => name), 'help'].sort());
      expect(some).toEqual(['validate']);
      expect(below).toEqual(['afl', 'coverage', 'minimize', 'verify']);
      expect(helped).toEqual(['explain']);
    });

    it('offers every option of a command', async () => {
      const verbs = allVerbs(root).filter(({ path }) => /^(validate|corpus verify)?$/.test(path.join(' ')));
      const answers = await asked(verbs.map(({ path }) => ['protomdl', ...path, '--'].join(' ')));
      expect(answers).toEqual(verbs.map(longOptions));
    });

    it('offers the values of an option after it, in the form in which the user typed the option', async () => {
      const answers = await asked([
        'protomdl validate --from b',
        'protomdl validate net.hef --quiet --color ne',
        'protomdl validate --fail-on w',
        'protomdl corpus coverage --format j',
        'protomdl validate --format sar',
        'protomdl validate --runtime 4.2',
        'protomdl check-compat --from fr',
      ]);
      expect(answers).toEqual([
        ['bare'],
        ['never'],
        ['warning'],
        ['json'],
        ['sarif'],
        ['4.20.0', '4.20.1', '4.21.0', '4.21.1', '4.22.0', '4.23.0'],
        ['framed'],
      ]);
    });

    it('offers values after an equals sign', async () => {
      const answers = await asked(['protomdl validate --from=b', 'protomdl validate --severity=action-uns']);
      // Some shells return the whole word, and some only the part after the equals sign.
      expect(
        answers.map((list) => list.map((word) => word.replace(/^--\w+=/, '').replace(/=$/, ''))),
      ).toEqual([['bare'], ['action-unset']]);
    });

    it('offers codes and groups, one or several', async () => {
      const everything = [...CATALOGUE.keys()];
      const [explained, only, second, ruled, small] = await asked([
        'protomdl explain action-uns',
        'protomdl validate --only wire-trunc',
        'protomdl validate --ignore action-unset,wire-trunc',
        'protomdl explain action-unset ',
        'protomdl reduce --code action-uns',
      ]);
      expect(explained).toEqual(['action-unset']);
      expect(only).toEqual(['wire-truncated']);
      expect(second?.map((word) => word.replace(/^.*,/, ''))).toEqual(['wire-truncated']);
      expect(ruled).toEqual(expect.arrayContaining([...everything, 'core', 'wire', 'frame']));
      expect(small).toEqual(['action-unset']);
    });

    it('offers severities for codes', async () => {
      const [codes, levels] = await asked([
        'protomdl validate --severity action-uns',
        'protomdl validate --severity action-unset=',
      ]);
      expect(codes?.map((word) => word.replace(/=$/, ''))).toEqual(['action-unset']);
      expect(levels?.map((word) => word.replace(/^.*=/, ''))).toEqual(['error', 'info', 'off', 'warning']);
    });

    it('offers mutators, features and faults', async () => {
      const [mutators, features, faults] = await asked([
        'protomdl mutate --with ',
        'protomdl smith --with ',
        'protomdl smith --invalid ',
      ]);
      expect(mutators).toEqual(MUTATORS.map(({ name }) => name).sort());
      expect(features).toEqual([...FEATURE_NAMES].sort());
      expect(faults).toEqual(['random', ...faultCodes()].sort());
    });

    it('offers models and folders for operands that are models', async () => {
      const [models, deep, second, output, folder, seeds] = await asked([
        'protomdl validate ',
        'protomdl validate deep/',
        'protomdl info net.hef n',
        'protomdl validate -o n',
        'protomdl fuzz --out de',
        'protomdl fuzz n',
      ]);
      expect(models).toEqual(['a model.mdl', 'deep', 'net.hef', 'texts'].map(asShown(shell)));
      expect(deep?.map((name) => name.replace(/^deep\//, ''))).toEqual(['inner.mdl']);
      expect(second).toEqual(['net.hef']);
      expect(output).toEqual(['net.hef', 'notes.txt']);
      expect(folder).toEqual(['deep']);
      expect(seeds).toEqual(['net.hef']);
    });

    it('offers any file for operands that are not models', async () => {
      expect(await one('protomdl validate n', { 'notes.txt': '', 'x.mdl': '' })).toEqual(['notes.txt']);
    });

    it('offers no options after --, and programs for a command to run', async () => {
      const [operands, programs, files] = await asked([
        'protomdl validate -- -',
        'protomdl fuzz net.hef -- mkfif',
        'protomdl fuzz net.hef -- cat no',
      ]);
      expect(operands).toEqual([]);
      expect(programs).toEqual(['mkfifo']);
      expect(files).toEqual(['notes.txt']);
    });

    it('offers the shells', async () => {
      expect(await one('protomdl completion ')).toEqual(['bash', 'fish', 'zsh']);
    });
  });
}

function longOptions({ options }: VerbDefinition): string[] {
  return options.flatMap(({ long }) => long ?? []).sort();
}

describe('the hidden command that returns candidates to shells', () => {
  /** Returns the candidates of the answer, without the four lines of description before them. */
  const answered = async (...words: readonly string[]): Promise<string[]> => {
    const host = capturedHost();
    expect(await run(['__complete', ...words], host)).toBe(0);
    expect(host.err()).toBe('');
    const lines = host.out().split('\n').slice(4, -1);
    return lines.map((line) => line.split('\t')[0] as string).sort();
  };

  it('has every option of every command', async () => {
    for (const verb of allVerbs(root))
      expect(await answered('fish', ...verb.path, '--'), verb.path.join(' ')).toEqual(longOptions(verb));
  });

  it('has the choices of every option with choices', async () => {
    let count = 0;
    for (const { path, options } of allVerbs(root)) {
      for (const { long, choices } of options) {
        if (choices.length === 0 || long === undefined) continue;
        count++;
        expect(await answered('fish', ...path, long, ''), `${path} ${long}`).toEqual([...choices].sort());
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  it.each([
    ['protomdl validate "net.hef" --fo', ['--format']],
    ["protomdl validate 'a b' c\\ d --fail-on wa", ['warning']],
    ['protomdl validate --format=sar', ['sarif']],
    ['protomdl validate "--format=sar', ['--format=sarif']],
    ['protomdl corpus --', ['--help']],
  ])('splits a line of bash: %s', async (line, words) => {
    expect(await answered('bash', line, ' =:')).toEqual(words);
  });

  it.each([[[]], [['bash']], [['tcsh', 'validate', '']], [['fish', 'nosuch', '']]])(
    'returns candidates without an error for %j',
    async (words) => {
      expect(await run(['__complete', ...words], capturedHost())).toBe(0);
    },
  );

  it('explains candidates to shells that show explanations', async () => {
    const host = capturedHost();
    await run(['__complete', 'zsh', 'explain', 'action-unset'], host);
    expect(host.out()).toBe(
      `words\n\naction-unset\n\naction-unset:${codeText(CATALOGUE.get('action-unset') as CodeInfo<string>).summary}\n`,
    );
  });
});

/** Zsh prints names in the form in which they must be typed. */
function asShown(shell: string): (name: string) => string {
  return (name) => (shell === 'zsh' ? name.replaceAll(' ', '\\ ') : name);
}

describe('the command', () => {
  it('writes the script', async () => {
    const host = capturedHost();
    expect(await run(['completion', 'bash'], host)).toBe(0);
    expect(host.out()).toBe(COMPLETION_SCRIPTS.bash);
    expect(host.err()).toBe('');
  });

  it('writes the script into a file', async () => {
    const path = join(temporaryDirectory(), '_protomdl');
    expect(await run(['completion', 'zsh', '-o', path], capturedHost())).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(COMPLETION_SCRIPTS.zsh);
  });

  it.each([[[]], [['tcsh']], [['bash', 'zsh']]])('refuses %j', async (shells) => {
    const host = capturedHost();
    expect(await run(['completion', ...shells], host)).toBe(2);
    expect(host.out()).toBe('');
  });

  it('writes the same script as the built command', () => {
    expect(inject('buildFailure')).toBe('');
    const built = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));
    const { stdout, status } = spawnSync(process.execPath, [built, 'completion', 'bash'], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout).toBe(COMPLETION_SCRIPTS.bash);
  });

  it('is in a chunk that other commands do not load', () => {
    const loaded = loadedToValidate().map((name) => readFileSync(join(BUILT, name), 'latin1'));
    for (const text of loaded)
      expect(text).not.toMatch(/compgen|COMPREPLY|__complete fish|defined that was only/);
  });
});

it('every operand that names files is declared as such', () => {
  // Shells only suggest files for operands that are declared as files.
  const unknown = allVerbs(root).flatMap((verb) =>
    ownOperands(verb)
      .filter(({ name, kind }) => kind.is === 'free' && /file|path|model|dir|folder/i.test(name))
      .map(({ name }) => `${verb.path.join(' ')} ${name}`),
  );
  expect(unknown).toEqual([]);
});
