/** The page of the package, whose files are compressed on the disk. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withFiles } from '../cli/temporary.js';
import { ask, INDEX, served, stubPage } from './page.js';

const TEXT = 'export const many = [1, 2, 3];\n';

async function page(): Promise<string> {
  const folder = stubPage();
  writeFileSync(join(folder, 'assets/packed.js.br'), brotliCompressSync(TEXT));
  writeFileSync(join(folder, 'assets/broken.js.br'), 'no Brotli');
  return (await served([], folder)).url;
}

it.each([['br'], ['gzip, BR;q=0.5'], ['*']])('goes as it is to who takes %s', async (encoding) => {
  const url = await page();
  const { status, headers, body } = await ask(`${url}assets/packed.js`, {
    headers: { 'Accept-Encoding': encoding },
  });
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'br', 'Accept-Encoding']);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(brotliDecompressSync(body).toString()).toBe(TEXT);
});

it.each([[undefined], ['gzip'], ['br;q=0, gzip'], ['br;q=0, *']])(
  'is sent uncompressed to a client that accepts %s',
  async (encoding) => {
    const url = await page();
    const { status, headers, body } = await ask(`${url}assets/packed.js`, {
      headers: encoding === undefined ? {} : { 'Accept-Encoding': encoding },
    });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(body.toString()).toBe(TEXT);
  },
);

it('can be requested only by its uncompressed names, and is reported if it is broken', async () => {
  const url = await page();
  expect((await ask(`${url}assets/packed.js.br`)).status).toBe(404);
  const broken = await ask(`${url}assets/broken.js`);
  expect([broken.status, broken.headers['content-encoding']]).toEqual([500, undefined]);
});

it('is not found after it was removed, compressed or not', async () => {
  const folder = stubPage();
  const path = join(folder, 'assets/packed.js.br');
  writeFileSync(path, brotliCompressSync(TEXT));
  const { url } = await served([], folder);
  rmSync(path);
  for (const encoding of ['br', 'gzip']) {
    const { status, headers, body } = await ask(`${url}assets/packed.js`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect([status, body.toString()]).toEqual([404, 'Not Found\n']);
    expect(headers).not.toHaveProperty('content-encoding');
  }
});

it('does not follow a link in place of a file, compressed or not', async () => {
  const folder = stubPage();
  const path = join(folder, 'assets/packed.js.br');
  writeFileSync(path, brotliCompressSync(TEXT));
  const secret = join(withFiles({ secret: brotliCompressSync('secret') }), 'secret');
  const { url } = await served([], folder);
  rmSync(path);
  symlinkSync(secret, path);
  for (const encoding of ['br', 'gzip']) {
    const { status, body } = await ask(`${url}assets/packed.js`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect([encoding, status, body.includes('secret')]).toEqual([encoding, 403, false]);
  }
});

it('has its engine beside it, as the package defines, and no other file of that folder', async () => {
  const folder = withFiles({
    'page/index.html': INDEX,
    'page/assets/worker-Dx1.js': 'import "../engine/page-engine.js";\n',
    'page/engine.list': 'page-engine.js\nchunks/base-Dx1.js\n../outside.js\nchunks/../../outside.js\n',
    'page-engine.js': TEXT,
    'chunks/base-Dx1.js': 'export {};\n',
    'chunks/start-Dx1.js': 'the command\n',
  });
  const { url } = await served([], join(folder, 'page'));
  const found = async (path: string) => (await ask(`${url}${path}`)).status;
  expect((await ask(`${url}engine/page-engine.js`)).body.toString()).toBe(TEXT);
  expect(await found('engine/chunks/base-Dx1.js')).toBe(200);
  for (const path of [
    'engine/chunks/start-Dx1.js',
    'engine/../outside.js',
    'engine.list',
    'page-engine.js',
  ]) {
    expect([path, await found(path)]).toEqual([path, 404]);
  }
});
