import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openHttp } from '../../src/base/source/http.js';
import { parseContentRange, parseUnsatisfiedSize } from '../../src/base/source/http-answer.js';
import { failure, pattern } from './bytes.js';

const FILE = pattern(200_000);
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** A server on the loopback, and the `Range` headers that it received. */
async function serve(answer: Answer): Promise<{ url: string; ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/m`, ranges };
}

interface Deviation {
  readonly file?: Uint8Array;
  readonly etag?: () => string;
  readonly status?: () => number;
  readonly contentRange?: (start: number, end: number, size: number) => string;
  readonly body?: (start: number, end: number) => Uint8Array;
  /** Limit on bytes per response. */
  readonly most?: number;
}

function ranged(deviation: Deviation = {}): Answer {
  return (request, response) => {
    const file = deviation.file ?? FILE;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from);
    if (start >= file.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    const end = Math.min(Number(to) + 1, file.length, start + (deviation.most ?? Infinity));
    response.writeHead(deviation.status?.() ?? 206, {
      'Content-Range':
        deviation.contentRange?.(start, end, file.length) ?? `bytes ${start}-${end - 1}/${file.length}`,
      ETag: deviation.etag?.() ?? '"1"',
    });
    response.end(deviation.body?.(start, end) ?? file.subarray(start, end));
  };
}

const read = async (url: string, offset: number, length: number) => {
  const source = await openHttp(url);
  const target = new Uint8Array(length);
  const count = await source.read(offset, target);
  await source.close();
  return target.subarray(0, count);
};

describe('a server with ranges', () => {
  it('is read at any offset, with requests only for the needed bytes', async () => {
    const { url, ranges } = await serve(ranged());
    const source = await openHttp(url);
    expect(source).toMatchObject({ size: 200_000, randomAccess: true });
    const target = new Uint8Array(100);
    expect(source.read(1000, target)).toBe(100); // these bytes came with the first response
    expect(target).toEqual(FILE.subarray(1000, 1100));
    expect(await source.read(150_000, target)).toBe(100);
    expect(target).toEqual(FILE.subarray(150_000, 150_100));
    expect(source.read(150_100, target)).toBe(100);
    expect(await source.read(199_950, target)).toBe(50);
    expect(source.read(200_000, target)).toBe(0);
    expect(ranges).toEqual(['bytes=0-65535', 'bytes=150000-199999']);
  });

  it('fills a large target without blocks', async () => {
    const { url, ranges } = await serve(ranged());
    const source = await openHttp(url);
    const target = new Uint8Array(300_000);
    expect(await source.read(10, target)).toBe(199_990);
    expect(target.subarray(0, 199_990)).toEqual(FILE.subarray(10));
    expect(ranges).toEqual(['bytes=0-65535', 'bytes=65536-199999']);
  });

  it('may return fewer bytes at a time than requested', async () => {
    const { url, ranges } = await serve(ranged({ most: 1000 }));
    expect(await read(url, 500, 3000)).toEqual(FILE.subarray(500, 3500));
    expect(ranges.length).toBe(4);
  });

  it('may serve an empty file, with the status 416', async () => {
    const { url } = await serve(ranged({ file: new Uint8Array(0) }));
    expect(await openHttp(url)).toMatchObject({ size: 0 });
  });

  it('receives the given headers, and can be read with another fetch', async () => {
    const seen: string[] = [];
    const { url } = await serve((request, response) => {
      seen.push(String(request.headers.authorization));
      ranged()(request, response);
    });
    let calls = 0;
    const mine: typeof fetch = (...args) => {
      calls++;
      return fetch(...args);
    };
    await openHttp(new URL(url), { headers: { Authorization: 'Bearer x' }, fetch: mine });
    expect([seen, calls]).toEqual([['Bearer x'], 1]);
  });
});

describe('the body of a response that is not read', () => {
  const range = (size: string) => ({ 'Content-Range': `bytes 0-9/${size}` });
  it.each([
    ['an empty file', 416, { 'Content-Range': 'bytes */0' }, 1],
    ['a refusal', 403, {}, 1],
    ['a range without a size, and the same again', 206, range('*'), 2],
    ['a wrong range', 206, { 'Content-Range': 'bytes 5-9/20' }, 1],
  ])('is cancelled, which frees the connection: %s', async (_name, status, headers, times) => {
    let cancelled = 0;
    const body = () => new ReadableStream({ cancel: () => void cancelled++ });
    const mine = () => Promise.resolve(new Response(body(), { status, headers }));
    await openHttp('http://models.example/m', { fetch: mine }).catch(() => {});
    expect(cancelled).toBe(times);
  });

  it('is cancelled if the size has changed', async () => {
    let cancelled = 0;
    const answers = [
      new Response(new Uint8Array(10), { status: 206, headers: range('20') }),
      new Response(new ReadableStream({ cancel: () => void cancelled++ }), {
        status: 206,
        headers: { 'Content-Range': 'bytes 10-19/21' },
      }),
    ];
    const mine = () => Promise.resolve(answers.shift() as Response);
    const source = await openHttp('http://models.example/m', { fetch: mine, blockSize: 10 });
    const error = await failure(() => source.read(10, new Uint8Array(10)));
    expect(error).toMatchObject({ code: 'source-changed' });
    expect(cancelled).toBe(1);
  });
});

describe('a file that changes on the server', () => {
  const twice = <T>(first: T, then: T) => {
    let calls = 0;
    return () => (calls++ === 0 ? first : then);
  };

  it.each<[string, () => Answer]>([
    ['another ETag', () => ranged({ etag: twice('"1"', '"2"') })],
    [
      'another size',
      () => ranged({ contentRange: (a, b, n) => `bytes ${a}-${b - 1}/${a === 0 ? n : n + 1}` }),
    ],
    [
      'shorter than the offset',
      () => {
        const file = twice(FILE, FILE.subarray(0, 9));
        return (request, response) => ranged({ file: file() })(request, response);
      },
    ],
  ])('%s', async (_what, answer) => {
    const { url } = await serve(answer());
    const source = await openHttp(url);
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-changed',
      offset: 100_000,
    });
  });
});

describe('a server without ranges', () => {
  it('is read as a stream', async () => {
    const { url, ranges } = await serve((_request, response) => response.end(FILE));
    const source = await openHttp(url);
    expect(source).toMatchObject({ size: undefined, randomAccess: false });
    const target = new Uint8Array(10);
    expect(await source.read(150_000, target)).toBe(10);
    expect(target).toEqual(FILE.subarray(150_000, 150_010));
    expect(await source.read(200_000, target)).toBe(0);
    expect(source.size).toBe(200_000);
    expect(ranges).toHaveLength(1);
  });

  it.each([
    ['no size in Content-Range', (a: number, b: number) => `bytes ${a}-${b - 1}/*`],
    ['no Content-Range that a page may see', () => ''],
  ])('%s', async (_what, contentRange) => {
    const { url, ranges } = await serve((request, response) => {
      if (request.headers.range === undefined) return response.end(FILE);
      if (contentRange(0, 1) === '') return response.writeHead(206).end(FILE.subarray(0, 65536));
      return ranged({ contentRange })(request, response);
    });
    expect(await read(url, 199_000, 2000)).toEqual(FILE.subarray(199_000));
    expect(ranges).toEqual(['bytes=0-65535', undefined]);
  });

  it('a stream that breaks off does not count as complete', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write(FILE.subarray(0, 500), () => response.destroy());
    });
    const source = await openHttp(url);
    expect(await failure(() => source.read(0, new Uint8Array(1000)))).toMatchObject({
      code: 'source-unreadable',
    });
  });
});

describe('a server that breaks the protocol', () => {
  it.each<[string, Deviation]>([
    ['another start', { contentRange: (a, b, n) => `bytes ${a + 1}-${b}/${n}` }],
    ['more than was asked for', { contentRange: (a, _b, n) => `bytes ${a}-${n - 1}/${n}` }],
    ['no range at all', { contentRange: () => 'lines 1-2/3' }],
    ['an end past the size', { contentRange: (a, b) => `bytes ${a}-${b - 1}/${b - 2}` }],
    ['a size past all numbers', { contentRange: (a, b) => `bytes ${a}-${b - 1}/99999999999999999999` }],
    ['a body that is too short', { body: (a, b) => FILE.subarray(a, b - 1) }],
    ['a body that is too long', { body: (a, b) => FILE.subarray(a, b + 1) }],
    ['204', { status: () => 204 }],
    ['500', { status: () => 500 }],
  ])('%s', async (_what, deviation) => {
    const { url } = await serve(ranged(deviation));
    expect(await failure(() => openHttp(url))).toMatchObject({ code: 'source-unreadable' });
  });

  it('an endless body is not read to its end', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 0-99/200000' });
      const more = () => {
        while (!response.destroyed && response.write(FILE)) {}
      };
      response.on('drain', more);
      more();
    });
    expect(await failure(() => openHttp(url))).toMatchObject({ code: 'source-unreadable' });
  });

  it('with status 200 after 206 causes an error', async () => {
    let calls = 0;
    const { url } = await serve(ranged({ status: () => (calls++ === 0 ? 206 : 200) }));
    const source = await openHttp(url);
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-unreadable',
    });
  });

  it('that sends parts of a compressed file causes an error', async () => {
    const { url } = await serve((_request, response) => {
      const body = gzipSync(FILE).subarray(0, 100);
      response.writeHead(206, { 'Content-Range': 'bytes 0-99/5000', 'Content-Encoding': 'gzip' });
      response.end(body);
    });
    expect(await failure(() => openHttp(url))).toMatchObject({
      code: 'source-unreadable',
      message: `${url}: the server sends parts of a compressed file`,
    });
  });

  it.each([
    [404, 'source-not-found'],
    [410, 'source-not-found'],
    [401, 'source-no-permission'],
    [403, 'source-no-permission'],
    [416, 'source-unreadable'],
    [503, 'source-unreadable'],
  ])('status %i', async (status, code) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end('no'));
    const error = await failure(() => openHttp(url));
    expect(error).toMatchObject({ code });
    expect((error as Error).message).toContain(`answered ${status}`);
  });

  it('a missing server', async () => {
    const { url } = await serve(() => {});
    await stop?.();
    stop = undefined;
    const error = await failure(() => openHttp(url));
    expect(error).toMatchObject({ code: 'source-unreadable' });
    expect((error as Error).message).toContain('ECONNREFUSED');
  });

  it('a request without a response ends when the signal is aborted', async () => {
    const { url } = await serve(() => {});
    const error = await failure(() => openHttp(url, { signal: AbortSignal.timeout(50) }));
    expect(error).toMatchObject({ code: 'source-unreadable' });
  });
});

it('parses Content-Range', () => {
  expect(parseContentRange('bytes 0-0/1')).toEqual({ start: 0, end: 1, size: 1 });
  expect(parseContentRange('BYTES  5-9/* ')).toEqual({ start: 5, end: 10, size: undefined });
  for (const bad of [
    null,
    '',
    'bytes 1-0/5',
    'bytes 0-5/5',
    'bytes */5',
    'bytes -1-2/3',
    'bytes 0-9007199254740991/*',
  ]) {
    expect(parseContentRange(bad)).toBeNull();
  }
  expect(parseUnsatisfiedSize('bytes */0')).toBe(0);
  expect(parseUnsatisfiedSize('bytes 0-1/2')).toBeNull();
  expect(parseUnsatisfiedSize(null)).toBeNull();
});
