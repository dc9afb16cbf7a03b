/** Commands that are killed, starved of address space, or run again and again: what they leave is whole or not there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { command, ended, start } from './command.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus/valid', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));
const model = (): Buffer => readFileSync(join(CORPUS, 'small-network.hef'));

/** Every command that writes a file, and one that is the same each time. */
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
  ['rules', []],
  ['init', []],
];

/** What `edit` changes the text with. */
const EDITOR = 'sed -i s/3.27.0/3.28.0/';

async function folderOfModels(): Promise<string> {
  const root = withFiles({ 'm.hef': model(), 'n.hef': readFileSync(join(CORPUS, 'framed-v0.hef')) });
  const { out } = await command(['dump', join(root, 'm.hef'), '--bytes', 'base64']);
  return withFiles({
    'm.hef': model(),
    'n.hef': readFileSync(join(root, 'n.hef')),
    'm.json': out,
    'b.mdl': readFileSync(join(CORPUS, '../invalid/action-unset.mdl')),
  });
}

describe('an output of a command that is killed', () => {
  afterEach(() => void vi.unstubAllEnvs());

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

describe('little address space', () => {
  const limited = (kilobytes: number, ...args: readonly string[]) =>
    spawnSync('bash', ['-c', `ulimit -v ${kilobytes}; "$@"`, 'bash', process.execPath, COMMAND, ...args], {
      encoding: 'utf8',
    });

  // The kernel and some checksums are WebAssembly, for whose memory V8 reserves 10 GB of addresses.
  it.each([20_000_000, 3_000_000])('%d KB: a file is judged, or it is said why not', (kilobytes) => {
    const { status, stdout, stderr } = limited(kilobytes, 'validate', CORPUS, '--format', 'json', '-j', '2');
    expect([0, 3], stderr).toContain(status);
    expect(stderr).not.toContain('internal error');
    for (const { path, verdict, error } of JSON.parse(stdout).files) {
      if (verdict === 'unreadable')
        expect([path, error.message]).toEqual([path, expect.stringContaining('address space')]);
      else expect([path, verdict]).toEqual([path, 'valid']);
    }
    const unchecked = limited(kilobytes, 'validate', CORPUS, '--no-checksum', '--format', 'json', '-j', '2');
    expect(unchecked.status, unchecked.stderr).toBe(0);
  });

  it.each([
    ['mutate', join(CORPUS, 'small-network.hef'), '-q'],
    ['dump', join(CORPUS, 'small-network.hef')],
    ['disasm', join(CORPUS, 'small-network.hef'), '--hash'],
    ['smith', '--seed', '1', '--framing', '3'],
    ['reduce', '--code', 'frame-length-mismatch', join(CORPUS, '../invalid/frame-length-mismatch.hef')],
  ])('what hashes does so, or says that it cannot: %s', (...args) => {
    const out = join(temporaryDirectory(), 'out');
    const { status, stderr } = limited(3_000_000, ...args, '-o', out);
    // Later versions of V8 reserve less.
    if (status === 0) expect(existsSync(out)).toBe(true);
    else expect([status, stderr]).toEqual([3, expect.stringContaining('address space')]);
  });
});

it('a report is the same twenty times, with any number of workers', () => {
  const once = (jobs: number): string => {
    const args = ['validate', CORPUS, '--format', 'json', '--fail-on', 'never', '-j', String(jobs)];
    return execFileSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  };
  const first = once(1);
  for (let run = 1; run < 20; run++) expect(once(1 + (run % 3)) === first, `run ${run}`).toBe(true);
}, 300_000);
