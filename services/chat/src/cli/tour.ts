import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CliTools, ExitError } from '@services/kit/cli';
import type { Command } from 'commander';
import { DEMO_PASSWORD } from '../demo/talk.js';

const CHANNEL = 'general';
const TOPIC = 'welcome';

/**
 * Adds the command `tour`: it fills a server with demonstration data, and starts two clients that exchange messages
 * over HTTP.
 */
export function addTour(program: Command, tools: CliTools): void {
  program
    .command('tour')
    .description(
      'serve the demonstration, send a message and receive it; in a terminal, go on serving until Ctrl-C',
    )
    .option('--keep', 'go on serving until Ctrl-C, as in a terminal')
    .option('--port <port>', '0 takes a free one', '0')
    .action(async ({ keep = process.stdin.isTTY, port }: { keep?: boolean; port: string }) => {
      const folder = await mkdtemp(join(tmpdir(), 'chat-tour-'));
      let server: ChildProcess | undefined;
      try {
        for await (const line of linesOf(run(['demo', folder])))
          if (line.startsWith('The')) tools.print(line);
        server = run(['serve', folder, '--port', port], { CHAT_LOG_LEVEL: 'error', CHAT_ADMIN_PORT: '0' });
        const url = await addressOf(server);
        tools.print(`It is served at ${url}`);
        await converse(url, tools);
        if (keep) {
          tools.print(
            `\nOpen ${url} and sign in as iris@example.com or leo@example.com, password ${DEMO_PASSWORD}. Ctrl-C ends it.`,
          );
          // Ctrl-C reaches both processes. This process ignores the signal, so that it can clean up after the other
          // process has ended.
          process.once('SIGINT', () => undefined);
          await once(server, 'exit');
        }
      } finally {
        await end(server);
        await rm(folder, { recursive: true, force: true });
      }
    });
}

/** Runs this program with other arguments. */
function run(args: string[], settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function* linesOf(child: ChildProcess): AsyncIterable<string> {
  const ended = once(child, 'exit');
  yield* createInterface({ input: child.stdout! });
  const [code] = await ended;
  if (code !== 0) throw new ExitError(1, `a command ended with code ${code}`);
}

async function addressOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    server.stdout!.resume();
    return url;
  }
  throw new ExitError(1, 'the server ended before it was ready');
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

type Fields = Record<string, unknown>;
type Call = (method: string, path: string, params?: Record<string, string>) => Promise<Fields>;

function caller(url: string, authorization?: string): Call {
  return async (method, path, params = {}) => {
    const query = new URLSearchParams(params);
    const answer = await fetch(`${url}/api/v1${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: authorization === undefined ? {} : { authorization },
      ...(method === 'GET' ? {} : { body: query }),
    });
    const fields = (await answer.json()) as Fields;
    if (fields.result !== 'success') throw new ExitError(1, `${method} ${path}: ${fields.msg}`);
    return fields;
  };
}

async function logIn(url: string, username: string): Promise<Call> {
  const { api_key } = await caller(url)('POST', '/fetch_api_key', { username, password: DEMO_PASSWORD });
  return caller(url, `Basic ${Buffer.from(`${username}:${api_key}`).toString('base64')}`);
}

interface Message {
  id: number;
  sender_full_name: string;
  content: string;
}

async function converse(url: string, { print }: CliTools): Promise<void> {
  const [iris, leo] = await Promise.all([logIn(url, 'iris@example.com'), logIn(url, 'leo@example.com')]);
  const narrow = JSON.stringify([
    ['channel', CHANNEL],
    ['topic', TOPIC],
  ]);
  const before = await leo('GET', '/messages', {
    ...{ narrow, anchor: 'newest', num_before: '3', num_after: '0', apply_markdown: 'false' },
  });
  print(`\n#${CHANNEL} > ${TOPIC}`);
  for (const message of before.messages as Message[]) print(lineOf(message));
  const { queue_id, last_event_id } = await leo('POST', '/register', {
    ...{ event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'false' },
  });
  const waiting = leo('GET', '/events', { queue_id: String(queue_id), last_event_id: String(last_event_id) });
  const { id } = await iris('POST', '/messages', {
    ...{ type: 'channel', to: CHANNEL, topic: TOPIC },
    content: 'Hello @**Leo Alvarez**, can you hear me? :wave:',
  });
  const { events } = (await waiting) as { events: { type: string; message?: Message; flags?: string[] }[] };
  const heard = events.find(({ message }) => message?.id === id);
  if (heard?.message === undefined) throw new ExitError(1, 'the message was sent and not received');
  print(lineOf(heard.message));
  const answered = await leo('POST', '/messages', {
    ...{ type: 'channel', to: CHANNEL, topic: TOPIC, content: 'Loud and clear.' },
  });
  const { message } = (await iris('GET', `/messages/${answered.id}`, { apply_markdown: 'false' })) as {
    message: Message;
  };
  print(lineOf(message));
  print(`\nIris sent message ${id}; Leo's event queue brought it, flagged ${heard.flags?.join(', ')}.`);
}

const lineOf = ({ sender_full_name, content }: Message): string => `  ${sender_full_name}: ${content}`;
