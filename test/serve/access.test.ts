/** The server's rules of access, and a check that it serves nothing else. */
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PageMissing } from '../../src/serve/page-folder.js';
import { servePage } from '../../src/serve/serve-page.js';
import { temporaryDirectory, withFiles } from '../cli/temporary.js';
import { failure } from '../source/bytes.js';
import { ask, begin, INDEX, served, speak, stubPage } from './page.js';

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SECURE = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const oneFile = () => {
  const folder = withFiles({ 'a.mdl': 'the bytes', 'b.mdl': 'not these' });
  return [{ path: join(folder, 'a.mdl'), name: 'a.mdl' }];
};

describe('the page', () => {
  it('has a secret address, on this machine only', async () => {
    const [one, two] = [await served(), await served()];
    expect(one.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${one.port}/[\\w-]{22}/$`));
    expect(new URL(one.url).pathname).not.toBe(new URL(two.url).pathname);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal);
    for (const address of others) {
      const url = `http://${address?.address}:${one.port}${new URL(one.url).pathname}`;
      await expect(ask(url)).rejects.toThrow(/ECONNREFUSED/);
    }
  });

  it('is served with all of its files', async () => {
    const { url } = await served();
    const page = await ask(url);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers).toMatchObject(SECURE);
    for (const [place, type, text] of [
      ['assets/index-Dx1.js', 'text/javascript; charset=utf-8', 'export {};\n'],
      ['assets/index-Dx1.css', 'text/css; charset=utf-8', 'body {}\n'],
    ] as const) {
      const part = await ask(url + place);
      expect([part.status, part.headers['content-type'], part.body.toString()]).toEqual([200, type, text]);
      expect(part.headers).toMatchObject(SECURE);
    }
  });

  it('receives the names of the files, whatever they are', async () => {
    const names = [
      'plain.mdl',
      `"><script>alert(1)</script>'&quot;$&$1.hef`,
      'two\nlines\u0000\u001b[31m\u202e\u2028.mdl',
      'Ü 模型 🚀.mdl',
    ];
    const [file] = oneFile();
    const { url } = await served(names.map((name) => ({ path: file?.path ?? '', name })));
    const html = (await ask(url)).body.toString();
    const content = /<meta name="protomdl-files" content="([^"]*)">/.exec(html)?.[1] ?? '';
    expect(html).toBe(INDEX.replace('content=""', () => `content="${content}"`));
    expect(content).not.toMatch(/[<>"'\p{Cc}\u202e\u2028]/u);
    const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    const text = content.replace(/&(#?\w+);/g, (_, name: string) => entities[name] as string);
    expect(JSON.parse(text)).toEqual(names.map((name, place) => ({ name, url: `files/${place}` })));
  });

  it('opens without files, too', async () => {
    const { url } = await served();
    expect((await ask(url)).body.toString()).toContain('content="[]"');
    expect((await ask(`${url}files/0`)).status).toBe(404);
  });

  it.each([
    ['no folder', () => join(temporaryDirectory(), 'nothing')],
    ['no index.html', () => withFiles({ 'a.js': '' })],
    ['no place for the files', () => withFiles({ 'index.html': '<html></html>' })],
    ['two of them', () => withFiles({ 'index.html': INDEX + INDEX })],
  ])('is reported as missing if there is %s', async (_what, page) => {
    expect(await failure(() => servePage({ page: page(), files: [] }))).toBeInstanceOf(PageMissing);
  });

  it('consists of the files in its folder at the start, without links and unsuitable files', async () => {
    const secret = join(withFiles({ 'secret.js': 'secret' }), 'secret.js');
    const page = stubPage();
    symlinkSync(secret, join(page, 'link.js'));
    const { url } = await served([], page);
    writeFileSync(join(page, 'later.js'), 'later');
    for (const place of ['link.js', 'later.js', 'assets/notes.sh', 'assets/', 'assets']) {
      expect([(await ask(url + place)).status, place]).toEqual([404, place]);
    }
  });
});

describe('requests are refused', () => {
  it('for everything outside of the address', async () => {
    const { url } = await served(oneFile());
    const { pathname: prefix } = new URL(url);
    const paths = [
      '/',
      '/index.html',
      '/files/0',
      '/favicon.ico',
      prefix.slice(0, -1),
      prefix.slice(0, -2),
      prefix.toUpperCase(),
      `/x${prefix}`,
      `/${prefix}`,
      `${prefix.slice(0, 5)}AAAAAAAAAAAAAAAAAA/`,
      `${url}`,
      `http://example.org${prefix}`,
      '*',
    ];
    for (const path of paths) expect([(await ask(url, { path })).status, path]).toEqual([404, path]);
  });

  it('for every file except the named ones, in any spelling', async () => {
    const { url } = await served(oneFile());
    const { pathname: prefix } = new URL(url);
    const places = [
      'files/1',
      'files/00',
      'files/-1',
      'files/',
      'files',
      'files/0/',
      'files/0/b.mdl',
      'files/../files/0',
      'files/%30',
      'files%2f0',
      'files\\0',
      'a.mdl',
      'b.mdl',
      'index.html',
      '../',
      '..%2f',
      '%2e%2e/%2e%2e/etc/passwd',
      '../../../../../etc/passwd',
      '..\\..\\etc\\passwd',
      'assets/../index.html',
      'assets/..%5cindex.html',
      './assets/index-Dx1.js',
      'assets//index-Dx1.js',
      'ASSETS/index-Dx1.js',
      'assets/index-Dx1.js%00',
      'assets/index-Dx1.js.',
      '%',
      '%ff',
      '/etc/passwd',
      'constructor',
      '__proto__',
      'x'.repeat(10_000),
    ];
    for (const place of places) {
      const answer = await ask(url, { path: prefix + place });
      expect([answer.status, place]).toEqual([404, place]);
      expect(answer.headers).toMatchObject(SECURE);
      expect(answer.body.toString()).toBe('Not Found\n');
    }
    expect((await ask(url, { path: `${prefix}files/0?anything` })).body.toString()).toBe('the bytes');
  });

  it('for any other name of this machine', async () => {
    const { url, port } = await served(oneFile());
    for (const host of [
      'example.org',
      `example.org:${port}`,
      `127.0.0.1.example.org:${port}`,
      `localhost.:${port}`,
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      `127.1:${port}`,
      `0.0.0.0:${port}`,
      `user@127.0.0.1:${port}`,
      `127.0.0.1:${port}:80`,
      `127.0.0.1: ${port}`,
      '[::1]',
    ]) {
      const answer = await ask(`${url}files/0`, { headers: { Host: host } });
      expect([answer.status, host]).toEqual([421, host]);
      expect(answer.headers).toMatchObject(SECURE);
      expect(answer.body.toString()).not.toContain('the bytes');
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect((await ask(`${url}files/0`, { headers: { Host: host } })).status).toBe(200);
    }
  });

  it('with two host names, without a host name, or without HTTP', async () => {
    const { url, port } = await served(oneFile());
    const { pathname } = new URL(url);
    const get = (head: string) =>
      speak(port, `GET ${pathname}files/0 HTTP/1.1\r\nConnection: close\r\n${head}\r\n`);
    const ours = `Host: 127.0.0.1:${port}\r\n`;
    expect(await get(ours)).toContain('the bytes');
    // The value of another header must not be taken for a host name.
    expect(await get(`${ours}Accept: host\r\nX-Host: Host\r\n`)).toContain('the bytes');
    for (const head of [
      `${ours}Host: example.org\r\n`,
      `Host: example.org\r\n${ours}`,
      `${ours}${ours}`,
      'Host:\r\n',
      '',
    ]) {
      expect(await get(head)).not.toContain('the bytes');
    }
    expect(await speak(port, `GET ${pathname}files/0 HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 421 /);
    expect(await speak(port, 'nonsense\r\n\r\n')).not.toContain('the bytes');
    expect(await speak(port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${ours}\r\n`)).toBe('');
    expect((await ask(url)).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])('is %s', async (method) => {
    const { url } = await served(oneFile());
    for (const place of ['', 'files/0', 'nothing']) {
      const answer = await ask(url + place, { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(answer.headers).toMatchObject(SECURE);
    }
  });
});

describe('the server', () => {
  it('uses the given port, or reports that it cannot', async () => {
    const { port } = await served();
    expect(await failure(() => servePage({ page: stubPage(), files: [], port }))).toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('answers while hundreds of connections are silent, and keeps connections that have sent the secret', async () => {
    const { url, port } = await served(oneFile());
    const { pathname } = new URL(url);
    const known = connect(port, '127.0.0.1');
    const head = `GET ${pathname}files/0 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    const heard = async () => (await once(known, 'data')).join('');
    known.write(head);
    expect(await heard()).toContain('the bytes');
    const silent = await Promise.all(
      Array.from({ length: 400 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        return socket;
      }),
    );
    try {
      expect((await ask(url)).status).toBe(200);
      known.write(head);
      expect(await heard()).toContain('the bytes');
      // All connections except 256 were closed, long before the time limit for silent connections.
      const gone = () => silent.filter(({ readableEnded, closed }) => readableEnded || closed).length;
      for (const socket of silent) socket.resume();
      await vi.waitFor(() => expect(gone()).toBeGreaterThanOrEqual(400 - 256), { timeout: 8000 });
    } finally {
      for (const socket of [...silent, known]) socket.destroy();
    }
  });

  it('ends during any request', async () => {
    const path = join(withFiles({ 'large.hef': new Uint8Array(64 * 2 ** 20) }), 'large.hef');
    const server = await servePage({ page: stubPage(), files: [{ path, name: 'large.hef' }] });
    // The file is longer than the buffers between server and client, and the client does not read.
    const response = await begin(`${server.url}files/0`);
    response.on('error', () => {});
    const { port } = server;
    // A silent connection, which would stay open for an hour.
    const silent = speak(port, '');
    await server.close();
    await silent;
    await expect(ask(server.url)).rejects.toThrow(/ECONNREFUSED/);
  });
});
