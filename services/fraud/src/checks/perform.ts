import { orderedId } from '@services/kit/clock';
import type { Queryable } from '@services/kit/db';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { type CheckInput, judge, type Verdict } from '../judge/index.js';
import type { User } from '../users/store.js';
import { emit } from '../webhooks/emit.js';
import type { Recordable } from './recorder.js';

export interface Performed extends Recordable {
  requestId: string;
  verdict: Verdict;
}

/** Members of a verdict that every response and every event has. */
export const verdictMembers = (verdict: Verdict) => ({
  is_fraud: verdict.isFraud,
  confidence_score: verdict.confidenceScore,
  fraud_indicators: verdict.indicators.map(({ code }) => code),
  severity: verdict.severity,
  decision: verdict.decision,
});

/** Judges content, and returns the row to store. Throws ContentError if the content cannot be judged. */
export async function performCheck(
  app: App,
  user: Pick<User, 'id' | 'listsVersion' | 'settings'>,
  input: CheckInput,
): Promise<Performed> {
  const userId = user.id;
  const started = performance.now();
  const verdict = await judge(input, app.models, {
    authServers: app.config.checks.authServers,
    prior: user.settings.prior ?? app.config.checks.prior,
    threshold: user.settings.thresholds?.[input.dataType],
    lists: await app.lists.of(user),
  });
  const durationMs = performance.now() - started;
  app.metrics.judged(input.dataType, verdict.isFraud, durationMs);
  const requestId = orderedId('fc_', app.clock, app.random);
  app.log.info(
    {
      request_id: requestId,
      user: userId,
      type: input.dataType,
      length: input.content.length,
      score: verdict.confidenceScore,
      duration_ms: Math.round(durationMs * 10) / 10,
    },
    'checked',
  );
  const { isFraud, confidenceScore, decision, modelVersion } = verdict;
  const row = {
    requestId,
    userId,
    createdAt: app.clock.now(),
    dataType: input.dataType,
    isFraud,
    confidenceScore,
    indicators: verdict.indicators.map(({ code }) => code),
    decision,
    contentHash: keyedHash(app.secrets.contentHash, 'content', input.dataType, input.content),
    modelVersion,
  };
  const event = { request_id: requestId, data_type: input.dataType, ...verdictMembers(verdict) };
  const announce = async (tx: Queryable) => {
    await emit(app, tx, userId, 'check.fraud', event);
  };
  return { requestId, verdict, row, announce: isFraud ? announce : undefined };
}
