/**
 * Behaviour that all commands share: exit codes, the form of messages, and outputs that cannot be written.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RecordCursor } from '../../src/base/wire/record-cursor.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { type Output, StandardOutput } from '../../src/cli/host.js';
import { run } from '../../src/cli/run.js';
import { RecordWalk } from '../../src/read/outline/records.js';
import { Tape } from '../../src/read/outline/tape.js';
import { Scanner } from '../../src/read/scan/scanner.js';
import { capturedHost } from './captured-host.js';
import { withJumpingClock } from './jumping-clock.js';
import { VALID_FILE } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const BROKEN_FILE = fileURLToPath(new URL('../../corpus/invalid/cut-in-message.mdl', import.meta.url));

/** Command lines that read IN, and write to OUT if the command has an output. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  validate: ['IN', '-o', 'OUT'],
  info: ['IN', '-o', 'OUT'],
  'check-compat': ['IN', '-o', 'OUT'],
  network: ['IN', '-o', 'OUT'],
  disasm: ['IN', '-o', 'OUT'],
  objdump: ['IN', '-o', 'OUT'],
  query: ['header.hw_arch', 'IN', '-o', 'OUT'],
  diff: [VALID_FILE, 'IN', '-o', 'OUT'],
  stats: ['IN', '-o', 'OUT'],
  extract: ['IN', 'header', '-o', 'OUT'],
  replace: ['IN', 'header.timestamp', '--value', '0', '-o', 'OUT'],
  convert: ['IN', '--framing', '0', '-o', 'OUT'],
  canonicalize: ['IN', '-o', 'OUT'],
  strip: ['IN', '--timestamp', '-o', 'OUT'],
  redact: ['IN', '-o', 'OUT'],
  hash: ['IN', '-o', 'OUT'],
  dump: ['IN', '-o', 'OUT'],
  assemble: ['IN', '-o', 'OUT'],
  edit: ['IN', '-o', 'OUT'],
  'corpus verify': ['IN'],
  'corpus coverage': ['IN', '-o', 'OUT'],
  'corpus minimize': ['IN', '-o', 'OUT'],
  'corpus afl': ['IN', '-o', 'OUT'],
  mutate: ['IN', '-o', 'OUT'],
  reduce: ['IN', '--check', 'true', '-o', 'OUT'],
  fuzz: ['IN', '--runs', '1', '--out', 'FOLDER', '-o', 'OUT', '--', '/bin/true', '{}'],
  measure: ['IN', '--runs', '1', '-o', 'OUT'],
  view: ['IN', '--no-open'],
};
/** Commands that read no file. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  smith: ['--seed', '1', '-o', 'OUT'],
  init: ['-o', 'OUT'],
  completion: ['bash', '-o', 'OUT'],
  explain: ['wire-truncated'],
  rules: [],
};
const ALL = { ...READERS, ...OTHERS };

interface Places {
  readonly input?: string;
  readonly output?: string;
}

async function protomdl(
  name: string,
  { input = VALID_FILE, output }: Places,
  { stdout, more = [] }: { readonly stdout?: Output; readonly more?: readonly string[] } = {},
) {
  const host = capturedHost(stdout === undefined ? {} : { stdout });
  const args = (ALL[name] ?? []).flatMap((arg, at, all) => {
    if (arg === '-o' && all[at + 1] === 'OUT' && output === undefined) return [];
    if (arg === 'FOLDER') return [join(temporaryDirectory(), 'findings')];
    return arg === 'IN' ? [input] : arg !== 'OUT' ? [arg] : output === undefined ? [] : [output];
  });
  const code = await run([...name.split(' '), ...more, ...args], host);
  expect(host.err(), name).not.toMatch(/internal error|\n {4}at /);
  const written = output !== undefined && existsSync(output) && statSync(output).isFile();
  return { code, said: host.err() + host.out() + (written ? readFileSync(output, 'utf8') : '') };
}

const MATCHER = JSON.parse(
  readFileSync(new URL('../../docs/problem-matchers/github.json', import.meta.url), 'utf8'),
).problemMatcher[0];
const FORM = new RegExp(MATCHER.pattern[0].regexp);

it('every command is covered here', () => {
  const names = Object.keys(ALL).map((name) => name.split(' ')[0]);
  expect(COMMANDS.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
});

describe('ends with 2 for a wrong option', () => {
  it.each(Object.keys(ALL))('%s', async (name) => {
    const { code, said } = await protomdl(name, { output: '-' }, { more: ['--nosuch'] });
    expect(code).toBe(2);
    expect(said).toContain("unknown option '--nosuch'");
  });
});

describe('ends with 3 for a file that cannot be read', () => {
  it.each(Object.keys(READERS))('%s', async (name) => {
    const root = temporaryDirectory();
    symlinkSync('loop.hef', join(root, 'loop.hef'));
    for (const file of ['gone.hef', 'loop.hef']) {
      const output = join(root, `${name}-${file}.out`);
      const { code, said } = await protomdl(name, { input: join(root, file), output });
      expect([code, said]).toEqual([3, expect.anything()]);
      // `validate` and `check-compat` print the message as part of their report.
      if (!['validate', 'check-compat'].includes(name))
        expect(said.split('\n').some((line) => FORM.test(line))).toBe(true);
    }
  });
});

describe('ends with 4 for an error of the program, which is never taken for an error of the file', () => {
  const OTHER = fileURLToPath(new URL('../../corpus/valid/two-contexts.mdl', import.meta.url));
  // `measure` names the work that fails, `edit` waits for an editor, and the others take long.
  const readers = Object.keys(READERS).filter(
    (name) => !['measure', 'edit', 'reduce', 'fuzz', 'view'].includes(name),
  );
  // Each command calls some of these methods.
  const methods = [
    [RecordCursor.prototype, 'next'],
    [RecordWalk.prototype, 'next'],
    [Tape.prototype, 'next'],
    [Scanner.prototype, 'start'],
  ] as const;

  it.each(readers)('%s', async (name) => {
    for (const [prototype, method] of methods) {
      const spy = vi
        .spyOn(prototype as unknown as { next(): never }, method as 'next')
        .mockImplementation(() => {
          throw new TypeError('a fault');
        });
      const host = capturedHost();
      try {
        const args = (READERS[name] ?? []).flatMap((arg) =>
          arg === 'IN' ? [OTHER] : ['-o', 'OUT'].includes(arg) ? [] : [arg],
        );
        const code = await run([...name.split(' '), ...args], host);
        if (spy.mock.calls.length === 0) continue;
        expect(code).toBe(4);
        expect(host.err()).toContain('internal error: TypeError: a fault');
      } finally {
        spy.mockRestore();
      }
    }
  });
});

/**
 * How often other tasks run between reads depends on the machine: after each read, after some reads, or
 * never.
 */
