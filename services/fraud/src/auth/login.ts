import type { Clock } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import { createLimiter } from '@services/kit/limiter';
import { verifyPassword } from '@services/kit/passwords';
import type { App } from '../app.js';
import { ApiError } from '../http/api-error.js';
import { type User, userByName } from '../users/store.js';
import { Turns } from './turns.js';

const WINDOW_MS = 15 * 60_000;

export interface LoginLimits {
  turns: Turns;
  name: ReturnType<typeof createLimiter>;
  address: ReturnType<typeof createLimiter>;
}

/** Counters of wrong passwords. They are in the database if several processes share one. */
export function createLoginLimits(
  bounds: { failuresPerName: number; failuresPerAddress: number },
  clock: Clock,
  db: Database | undefined,
): LoginLimits {
  const shared = { durationMs: WINDOW_MS, clock, ...(db ? { db } : {}) };
  return {
    turns: new Turns(),
    name: createLimiter({ name: 'login-name', points: bounds.failuresPerName, ...shared }),
    address: createLimiter({ name: 'login-address', points: bounds.failuresPerAddress, ...shared }),
  };
}

interface Attempt {
  username: string;
  password: string;
  address: string;
}

/**
 * Returns the user of these credentials. Throws INVALID_CREDENTIALS with the same text and after the same time for a
 * wrong password, an unknown name and a disabled user; RATE_LIMITED after too many failures, even if the password is
 * right.
 */
export async function login(app: App, { username, password, address }: Attempt): Promise<User> {
  const name = username.toLowerCase();
  // Attempts run one after the other. Otherwise, all attempts of a burst would be checked before the first failure
  // counts.
  return app.logins.turns.take(`address ${address}`, () =>
    app.logins.turns.take(`name ${name}`, () => attempt(app, { username, password, address })),
  );
}

async function attempt(app: App, { username, password, address }: Attempt): Promise<User> {
  const name = username.toLowerCase();
  const states = await Promise.all([app.logins.name.peek(name), app.logins.address.peek(address)]);
  const closed = states.filter((state) => state.remaining <= 0);
  if (closed.length > 0) {
    const seconds = Math.ceil(Math.max(...closed.map((state) => state.resetMs)) / 1000);
    throw new ApiError('RATE_LIMITED', 'There were too many failed attempts to sign in; try again later.', {
      headers: { 'retry-after': String(Math.max(1, seconds)) },
    });
  }
  const user = await userByName(app.db, username);
  const right = await verifyPassword(password, user?.passwordHash);
  if (user && right && !user.disabled) {
    await app.logins.name.reset(name);
    return user;
  }
  await Promise.all([app.logins.name.take(name), app.logins.address.take(address)]);
  throw new ApiError('INVALID_CREDENTIALS', 'User name or password is wrong.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}
