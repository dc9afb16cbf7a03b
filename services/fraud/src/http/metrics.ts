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
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    kit.counter({ name: `fraud_${name}_total`, help, labelNames });
  const timer = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => kit.histogram({ name: `fraud_${name}_seconds`, help, buckets, labelNames });
  const usual = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
  const checks = counter('checks', 'Checks by type and verdict', 'type', 'verdict');
  const judging = timer('judge', 'Time of the verdict itself', [0.0005, 0.001, 0.0025, ...usual, 2], 'type');
  const transactions = counter('transactions', 'Transactions by status', 'status');
  const deciding = timer('transaction', 'Time of decision and ledger', [0.002, ...usual]);
  const deliveries = counter('webhook_attempts', 'Attempts to deliver a webhook', 'outcome');
  const questions = counter('chat_answers', 'Answers of the advice chat by outcome', 'outcome');
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
