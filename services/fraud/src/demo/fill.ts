import { readFile } from 'node:fs/promises';
import { ExitError } from '@services/kit/cli';
import { ManualClock } from '@services/kit/clock';
import { hashPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import { DEFAULT_SCOPES } from '../auth/scopes.js';
import { performCheck } from '../checks/perform.js';
import { recordChecks } from '../checks/recorder.js';
import type { DataType } from '../checks/store.js';
import { submit } from '../transactions/submit.js';
import { addUser, listUsers } from '../users/store.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days that the payments cover. */
const DAYS = 31;
const PASSWORD = 'demo-password-1';

/** Invented messages, which the page also offers, and payments of a month. */
const MESSAGES = new URL('../../web/examples.json', import.meta.url);
const PAYMENTS = new URL('../../examples/payments.tsv', import.meta.url);

/** Fills a data directory that has no users with a month of sample data. Returns the lines that the command prints. */
export async function fillDemo(app: App): Promise<string[]> {
  if ((await listUsers(app.db)).length > 0) {
    throw new ExitError(1, 'the data directory has users already: name another one');
  }
  const now = app.clock.now();
  const passwordHash = await hashPassword(PASSWORD);
  const scopes = [...DEFAULT_SCOPES, 'admin' as const];
  const userId = await addUser(app.db, { name: 'demo', passwordHash, tier: 'pro', scopes, createdAt: now });
  const clock = new ManualClock(now - DAYS * DAY_MS);
  const past = { ...app, clock };
  const statuses = new Map<string, number>();
  for (const line of (await readFile(PAYMENTS, 'utf8')).trimEnd().split('\n').slice(1)) {
    const [day, hour, sender_id = '', receiver_id = '', amount, description = ''] = line.split('\t');
    clock.set(now - (DAYS - Number(day)) * DAY_MS + Number(hour) * HOUR_MS);
    const payment = { sender_id, receiver_id, amount: Number(amount), description };
    const { status } = await app.db.tx((tx) => submit(past, tx, userId, payment));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const messages: { type: DataType; content: string }[] = JSON.parse(await readFile(MESSAGES, 'utf8'));
  for (const [index, { type, content }] of messages.entries()) {
    clock.set(now - (messages.length - index) * 3 * HOUR_MS);
    const user = { id: userId, listsVersion: 0, settings: {} };
    const performed = await performCheck(past, user, { dataType: type, content });
    await app.db.tx((tx) => recordChecks(tx, [performed]));
  }
  const counts = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
  return [
    `${messages.length} messages were checked; payments: ${counts}.`,
    `Sign in as demo with the password ${PASSWORD}`,
  ];
}
