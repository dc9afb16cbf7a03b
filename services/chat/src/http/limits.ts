import type { Clock } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import { createLimiter, type Limiter, type LimitState } from '@services/kit/limiter';
import type { ChatConfig } from '../config.js';

export type { LimitState };

const rates = (config: ChatConfig) => ({
  user: config.rateUser,
  address: config.rateAddress,
  send: config.rateSend,
  sendBot: config.rateSendBot,
  login: config.rateLogin,
  upload: config.rateUpload,
  uploadMib: config.rateUploadMib,
  emailChange: config.rateEmailChange,
  emailChangeDay: config.rateEmailChangeDay,
  invite: config.rateInvite,
});

/** Rate limits of the configuration. */
export type LimitName = keyof ReturnType<typeof rates>;

/** All limits of the service; keys are user ids, addresses or names. */
export class Limits {
  readonly #limiters = new Map<LimitName, Limiter>();

  /** @param db database with the counts, if several processes share the counts */
  constructor(config: ChatConfig, clock: Clock, db?: Database) {
    for (const [name, { points, windowSeconds }] of Object.entries(rates(config)))
      this.#limiters.set(
        name as LimitName,
        createLimiter({ name: `chat-${name}`, points, durationMs: windowSeconds * 1000, clock, db }),
      );
  }

  /**
   * Counts the request if it is allowed, and returns the state of the limit. If it is not allowed, routes throw
   * `rateLimited(resetMs)`.
   */
  take(name: LimitName, key: string | number, points = 1): Promise<LimitState> {
    return this.#limiters.get(name)!.take(String(key), points);
  }
  /** Returns the state that `take` would return, without counting a request. */
  peek(name: LimitName, key: string | number): Promise<LimitState> {
    return this.#limiters.get(name)!.peek(String(key));
  }
  reset(name: LimitName, key: string | number): Promise<void> {
    return this.#limiters.get(name)!.reset(String(key));
  }
}
