import type { JobKind } from '@services/kit/jobs';
import type { App } from '../app.js';
import { type Performed, performCheck, verdictMembers } from '../checks/perform.js';
import { recordChecks } from '../checks/recorder.js';
import { ApiError } from '../http/api-error.js';
import { type CheckInput, ContentError } from '../judge/index.js';
import { type User, userById } from '../users/store.js';
import { unseal } from '../vault/sealed.js';
import { emit } from '../webhooks/emit.js';
import { batchToRun, countDone, finishBatch, finishItem, waitingItems } from './store.js';

export const BATCH_JOB = 'batch';

/** Items per transaction: a commit for each item would take longer than its verdict. */
const ITEMS_AT_ONCE = 20;

export function batchJob(app: App): JobKind<{ batchId: string }> {
  return {
    kind: BATCH_JOB,
    attempts: 10,
    backoffMs: (attempt) => 1_000 * 2 ** attempt,
    concurrency: 2,
    timeoutMs: 3_600_000,
    work: ({ batchId }, { signal }) => run(app, batchId, signal),
    async gaveUp({ batchId }) {
      await app.db.tx((tx) => finishBatch(tx, batchId, 'failed', app.clock.now()));
    },
  };
}

/**
 * Judges the batch's items that have no result. One transaction stores the result, erases the content and updates the
 * count, so that a run after a crash continues after the last commit.
 */
async function run(app: App, batchId: string, signal: AbortSignal): Promise<void> {
  const batch = await batchToRun(app.db, batchId);
  if (!batch) return;
  const user = await userById(app.db, batch.userId);
  if (!user) return;
  for (;;) {
    signal.throwIfAborted();
    const items = await waitingItems(app.db, batchId, ITEMS_AT_ONCE);
    if (items.length === 0) break;
    const judged: { position: number; outcome: Outcome }[] = [];
    for (const { position, sealed } of items) {
      const plain = await unseal(app, 'batch', batch.userId, `${batchId}/${position}`, sealed);
      judged.push({ position, outcome: await judgeItem(app, user, JSON.parse(plain)) });
      // Lets the process handle requests between two verdicts.
      await new Promise(setImmediate);
    }
    await app.db.tx(async (tx) => {
      let stored = 0;
      for (const { position, outcome } of judged) {
        if (!(await finishItem(tx, batchId, position, outcome.result))) continue;
        if (outcome.performed) await recordChecks(tx, [outcome.performed]);
        stored += 1;
      }
      await countDone(tx, batchId, stored);
    });
  }
  await app.db.tx(async (tx) => {
    if (!(await finishBatch(tx, batchId, 'done', app.clock.now()))) return;
    const data = { batch_id: batchId, state: 'done', total: batch.total, callback_id: batch.callbackId };
    await emit(app, tx, batch.userId, 'batch.done', data, batch.callbackId ?? undefined);
  });
}

interface Outcome {
  result: object;
  performed?: Performed;
}

async function judgeItem(app: App, user: User, input: CheckInput): Promise<Outcome> {
  try {
    const performed = await performCheck(app, user, input);
    const { verdict, requestId } = performed;
    const result = { ...verdictMembers(verdict), reasons: verdict.reasons };
    return { performed, result: { request_id: requestId, result } };
  } catch (error) {
    if (error instanceof ContentError) {
      const { code, message } = new ApiError('INVALID_CONTENT', error.message);
      return { result: { error: { code, message } } };
    }
    throw error;
  }
}
