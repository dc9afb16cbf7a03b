import type { Database } from '@services/kit/db';
import { sql } from '@services/kit/db';
import { createAdmin } from '@services/kit/health';
import { listen } from '@services/kit/http';
import { createMetrics, type Metrics } from '@services/kit/metrics';
import { VERDICTS } from '../results/result.js';
import type { FleetWorker } from './worker.js';

/**
 * Serves `/livez`, `/readyz` and `/metrics` of a worker.
 * @returns the server's URL, and a function that stops the server
 */
export async function serveHealth(
  worker: FleetWorker,
  db: Database,
  place: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const metrics = createMetrics();
  watchWorker(metrics, worker);
  const ready = async () => {
    if (!worker.isConnected) return 'the queue is not reached';
    await db.one(sql`select 1`);
    return null;
  };
  const app = createAdmin({ metrics, ready });
  const { url } = await listen(app, place);
  return { url, close: () => app.close() };
}

function watchWorker(metrics: Metrics, { counted }: FleetWorker): void {
  metrics.counter({
    name: 'fleet_worker_results_total',
    help: 'Results that this worker has stored, by verdict',
    labelNames: ['verdict'],
    collect() {
      this.reset();
      for (const [at, verdict] of VERDICTS.entries()) this.inc({ verdict }, counted.results[at]);
    },
  });
  const totals = {
    fleet_worker_read_bytes_total: ['Bytes of objects that this worker has read', () => counted.bytesRead],
    fleet_worker_batches_total: ['Batches that this worker has ended', () => counted.batches],
    fleet_worker_retries_total: [
      'Objects that could not be read and were queued again',
      () => counted.retries,
    ],
  } as const;
  for (const [name, [help, value]] of Object.entries(totals)) {
    metrics.counter({
      name,
      help,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  }
}