describe('prints the same, however often other tasks run', () => {
  const again = Object.keys(READERS).filter(
    (name) => !['fuzz', 'measure', 'reduce', 'view', 'edit'].includes(name),
  );

  it.each(again)('%s', async (name) => {
    for (const input of [VALID_FILE, BROKEN_FILE]) {
      const undisturbed = await protomdl(name, { input });
      for (const percent of [100, 30, 5]) {
        expect(await withJumpingClock(percent, () => protomdl(name, { input }))).toEqual(undisturbed);
      }
    }
  });
});

describe('ends with 3 for an output that cannot be written', () => {
  const writers = Object.keys(ALL).filter((name) => ALL[name]?.includes('OUT') && name !== 'edit');

  it.each(writers)('%s', async (name) => {
    const root = withFiles({ file: '', 'model.json': '{}' });
    const input = name === 'assemble' ? join(root, 'model.json') : VALID_FILE;
    const { code, said } = await protomdl(name, { input, output: join(root, 'file', 'out') });
    expect([code, said]).toEqual([3, expect.stringContaining('is a file, not a directory')]);
    expect(readdirSync(root).sort()).toEqual(['file', 'model.json']);
  });

  // The omitted commands cannot be tested with `/dev/full`: `minimize` and `afl` write to folders, `init` does
  // not replace files, and the result of `reduce` is empty.
  const streams = writers.filter((name) => !/minimize|afl|init|reduce/.test(name));
  it.skipIf(process.platform !== 'linux').each(streams)('%s, on a full disk', async (name) => {
    const root = withFiles({ 'model.json': '{"header":{"version":4}}' });
    const input = name === 'assemble' ? join(root, 'model.json') : VALID_FILE;
    const { code, said } = await protomdl(name, { input, output: '/dev/full' });
    expect([code, said]).toEqual([3, expect.stringContaining('there is no space left')]);
  });
});

