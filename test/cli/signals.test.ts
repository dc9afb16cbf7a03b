/**
 * Every command ends with 130 or 143 after a signal, and leaves no partial files. (`npm run bench` measures
 * how long this takes.)
 */
import { closeSync, existsSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { ended, start } from './command.js';
import { VALID_FILE } from './specimens.js';
import { temporaryDirectory } from './temporary.js';

/** Number of zeros in a field that commands read to compute hashes, which takes seconds. */
const LONG = 2 ** 31 - 64;

/** Makes a sparse file: a bare message with one field, the compiler's notes. */
function longFile(folder: string): string {
  const path = join(folder, 'long.mdl');
  const file = openSync(path, 'w');
  // Tag of field 3 with wire type LEN, then the length as a varint.
  writeSync(file, Uint8Array.from([0x1a, 0xc0, 0xff, 0xff, 0xff, 0x07]));
  closeSync(file);
  truncateSync(path, 6 + LONG);
  return path;
}

/** Commands that wait for more input from a pipe that stays open. */
const WAITING: Readonly<Record<string, readonly string[]>> = {
  validate: ['-'],
  info: ['-'],
  'check-compat': ['-'],
  network: ['-'],
  disasm: ['-'],
  objdump: ['-'],
  query: ['header.hw_arch', '-'],
  diff: ['-', VALID_FILE],
  stats: ['-'],
  extract: ['-', '--mapping', '-o', 'OUT'],
  replace: ['-', 'header.timestamp', '--value', '0', '-o', 'OUT'],
  convert: ['-', '--framing', '0', '-o', 'OUT'],
  canonicalize: ['-', '-o', 'OUT'],
  strip: ['-', '--all', '-o', 'OUT'],
  redact: ['-', '-o', 'OUT'],
  hash: ['-'],
  dump: ['-', '-o', 'OUT'],
  assemble: ['-', '-o', 'OUT'],
  'corpus coverage': ['-'],
  mutate: ['-', '-o', 'OUT'],
};

/** Commands that compute for seconds. */
const WORKING: readonly (readonly [name: string, ...args: string[]])[] = [
  ['hash', 'LONG'],
  ['stats', 'LONG', '--duplicates'],
  ['canonicalize', 'LONG', '-o', 'OUT'],
  ['strip', '--timestamp', 'LONG', '-o', 'OUT'],
  ['convert', 'LONG', '--framing', '0', '-o', 'OUT'],
  ['smith', '--seed', '1', '--target-bytes', '1500M', '--preset', 'metadata', '-o', 'OUT'],
  ['measure', VALID_FILE, '--runs', '10000'],
  ['view', VALID_FILE, '--no-open'],
];

/**
 * Reports when the command installs its signal handlers. This module is loaded before the command. The signal
 * masks of the process cannot show this, because Node installs its own handler at the start.
 */
const SAYS_WHEN_IT_HEARS = `
  import { writeSync } from 'node:fs';
  process.on('newListener', (name) => {
    if (name === 'SIGINT' || name === 'SIGTERM') setImmediate(() => writeSync(2, 'hears ' + name + '\\n'));
  });
`;

const CASES = [
  ...Object.entries(WAITING).map(([name, args]) => [...name.split(' '), ...args]),
  ...WORKING.map((args) => [...args]),
].map((args, at) => [args.join(' '), args, at % 2 === 0 ? 'SIGINT' : 'SIGTERM'] as const);

/**
 * Commands that never wait; and commands that run other programs, whose interrupts have tests of their own.
 */
const ELSEWHERE = ['explain', 'completion', 'init', 'edit', 'reduce', 'fuzz'];

it('every command is tested here, or in a test of its own', () => {
  const tried = new Set(CASES.map(([, [name]]) => name));
  expect(COMMANDS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual(
    expect.arrayContaining(ELSEWHERE.filter((name) => COMMANDS.some((entry) => entry.name === name))),
  );
  expect(
    COMMANDS.map(({ name }) => name).filter((name) => !tried.has(name) && !ELSEWHERE.includes(name)),
  ).toEqual([]);
});

it.skipIf(process.platform !== 'linux').each(CASES)('%s', { timeout: 60_000 }, async (_, args, signal) => {
  const folder = temporaryDirectory();
  const out = join(folder, 'out');
  const long = args.includes('LONG') ? longFile(folder) : '';
  const child = start(
    args.map((arg) => (arg === 'OUT' ? out : arg === 'LONG' ? long : arg)),
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SAYS_WHEN_IT_HEARS)}` },
  );
  const end = ended(child);
  await new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => String(chunk).includes(`hears ${signal}`) && resolve());
    child.on('close', () => resolve());
  });
  // The command has time to begin its work.
  await wait(300);
  child.kill(signal);
  const { code, signal: killed, err } = await end;
  expect([code, killed], err).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
  expect(err).not.toMatch(/internal error|\n {4}at /);
  expect(existsSync(out)).toBe(false);
});
