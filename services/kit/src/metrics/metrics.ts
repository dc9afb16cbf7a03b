import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import type { Database } from '../db/index.js';
import { queueState } from '../jobs/index.js';

/** Metrics of one process. They are in a registry of their own, so that a test process can have several. */
export interface Metrics {
  readonly registry: Registry;
  counter<T extends string>(configuration: CounterConfiguration<T>): Counter<T>;
  gauge<T extends string>(configuration: GaugeConfiguration<T>): Gauge<T>;
  histogram<T extends string>(configuration: HistogramConfiguration<T>): Histogram<T>;
  /**
   * Adds metrics of the pool's connections, and of jobs: their number by kind and state, and the age of the oldest.
   * Each request for metrics reads the values from the database.
   */
  watchDatabase(db: Database, now: () => number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <T extends string>(configuration: GaugeConfiguration<T>) =>
    new Gauge({ ...configuration, registers });
  return {
    registry,
    counter: (configuration) => new Counter({ ...configuration, registers }),
    gauge,
    histogram: (configuration) => new Histogram({ ...configuration, registers }),
    watchDatabase(db, now) {
      gauge({
        name: 'database_connections',
        help: 'Connections to the database, and queries that wait for one',
        labelNames: ['state'],
        collect() {
          for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count);
        },
      });
      watchJobs(db, now, gauge);
    },
  };
}

function watchJobs(db: Database, now: () => number, gauge: Metrics['gauge']): void {
  const age = gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest due job of a kind has been waiting',
    labelNames: ['kind'],
  });
  gauge({
    name: 'jobs',
    help: 'Jobs in the database',
    labelNames: ['kind', 'state'],
    async collect() {
      const states = await queueState(db).catch(() => undefined);
      // If the database is down, the metrics that need no database are still reported.
      if (states === undefined) return;
      this.reset();
      age.reset();
      for (const { kind, state, count, oldest } of states) {
        this.set({ kind, state }, count);
        if (state === 'waiting') age.set({ kind }, Math.max(0, now() - oldest) / 1_000);
      }
    },
  });
}
