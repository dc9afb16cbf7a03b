import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type Fixture, sms, startFixture, type TestUser } from './fixture.js';

/** A folder for the temporary files of this test, so that all of them can be searched. */
const folder = mkdtempSync(join(tmpdir(), 'fraud-privacy-'));
vi.stubEnv('TMPDIR', folder);

const marks = new Map<string, string>();
/** Returns a unique text; letters and digits only, for fields that accept nothing else. */
function mark(name: string, plain = false): string {
  const id = randomBytes(9).toString('hex');
  const text = plain ? `zq${id}` : `zq${id} é<&"/${id}`;
  marks.set(name, text);
  return text;
}

/**
 * Returns the forms in which a text may be stored: encoded in several ways. The Base64 form depends on the preceding
 * bytes, so there are three of them.
 */
function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const forms = [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = encoded.slice(shift === 0 ? 0 : shift + 1, -2);
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)].map((form) => Buffer.from(form)).concat(Buffer.from(text, 'utf16le'));
}

function leaksIn(haystack: Buffer): string[] {
  return [...marks]
    .filter(([, text]) => formsOf(text).some((form) => haystack.includes(form)))
    .map(([name]) => name);
}

let service: Fixture;
let ann: TestUser;
const answers: { path: string; answer: Answer }[] = [];

