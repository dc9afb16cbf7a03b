import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../log/index.js';

/**
 * Maximum length of a socket's path in bytes: macOS allows 104 and Linux 108, both with a zero byte at the end
 * (unix(7)).
 */
const MAX_SOCKET_PATH = 103;
const MAX_BODY = 10 * 1_024 * 1_024;

/** The server ran the action, and the action failed; the message is for the user of the command. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Returns the path of the socket. The socket is in the data directory, which only its owner may enter, unless that
 * path is too long for a socket.
 */
export function controlPath(dataDir: string): string {
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return path;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  return join(tmpdir(), `control-${digest}.sock`);
}

/**
 * Serves the control socket, which runs actions for commands. Call this only while the process holds the lock of the
 * data directory.
 */
export async function serveControl(
  dataDir: string,
  perform: (action: string, args: unknown) => Promise<unknown>,
  exitCodeOf: (error: unknown) => number,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const path = controlPath(dataDir);
  // Removes the socket of a server that was killed, because a killed process does not remove its socket.
  await rm(path, { force: true });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY) incoming.destroy();
      else chunks.push(chunk);
    });
    incoming.on('error', () => {});
    incoming.on('end', async () => {
      let answer: unknown;
      try {
        const { action, args } = JSON.parse(Buffer.concat(chunks).toString()) as {
          action: string;
          args: unknown;
        };
        answer = { result: (await perform(action, args)) ?? null };
      } catch (error) {
        const code = exitCodeOf(error);
        if (code === 4) log.error({ err: error }, 'an action of a command failed');
        answer = { error: error instanceof Error ? error.message : String(error), code };
      }
      outgoing.end(JSON.stringify(answer));
    });
  });
  server.requestTimeout = 0;
  const mask = process.umask(0o177);
  try {
    await listenOn(server, path);
  } finally {
    process.umask(mask);
  }
  return {
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await rm(path, { force: true });
    },
  };
}

function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

/** Calls the running server; returns undefined if no server listens. Throws ActionFailed. */
export async function askServer(
  dataDir: string,
  action: string,
  args: unknown,
): Promise<{ result: unknown } | undefined> {
  const text = await post(controlPath(dataDir), JSON.stringify({ action, args }));
  if (text === undefined) return undefined;
  const answer = JSON.parse(text) as { result?: unknown; error?: string; code?: number };
  if (answer.error !== undefined) throw new ActionFailed(answer.error, answer.code ?? 4);
  return { result: answer.result };
}

function post(socketPath: string, body: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/' }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
      answer.on('error', reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    sent.end(body);
  });
}
