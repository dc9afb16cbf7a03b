import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { refuse } from './support/bucket.js';
import { Fleet, ROOT } from './support/fleet.js';
import { filled } from './support/oracle.js';

/** Timeout that is long enough for a busy machine. */
const PATIENT = { timeout: 120_000 };

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-automation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [at, file] of files.entries()) cpSync(join(ROOT, 'corpus', file), join(folder, `${at}.mdl`));
  return folder;
}

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isSigned: boolean;
}

const KEY = Buffer.alloc(32, 7);

/** A receiver of Standard Webhooks, which refuses the first message. */
async function receiver(): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  let isFirst = true;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const id = `${request.headers['webhook-id']}`;
    const signed = `${id}.${request.headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', KEY).update(signed).digest('base64');
    response.statusCode = isFirst ? 500 : 204;
    isFirst = false;
    const isSigned = request.headers['webhook-signature'] === `v1,${signature}`;
    received.push({ ...(JSON.parse(text) as Received), id, isSigned });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

describe.skipIf(inject('postgres') === '')('unattended workers', () => {
  it('list each source once at its scheduled time, and continue a failed listing', async () => {
    const fleet = await Fleet.make();
    const folder = folderWith('valid/one-context.mdl', 'invalid/action-unset.mdl');
    const past = new Date(Date.now() - 600_000);
    const cron = `${past.getUTCMinutes()} ${past.getUTCHours()} * * *`;
    await fleet.ok('schedule', 'set', 'nightly', cron, folder);
    expect(await fleet.ok('schedule', 'list')).toMatch(/^name +UTC +source +latest run\nnightly .* none\n$/);
    // Sets the state to: workers have known the schedule for an hour, but no worker ran at the scheduled
    // time.
    await fleet.query(`
      insert into graphile_worker._private_known_crontabs (identifier, known_since)
      values ('protomdl-fleet-scan-nightly', now() - interval '1 hour')`);
    const workers = [fleet.start('work', '-j', '1'), fleet.start('work', '-j', '1')];
    await expect.poll(() => fleet.ok('status', '1').catch(() => ''), PATIENT).toMatch(/done: 2 of 2/);
    const bucket = await filled(20);
    let denied = 0;
    bucket.fault = (_request, response, key) => {
      if (key !== '' || denied++ > 0) return false;
      refuse(response, 403, 'AccessDenied');
      return true;
    };
    await fleet.ok('schedule', 'set', 'models', '0 3 1 1 *', 's3://models/', '--endpoint', bucket.url);
    await fleet.ok('schedule', 'run', 'models');
    await expect.poll(() => fleet.ok('status', '2').catch(() => ''), PATIENT).toMatch(/done: 20 of 20/);
    expect(denied).toBeGreaterThan(1);
    await fleet.ok('schedule', 'run', 'nightly');
    await expect.poll(() => fleet.ok('status', '3').catch(() => ''), PATIENT).toMatch(/2 unchanged/);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) expect((await worker.ended).code).toBe(0);
    expect(await fleet.query('select id, problem from fleet.run order by id')).toEqual(
      [1, 2, 3].map((id) => ({ id, problem: null })),
    );
    await fleet.ok('schedule', 'remove', 'nightly');
    expect(await fleet.run('schedule', 'run', 'nightly')).toMatchObject({ code: 2 });
    expect(await fleet.run('schedule', 'set', 'x', '61 * * * *', folder)).toMatchObject({ code: 2 });
    expect(await fleet.run('schedule', 'set', "x'; --", '1 * * * *', folder)).toMatchObject({ code: 2 });
  });

  it('announce each end of a run to a webhook once, signed, and retry until the webhook accepts', async () => {
    const { url, received } = await receiver();
    const secret = `whsec_${KEY.toString('base64')}`;
    const fleet = await Fleet.make({ FLEET_WEBHOOK_SECRET: secret });
    const folder = folderWith('valid/one-context.mdl', 'invalid/action-unset.mdl');
    await fleet.ok('scan', folder);
    // By its times, run 1 takes three days; it must still be announced.
    await fleet.query(`update fleet.run set created_ms = created_ms - 3 * 86400000`);
    await fleet.ok('scan', folder, '--all');
    await fleet.ok('cancel', '2');
    const words = ['work', '-j', '1', '--webhook', url];
    const workers = [fleet.start(...words), fleet.start(...words)];
    const types = () => received.map(({ type, data }) => `${data.run} ${type}`).sort();
    // The refused message is sent again.
    await expect.poll(types, PATIENT).toHaveLength(3);
    expect(new Set(types())).toEqual(new Set(['1 run.done', '2 run.cancelled']));
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(received.find(({ type }) => type === 'run.done')!.data).toMatchObject({
      source: `file://${folder}`,
      state: 'done',
      objects: 2,
      valid: 1,
      invalid: 1,
      unreadable: 0,
    });
    await fleet.ok('scan', folder, '--all');
    await expect.poll(types, PATIENT).toContain('3 run.done');
    expect(received).toHaveLength(4);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const worker of workers) await worker.ended;
    // With `--until-done`, a worker announces the run before it ends. Earlier runs are not announced again.
    await fleet.ok('scan', folder, '--all');
    await fleet.work('--webhook', url);
    expect(received.slice(4).map(({ type, data }) => `${data.run} ${type}`)).toEqual(['4 run.done']);
    expect((await fleet.run('scan', join(folder, 'nowhere'))).code).toBe(3);
    await fleet.work('--webhook', url);
    expect(received.slice(5).map(({ type, data }) => `${data.run} ${type}`)).toEqual([
      '5 run.listing-broke-off',
    ]);
    expect(received.at(-1)!.data.problem).toMatch(/nowhere/);
    await fleet.ok('scan', folder, '--all');
    await fleet.query(`update fleet.run set control = 'held', problem = 'no keys' where id = 6`);
    expect((await fleet.run('work', '--until-done', '--webhook', url)).code).toBe(3);
    await fleet.ok('resume', '6');
    await fleet.work('--webhook', url);
    expect(received.slice(6).map(({ type, data }) => `${data.run} ${type} ${data.problem}`)).toEqual([
      '6 run.held no keys',
      '6 run.done null',
    ]);
    expect(await fleet.run('work', '--webhook', 'ftp://x')).toMatchObject({ code: 2 });
    const keyless = new Fleet(fleet.url, { ...fleet.env, FLEET_WEBHOOK_SECRET: '' });
    expect(await keyless.run('work', '--webhook', url)).toMatchObject({ code: 2 });
  });
});

