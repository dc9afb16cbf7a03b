/** Files and ranges of files, as a client receives them. */
import { execFileSync } from 'node:child_process';
import fs, {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openHttp } from '../../src/base/source/http.js';
import { NamedFile } from '../../src/serve/file-identity.js';
import { temporaryDirectory, withFiles } from '../cli/temporary.js';
import { failure, pattern } from '../source/bytes.js';
import { ask, begin, served } from './page.js';

const FILE = pattern(100_000);

/** A served file, its address, and its path. */
async function file(content: Uint8Array = FILE, name = 'model.hef') {
  const path = join(withFiles({ [name]: content }), name);
  const { url } = await served([{ path, name }]);
  return { path, url: `${url}files/0` };
}

const partOf = (url: string, range: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(url, { headers: { Range: range, ...headers }, method });

describe('a file', () => {
  it('is served whole, as bytes that no browser would run', async () => {
    const { url } = await file(FILE, 'page.html');
    const answer = await ask(url);
    expect(answer.status).toBe(200);
    expect(Buffer.compare(answer.body, FILE)).toBe(0);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is described by HEAD, and has no content if it is empty', async () => {
    const { url } = await file();
    const head = await ask(url, { method: 'HEAD' });
    const { date, ...headers } = head.headers;
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect((await ask(url)).headers).toMatchObject(headers);
    const empty = await file(new Uint8Array(0));
    expect((await ask(empty.url)).headers['content-length']).toBe('0');
    const part = await partOf(empty.url, 'bytes=0-9');
    expect([part.status, part.headers['content-range']]).toEqual([416, 'bytes */0']);
  });

  it.each(['.hidden.mdl', ' .mdl', 'a b%20c%.mdl', 'a?b#c.mdl', '"quoted".mdl', 'Ü🚀.mdl', 'sub/..hidden'])(
    'may be called %s',
    async (name) => {
      const { url } = await file(FILE, name);
      expect(Buffer.compare((await ask(url)).body, FILE)).toBe(0);
    },
  );
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=99999-99999', 99_999, 100_000],
    ['bytes=99990-200000', 99_990, 100_000],
    ['bytes=99990-', 99_990, 100_000],
    ['bytes=-10', 99_990, 100_000],
    ['bytes=0-', 0, 100_000],
    ['bytes=5-9,10-14', 5, 15],
  ])('%s', async (range, start, end) => {
    const { url } = await file();
    const answer = await partOf(url, range);
    expect([answer.status, answer.headers['content-range']]).toEqual([
      206,
      `bytes ${start}-${end - 1}/100000`,
    ]);
    expect(answer.headers['content-length']).toBe(String(end - start));
    expect(Buffer.compare(answer.body, FILE.subarray(start, end))).toBe(0);
    const head = await partOf(url, range, {}, 'HEAD');
    expect([head.status, head.headers['content-range'], head.body.length]).toEqual([
      206,
      answer.headers['content-range'],
      0,
    ]);
  });

  it.each(['bytes=100000-', 'bytes=100000-100001', 'bytes=-0', 'bytes=9-5'])(
    'outside of the file is refused: %s',
    async (range) => {
      const { url } = await file();
      const answer = await partOf(url, range);
      expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */100000']);
      expect(answer.body.toString()).toBe('Range Not Satisfiable\n');
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it.each(['lines=1-2', 'bytes', 'bytes=x-y', 'bytes=0-9,50-59'])(
    'that is not a single range of bytes returns the file: %s',
    async (range) => {
      const { url } = await file();
      const answer = await partOf(url, range);
      expect([answer.status, answer.body.length]).toEqual([200, 100_000]);
    },
  );

  it('depends on the conditions of the request', async () => {
    const { url } = await file();
    const { etag = '', 'last-modified': modified = '' } = (await ask(url)).headers;
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await partOf(url, 'bytes=0-9', { 'If-Range': etag })).status).toBe(206);
    expect((await partOf(url, 'bytes=0-9', { 'If-Range': '"other"' })).status).toBe(200);
    expect((await partOf(url, 'bytes=0-9', { 'If-Match': '"other"' })).status).toBe(412);
    expect((await partOf(url, 'bytes=0-9', { 'If-Match': etag })).status).toBe(206);
    const same = await ask(url, { headers: { 'If-None-Match': etag } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    expect((await ask(url, { headers: { 'If-Modified-Since': modified } })).status).toBe(304);
  });

  it('lies beyond 4 GiB', async () => {
    const path = join(temporaryDirectory(), 'large.hef');
    const size = 5 * 2 ** 30;
    const fd = openSync(path, 'w');
    ftruncateSync(fd, size);
    writeSync(fd, 'here', 2 ** 32 + 1);
    writeSync(fd, 'end', size - 3);
    closeSync(fd);
    const { url } = await served([{ path, name: 'large.hef' }]);
    const answer = await partOf(`${url}files/0`, `bytes=${2 ** 32 + 1}-${2 ** 32 + 4}`);
    expect(answer.headers['content-range']).toBe(`bytes 4294967297-4294967300/${size}`);
    expect(answer.body.toString()).toBe('here');
    expect((await partOf(`${url}files/0`, 'bytes=-3')).body.toString()).toBe('end');
    expect((await ask(`${url}files/0`, { method: 'HEAD' })).headers['content-length']).toBe(String(size));
  });
});

describe('a file that changes while it is served', () => {
  /** The modification time, as every call of stat reports it. */
  const TIME = new Date(10 ** 12);

  /** Returns the response for a file that was opened before a change and is read after it. */
  async function after(change: (path: string) => void): Promise<unknown> {
    const { path, url } = await file(pattern(300_000));
    utimesSync(path, TIME, TIME);
    const source = await openHttp(url);
    change(path);
    return failure(() => source.read(200_000, new Uint8Array(100)));
  }

  it.each<[string, (path: string) => void]>([
    ['grew', (path) => appendFileSync(path, 'x')],
    ['was cut', (path) => truncateSync(path, 250_000)],
    ['was cut before what is read', (path) => truncateSync(path, 9)],
    ['was emptied', (path) => truncateSync(path, 0)],
    [
      'was replaced by one of the same size and time',
      (path) => {
        const other = `${path}.new`;
        writeFileSync(other, pattern(300_000).fill(1));
        utimesSync(other, TIME, TIME);
        renameSync(other, path);
      },
    ],
    [
      'was written to, and its time set back',
      (path) => {
        writeFileSync(path, pattern(300_000).fill(1));
        utimesSync(path, TIME, TIME);
      },
    ],
  ])('and %s, is noticed', async (_what, change) => {
    expect(await after(change)).toMatchObject({ code: 'source-changed', offset: 200_000 });
  });

  it.each<[string, (path: string) => void]>([
    ['vanished', (path) => rmSync(path)],
    [
      'became a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('and %s, is not found', async (_what, change) => {
    expect(await after(change)).toMatchObject({ code: 'source-not-found' });
  });

  it('is served in its new state for a new request', async () => {
    const { path, url } = await file();
    writeFileSync(path, 'shorter');
    expect((await ask(url)).body.toString()).toBe('shorter');
  });

  it('is not served if a link has replaced it', async () => {
    const { path, url } = await file(pattern(1000));
    const secret = join(withFiles({ secret: 'not meant for anybody' }), 'secret');
    rmSync(path);
    symlinkSync(secret, path);
    const { status, body } = await ask(url);
    expect([status, body.toString()]).toEqual([403, 'Forbidden\n']);
  });

  it('is the target that its path had when the server started, if the path was a link', async () => {
    const folder = withFiles({ 'one.mdl': 'the first', 'two.mdl': 'the second' });
    const link = join(folder, 'latest.mdl');
    symlinkSync(join(folder, 'one.mdl'), link);
    const { url } = await served([{ path: link, name: 'latest.mdl' }]);
    rmSync(link);
    symlinkSync(join(folder, 'two.mdl'), link);
    expect((await ask(`${url}files/0`)).body.toString()).toBe('the first');
  });

  it.runIf(process.getuid !== undefined)(
    'is not served if another file has replaced it that any user could have put there',
    async () => {
      const { path, url } = await file(pattern(1000));
      fs.chmodSync(dirname(path), 0o777);
      // Writing to a file does not replace it, so the file is still served.
      writeFileSync(path, 'written to');
      expect((await ask(url)).body.toString()).toBe('written to');
      writeFileSync(`${path}.new`, 'from anybody');
      renameSync(`${path}.new`, path);
      expect((await ask(url)).status).toBe(403);
      fs.chmodSync(dirname(path), 0o755);
      expect((await ask(url)).body.toString()).toBe('from anybody');
    },
  );

  it('ends early if it becomes shorter during an answer, and the next answer is right', async () => {
    const { path, url } = await file(new Uint8Array(64 * 2 ** 20));
    // The file has more bytes than the buffers between server and client can hold.
    const response = await begin(url);
    truncateSync(path, 1000);
    let length = 0;
    const error = await failure(async () => {
      for await (const chunk of response) length += (chunk as Buffer).length;
    });
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    expect(length).toBeLessThan(64 * 2 ** 20);
    expect((await ask(url)).body.length).toBe(1000);
  });

  it('ends early if another file replaces it after the check', async () => {
    const { path, url } = await file(pattern(1000));
    const { etag } = (await ask(url)).headers;
    writeFileSync(`${path}.new`, pattern(1000).fill(1));
    const open = fs.createReadStream;
    const spy = vi.spyOn(fs, 'createReadStream').mockImplementationOnce((...args) => {
      renameSync(`${path}.new`, path);
      return open(...args);
    });
    try {
      // The request fails, because its headers describe the old file.
      await expect(ask(url)).rejects.toThrow(/socket hang up|ECONNRESET/);
    } finally {
      spy.mockRestore();
    }
    const { headers, body } = await ask(url);
    expect(headers.etag).not.toBe(etag);
    expect(Buffer.compare(body, pattern(1000).fill(1))).toBe(0);
  });

  it('is not found if another file has replaced it since it was authorised', async () => {
    const { url } = await file(pattern(1000));
    const other = fs.statSync(join(withFiles({ other: 'x' }), 'other'));
    const spy = vi.spyOn(NamedFile.prototype, 'allowed').mockReturnValueOnce(other);
    try {
      const { status, body } = await ask(url);
      expect([status, body.toString()]).toEqual([404, 'Not Found\n']);
    } finally {
      spy.mockRestore();
    }
    expect((await ask(url)).status).toBe(200);
  });

  it('ends early if the opened file cannot be checked', async () => {
    const { url } = await file(pattern(1000));
    const open = fs.createReadStream;
    const spy = vi.spyOn(fs, 'createReadStream').mockImplementationOnce((...args) => {
      const stream = open(...args);
      const { emit } = stream;
      // The descriptor is unknown to the system, as after an error of a network file system.
      stream.emit = ((name: string, ...more: unknown[]) =>
        emit.call(stream, name, ...(name === 'open' ? [2 ** 30] : more))) as typeof emit;
      return stream;
    });
    try {
      await expect(ask(url)).rejects.toThrow(/socket hang up|ECONNRESET/);
    } finally {
      spy.mockRestore();
    }
    expect((await ask(url)).status).toBe(200);
  });

  it.runIf(fs.existsSync('/usr/bin/mkfifo'))('and became a FIFO without a writer, is not found', async () => {
    const { path, url } = await file();
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect((await ask(url)).status).toBe(404);
  });

  it.runIf(process.getuid?.() !== 0)('is reported if it may not be read any more', async () => {
    const { path, url } = await file();
    fs.chmodSync(path, 0);
    expect((await ask(url)).status).toBe(403);
  });
});
