import { describe, expect, it } from 'vitest';
import { openHttpNow, type RequestNow } from '../../src/base/source/http-sync.js';
import { failure, pattern } from './bytes.js';

const URL = 'http://127.0.0.1/m';
const KIB = 1024;
const FILE = pattern(2_000_000);

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

type Sent = Readonly<Record<string, string>>;

/** Requests that a function answers, with their `Range` headers. */
function server(answer: (headers: Sent) => Answer) {
  const ranges: (string | undefined)[] = [];
  const request = (): RequestNow => {
    const sent: Record<string, string> = {};
    let answered: Answer | undefined;
    return {
      responseType: '',
      open(method, url, async) {
        expect([method, url, async]).toEqual(['GET', URL, false]);
      },
      setRequestHeader(name, value) {
        sent[name] = value;
      },
      send() {
        expect(this.responseType).toBe('arraybuffer');
        ranges.push(sent.Range);
        answered = answer(sent);
      },
      get response() {
        return answered?.body?.slice().buffer ?? null;
      },
      get status() {
        return answered?.status ?? 0;
      },
      statusText: 'Said So',
      getResponseHeader: (name) => answered?.headers?.[name] ?? null,
    };
  };
  return { open: (headers?: Sent) => openHttpNow(URL, { request, ...(headers && { headers }) }), ranges };
}

interface Deviation {
  readonly file?: () => Uint8Array;
  readonly etag?: () => string;
  readonly status?: () => number;
  readonly contentRange?: (start: number, end: number, size: number) => string;
  readonly body?: (start: number, end: number) => Uint8Array;
  readonly most?: number;
  readonly more?: Readonly<Record<string, string>>;
}

function ranged(deviation: Deviation = {}) {
  return ({ Range }: Sent): Answer => {
    const file = deviation.file?.() ?? FILE;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(Range ?? '') ?? [];
    const start = Number(from);
    if (start >= file.length) return { status: 416, headers: { 'content-range': `bytes */${file.length}` } };
    const end = Math.min(Number(to) + 1, file.length, start + (deviation.most ?? Number.POSITIVE_INFINITY));
    const contentRange =
      deviation.contentRange?.(start, end, file.length) ?? `bytes ${start}-${end - 1}/${file.length}`;
    return {
      status: deviation.status?.() ?? 206,
      headers: {
        ...(contentRange !== '' && { 'content-range': contentRange }),
        etag: deviation.etag?.() ?? '"1"',
        ...deviation.more,
      },
      body: deviation.body?.(start, end) ?? file.subarray(start, end),
    };
  };
}

const twice = <T>(first: T, then: T) => {
  let calls = 0;
  return () => (calls++ === 0 ? first : then);
};

describe('a server with ranges', () => {
  it('is read at any offset at once, with requests for the needed bytes and a little more', () => {
    const { open, ranges } = server(ranged());
    const source = open();
    expect(source).toMatchObject({ size: 2_000_000, randomAccess: true });
    const target = new Uint8Array(100);
    expect(source.read(1000, target)).toBe(100); // these bytes came with the first response
    expect(target).toEqual(FILE.subarray(1000, 1100));
    expect(source.read(1_000_000, target)).toBe(100);
    expect(target).toEqual(FILE.subarray(1_000_000, 1_000_100));
    expect(source.read(1_000_100, target)).toBe(100);
    expect(source.read(500, target)).toBe(100);
    expect(source.read(1_999_950, target)).toBe(50);
    expect(source.read(2_000_000, target)).toBe(0);
    expect(ranges).toEqual(['bytes=0-65535', 'bytes=1000000-1065535', 'bytes=1999950-1999999']);
  });

  it('is read completely if only small ranges are skipped', () => {
    const { open, ranges } = server(ranged());
    const source = open();
    const target = new Uint8Array(128);
    for (let offset = 0; offset < FILE.length; offset += 200_000) source.read(offset, target);
    expect(ranges.length).toBe(5);
  });

  it('may return fewer bytes at a time than requested', () => {
    const { open, ranges } = server(ranged({ most: 1000 }));
    const target = new Uint8Array(3000);
    expect(open().read(500, target)).toBe(3000);
    expect(target).toEqual(FILE.subarray(500, 3500));
    expect(ranges.length).toBe(4);
  });

  it('may serve an empty file, with the status 416', () => {
    expect(server(ranged({ file: () => new Uint8Array(0) })).open()).toMatchObject({ size: 0 });
  });

  it('receives the given headers', () => {
    const seen: (string | undefined)[] = [];
    const { open } = server((sent) => {
      seen.push(sent.Authorization);
      return ranged()(sent);
    });
    open({ Authorization: 'Bearer x' }).read(10 ** 6, new Uint8Array(9));
    expect(seen).toEqual(['Bearer x', 'Bearer x']);
  });
});

