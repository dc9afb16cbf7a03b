/// <reference lib="dom" />
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import S3rver from 's3rver';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Bucket, stored } from './support/bucket.js';
import { commandSays, Fleet, KEYS, linesByPath, ROOT } from './support/fleet.js';
import { corpusFiles } from './support/models.js';

const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** Checks that Tab moves visibly through all controls, and that Enter follows a link. */
async function expectKeyboard(tab: Page, page: string): Promise<void> {
  // The page is loaded again, because Tab would otherwise continue from the element of the last click.
  await tab.goto('about:blank');
  await tab.goto(`${page}#/run/1`);
  await tab.getByRole('link', { name: 'bad.mdl' }).waitFor();
  const count = await tab.locator('a, button, input, select, summary').count();
  const reached = new Set<number>();
  for (let at = 0; at < count; at++) {
    await tab.keyboard.press('Tab');
    const focused = await tab.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle } = getComputedStyle(element);
      const index = [...document.querySelectorAll('a, button, input, select, summary')].indexOf(element);
      return {
        index,
        name: element.outerHTML,
        isShown: outlineStyle !== 'none' && element.offsetWidth > 0,
      };
    });
    expect(focused.isShown, focused.name).toBe(true);
    reached.add(focused.index);
  }
  expect(reached.size).toBe(count);
  await tab.getByRole('link', { name: '1 invalid' }).focus();
  await tab.keyboard.press('Enter');
  await tab.getByRole('link', { name: 'without verdict' }).waitFor();
}

/** Checks that axe does not find faults, and that no element is wider than the window, in both themes. */
async function expectReadable(browser: Browser, page: string): Promise<void> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1_440, 'light'],
  ] as const) {
    // The page's policy forbids foreign scripts such as axe.
    const context = await browser.newContext({
      ...{ viewport: { width, height: 900 }, colorScheme, bypassCSP: true },
    });
    for (const place of ['#/', '#/run/1?verdict=invalid', '#/diff/1/2']) {
      const tab = await context.newPage();
      await tab.goto(page + place);
      await tab.getByRole('table').last().waitFor();
      await tab.addScriptTag({ path: axe });
      const found = await tab.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(found, `${place}, ${width} px, ${colorScheme}`).toEqual([]);
      expect(await tab.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(
        width,
      );
      await tab.close();
    }
    await context.close();
  }
}

