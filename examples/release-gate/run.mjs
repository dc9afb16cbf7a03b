/**
 * Starts everything from a fresh checkout and shows the conversation: a chat service with a person and two bots, a
 * pipeline step that lets one model pass and stops another, and a bot that answers to uploads, in a channel where it is
 * mentioned and in a direct message. All files and processes are removed at the end.
 *   npm ci && npm -C services ci && node examples/release-gate/run.mjs
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Chat } from './chat.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const CHAT = ['--conditions=source', '--import', 'tsx', 'chat/src/cli/main.ts'];
const GOOD = join(ROOT, 'corpus/valid/small-network.hef');
const BAD = join(ROOT, 'corpus/invalid/action-unset.mdl');
const BAD_HEF = join(ROOT, 'corpus/invalid/frame-checksum-mismatch.hef');
const OWNER = { email: 'iris@example.com', password: 'a good long password for iris' };
const ANSWER_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'release-gate-'));
const children = [];

/** Starts a program; resolves with the address that it prints. */
function started(cwd, args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const [, url] = / at (http:\/\/[\d.:]+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)));
  });
}

function gate(url, { email, api_key: key }, model) {
  const child = spawn(process.execPath, [join(HERE, 'gate.mjs'), model, 'builds', 'release 5'], {
    env: { ...process.env, CHAT_URL: url, CHAT_EMAIL: email, CHAT_KEY: key },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

async function ask(iris, file, place) {
  const upload = await iris.upload(basename(file), readFileSync(file));
  const content = `@**Model Checker** may we ship [${basename(file)}](${upload})?`;
  await iris.call('POST', '/messages', { ...place, content });
}

async function makeBot(iris, full_name, short_name, more) {
  const made = await iris.call('POST', '/bots', { full_name, short_name, ...more });
  const { members } = await iris.call('GET', '/users');
  const { email } = members.find(({ user_id }) => user_id === made.user_id);
  return { ...made, email };
}

try {
  const data = join(folder, 'data');
  const password = join(folder, 'password.txt');
  writeFileSync(password, `${OWNER.password}\n`, { mode: 0o600 });
  const init = ['init', data, '--email', OWNER.email, '--name', 'Iris Berg', '--password-file', password];
  execFileSync(process.execPath, [...CHAT, ...init], { cwd: join(ROOT, 'services'), stdio: 'ignore' });
  // The bot runs on this machine, and the service calls private addresses only if they are allowed.
  const url = await started(join(ROOT, 'services'), [...CHAT, 'serve', data, '--port', '0'], {
    CHAT_OUTGOING_ALLOW: '["127.0.0.0/8"]',
    CHAT_ADMIN_PORT: '0',
    CHAT_LOG_LEVEL: 'warn',
  });
  const iris = await Chat.logIn(url, OWNER.email, OWNER.password);
  await iris.call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'builds' }] });

  const pipeline = await makeBot(iris, 'Pipeline', 'pipeline', { bot_type: 1 });
  const passed = await gate(url, pipeline, GOOD);
  const stopped = await gate(url, pipeline, BAD);

  // The bot's address is known only after its start, but its API key, and so its account, is needed before.
  const bot = await makeBot(iris, 'Model Checker', 'checker', {
    bot_type: 3,
    payload_url: 'http://127.0.0.1:9/',
  });
  const address = await started(HERE, ['bot.mjs'], {
    ...{ CHAT_URL: url, CHAT_EMAIL: bot.email, CHAT_KEY: bot.api_key, CHAT_TOKEN: bot.token },
  });
  await iris.call('PATCH', `/bots/${bot.user_id}`, { service_payload_url: `${address}/` });
  await ask(iris, BAD_HEF, { type: 'stream', to: 'builds', topic: 'release 5' });
  await ask(iris, BAD, { type: 'direct', to: [bot.user_id] });

  const deadline = Date.now() + ANSWER_MS;
  let messages = [];
  while (messages.filter(({ sender_email }) => sender_email === bot.email).length < 2) {
    if (Date.now() > deadline) throw new Error('the bot does not answer');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const window = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    ({ messages } = await iris.call('GET', '/messages', { ...window }));
  }
  for (const { sender_full_name, type, subject, content } of messages) {
    if (!['Pipeline', 'Model Checker', 'Iris Berg'].includes(sender_full_name)) continue;
    const place = type === 'stream' ? `#builds > ${subject}` : 'direct message';
    console.log(`\n[${place}] ${sender_full_name}:\n${content}`);
  }
  console.log(`\nthe gate ended with ${passed} for a valid model, ${stopped} for one that is not`);
  if (passed !== 0 || stopped !== 1) process.exitCode = 1;
} finally {
  for (const child of children) child.removeAllListeners('exit').kill('SIGTERM');
  await Promise.all(
    children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))),
  );
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
