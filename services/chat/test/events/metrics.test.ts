import { readFileSync } from 'node:fs';
import { createMetrics } from '@services/kit/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchChat } from '../../src/cli/metrics.js';
import { createServer } from '../../src/http/server.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let user: TestUser;
const metrics = createMetrics();

beforeAll(async () => {
  chat = await startChat();
  user = await chat.user();
  watchChat(metrics, chat.app);
});
afterAll(() => chat.stop());

/** Returns a metric's value by its name and labels, from the text that Prometheus reads. */
async function figure(name: string): Promise<number> {
  const line = (await metrics.registry.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length));
}

test('metrics count queues, and events by type, and measure the delay from a change to the answered polls', async () => {
  const { queue_id } = await user.client.ok('post', '/register', { fetch_event_types: [] });
  expect(await figure('chat_event_queues')).toBe(1);
  const before = await figure('chat_event_delivery_seconds_count');
  await user.client.ok('post', '/messages', { type: 'direct', to: [user.id], content: 'a note' });
  const { events } = await user.client.ok('get', '/events', { queue_id });
  expect(events.map(({ type }: { type: string }) => type)).toContain('message');
  expect(await figure('chat_events_total{type="message"}')).toBe(1);
  expect(await figure('chat_event_delivery_seconds_count')).toBeGreaterThan(before);
  expect(await figure('chat_event_delivery_seconds_sum')).toBeGreaterThan(0);
});

function metricsIn(expression: string): string[] {
  const words = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ')
    .match(/[a-z][a-z0-9_]*(?!\w|\s*\()/g);
  return (words ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
}

test('the Grafana dashboard reads all metrics of the service, and no metrics that do not exist', async () => {
  const file = new URL('../../docs/grafana-dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: { targets?: { expr: string }[] }[] };
  const read = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  const all = createMetrics();
  watchChat(all, chat.app);
  all.watchDatabase(chat.db, () => Date.now());
  const server = await createServer(chat.app, [], { metrics: all });
  await server.close();
  const existing = all.registry.getMetricsAsArray().map(({ name }) => name);
  expect(existing).toEqual(expect.arrayContaining(read));
  const own = existing.filter((name) => !/^(process|nodejs)_/.test(name));
  expect(read).toEqual(expect.arrayContaining(own));
});