describe('a file that changes on the server', () => {
  it.each<[string, Deviation]>([
    ['another ETag', { etag: twice('"1"', '"2"') }],
    ['another size', { contentRange: (a, b, n) => `bytes ${a}-${b - 1}/${a === 0 ? n : n + 1}` }],
    ['shorter than the offset', { file: twice(FILE, FILE.subarray(0, 9)) }],
  ])('%s', async (_what, deviation) => {
    const source = server(ranged(deviation)).open();
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-changed',
      offset: 100_000,
    });
  });
});

describe('a server without ranges', () => {
  it('sends the whole file', () => {
    const { open, ranges } = server(() => ({ status: 200, body: FILE }));
    expect(Buffer.compare(open().bytes ?? pattern(0), FILE)).toBe(0);
    expect(ranges).toEqual(['bytes=0-65535']);
  });

  it.each([
    ['no size in Content-Range', (a: number, b: number) => `bytes ${a}-${b - 1}/*`],
    ['no Content-Range that a page may see', () => ''],
  ])('%s', (_what, contentRange) => {
    const { open, ranges } = server((sent) =>
      sent.Range === undefined ? { status: 200, body: FILE } : ranged({ contentRange })(sent),
    );
    expect(Buffer.compare(open().bytes ?? pattern(0), FILE)).toBe(0);
    expect(ranges).toEqual(['bytes=0-65535', undefined]);
  });
});

describe('a server that breaks the protocol', () => {
  it.each<[string, Deviation]>([
    ['another start', { contentRange: (a, b, n) => `bytes ${a + 1}-${b}/${n}` }],
    ['more than was asked for', { contentRange: (a, _b, n) => `bytes ${a}-${n - 1}/${n}` }],
    ['no range at all', { contentRange: () => 'lines 1-2/3' }],
    ['a body that is too short', { body: (a, b) => FILE.subarray(a, b - 1) }],
    ['a body that is too long', { body: (a, b) => FILE.subarray(a, b + 1) }],
    ['parts of a compressed file', { more: { 'content-encoding': 'gzip' } }],
    ['204', { status: () => 204 }],
    ['500', { status: () => 500 }],
  ])('%s', async (_what, deviation) => {
    expect(await failure(() => server(ranged(deviation)).open())).toMatchObject({
      code: 'source-unreadable',
    });
  });

  it('with status 200 after 206 causes an error', async () => {
    const source = server(ranged({ status: twice(206, 200) })).open();
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-unreadable',
    });
  });

  it('with a later body that is too short causes an error', async () => {
    const body = (start: number, end: number) => FILE.subarray(start, start === 0 ? end : end - 1);
    const source = server(ranged({ body })).open();
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-unreadable',
      offset: 100_000,
    });
    // The source must keep no bytes of the failed response.
    expect(await failure(() => source.read(100_000, new Uint8Array(9)))).toMatchObject({
      code: 'source-unreadable',
    });
  });

  it.each([
    [404, 'source-not-found'],
    [403, 'source-no-permission'],
    [416, 'source-unreadable'],
    [503, 'source-unreadable'],
  ])('status %i', async (status, code) => {
    const error = await failure(() => server(() => ({ status })).open());
    expect(error).toMatchObject({ code, message: `${URL}: the server answered ${status} Said So` });
  });

  it('a missing server, and a missing XMLHttpRequest', async () => {
    const { open } = server(() => {
      throw new DOMException('Failed to load', 'NetworkError');
    });
    expect(await failure(open)).toMatchObject({
      code: 'source-unreadable',
      message: `${URL}: Failed to load`,
      offset: 0,
    });
    expect(await failure(() => openHttpNow(URL))).toMatchObject({ code: 'source-unreadable' });
  });

  it('is not sent requests after the source is closed', async () => {
    const { open, ranges } = server(ranged());
    const source = open();
    source.close();
    expect(await failure(() => source.read(10 ** 6, new Uint8Array(KIB)))).toMatchObject({
      code: 'source-closed',
    });
    expect(ranges.length).toBe(1);
  });
});
