import type { Metrics } from '@services/kit/metrics';
import type { App } from '../app.js';

/** Registers the chat service's metrics, in addition to the metrics of requests and the database. */
export function watchChat(metrics: Metrics, app: App): void {
  metrics.gauge({
    name: 'chat_event_queues',
    help: 'Event queues',
    collect() {
      this.set(app.events.size);
    },
  });
  metrics.gauge({
    name: 'chat_waiting_polls',
    help: 'Polls that are held',
    collect() {
      this.set(app.events.waiting);
    },
  });
  const published = metrics.counter({
    name: 'chat_events_total',
    help: 'Events that were published',
    labelNames: ['type'],
  });
  const delay = metrics.histogram({
    name: 'chat_event_delivery_seconds',
    help: 'From the request for a change until held polls were answered with its events',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  });
  app.events.observe((events, delayMs) => {
    for (const { body } of events) published.inc({ type: body.type });
    if (events.length > 0) delay.observe(delayMs / 1_000);
  });
}
