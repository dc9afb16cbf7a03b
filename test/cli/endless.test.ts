/** Endless inputs: no command fills the disk, and each command reports the name of the input. */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { temporaryDirectory } from './temporary.js';

const MODEL = fileURLToPath(new URL('../../corpus/valid/two-contexts.mdl', import.meta.url));
const ENDLESS = '/dev/zero';
const MIB = 1 << 20;

/** The folder for temporary files, and the folder of this test. */
let place: string;
let own: string;
beforeEach(() => {
  own = temporaryDirectory();
  place = join(own, 'tmp');
  mkdirSync(place);
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => void vi.unstubAllEnvs());

async function ran(...args: string[]): Promise<{ readonly code: number; readonly err: string }> {
  const host = capturedHost();
  const code = await run(args, host);
  expect(readdirSync(place)).toEqual([]);
  return { code, err: host.err() };
}

/** Commands that read a model at any position, with the arguments after its name. */
const READERS: readonly (readonly [name: string, after: readonly string[]])[] = [
  ['info', []],
  ['hash', []],
  ['network', []],
  ['canonicalize', []],
  ['strip', ['--timestamp']],
  ['redact', []],
  ['convert', ['--framing', '0']],
  ['extract', ['--section', 'message']],
  ['replace', ['header.timestamp', '--value', '0']],
  ['dump', ['--strict']],
  ['diff', [MODEL]],
  ['corpus coverage', []],
];

describe('an endless device', () => {
  it.each(READERS)('is not a model for %s, because of its first bytes', async (name, after) => {
    const { code, err } = await ran(...name.split(' '), ENDLESS, ...after);
    expect(err).toContain(ENDLESS);
    expect(err).toContain('frame-bad-magic');
    expect(err).not.toContain('standard input');
    expect(code).not.toBe(0);
  });

  it.each(READERS)(
    'is read by %s up to --max-spool if the command reads it as a message',
    async (name, after) => {
      const args = [...after, '--from', 'bare', '--max-spool', '5M'];
      const { code, err } = await ran(...name.split(' '), ENDLESS, ...args);
      expect(err).toContain(`${ENDLESS}: error: more than ${5 * MIB} bytes`);
      expect(err).toContain('source-too-large');
      expect(code).toBe(3);
    },
  );

  it('is not accepted as content by replace', async () => {
    const { code, err } = await ran('replace', MODEL, 'mapping', '--with', ENDLESS, '--max-spool', '5M');
    expect(err).toContain(`--with: ${ENDLESS}: more than ${5 * MIB} bytes`);
    expect(code).toBe(3);
  });

  it('is not accepted as a file of the page', async () => {
    const { code, err } = await ran('view', ENDLESS, '--no-open', '--max-spool', '5M');
    expect(err).toContain(`${ENDLESS}: error: more than ${5 * MIB} bytes`);
    expect(code).toBe(3);
  });
});

let serial = 0;

/** Makes a FIFO that receives these bytes. */
function pipeWith(bytes: Uint8Array): string {
  const path = join(own, `pipe-${serial++}`);
  execFileSync('mkfifo', [path]);
  const writer = createWriteStream(path);
  writer.on('error', () => {});
  writer.end(bytes);
  return path;
}

describe('a long pipe', () => {
  const texts = { zeros: Buffer.alloc(5 * MIB), page: Buffer.alloc(5 * MIB, '<!DOCTYPE html><html>') };

  it.each(Object.keys(texts))('of %s has the same result as a file of these bytes', async (kind) => {
    const bytes = texts[kind as keyof typeof texts];
    const file = join(own, 'file');
    writeFileSync(file, bytes);
    for (const [name, after] of READERS) {
      // `corpus coverage` counts a file that is not a model, and `diff` describes it.
      if (name === 'corpus coverage' || name === 'diff') continue;
      const asFile = await ran(...name.split(' '), file, ...after);
      const asPipe = await ran(...name.split(' '), pipeWith(bytes), ...after);
      expect(asPipe.code, name).toBe(asFile.code);
      expect(/\[[a-z-]+ /.exec(asPipe.err)?.[0], name).toBe(/\[[a-z-]+ /.exec(asFile.err)?.[0]);
    }
  });

  it('is stored if --max-spool allows its size', async () => {
    const model = readFileSync(MODEL);
    // A record of the unknown field 1000, with 5 MiB of bytes.
    const long = Buffer.concat([
      model,
      Buffer.from([0xc2, 0x3e, 0x80, 0x80, 0xc0, 0x02]),
      Buffer.alloc(5 * MIB),
    ]);
    const args = ['hash', pipeWith(long), '--from', 'bare'];
    expect(await ran(...args, '--max-spool', '5M')).toMatchObject({ code: 3 });
    expect(await ran('hash', pipeWith(long), '--from', 'bare', '--max-spool', '6M')).toMatchObject({
      code: 0,
    });
  });
});
