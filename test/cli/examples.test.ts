/** Runs every example of every command's help, unchanged, in a copy of the corpus. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { allVerbs, defineAll, type VerbDefinition } from '../../src/cli/definitions.js';
import type { Example } from '../../src/cli/examples.js';
import { EXIT } from '../../src/cli/exit-code.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { CorpusCopy } from './corpus-copy.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

const root = await defineAll();

/** Words of a line; undefined if a shell would do more than split the line. */
function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== '') {
    const word = /^(?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>()#~*?[])+(?=\s|$)/.exec(rest)?.[0];
    if (word === undefined) return undefined;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    rest = rest.slice(word.length).trimStart();
  }
  // A word before `protomdl` is an assignment, which a shell would apply to this command only.
  return words[0] === 'protomdl' ? words.slice(1) : undefined;
}

/** Runs the line by a shell, with the built command as `protomdl`. */
function inShell(line: string, bin: string, folder: string): SpawnSyncReturns<string> {
  return spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', line], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, EDITOR: 'true', VISUAL: 'true' },
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
}

/** Interrupts commands that run until they are interrupted, shortly after their start. */
function interrupt(listener: ((code: typeof EXIT.interrupted) => void) | undefined): void {
  if (listener !== undefined) setTimeout(() => listener(EXIT.interrupted), 100);
}

/** Examples of a command, without those of its sub-commands, which are tested as commands of their own. */
function ownExamples(verb: VerbDefinition): readonly Example[] {
  const below = new Set(verb.verbs.flatMap(({ examples }) => examples.map(({ line }) => line)));
  return verb.examples.filter(({ line }) => !below.has(line));
}

it('every command has at least two examples, and so does help', async () => {
  expect(root.verbs.map(({ path }) => path[0])).toEqual(COMMANDS.map(({ name }) => name));
  for (const verb of root.verbs) {
    expect(verb.examples.length, verb.path.join(' ')).toBeGreaterThanOrEqual(2);
    const host = capturedHost();
    expect(await run([...verb.path, '--help'], host)).toBe(0);
    for (const { line } of verb.examples) expect(host.out()).toContain(`$ ${line}\n`);
    for (const sub of verb.verbs) expect(sub.examples.length, sub.path.join(' ')).toBeGreaterThanOrEqual(1);
  }
});

const whole = new CorpusCopy();
afterAll(() => whole.end());

describe.each(
  allVerbs(root)
    .map((verb) => [verb.path.join(' '), ownExamples(verb)] as const)
    .filter(([, examples]) => examples.length > 0),
)('examples of %s', (name, examples) => {
  const before = process.cwd();
  let folder = '';
  let bin = '';
  let page = '';

  beforeAll(() => {
    const top = mkdtempSync(join(tmpdir(), 'protomdl-examples-'));
    folder = join(top, 'corpus');
    bin = join(top, 'bin');
    whole.linkInto(folder);
    mkdirSync(bin);
    page = join(top, 'page');
    mkdirSync(page);
    writeFileSync(join(page, 'index.html'), '<meta name="protomdl-files" content="">');
    writeFileSync(join(bin, 'protomdl'), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`);
    chmodSync(join(bin, 'protomdl'), 0o755);
    process.chdir(folder);
  });

  afterAll(() => {
    process.chdir(before);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  // Examples run in order, because an example may use the files of an earlier one.
  it.each(examples)('$line', async ({ line, about, exit = 0 }) => {
    expect(about).not.toBe('');
    expect(line).toContain(`protomdl ${name}`);
    process.chdir(line.includes(' corpus/') ? join(folder, '..') : folder);
    const words = wordsOf(line);
    if (words === undefined) {
      expect(inject('buildFailure')).toBe('');
      const { status, stderr } = inShell(line, bin, folder);
      expect({ status, bug: /internal error|^\s+at /m.test(stderr) }, stderr).toEqual({
        status: exit,
        bug: false,
      });
      return;
    }
    const host = capturedHost({
      ...(exit === EXIT.interrupted && { onSignal: interrupt }),
      pageFolder: page,
    });
    expect(await run(words, host), host.err()).toBe(exit);
  });
});