/** Returns the names of the metrics that the dashboard uses. */
function figuresOfDashboard(): string[] {
  const text = readFileSync(new URL('../grafana/fleet.json', import.meta.url), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:fleet|http|process)_\w+/g) ?? []),
  );
}

describe.skipIf(inject('postgres') === '')('a worker', () => {
  it('has an address for its health and its metrics; worker and server have all metrics of the dashboard', async () => {
    const fleet = await Fleet.make();
    await fleet.ok('scan', folderWith('valid/one-context.mdl', 'invalid/action-unset.mdl'));
    const worker = fleet.start('work', '-j', '1', '--health-port', '0');
    await worker.said('serves its health');
    const [url = ''] = /http:\/\/[\d.:]+/.exec(worker.output()) ?? [];
    const figures = async (from: string) => (await fetch(`${from}/metrics`)).text();
    await expect
      .poll(() => figures(url), PATIENT)
      .toMatch(/fleet_worker_results_total\{verdict="valid"\} 1\n[^\n]*\{verdict="invalid"\} 1\n/);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, PATIENT).toBe(200);
    const serving = fleet.start('serve', '--port', '0');
    await serving.said('/\n');
    const [page = ''] = /http:\/\/[\d.:]+/.exec(serving.output()) ?? [];
    await fetch(`${page}/healthz`);
    const all = (await figures(url)) + (await figures(page));
    const wanted = figuresOfDashboard();
    expect(wanted.length).toBeGreaterThan(10);
    for (const name of wanted) expect(all.includes(`\n${name}`), name).toBe(true);
    for (const one of [worker, serving]) one.kill('SIGTERM');
    for (const one of [worker, serving]) expect((await one.ended).code).toBe(0);
  });
});
