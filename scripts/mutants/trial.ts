/** Tries one fault: a copy of the repository has it, and the tests of its area run there. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from './sites.js';

/** `killed`: a test failed. `timeout`: the tests did not come to an end, which is noticed as well. */
export type Outcome = 'killed' | 'survived' | 'timeout';

/** Packages, and what was built, are used where they are. */
const LINKED = ['node_modules', 'dist'];

/** Cases of properties: one fault in three hundred is not worth more than some seconds. */
const RUNS = '1000';

export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'protomdl-mutants-'));

  constructor(private readonly root: string) {
    const list = [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      ':!services',
      ':!docs/images',
    ];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
      .trim()
      .split('\n');
    for (const name of files) cpSync(join(root, name), join(this.folder, name), { recursive: true });
    for (const name of LINKED) symlinkSync(join(root, name), join(this.folder, name));
  }

  /** @param limitMs after which tests that go on have noticed something */
  async try(file: string, site: Site, tests: readonly string[], limitMs: number): Promise<Outcome> {
    const path = join(this.folder, file);
    const source = readFileSync(join(this.root, file), 'utf8');
    writeFileSync(path, source.slice(0, site.from) + site.text + source.slice(site.to));
    try {
      return await this.run(tests, limitMs);
    } finally {
      writeFileSync(path, source);
    }
  }

  /** Runs tests on the copy as it is. */
  run(tests: readonly string[], limitMs: number): Promise<Outcome> {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--reporter', 'dot', ...tests];
    const env = { ...process.env, PROTOMDL_BUILT: 'as it is', PROTOMDL_RUNS: RUNS, FORCE_COLOR: '0' };
    const child = spawn(process.execPath, args, { cwd: this.folder, env, stdio: 'ignore', detached: true });
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        // Its workers, too.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, limitMs);
      child.on('error', reject);
      child.on('exit', (code) => {
        clearTimeout(timer);
        resolve(isLate ? 'timeout' : code === 0 ? 'survived' : 'killed');
      });
    });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
