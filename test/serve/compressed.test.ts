/** The page as the package has it: compressed on the disk. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ask, served, stubPage } from './page.js';

const TEXT = 'export const many = [1, 2, 3];\n';

async function page(): Promise<string> {
  const folder = stubPage();
  writeFileSync(join(folder, 'assets/packed.js.gz'), gzipSync(TEXT));
  writeFileSync(join(folder, 'assets/broken.js.gz'), 'no gzip');
  return (await served([], folder)).url;
}

it.each([['gzip'], ['br, GZIP;q=0.5'], ['*']])('goes as it is to who takes %s', async (encoding) => {
  const url = await page();
  const { status, headers, body } = await ask(`${url}assets/packed.js`, {
    headers: { 'Accept-Encoding': encoding },
  });
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'gzip', 'Accept-Encoding']);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(gunzipSync(body).toString()).toBe(TEXT);
});

it.each([[undefined], ['br'], ['gzip;q=0, br'], ['gzip;q=0, *']])(
  'goes unpacked to who takes %s',
  async (encoding) => {
    const url = await page();
    const { status, headers, body } = await ask(`${url}assets/packed.js`, {
      headers: encoding === undefined ? {} : { 'Accept-Encoding': encoding },
    });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(body.toString()).toBe(TEXT);
  },
);

it('has no name but that of what is in it, and says so where it is broken', async () => {
  const url = await page();
  expect((await ask(`${url}assets/packed.js.gz`)).status).toBe(404);
  const broken = await ask(`${url}assets/broken.js`);
  expect([broken.status, broken.headers['content-encoding']]).toEqual([500, undefined]);
});
