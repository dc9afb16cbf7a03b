import autocannon from 'autocannon';

export interface Load {
  url: string;
  path: string;
  token?: string;
  connections: number;
  seconds: number;
  body(n: number): object;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Throws if a status was not 2xx: refused requests are answered faster, and would improve the figures. */
export async function load({ url, path, token, connections, seconds, body }: Load): Promise<LoadResult> {
  let n = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        setupRequest(request) {
          n += 1;
          return { ...request, body: JSON.stringify(body(n)) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  }
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}
