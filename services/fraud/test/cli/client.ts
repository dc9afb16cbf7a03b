import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTemplate } from '@services/kit/testing';
import { expect } from 'vitest';
import { type Answer, call, PASSWORD } from '../service/fixture.js';
import { run } from './process.js';

/** Runs `init` with the user `ann`, in the folder `data` below `folder`; returns the path of the data directory. */
export async function initData(folder: string): Promise<string> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${PASSWORD}\n`);
  const dataDir = join(folder, 'data');
  if (process.env.FRAUD_DATABASE_URL === undefined) await copyTemplate(join(dataDir, 'pg'));
  const made = await run(['init', dataDir, '--user', 'ann', '--password-file', passwordFile]);
  expect(made.code, made.err).toBe(0);
  return dataDir;
}

type ClientAnswer = Pick<Answer, 'status' | 'json'>;

/** A client of one user. The service is a separate process, and its address changes when it is restarted. */
export class Client {
  #token = '';

  constructor(public url: string) {}

  async logIn(username = 'ann', password = PASSWORD): Promise<this> {
    const { json } = await this.call('/api/auth/token', { username, password });
    this.#token = json.token;
    return this;
  }

  /** Sends a GET request without a body, or a POST request with a body. */
  async call(path: string, body?: object, headers: Record<string, string> = {}): Promise<ClientAnswer> {
    const token = this.#token === '' ? {} : { token: this.#token };
    return call(this.url + path, body ? 'POST' : 'GET', { ...token, body, headers });
  }

  pay(
    key: string,
    { from, to, amount }: { from: string; to: string; amount: number },
  ): Promise<ClientAnswer> {
    const body = { sender_id: from, receiver_id: to, amount, description: '' };
    return this.call('/api/transactions/submit', body, { 'idempotency-key': key });
  }
}
