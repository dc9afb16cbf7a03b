import autocannon from 'autocannon';
import { addressOf, keyOf } from './organization.js';

export const authorization = (userId: number): string =>
  `Basic ${Buffer.from(`${addressOf(userId)}:${keyOf(userId)}`).toString('base64')}`;

export interface Load {
  url: string;
  path: string;
  userId?: number;
  connections: number;
  seconds: number;
  /** Returns the form of the n-th request; without this function, requests are GET. */
  form?(n: number): Record<string, string>;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Throws if a response was not 2xx: refused requests are faster, and would improve the figures. */
export async function load({ url, path, userId, connections, seconds, form }: Load): Promise<LoadResult> {
  let n = 0;
  const headers = {
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(userId === undefined ? {} : { authorization: authorization(userId) }),
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: form === undefined ? 'GET' : 'POST',
        path,
        headers,
        setupRequest(request) {
          n += 1;
          return form === undefined ? request : { ...request, body: new URLSearchParams(form(n)).toString() };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}
