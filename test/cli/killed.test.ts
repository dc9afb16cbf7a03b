/**
 * Commands that are killed, or that run repeatedly. Their files are complete or missing, and have the same
 * content in every run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { command, ended, start } from './command.js';
import { withFiles } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus/valid', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));

/** Commands that write a file, the same at every run. */
const WRITING: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['validate', ['m.hef', '--format', 'json']],
  ['info', ['m.hef', '--format', 'json']],
  ['dump', ['m.hef']],
  ['assemble', ['m.json']],
  ['disasm', ['m.hef']],
  ['objdump', ['m.hef']],
  ['stats', ['m.hef', '--format', 'json']],
  ['diff', ['m.hef', 'n.hef']],
  ['query', ['header', 'm.hef']],
  ['hash', ['m.hef']],
  ['convert', ['m.hef', '--framing', 'bare']],
  ['canonicalize', ['m.hef']],
  ['redact', ['m.hef']],
  ['strip', ['m.hef', '--names']],
  ['extract', ['m.hef', '--section', 'message']],
  ['replace', ['m.hef', 'header.timestamp', '--value', '7']],
  ['network', ['m.hef', '--format', 'json']],
  ['check-compat', ['m.hef', '--format', 'json']],
  ['reduce', ['--code', 'action-unset', 'b.mdl', '-j', '1', '-q']],
  ['smith', ['--seed', '7', '--preset', 'small']],
  ['mutate', ['m.hef', '--seed', '7']],
  ['edit', ['m.hef', '--format', 'json']],
  ['corpus', ['coverage', 'm.hef', 'n.hef']],
  ['explain', ['action-unset', 'wire-truncated']],
  ['explain', []],
  ['init', []],
];

/** Command with which `edit` changes the text. */
const EDITOR = 'sed -i s/3.27.0/3.28.0/';

let text: string | undefined;

async function folderOfModels(): Promise<string> {
  text ??= (await command(['dump', join(CORPUS, 'small-network.hef'), '--bytes', 'base64'])).out;
  return withFiles({
    'm.hef': readFileSync(join(CORPUS, 'small-network.hef')),
    'n.hef': readFileSync(join(CORPUS, 'framed-v0.hef')),
    'm.json': text,
    'b.mdl': readFileSync(join(CORPUS, '../invalid/action-unset.mdl')),
  });
}

describe('an output of a command that is killed', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is complete or absent: measure, whose figures differ each time', async () => {
    const root = await folderOfModels();
    const at = (file: string): string[] => [
      ...['measure', join(root, 'm.hef'), '--runs', '3', '--format', 'json'],
      ...['-o', join(root, file)],
    ];
    const isWhole = (file: string): boolean => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.endsWith('}\n') && JSON.parse(text).files.length === 1;
    };
    const begun = performance.now();
    expect(await command(at('out-whole'))).toMatchObject({ code: 0 });
    const took = performance.now() - begun;
    expect(isWhole('out-whole')).toBe(true);
    for (const share of [0.5, 0.8, 0.9, 0.95, 0.98, 1]) {
      const child = start(at('out'));
      const end = ended(child);
      await wait(took * share);
      child.kill('SIGKILL');
      await end;
      if (existsSync(join(root, 'out'))) expect(isWhole('out')).toBe(true);
    }
    // Files that a killed run left behind do not disturb a later run.
    expect(await command(at('out'))).toMatchObject({ code: 0 });
    expect(isWhole('out')).toBe(true);
  });

  it.each(WRITING)('is complete or absent: %s', async (name, args) => {
    vi.stubEnv('EDITOR', EDITOR);
    const root = await folderOfModels();
    const at = (file: string): string[] =>
      [name, ...args, '-o', file].map((text) => (/^[bmn]\.|^out/.test(text) ? join(root, text) : text));
    const begun = performance.now();
    const { code, err } = await command(at('out-whole'));
    const took = performance.now() - begun;
    expect([0, 1], err).toContain(code);
    const whole = readFileSync(join(root, 'out-whole'));
    expect(whole.length).toBeGreaterThan(0);
    for (const share of [0.5, 0.8, 0.95]) {
      const child = start(at('out'));
      const end = ended(child);
      await wait(took * share);
      child.kill('SIGKILL');
      await end;
      if (existsSync(join(root, 'out'))) expect(readFileSync(join(root, 'out')).equals(whole)).toBe(true);
    }
  });
});

/** Number of repetitions, which is higher in the full suite. */
const TIMES = process.env.PROTOMDL_TESTS === 'all' ? 20 : 7;

it(`a report is the same ${TIMES} times, with any number of workers`, () => {
  const once = (jobs: number): string => {
    const args = ['validate', CORPUS, '--format', 'json', '--fail-on', 'never', '-j', String(jobs)];
    return execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  };
  const first = once(1);
  for (let run = 1; run < TIMES; run++) expect(once(1 + (run % 3)) === first, `run ${run}`).toBe(true);
}, 300_000);
