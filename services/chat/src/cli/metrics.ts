import type { Metrics } from '@services/kit/metrics';
import type { App } from '../app.js';

/** Figures of the chat service besides those of requests and the database. */
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
}
