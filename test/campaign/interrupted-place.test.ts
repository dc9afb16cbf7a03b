/** Crashes whose position in the program was not found in one session, and is found in a later session. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findCommand } from '../../src/attack/process/run-command.js';
import { run } from '../../src/cli/run.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { fuzz, indexOf } from './programs.js';

const hasTools = ['gcc', 'gdb'].every((name) => findCommand(name, process.env.PATH).path !== undefined);
if (!hasTools) console.warn('skipped: places of crashes need gcc and gdb');

/** Makes a loader that aborts for every file except one seed, and returns that seed. */
function aborting(): { readonly loader: string; readonly seed: string } {
  const folder = temporaryDirectory();
  const [loader, seed] = [join(folder, 'loader'), join(folder, 'seed.mdl')];
  const source = join(folder, 'loader.c');
  writeFileSync(
    source,
    `#include <stdio.h>\n#include <stdlib.h>
int main(int argc, char **argv) {
  unsigned char bytes[256] = {0};
  FILE *in = fopen(argv[1], "rb");
  if (fread(bytes, 1, sizeof bytes, in) == 4 && bytes[0] == 42) return 0;
  fprintf(stderr, "terminate called\\n");
  abort();
}\n`,
  );
  writeFileSync(seed, Uint8Array.of(42, 2, 40, 1));
  execFileSync('gcc', ['-g', '-O1', '-o', loader, source], { stdio: 'ignore' });
  return { loader, seed };
}

const TITLE = /^SIGABRT: terminate called in main loader\.c:\d+$/;

describe.skipIf(!hasTools)('a crash without a position', () => {
  it('gets no group if Ctrl-C ends the search for the position', async () => {
    const { loader, seed } = aborting();
    const folder = temporaryDirectory();
    const [slow, started] = [join(folder, 'slow'), join(folder, 'started')];
    const gdb = join(folder, 'gdb');
    const real = findCommand('gdb', process.env.PATH).path;
    writeFileSync(
      gdb,
      `#!/bin/sh\nif [ -e ${slow} ]; then : > ${started}; sleep 60; fi\nexec ${real} "$@"\n`,
    );
    chmodSync(gdb, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    try {
      writeFileSync(slow, '');
      const out = join(temporaryDirectory(), 'findings');
      const args = [seed, '--no-reduce', '--timeout', '20s', '-j', '1', '--out', out];
      const host = capturedHost({
        onSignal: (listener) => {
          if (listener === undefined) return;
          const timer = setInterval(() => {
            if (!existsSync(started)) return;
            clearInterval(timer);
            listener(130);
          }, 20);
        },
      });
      expect(await run(['fuzz', '--seed', '1', ...args, '--', loader, '{}'], host)).toBe(130);
      expect(indexOf(out)).toMatchObject({ end: 'interrupted', groups: [] });
      rmSync(slow);
      await fuzz(...args, '--runs', '3', '--', loader, '{}');
      expect(indexOf(out).groups).toMatchObject([
        { title: expect.stringMatching(TITLE), count: 3, reproduced: { same: 3 } },
      ]);
    } finally {
      vi.unstubAllEnvs();
    }
  }, 60_000);

  it('causes a remark if gdb, which searches for positions, takes most of the time', async () => {
    const { loader, seed } = aborting();
    const folder = temporaryDirectory();
    const gdb = join(folder, 'gdb');
    writeFileSync(gdb, '#!/bin/sh\nsleep 1\n');
    chmodSync(gdb, 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    try {
      const args = [seed, '--no-reduce', '--timeout', '20s', '-j', '1', '--runs', '1'];
      const { out } = await fuzz(...args, '--', loader, '{}');
      expect(out).toMatch(/^note: gdb took \d+ % of the time to find places of crashes: --no-places /m);
      expect((await fuzz(...args, '--no-places', '--', loader, '{}')).out).not.toContain('gdb');
    } finally {
      vi.unstubAllEnvs();
    }
  }, 60_000);

  it('joins the group of its position when the position is found', async () => {
    const { loader, seed } = aborting();
    const args = [seed, '--timeout', '20s', '-j', '1'];
    const command = ['--', loader, '{}'];
    const { folder } = await fuzz(...args, '--no-reduce', '--no-places', '--runs', '2', ...command);
    expect(indexOf(folder).groups).toMatchObject([{ title: 'SIGABRT: terminate called', count: 2 }]);
    // The group keeps its folder under the new title, because no other group has that title.
    const resumed = await fuzz(...args, '--no-reduce', '--resume', '--out', folder, ...command);
    expect(indexOf(folder).groups).toMatchObject([{ id: 1, title: expect.stringMatching(TITLE), count: 2 }]);
    expect(indexOf(folder).end).toBe('finished');
    expect(resumed.out).toMatch(/^end {6}findings were repeated and reduced, without new mutants;/m);
    // A group whose new title belongs to another group is merged with that group.
    await fuzz(...args, '--no-reduce', '--no-places', '--runs', '4', '--out', folder, ...command);
    expect(indexOf(folder).groups).toMatchObject([
      { count: 2 },
      { title: 'SIGABRT: terminate called', count: 2 },
    ]);
    await fuzz(...args, '--no-reduce', '--resume', '--out', folder, ...command);
    const { groups } = indexOf(folder);
    expect(groups).toMatchObject([
      { id: 1, title: expect.stringMatching(TITLE), count: 4, reproduced: { same: 3 } },
    ]);
    expect(readdirSync(join(folder, 'groups')).map((name) => `groups/${name}`)).toEqual([groups[0].folder]);
  }, 60_000);
});
