/** The command `npm run fuzz`: its exit codes, the files that it keeps, and a run that does not end. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const CRASHES = join(ROOT, 'fuzz', 'crashes');
const PLANTED = ['crash', 'hang'].map((name) => join(CRASHES, `planted-${name}`));

const removeCrashes = () => {
  for (const folder of PLANTED) rmSync(folder, { recursive: true, force: true });
};
afterAll(removeCrashes);

function fuzz(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = ['--import', 'tsx', 'fuzz/main.ts', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, timeout: 50_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('npm run fuzz', { timeout: 60_000 }, () => {
  it('keeps failing inputs, minimised, with a command that repeats the failure', async () => {
    removeCrashes();
    const found = await fuzz('test/fuzz/planted-crash.ts', '--runs', '3000', '--seed', '5');
    expect(found).toMatchObject({ code: 1, stderr: '' });
    expect(found.stdout).toMatch(/^planted-crash .* 3000 runs, .* 1 failures, seed 5\n/);
    const [file] = readdirSync(PLANTED[0]!);
    const again = `npm run fuzz -- test/fuzz/planted-crash.ts --input fuzz/crashes/planted-crash/${file}`;
    expect(found.stdout).toContain(`again: ${again}\n`);
    const path = join(PLANTED[0]!, file!);
    const kept = [...readFileSync(path)];
    expect(kept.slice(0, 3)).toEqual([0, 0, 0]);
    expect(kept).toHaveLength(4);
    const shown = await fuzz(...again.split(' ').slice(4));
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('the planted crash');
  });

  it('ends a run that takes too long, and keeps its input', async () => {
    const { code, stdout } = await fuzz('test/fuzz/planted-hang.ts', '--time', '20s', '--seed', '1');
    expect(code).toBe(1);
    expect(stdout).toContain('nothing came of it in');
    expect(readdirSync(PLANTED[1]!)).toHaveLength(1);
  });

  it('ends with 0 if nothing is found, and names what did not run', async () => {
    const { code, stdout } = await fuzz('tree-lossless', '--runs', '20', '--seed', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tree-lossless .* 20 runs, .* 0 failures/);
    expect(existsSync(join(CRASHES, 'tree-lossless'))).toBe(false);
  });

  it('is refused with 2 if the command line is wrong', async () => {
    const { code, stdout, stderr } = await fuzz('container', '--wrong');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--wrong');
    expect(stderr).toContain('usage: npm run fuzz');
  });
});