beforeAll(async () => {
  service = await startFixture({ settings: { 'webhooks.allow': ['127.0.0.0/8'] } });
  ann = await service.user('ann', { scopes: ['check', 'transactions', 'tokenize', 'chat', 'admin'] });
});
afterAll(async () => {
  await service.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(path: string, token = ann.token): Promise<void> {
  answers.push({ path, answer: await service.call('GET', path, { token }) });
}
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await ann.post(path, body, headers);
  answers.push({ path, answer });
  return answer;
}
const fraud = (text: string) =>
  `URGENT: your bank account is suspended. Verify your password now at http://secure-login.example.top/${text} or lose access! ${text}`;

/** Sends checks of marked values: first a text message and an e-mail that are judged, then invalid ones. */
async function useChecks(): Promise<void> {
  const check = (data_type: string, content: unknown, more = {}) =>
    post('/api/fraud-check', { data_type, content, ...more });
  const metadata = { sender: mark('metadata.sender'), receiver: mark('metadata.receiver') };
  const message = { data_type: 'sms', content: fraud(mark('sms')), metadata };
  expect((await post('/api/fraud-check?evidence=true', message)).status).toBe(200);
  const eml = [
    `From: "${mark('email from', true)}" <${mark('email address', true)}@example.com>`,
    `Subject: ${mark('email subject', true)}`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    `<a href="http://198.51.100.7/${mark('email link', true)}">${fraud(mark('email body'))}</a>`,
    '--b',
    `Content-Disposition: attachment; filename="${mark('attachment', true)}.exe"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`MZ ${mark('attachment content')}`).toString('base64'),
    '--b--',
  ];
  expect((await check('email', eml.join('\r\n'))).status).toBe(200);
  await check('phone', `+1 202 555 0123 ${mark('phone context')}`);
  await check('phone', mark('phone without number', true).replace(/\d/g, 'x'));
  await check(mark('data type'), mark('content of bad type'));
  await check('sms', [mark('content of wrong kind')]);
  await check('sms', mark('too long', true).repeat(1_000));
  await post('/api/fraud-check', `{"data_type":"sms","content":"${mark('broken JSON', true)}`);
  await post('/api/fraud-check', `${mark('no JSON', true)}`, { 'content-type': 'text/plain' });
  await ask(`/api/fraud-check/${mark('path', true)}`);
  await ask(`/api/fraud-check?cursor=${mark('query', true)}`);
  await ask(`/nowhere/${mark('unknown path', true)}?q=${mark('unknown query', true)}`);
  await ask('/api/indicators', mark('bearer token', true));
}

async function useFeedbackAndLists(): Promise<void> {
  const { request_id: id } = (await post('/api/fraud-check', { data_type: 'sms', content: fraud('') })).json;
  await service.db.run(sql`update users set settings = '{"storeFeedback":true}' where name = 'ann'`);
  const comment = { comment: mark('feedback comment'), content: mark('feedback content') };
  await post(`/api/fraud-check/${id}/feedback`, { label: 'fraud', ...comment });
  await post(`/api/fraud-check/${id}/feedback`, { label: mark('feedback label') });
  await post('/api/lists/block', { kind: 'phrase', value: mark('listed phrase', true) });
  await post('/api/lists/block', { kind: 'domain', value: `${mark('listed domain', true)}.example` });
  await post('/api/lists/allow', { kind: 'address', value: mark('bad address', true) });
  await ask('/api/lists/block');
  await service.db.run(sql`update checks set decision = 'review' where request_id = ${id}`);
  await post(`/api/reviews/${id}`, { decision: 'block', note: mark('review note') });
  await ask('/api/reviews?state=all');
}

async function useBatches(): Promise<void> {
  const batch = '/api/fraud-check/batch';
  const bad = { ...sms(mark('bad batch item')), x: 1 };
  await post(batch, { items: [sms(fraud(mark('batch item'))), bad] });
  const lines = `${JSON.stringify(sms(mark('batch line')))}\n${mark('bad line', true)}`;
  await post(batch, lines, { 'content-type': 'application/x-ndjson' });
  await service.app.jobs.idle();
  await post(batch, { items: [sms(mark('waiting batch item'))] });
}

async function usePaymentsAndVault(): Promise<void> {
  const pay = (description: string, amount = 5, headers = {}) =>
    post('/api/transactions/submit', { sender_id: 'a', receiver_id: 'b', amount, description }, headers);
  const made = await pay(mark('description'));
  await pay(fraud(mark('fraudulent description')));
  await pay(mark('description of bad'), -1);
  await pay(mark('description with key'), 5, { 'idempotency-key': 'k' });
  await ask('/api/transactions');
  await ask(`/api/transactions/${made.json.transaction_id}`);
  await post(`/api/transactions/${mark('transaction id', true)}/review`, { decision: 'approve' });
  for (const [type, data] of [
    ['custom', mark('vault custom')],
    ['email', `${mark('vault email', true)}@example.com`],
    ['email', mark('vault bad email')],
    [mark('vault type', true), mark('vault data of bad type')],
    ['phone', '+14155552671'],
  ])
    await post('/api/tokenize', { type, data });
  marks.set('vault phone', '4155552671');
}

async function useChatAndSignIn(): Promise<void> {
  const history = [{ role: 'user', content: mark('chat history') }];
  await post('/api/chat', { message: `How do I save? ${mark('chat message')}`, history });
  const bad = [{ role: mark('role'), content: 'x' }];
  await post('/api/chat', { message: mark('chat message of bad'), history: bad });
  await post('/api/chat?format=audio', { message: mark('chat message for audio'), history: [] });
  const form = new FormData();
  form.set('audio', new Blob([mark('speech')]), `${mark('speech file name', true)}.webm`);
  const headers = { authorization: `Bearer ${ann.token}` };
  await fetch(`${service.url}/api/chat/speech`, { method: 'POST', headers, body: form });
  const username = 'ann';
  await post('/api/auth/token', { username, password: mark('password') });
  await post('/session', { username, password: mark('session password') });
  await post('/api/auth/token', { username, password: mark('password of bad'), extra: mark('extra') });
}

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The embedded database's files are in the temporary folder; a server reports where its own are. */
async function databaseFolder(): Promise<string> {
  if (service.db.kind === 'pglite') return folder;
  const row = await service.db.one<{ path: string }>(sql`select current_setting('data_directory') as path`);
  return row!.path;
}

describe('marked values that went through every endpoint', () => {
  const found: Record<string, string[]> = {};

  beforeAll(async () => {
    const events = ['check.fraud', 'batch.done', 'transaction.review'];
    await post('/api/webhooks', { url: 'http://127.0.0.1:9/none', events });
    for (const use of [useChecks, useFeedbackAndLists, useBatches, usePaymentsAndVault, useChatAndSignIn])
      await use();
    // Makes the database write its data from memory to the files.
    await service.db.run(sql`checkpoint`);
    const paths = new Set([...(await filesUnder(await databaseFolder())), ...(await filesUnder(folder))]);
    for (const path of paths) {
      const leaks = leaksIn(await readFile(path).catch(() => Buffer.alloc(0)));
      if (leaks.length > 0) found[path] = leaks;
    }
    expect(paths.size).toBeGreaterThan(100);
  });

  it('are neither in files of the database nor in temporary files', () => {
    expect(found).toEqual({});
  });

  it('are not in the log', () => {
    const logged = service.logged();
    expect(logged).toContain('/api/fraud-check');
    expect(leaksIn(Buffer.from(logged))).toEqual([]);
    expect(logged).not.toContain(ann.token);
  });

  it('are not in the metrics', async () => {
    const figures = await service.app.metrics.kit.registry.metrics();
    expect(figures).toContain('fraud_checks_total');
    expect(leaksIn(Buffer.from(figures))).toEqual([]);
  });

  it('are not in error responses', () => {
    const errors = answers.filter(({ answer }) => answer.status >= 400);
    expect(errors.length).toBeGreaterThan(12);
    for (const { path, answer } of errors) expect(leaksIn(Buffer.from(answer.text)), path).toEqual([]);
  });

  it('would be found, because a planted value is found', async () => {
    await service.db.run(sql`update users set name = ${marks.get('sms')!} where name = 'ann'`);
    await service.db.run(sql`checkpoint`);
    const files = await filesUnder(await databaseFolder());
    const hits = await Promise.all(
      files.map(async (path) => leaksIn(await readFile(path).catch(() => Buffer.alloc(0)))),
    );
    expect(hits.flat()).toContain('sms');
    for (const text of [
      encodeURIComponent(marks.get('sms')!),
      Buffer.from(`xy${marks.get('sms')}`).toString('base64'),
    ]) {
      expect(leaksIn(Buffer.from(`..${text}..`))).toContain('sms');
    }
  });
});
