import type { Metrics } from '@services/kit/metrics';

/** Metrics of the service itself. The values of labels come from fixed lists, and never from a request. */
export interface ServiceMetrics {
  kit: Metrics;
  judged(dataType: string, isFraud: boolean, ms: number): void;
  submitted(status: string, ms: number): void;
  delivered(outcome: 'ok' | 'failed'): void;
  asked(outcome: string): void;
}

export function serviceMetrics(kit: Metrics): ServiceMetrics {
  const checks = kit.counter({
    name: 'fraud_checks_total',
    help: 'Checks by type and verdict',
    labelNames: ['type', 'verdict'],
  });
  const judging = kit.histogram({
    name: 'fraud_judge_seconds',
    help: 'Time of the verdict itself',
    labelNames: ['type'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  });
  const transactions = kit.counter({
    name: 'fraud_transactions_total',
    help: 'Transactions by status',
    labelNames: ['status'],
  });
  const deciding = kit.histogram({
    name: 'fraud_transaction_seconds',
    help: 'Time of decision and ledger',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  });
  const deliveries = kit.counter({
    name: 'fraud_webhook_attempts_total',
    help: 'Attempts to deliver a webhook',
    labelNames: ['outcome'],
  });
  const questions = kit.counter({
    name: 'fraud_chat_answers_total',
    help: 'Answers of the advice chat by outcome',
    labelNames: ['outcome'],
  });
  return {
    kit,
    judged(type, isFraud, ms) {
      checks.inc({ type, verdict: isFraud ? 'fraud' : 'fine' });
      judging.observe({ type }, ms / 1000);
    },
    submitted(status, ms) {
      transactions.inc({ status });
      deciding.observe(ms / 1000);
    },
    delivered: (outcome) => deliveries.inc({ outcome }),
    asked: (outcome) => questions.inc({ outcome }),
  };
}
