import type { Queryable } from '@services/kit/db';
import { type Jobs, triesAfter } from '@services/kit/jobs';
import type { Logger } from '@services/kit/log';
import type { Letter } from './letter.js';
import type { Mailer } from './mailer.js';

const KIND = 'mail';
const MINUTE = 60_000;
/** Delays before the second, third, … attempt. */
const RETRIES_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE] as const;

/** Queues a mail in the transaction of the change that it reports. `runAt` is the earliest time to send the mail. */
export async function enqueueLetter(
  jobs: Jobs,
  tx: Queryable,
  letter: Letter,
  runAt?: number,
): Promise<void> {
  await jobs.enqueue(tx, KIND, letter, runAt === undefined ? {} : { runAt });
}

/** Registers the job that sends mails. Logs contain neither addresses nor texts of mails. */
export function defineMailJob(jobs: Jobs, mailer: Mailer, log: Logger): void {
  jobs.define<Letter>({
    kind: KIND,
    ...triesAfter(RETRIES_MS),
    concurrency: 4,
    timeoutMs: 45_000,
    work: (letter) => mailer.send(letter),
    gaveUp: async (_letter, error) => {
      log.error({ err: { message: error.message } }, 'a mail could not be sent and is given up');
    },
  });
}
