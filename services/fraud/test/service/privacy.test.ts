import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, type Fixture, startFixture } from './fixture.js';

/** A folder for the temporary files of this test, so that all of them can be searched. */
const before = process.env.TMPDIR;
const folder = mkdtempSync(join(tmpdir(), 'fraud-privacy-'));
process.env.TMPDIR = folder;

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
let token: string;
const answers: { path: string; answer: Answer }[] = [];

beforeAll(async () => {
  service = await startFixture({ settings: { 'webhooks.allow': ['127.0.0.0/8'] } });
  ({ token } = await service.user('ann', { scopes: ['check', 'transactions', 'tokenize', 'chat', 'admin'] }));
});
afterAll(async () => {
  await service.stop();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await service.call(method, path, { token, ...options });
  answers.push({ path, answer });
  return answer;
}
const post = (path: string, body: unknown, options: CallOptions = {}) =>
  ask('POST', path, { body, ...options });

/** Sends marked values through every endpoint, in valid and in invalid requests. */
async function useEverything(): Promise<void> {
  const fraud = (text: string) =>
    `URGENT: your bank account is suspended. Verify your password now at http://secure-login.example.top/${text} or lose access! ${text}`;
  const metadata = { sender: mark('metadata.sender'), receiver: mark('metadata.receiver') };
  await post('/api/webhooks', {
    url: 'http://127.0.0.1:9/none',
    events: ['check.fraud', 'batch.done', 'transaction.review'],
  });
  expect(
    (
      await post('/api/fraud-check?evidence=true', {
        data_type: 'sms',
        content: fraud(mark('sms')),
        metadata,
      })
    ).status,
  ).toBe(200);
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
  expect((await post('/api/fraud-check', { data_type: 'email', content: eml.join('\r\n') })).status).toBe(
    200,
  );
  await post('/api/fraud-check', { data_type: 'phone', content: `+1 202 555 0123 ${mark('phone context')}` });
  await post('/api/fraud-check', {
    data_type: 'phone',
    content: mark('phone without number', true).replace(/\d/g, 'x'),
  });
  await post('/api/fraud-check', { data_type: mark('data type'), content: mark('content of bad type') });
  await post('/api/fraud-check', { data_type: 'sms', content: [mark('content of wrong kind')] });
  await post('/api/fraud-check', `{"data_type":"sms","content":"${mark('broken JSON', true)}`);
  await post('/api/fraud-check', `${mark('no JSON', true)}`, { headers: { 'content-type': 'text/plain' } });
  await post('/api/fraud-check', { data_type: 'sms', content: mark('too long', true).repeat(1_000) });
  await ask('GET', `/api/fraud-check/${mark('path', true)}`);
  await ask('GET', `/api/fraud-check?cursor=${mark('query', true)}`);
  await ask('GET', `/nowhere/${mark('unknown path', true)}?q=${mark('unknown query', true)}`);
  await ask('GET', '/api/indicators', { token: mark('bearer token', true) });

  const judged = await post('/api/fraud-check', { data_type: 'sms', content: fraud('') });
  await service.db.run(sql`update users set settings = '{"storeFeedback":true}' where name = 'ann'`);
  await post(`/api/fraud-check/${judged.json.request_id}/feedback`, {
    label: 'fraud',
    comment: mark('feedback comment'),
    content: mark('feedback content'),
  });
  await post(`/api/fraud-check/${judged.json.request_id}/feedback`, { label: mark('feedback label') });
  await post('/api/lists/block', { kind: 'phrase', value: mark('listed phrase', true) });
  await post('/api/lists/block', { kind: 'domain', value: `${mark('listed domain', true)}.example` });
  await post('/api/lists/allow', { kind: 'address', value: mark('bad address', true) });
  await ask('GET', '/api/lists/block');
  await service.db.run(
    sql`update checks set decision = 'review' where request_id = ${judged.json.request_id}`,
  );
  await post(`/api/reviews/${judged.json.request_id}`, { decision: 'block', note: mark('review note') });
  await ask('GET', '/api/reviews?state=all');

  await post('/api/fraud-check/batch', {
    items: [
      { data_type: 'sms', content: fraud(mark('batch item')) },
      { data_type: 'sms', content: mark('bad batch item'), x: 1 },
    ],
  });
  await post(
    '/api/fraud-check/batch',
    `${JSON.stringify({ data_type: 'sms', content: mark('batch line') })}\n${mark('bad line', true)}`,
    {
      headers: { 'content-type': 'application/x-ndjson' },
    },
  );
  await service.app.jobs.idle();
  await post('/api/fraud-check/batch', {
    items: [{ data_type: 'sms', content: mark('waiting batch item') }],
  });

  const payment = { sender_id: 'a', receiver_id: 'b', amount: 5 };
  const made = await post('/api/transactions/submit', { ...payment, description: mark('description') });
  await post('/api/transactions/submit', { ...payment, description: fraud(mark('fraudulent description')) });
  await post('/api/transactions/submit', { ...payment, amount: -1, description: mark('description of bad') });
  await post(
    '/api/transactions/submit',
    { ...payment, description: mark('description with key') },
    { headers: { 'idempotency-key': 'k' } },
  );
  await ask('GET', '/api/transactions');
  await ask('GET', `/api/transactions/${made.json.transaction_id}`);
  await post(`/api/transactions/${mark('transaction id', true)}/review`, { decision: 'approve' });

  const secrets = [
    { type: 'custom', data: mark('vault custom') },
    { type: 'email', data: `${mark('vault email', true)}@example.com` },
    { type: 'email', data: mark('vault bad email') },
    { type: mark('vault type', true), data: mark('vault data of bad type') },
  ];
  for (const body of secrets) await post('/api/tokenize', body);
  await post('/api/tokenize', { type: 'phone', data: '+14155552671' });
  marks.set('vault phone', '4155552671');

  const history = [{ role: 'user', content: mark('chat history') }];
  await post('/api/chat', { message: `How do I save? ${mark('chat message')}`, history });
  await post('/api/chat', {
    message: mark('chat message of bad'),
    history: [{ role: mark('role'), content: 'x' }],
  });
  await post('/api/chat?format=audio', { message: mark('chat message for audio'), history: [] });
  const form = new FormData();
  form.set('audio', new Blob([mark('speech')]), `${mark('speech file name', true)}.webm`);
  await fetch(`${service.url}/api/chat/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });

  await post('/api/auth/token', { username: 'ann', password: mark('password') });
  await post('/session', { username: 'ann', password: mark('session password') });
  await post('/api/auth/token', { username: 'ann', password: mark('password of bad'), extra: mark('extra') });
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
    await useEverything();
    // Makes the database write its data from memory to the files.
    await service.db.run(sql`checkpoint`);
    let searched = 0;
    for (const path of new Set([
      ...(await filesUnder(await databaseFolder())),
      ...(await filesUnder(folder)),
    ])) {
      const leaks = leaksIn(await readFile(path).catch(() => Buffer.alloc(0)));
      searched += 1;
      if (leaks.length > 0) found[path] = leaks;
    }
    expect(searched).toBeGreaterThan(100);
  });

  it('are neither in files of the database nor in temporary files', () => {
    expect(found).toEqual({});
  });

  it('are not in the log', () => {
    const logged = service.logged();
    expect(logged).toContain('/api/fraud-check');
    expect(leaksIn(Buffer.from(logged))).toEqual([]);
    expect(logged).not.toContain(token);
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