/** Commands that write text to standard output without `-o`. */
const SHOWN = Object.keys(ALL).filter(
  (name) =>
    !['edit', 'view', 'mutate', 'fuzz', 'init', 'corpus minimize', 'corpus afl', 'measure'].includes(name),
);

describe('reports an error of the program as such, and not as a fault of the file', () => {
  it.each(SHOWN.filter((name) => !['assemble', 'reduce'].includes(name)))('%s', async (name) => {
    const stdout: Output = {
      isTerminal: false,
      columns: undefined,
      write: () => Promise.reject(new TypeError('a mistake')),
    };
    const host = capturedHost({ stdout });
    const args = (ALL[name] ?? []).filter((arg) => !['-o', 'OUT'].includes(arg));
    const code = await run(
      [...name.split(' '), ...args.map((arg) => (arg === 'IN' ? BROKEN_FILE : arg))],
      host,
    );
    expect([code, host.err()]).toEqual([4, expect.stringContaining('internal error: TypeError: a mistake')]);
  });
});

describe.skipIf(process.platform !== 'linux')('standard output', () => {
  it('on a full disk gives exit code 3', async () => {
    const root = withFiles({ 'model.json': '{"header":{"version":4}}' });
    for (const name of SHOWN.filter((name) => !['reduce', 'corpus verify'].includes(name))) {
      const fd = openSync('/dev/full', 'w');
      onTestFinished(() => closeSync(fd));
      const input = name === 'assemble' ? join(root, 'model.json') : VALID_FILE;
      const { code, said } = await protomdl(name, { input }, { stdout: fullOutput(fd) });
      expect([name, code, said]).toEqual([name, 3, expect.stringContaining('there is no space left')]);
    }
  });

  it('that is closed does not change the exit code for findings to 0', async () => {
    const root = temporaryDirectory();
    for (const name of SHOWN.filter((name) => name in READERS)) {
      const heard = await protomdl(name, { input: BROKEN_FILE });
      const closed = await protomdl(name, { input: BROKEN_FILE }, { stdout: closedOutput(root, name) });
      expect([name, closed.code]).toEqual([name, heard.code]);
    }
  });
});

function fullOutput(fd: number): Output {
  return new StandardOutput(fd, () => createWriteStream('', { fd, autoClose: false }) as never);
}

/** A pipe whose reader has gone. */
function closedOutput(root: string, name: string): Output {
  const path = join(root, name.replace(' ', '-'));
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  closeSync(reader);
  onTestFinished(() => closeSync(writer));
  return {
    isTerminal: false,
    columns: undefined,
    write: async (text) => {
      const { OutputClosed } = await import('../../src/cli/exit-code.js');
      try {
        writeFileSync(writer, text);
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('EPIPE');
        throw new OutputClosed();
      }
    },
  };
}

describe.each([
  ['version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n', 'a Git LFS pointer'],
  ['<!DOCTYPE html><html><body>sign in</body></html>', 'an HTML page'],
  ['PK\x03\x04 and so on and on', 'a ZIP archive'],
  ['\x08\x07\x12\x07pytorch\x1a\x031.9:\x10', 'an ONNX model'],
])('a file that is not a model: %j', (text, kind) => {
  it.each(Object.keys(READERS).filter((name) => name !== 'view'))('%s names it', async (name) => {
    const root = withFiles({ 'x.hef': Buffer.from(text, 'latin1') });
    const { said } = await protomdl(name, { input: join(root, 'x.hef'), output: join(root, 'out') });
    expect(said).toContain(`this is ${kind}`);
  });
});