describe.skipIf(inject('postgres') === '')('the page', () => {
  it('shows file names with markup as text, opens a file by ranges, and gives access to nothing else', async () => {
    const bucket = new Bucket();
    await bucket.listen();
    onTestFinished(() => bucket.close());
    const bytes = corpusFiles().get('valid/one-context.mdl')!;
    bucket.objects.set('<img src=x onerror=alert(1)>.mdl', stored(bytes));
    bucket.objects.set('bad.mdl', stored(corpusFiles().get('invalid/action-unset.mdl')!));
    // A file that has one code with two severities.
    bucket.objects.set(
      'elsewhere/twice.mdl',
      stored(corpusFiles().get('invalid/extension-not-loadable.mdl')!),
    );
    const fleet = await Fleet.make({ FLEET_TOKEN: 'a-token-of-these-tests' });
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    await fleet.work();
    bucket.objects.set('bad.mdl', stored(bytes));
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url);
    await fleet.work();
    const server = fleet.start('serve', '--port', '0');
    await server.said('/a-token-of-these-tests/');
    const { stdout } = await fleet.run('status', '1');
    expect(stdout).toMatch(/done: 3 of 3/);
    const url = /http:\/\/[\d.:]+/.exec(server.output())?.[0] ?? '';
    const page = `${url}/a-token-of-these-tests/`;

    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
      /fleet_run_objects\{run="1",state="done"\} 3/,
    );
    for (const path of ['', 'wrong-token/', 'wrong-token/api/runs', 'a-token-of-these-tests/../x/api/runs']) {
      expect((await fetch(`${url}/${path}`)).status, path).toBe(404);
    }
    const { files } = (await (await fetch(`${page}api/runs/1/files?verdict=invalid`)).json()) as {
      files: { id: number; name: string }[];
    };
    expect(files.map(({ name }) => name)).toEqual(['s3://models/bad.mdl']);
    const names = async (query: string) => {
      const answer = await fetch(`${page}api/runs/1/files?${query}`);
      const { files: found } = (await answer.json()) as { files: { name: string; size: number }[] };
      return found.map(({ name }) => name.slice('s3://models/'.length));
    };
    const bySize = ['<img src=x onerror=alert(1)>.mdl', 'bad.mdl', 'elsewhere/twice.mdl'].sort(
      (a, b) => bucket.objects.get(b)!.size - bucket.objects.get(a)!.size,
    );
    expect(await names('sort=-size')).toEqual(bySize);
    expect(await names('sort=size')).toEqual(bySize.toReversed());
    expect(await names('sort=name')).toEqual(bySize.toSorted());
    expect(await names('sort=-name&after=2')).toEqual(['<img src=x onerror=alert(1)>.mdl']);
    expect((await names('sort=-verdict')).at(-1)).not.toBe('bad.mdl');
    expect((await names('sort=code'))[0]).toBe('bad.mdl');
    expect(await names('severity=error')).not.toContain('<img src=x onerror=alert(1)>.mdl');
    const exported = await fetch(`${page}api/runs/1/export.csv?verdict=invalid&text=bad`);
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="run-1.csv"');
    expect((await exported.text()).split('\n').slice(0, 2)).toEqual([
      'file,verdict,severity,code,offset,length,count,path,message',
      expect.stringMatching(/^s3:\/\/models\/bad.mdl,invalid,error,action-unset,400,/),
    ]);
    const whole = (await (await fetch(`${page}api/runs/1/export.json`)).json()) as { files: unknown[] };
    expect(whole.files).toHaveLength(3);
    // The file's page has the run's report, with the message and the position of each finding.
    const seen = (await (await fetch(`${page}api/runs/1/files/${files[0]!.id}`)).json()) as {
      report: { verdict: string; diagnostics: unknown };
    };
    const line = (await fleet.report('1')).get('s3://models/bad.mdl');
    expect(seen.report).toMatchObject({ verdict: 'invalid', diagnostics: line!.diagnostics });
    // A reader's secret opens files only if it was made with `--files`.
    const readers = await Promise.all(
      [[], ['--files'], ['--expires', '1h']].map((options, at) =>
        fleet.ok('token', 'add', `r${at}`, ...options),
      ),
    );
    const as = (secret: string) => `${url}/${secret.trim()}/`;
    const codes = async (secret: string) => [
      (await fetch(`${as(secret)}api/runs`)).status,
      (await fetch(`${as(secret)}inspect/2/${files[0]!.id}/`)).status,
      (await fetch(`${as(secret)}inspect/2/${files[0]!.id}/object`)).status,
    ];
    expect(await Promise.all(readers.map(codes))).toEqual([
      [200, 403, 403],
      [200, 200, 200],
      [200, 403, 403],
    ]);
    await fleet.ok('token', 'remove', 'r0');
    await fleet.query(`update fleet.token set expires_ms = fleet.now_ms() where name = 'r2'`);
    expect(await Promise.all(readers.map(codes))).toEqual([
      [404, 404, 404],
      [200, 200, 200],
      [404, 404, 404],
    ]);
    expect(await fleet.ok('token', 'list')).toMatch(
      /^name .*\nr1 +results and files .* never\nr2 .*expired\n$/,
    );
    expect(await fleet.run('token', 'add', 'r1')).toMatchObject({ code: 2 });
    const secrets = JSON.stringify(await fleet.query('select * from fleet.token'));
    for (const secret of readers) expect(secrets).not.toContain(secret.trim());
    const object = `${page}inspect/1/${files[0]!.id}/object`;
    bucket.objects.set('bad.mdl', stored(corpusFiles().get('invalid/action-unset.mdl')!));
    const part = await fetch(object, { headers: { range: 'bytes=4-9' } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(
      corpusFiles().get('invalid/action-unset.mdl')!.slice(4, 10),
    );
    expect((await fetch(object, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
    // The baseline of run 3 has the finding of the invalid file.
    const baseline = join(mkdtempSync(join(tmpdir(), 'fleet-serve-')), 'known.json');
    onTestFinished(() => rmSync(join(baseline, '..'), { recursive: true, force: true }));
    await fleet.ok('baseline', '1', '-o', baseline);
    await fleet.ok('scan', 's3://models/', '--endpoint', bucket.url, '--baseline', baseline);
    await fleet.work();
    expect((await fleet.report('3')).get('s3://models/bad.mdl')?.verdict).toBe('valid');
    for (const path of [
      'inspect/1/999/object',
      'inspect/9/1/object',
      'inspect/1/x/object',
      'api/runs/9',
      'api/runs/1/files?verdict=x',
      'api/runs/1/files?severity=x',
      'api/runs/1/files?sort=x',
      'api/runs/1/export.csv?refusedBy=1',
      'api/runs/1/files?text=%00',
      'api/runs/1/files?code=a%00b',
      'api/runs/1/files/999',
    ]) {
      expect((await fetch(page + path)).status, path).toBeGreaterThanOrEqual(400);
      expect((await fetch(page + path)).status, path).toBeLessThan(500);
    }

    if (CHROMIUM !== undefined) {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
      try {
        const tab = await browser.newPage();
        const problems: string[] = [];
        tab.on('pageerror', (error) => problems.push(error.message));
        tab.on('dialog', (dialog) => problems.push(dialog.message()));
        await tab.goto(page);
        await tab.getByRole('link', { name: '1', exact: true }).click();
        await tab.getByText('<img src=x onerror=alert(1)>.mdl').waitFor();
        // In a low window, the table of files is below the counts, so a click on a filter scrolls to the
        // table.
        await tab.setViewportSize({ width: 1_280, height: 300 });
        await tab.getByRole('link', { name: '1 invalid' }).click();
        await tab.getByRole('link', { name: 'without verdict' }).waitFor();
        const isShown = () =>
          [...document.querySelectorAll('h2')].some(
            (heading) => heading.id === 'files' && heading.getBoundingClientRect().bottom < innerHeight,
          );
        await tab.waitForFunction(isShown);
        await tab.getByRole('link', { name: 'bad.mdl' }).click();
        await tab.getByRole('link', { name: 'action-unset' }).first().waitFor();
        await tab.getByRole('link', { name: / warning$/ }).click();
        await tab.getByRole('link', { name: 'action-unset' }).waitFor({ state: 'detached' });
        const opened = tab.context().waitForEvent('page');
        await tab.getByRole('link', { name: 'Open in the inspector' }).click();
        await (await opened).getByText('action-unset').first().waitFor();
        // The inspector validates with the same options as the run.
        for (const [run, verdict] of [
          ['1', 'Invalid'],
          ['3', 'Valid'],
        ] as const) {
          await tab.goto(`${page}inspect/${run}/${files[0]!.id}/`);
          await tab.locator(`[data-shown-verdict="${verdict}"]`).waitFor();
        }
        await tab.goto(`${page}#/diff/1/2`);
        await tab.getByText('invalid → valid').waitFor();
        await tab.getByRole('link', { name: '0 worse' }).click();
        await tab.getByText('No files are worse.').waitFor();
        await tab.getByText('different settings').waitFor({ state: 'detached' });
        await tab.goto(`${page}#/diff/1/3`);
        await tab.getByText('different settings').waitFor();
        await tab.getByText(/^baseline: none → [0-9a-f]{32}$/).waitFor();
        await tab.goto(`${page}#/run/2`);
        await tab.getByLabel('order').selectOption('name');
        await tab.waitForFunction(() => document.querySelector('td.name')?.textContent?.startsWith('<img'));
        await tab.getByText('(−1)').waitFor();
        await tab.getByRole('link', { name: 'run 1', exact: true }).click();
        await tab.getByRole('heading', { name: 's3://models/' }).waitFor();
        await expectKeyboard(tab, page);
        expect(problems).toEqual([]);
        await expectReadable(browser, page);
      } finally {
        await browser.close();
      }
    }
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  it('shows the same results for a bucket of s3rver, an independent S3 server, as the command for a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-s3rver-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const rver = new S3rver({
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'models', configs: [] }],
    });
    const { port } = (await rver.run()) as { port: number };
    onTestFinished(() => rver.close());
    const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const endpoint = `http://127.0.0.1:${port}`;
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    const files = [...corpusFiles()].filter(([, bytes]) => bytes.length > 0).slice(0, 30);
    for (const [Key, Body] of files) await client.send(new PutObjectCommand({ Bucket: 'models', Key, Body }));
    const keys = { ...KEYS, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const fleet = await Fleet.make(keys);
    expect(await fleet.ok('scan', 's3://models/', '--endpoint', endpoint)).toMatch(/30 objects listed/);
    await fleet.work();
    const report = await fleet.report();
    const { stdout } = await commandSays(
      ...files.map(([key]) => join(ROOT, 'corpus', key)),
      '--format',
      'ndjson',
    );
    const wanted = linesByPath(stdout);
    for (const [key] of files) {
      const line = wanted.get(join(ROOT, 'corpus', key));
      expect(report.get(`s3://models/${key}`)?.diagnostics).toEqual(line?.diagnostics);
    }
  });
});
