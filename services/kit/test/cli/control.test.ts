import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLogger } from '@services/kit/log';
import { expect, it, onTestFinished } from 'vitest';
import { ActionFailed, askServer, controlPath, serveControl } from '../../src/cli/control.js';

/** Makes a data directory whose control socket would have a path of `length` bytes. */
async function dirOf(length: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'c-'));
  const dir = join(folder, 'd'.repeat(length - folder.length - '//control.sock'.length));
  await mkdir(dir);
  return dir;
}

/** Starts a server that answers an action with its arguments, or fails; returns the lines of its log. */
async function serving(dir: string): Promise<{ lines: string[]; stop(): Promise<void> }> {
  const lines: string[] = [];
  const log = createLogger({ destination: { write: (line: string) => void lines.push(line) } });
  const perform = async (action: string, args: unknown) => {
    if (action === 'nothing') return undefined;
    if (action === 'echo') return args;
    throw Object.assign(new Error(`no ${action}`), { code: Number(args) });
  };
  const { stop } = await serveControl(dir, perform, (error) => (error as { code: number }).code, log);
  onTestFinished(stop);
  return { lines, stop };
}

it('actions return their result or their error, and only faults are logged', async () => {
  const dir = await dirOf(80);
  expect(await askServer(dir, 'echo', 1)).toBeUndefined();
  const { lines, stop } = await serving(dir);
  expect(await askServer(dir, 'echo', { a: [1] })).toEqual({ result: { a: [1] } });
  expect(await askServer(dir, 'nothing', {})).toEqual({ result: null });
  const refused = await askServer(dir, 'refusal', 3).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ActionFailed);
  expect(refused).toMatchObject({ message: 'no refusal', exitCode: 3 });
  expect(lines).toEqual([]);
  await expect(askServer(dir, 'fault', 4)).rejects.toMatchObject({ message: 'no fault', exitCode: 4 });
  expect(lines.join('')).toContain('no fault');
  await stop();
  expect(existsSync(controlPath(dir))).toBe(false);
  expect(await askServer(dir, 'echo', 1)).toBeUndefined();
});

it('only the owner can use the socket, and the umask of the process stays unchanged', async () => {
  const dir = await dirOf(80);
  const mask = process.umask();
  await serving(dir);
  expect(process.umask()).toBe(mask);
  expect((await stat(controlPath(dir))).mode & 0o777).toBe(0o600);
});

it('the socket moves to the temporary folder if its path is too long for the system', async () => {
  for (const [length, isInside] of [
    [103, true],
    [104, false],
  ] as const) {
    const dir = await dirOf(length);
    expect(dirname(controlPath(dir))).toBe(isInside ? dir : tmpdir());
    await serving(dir);
    expect(await askServer(dir, 'echo', length)).toEqual({ result: length });
  }
  expect(controlPath(await dirOf(150))).not.toBe(controlPath(await dirOf(150)));
});

it('a socket that a killed process left is not reported as a server, and does not block the next server', async () => {
  const dir = await dirOf(80);
  await writeFile(controlPath(dir), '');
  expect(await askServer(dir, 'echo', 1)).toBeUndefined();
  await serving(dir);
  expect(await askServer(dir, 'echo', 1)).toEqual({ result: 1 });
});

it('a socket path that cannot be used is an error', async () => {
  const dir = await dirOf(80);
  await mkdir(controlPath(dir));
  await expect(serving(dir)).rejects.toThrow();
  const file = join(dir, 'file');
  await writeFile(file, '');
  await expect(askServer(file, 'echo', 1)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('the server closes the connection if a request has more than 10 MiB', async () => {
  const dir = await dirOf(80);
  await serving(dir);
  const size = (bytes: number) => 'x'.repeat(bytes - JSON.stringify({ action: 'echo', args: '' }).length);
  const most = size(10 * 2 ** 20);
  expect(await askServer(dir, 'echo', most)).toEqual({ result: most });
  await expect(askServer(dir, 'echo', `${most}x`)).rejects.toThrow(/ECONNRESET|EPIPE|hang up/);
});

it('a command fails if the server closes the connection without an answer', async () => {
  const dir = await dirOf(80);
  const server = createServer((socket) => void socket.destroy()).listen(controlPath(dir));
  onTestFinished(() => void server.close());
  await expect(askServer(dir, 'echo', 1)).rejects.toThrow(/ECONNRESET|EPIPE|hang up/);
});
