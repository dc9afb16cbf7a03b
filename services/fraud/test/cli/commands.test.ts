import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Running } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, sms } from '../service/fixture.js';
import { Client } from './client.js';
import { run, serve } from './process.js';

const example = fileURLToPath(new URL('../../examples/parcel-fee.eml', import.meta.url));
/** Time-out that allows for starting several processes and databases. */
const PATIENCE = { timeout: 240_000 };

it('the help of a command shows no defaults that go without saying', async () => {
  const { out } = await run(['user', 'add', '--help']);
  expect(out.replace(/\s+/g, ' ')).toContain('default: check, transactions, tokenize, chat)');
  expect((await run(['keys', 'rotate', '--help'])).out).not.toContain('default');
});

describe('check', PATIENCE, () => {
  it('judges a file without a data directory', async () => {
    const { code, out, err } = await run(['check', example]);
    expect(code, err).toBe(0);
    expect(out).toMatch(
      /^fraud, probability 0\.\d+, severity (high|critical)\n\nThis e-mail is very likely fraud: /,
    );
    expect(out).toMatch(/\.\n\n {2}text\.delivery_fee {2,}Parcel, toll or fine\n/);
    const missing = await run(['check', 'examples/none.eml']);
    expect(missing.code).toBe(3);
  });

  it('judges a text, prints JSON, and refuses invalid content', async () => {
    const fine = await run(['check', '--json', '--text', 'See you at seven.']);
    expect(JSON.parse(fine.out)).toMatchObject({ isFraud: false });
    expect((await run(['check', '--type', 'phone', '--text', 'no number'])).code).toBe(2);
  });
});

it('brands check lists the rows whose last check was too long ago', PATIENCE, async () => {
  const { code, out } = await run(['brands', 'check', '--days', '0']);
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines.at(-1)).toBe(`${lines.length - 1} of ${lines.length - 1} rows are older than 0 days`);
  expect(lines[0]).toMatch(/^paypal\twallet\t\d{4}-\d\d-\d\d\t/);
  expect((await run(['brands', 'check', '--days', 'x'])).code).toBe(2);
});

