import { Agent, request } from 'undici';
import { authorization } from './load.js';

/** The agent has enough sockets for a thousand held polls. */
const agent = new Agent({ connections: 2000, headersTimeout: 120_000, bodyTimeout: 120_000 });

/** Calls the API; throws unless the call succeeds. */
export async function call(
  url: string,
  userId: number,
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string | number> = {},
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads whatever the endpoint answers
): Promise<any> {
  const text = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const answer = await request(`${url}/api/v1${path}${method === 'GET' && text !== '' ? `?${text}` : ''}`, {
    method,
    dispatcher: agent,
    headers: {
      authorization: authorization(userId),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { body: text } : {}),
  });
  const body = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

export const send = (url: string, userId: number, to: string, content: string) =>
  call(url, userId, 'POST', '/messages', { type: 'channel', to, topic: 'bench', content });

export interface Queue {
  userId: number;
  queueId: string;
  lastEventId: number;
}

export async function openQueue(url: string, userId: number): Promise<Queue> {
  const { queue_id: queueId, last_event_id: lastEventId } = await call(url, userId, 'POST', '/register', {
    event_types: '["message"]',
    fetch_event_types: '[]',
  });
  return { userId, queueId, lastEventId };
}

/** Waits for events of the queue; the next call acknowledges the events. */
export async function poll(
  url: string,
  queue: Queue,
): Promise<{ type: string; message?: { content: string } }[]> {
  const { events } = await call(url, queue.userId, 'GET', '/events', {
    queue_id: queue.queueId,
    last_event_id: queue.lastEventId,
  });
  queue.lastEventId = events.at(-1)?.id ?? queue.lastEventId;
  return events;
}
