import { ExitError } from '@services/kit/cli';
import { ManualClock } from '@services/kit/clock';
import { hashPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import { DEFAULT_SCOPES } from '../auth/scopes.js';
import { performCheck } from '../checks/perform.js';
import { recordChecks } from '../checks/recorder.js';
import { submit, type TransactionRequest } from '../transactions/submit.js';
import { addUser, listUsers } from '../users/store.js';
import { DEMO_MESSAGES, demoPayments } from './content.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'demo-password-1';

/** Fills a data directory that has no users with a month of sample data. Returns the lines that the command prints. */
export async function fillDemo(app: App): Promise<string[]> {
  if ((await listUsers(app.db)).length > 0) {
    throw new ExitError(1, 'the data directory has users already: name another one');
  }
  const now = app.clock.now();
  const passwordHash = await hashPassword(PASSWORD);
  const scopes = [...DEFAULT_SCOPES, 'admin' as const];
  const userId = await addUser(app.db, { name: 'demo', passwordHash, tier: 'pro', scopes, createdAt: now });
  const clock = new ManualClock(now - 31 * DAY_MS);
  const past = { ...app, clock };
  const statuses = new Map<string, number>();
  for (const { atMs, ...payment } of demoPayments(now)) {
    clock.set(atMs);
    const request: TransactionRequest = payment;
    const { status } = await app.db.tx((tx) => submit(past, tx, userId, request));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  for (const [index, message] of DEMO_MESSAGES.entries()) {
    clock.set(now - (DEMO_MESSAGES.length - index) * 3 * 3_600_000);
    const performed = await performCheck(past, { id: userId, listsVersion: 0, settings: {} }, message);
    await app.db.tx((tx) => recordChecks(tx, [performed]));
  }
  const counts = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
  return [
    `${DEMO_MESSAGES.length} messages were checked; payments: ${counts}.`,
    `Sign in as demo with the password ${PASSWORD}`,
  ];
}