describe('a data directory', PATIENCE, () => {
  let folder: string;
  let dataDir: string;
  let passwordFile: string;
  let server: Running | undefined;
  const at = (...args: string[]) => run(['--data-dir', dataDir, ...args]);
  /** Runs a command of several words, followed by an argument that may have spaces. */
  const command = (words: string, last: string[]) => at(...words.split(' '), ...last);
  const code = async (words: string, ...last: string[]) => (await command(words, last)).code;
  async function out(words: string, ...last: string[]): Promise<string> {
    const ran = await command(words, last);
    expect(ran.code, ran.err).toBe(0);
    return ran.out;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fraud-cli-'));
    dataDir = join(folder, 'data');
    passwordFile = join(folder, 'password');
    await writeFile(passwordFile, `${PASSWORD}\n`);
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it('is filled by demo, with secret files that only the owner reads', async () => {
    const { code, out, err } = await run(['demo', dataDir]);
    expect(code, err).toBe(0);
    expect(out).toMatch(/Sign in as demo/);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(join(dataDir, 'keys'))) {
      expect((await stat(join(dataDir, 'keys', name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await run(['demo', dataDir])).code).toBe(1);
    const again = await run(['init', dataDir]);
    expect(again.out).toMatch(/nothing was changed/);
  });

  it('can be used by commands while a server runs: users, keys, tokens, detokenize', async () => {
    server = await serve(dataDir);
    const { url } = server;
    expect(await out('user add bob --tier pro --password-file', passwordFile)).toBe('added bob, tier pro\n');
    expect(await code('user add BOB --password-file', passwordFile)).toBe(1);
    const bob = await new Client(url).logIn('bob');
    const status = async () => (await bob.call('/api/indicators')).status;
    const { token: kept } = (await bob.call('/api/tokenize', { data: 'to be kept', type: 'custom' })).json;

    expect(await code(`detokenize ${kept}`)).toBe(2);
    expect(await out(`detokenize ${kept} --reason`, 'a test')).toBe('to be kept\n');
    expect(await code('detokenize tok_unknown --reason', 'a test')).toBe(1);

    expect(await out('keys rotate')).toMatch(/^master key [0-9a-f]{8}; every record is under it\n$/);
    expect(await out(`detokenize ${kept} --reason`, 'after the rotation')).toBe('to be kept\n');
    expect(await code('keys rotate --tokens')).toBe(0);
    expect(await status()).toBe(200);
    expect(await code('keys rotate --tokens --drop-old')).toBe(0);
    expect(await status()).toBe(401);

    await bob.logIn('bob');
    expect(await code('user disable bob')).toBe(0);
    expect(await status()).toBe(401);
    expect(await out('user list')).toMatch(/^bob\tpro\t\S+\tdisabled$/m);
    expect(await out('user link-account demo shop')).toBe('demo: shop\n');
    expect(await code('user link-account demo shop --remove')).toBe(0);
  });

  it('can change rights of users, erase data of users, and remove users', async () => {
    const bob = new Client(server!.url);
    const stored = async () => (await bob.call('/api/fraud-check')).json.results.length;
    const check = async () => (await bob.call('/api/fraud-check', sms('See you at seven.'))).status;
    expect(await out('user enable bob')).toMatch(/^enabled bob/);
    const other = join(folder, 'other-password');
    await writeFile(other, 'correct horse 8 battery\n');
    expect(await code('user set-password bob --password-file', other)).toBe(0);
    expect((await bob.call('/api/auth/token', { username: 'bob', password: PASSWORD })).status).toBe(401);
    await bob.logIn('bob', 'correct horse 8 battery');
    expect(await check()).toBe(200);
    expect(await out('user set-tier bob enterprise')).toBe('bob: tier enterprise\n');

    expect(await stored()).toBe(1);
    expect(await out('user erase-checks bob')).toBe('1 results deleted\n');
    expect(await stored()).toBe(0);
    expect(await code('user erase-checks none')).toBe(1);

    expect(await out('user set-scopes bob tokenize')).toBe('bob: tokenize\n');
    await bob.logIn('bob', 'correct horse 8 battery');
    expect(await check()).toBe(403);
    expect(await out('keys rewrap')).toMatch(/^every record is under the current master key/);
    expect(await out('user remove bob')).toBe('removed bob\n');
    expect((await bob.call('/api/tokenize', { data: 'x', type: 'custom' })).status).toBe(401);
    expect(await out('user list')).not.toMatch(/^bob/m);
  });

  it('is examined by doctor, and can be served by one server at a time', async () => {
    const doctor = await at('doctor', '--json');
    expect(doctor.code, doctor.out).toBe(0);
    const names = (JSON.parse(doctor.out) as { name: string; state: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['signing keys', 'vault', 'audit', 'models', 'migrations']));
    const second = await run(['serve', dataDir, '--port', '0']);
    expect(second.code).toBe(3);
    expect(await server!.stop('SIGTERM')).toBe(0);
    server = undefined;
  });

  it('does not open without its keys, and gets no new keys', async () => {
    const keys = join(dataDir, 'keys');
    await rename(keys, join(folder, 'kept'));
    const refused = await at('user', 'list');
    expect(refused.code, refused.out).toBe(3);
    expect(refused.err).toMatch(/its keys are not in/);
    expect((await run(['serve', dataDir, '--port', '0'])).code).toBe(3);
    expect(await readdir(keys).catch(() => [])).toEqual([]);
    await rename(join(folder, 'kept'), keys);
  });

  it('is backed up and restored', async () => {
    const file = join(folder, 'backup.tar.gz');
    expect((await at('backup', file)).code).toBe(0);
    const other = join(folder, 'restored');
    const restored = await run(['restore', file, other]);
    expect(restored.code, restored.err).toBe(0);
    const list = await run(['--data-dir', other, 'user', 'list']);
    expect(list.out).toBe((await at('user', 'list')).out);
  });
});
