/** Runs every command line on a page of docs, in a copy of the corpus, and compares the output. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CorpusCopy } from '../cli/corpus-copy.js';
import { ROOT } from '../package/built.js';

interface Shown {
  readonly line: string;
  /** Output of the command as the page shows it: `...` stands for omitted lines. */
  readonly output: readonly string[];
}

/** Command lines of a page, in order, because a later one may use files of an earlier one. */
function shownIn(page: string): Shown[] {
  const shown: Shown[] = [];
  for (const [, block = ''] of page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)) {
    for (const [, line = '', output = ''] of block.matchAll(
      /^\$ ((?:.*\\\n)*.*)\n([\s\S]*?)(?=^\$ |$(?![\s\S]))/gm,
    )) {
      shown.push({
        line,
        output: output
          .split('\n')
          .map((text) => text.trim())
          .filter((text) => text !== ''),
      });
    }
  }
  return shown;
}

/**
 * Examples that are not run here, because they need a loader with a fault, a changed corpus, files of
 * compilers, or a person. Other tests cover them.
 */
const ELSEWHERE = [
  /^protomdl reduce crash\.hef /,
  /^protomdl corpus verify inv$/,
  /^protomdl corpus minimize valid real /,
  /^protomdl view /,
];

/** A copy of the corpus, with files that the pages describe as the user's own. */
function copiedInto(top: string, whole: CorpusCopy): { folder: string; bin: string } {
  const corpus = join(top, 'corpus');
  const bin = join(top, 'bin');
  whole.linkInto(corpus);
  mkdirSync(bin);
  const command = join(ROOT, 'dist/cli/protomdl.js');
  whole.linkInto(join(corpus, 'models'), 'valid');
  writeFileSync(join(corpus, 'edited.textproto'), 'header {\n  hw_arhc: 1\n}\n');
  writeFileSync(join(bin, 'protomdl'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`);
  chmodSync(join(bin, 'protomdl'), 0o755);
  return { folder: corpus, bin };
}

const PAGES = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => {
    const shown = shownIn(readFileSync(join(ROOT, 'docs', name), 'utf8'));
    return [name, shown.filter(({ line }) => !ELSEWHERE.some((pattern) => pattern.test(line)))] as const;
  })
  .filter(([, shown]) => shown.length > 0);

const whole = new CorpusCopy();
afterAll(() => whole.end());

describe.each(PAGES)('%s', (_name, shown) => {
  const top = mkdtempSync(join(tmpdir(), 'protomdl-docs-'));
  let at = { folder: '', bin: '' };
  beforeAll(() => {
    expect(inject('buildFailure')).toBe('');
    at = copiedInto(top, whole);
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  it.each(shown)('$line', { timeout: 60_000 }, ({ line, output }) => {
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', line], {
      cwd: line.includes(' corpus/') ? top : at.folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${at.bin}:${process.env.PATH}`, NO_COLOR: '1', EDITOR: 'true' },
      maxBuffer: 1 << 28,
    });
    const said = `${stdout}${stderr}`.split('\n').map((text) => text.trim());
    // If a command fails, the page shows its message below the command.
    expect(output.some((text) => text.startsWith('protomdl: ')) ? [0, 1, 2, 3] : [0, 1], stderr).toContain(
      status,
    );
    let from = 0;
    for (const text of output.filter((text) => !/^(\.\.\.|…)$/.test(text))) {
      const found = said.indexOf(text, from);
      expect(found, `${text}\n\nafter line ${from} of\n${said.join('\n')}`).toBeGreaterThanOrEqual(0);
      from = found + 1;
    }
  });
});
