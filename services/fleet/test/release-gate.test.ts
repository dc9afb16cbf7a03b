import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { Fleet, ROOT, start } from './support/fleet.js';

/**
 * True in the full check. All calls of the gate take half a minute of processor time, so other checks make
 * only some of them.
 */
const IS_FULL = process.env.FLEET_TESTS === 'full' && existsSync(join(ROOT, 'services/node_modules/tsx'));

const GATE = join(ROOT, 'examples/release-gate/gate.mjs');

it.skipIf(!IS_FULL)(
  'the gate passes a valid model and stops an invalid one, and its bot answers an upload',
  async () => {
    const { code, stdout } = await start(join(ROOT, 'examples/release-gate/run.mjs'), []).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\[#builds > release 5\] Model Checker:[\s\S]*frame-checksum-mismatch[\s\S]*\| 4\.20\.0 \| /,
    );
    expect(stdout).toMatch(
      /\[direct message\] Model Checker:[\s\S]*action-unset[\s\S]*\| 4\.20\.0 \| rejects \|/,
    );
    // Chat services show markup in a message as text.
    expect(stdout).not.toMatch(/<\/?(details|summary)>/);
    expect(stdout).toMatch(/ended with 0 for a valid model, 1 for one that is not/);
  },
);

describe('the gate of the example', () => {
  /** Starts a chat service that records the posts, until the end of the test. */
  async function chat(): Promise<{ readonly env: NodeJS.ProcessEnv; readonly posted: string[] }> {
    const posted: string[] = [];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      posted.push(new URLSearchParams(text).get('content') ?? '');
      response.end('{"result":"success"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { posted, env: { CHAT_URL: `http://127.0.0.1:${port}`, CHAT_EMAIL: 'a@b', CHAT_KEY: 'k' } };
  }
  const gate = (env: NodeJS.ProcessEnv, ...words: string[]) =>
    start(GATE, [...words, 'builds', 'release 5'], { DATABASE_URL: '', ...env }).ended;

  it('has one exit code for an invalid model, and another if the chat service is down', async () => {
    const { env, posted } = await chat();
    const [good, bad] = ['valid/small-network.hef', 'invalid/action-unset.mdl'].map((name) =>
      join(ROOT, 'corpus', name),
    ) as [string, string];
    expect((await gate(env, good)).code).toBe(0);
    expect((await gate(env, bad)).code).toBe(1);
    expect((await gate(env, '/nowhere.hef')).code).toBe(3);
    const down = { ...env, CHAT_URL: 'http://127.0.0.1:9' };
    expect((await gate(down, good)).code).toBe(75);
    expect((await gate(down, bad)).code).toBe(1);
    expect(posted).toHaveLength(3);
    expect(posted[1]).toMatch(/action-unset/);
    // Release 4.8.0 does not know the action, so the finding in the action does not count if 4.8.0 is the target.
    expect((await gate({ ...env, TARGET: '4.8.0' }, bad)).code).toBe(0);
    expect((await gate({ ...env, TARGET: '4.20.0' }, bad)).code).toBe(1);
    for (const text of posted) expect(text.length).toBeLessThanOrEqual(10_000);
  });

  it.skipIf(inject('postgres') === '')(
    'judges a folder with the fleet, for a target and against a base',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'release-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await cp(join(ROOT, 'corpus/valid/small-network.hef'), join(folder, 'a.hef'));
      const { env, posted } = await chat();
      const fleet = await Fleet.make();
      const judged = async (more: NodeJS.ProcessEnv = {}, base: string[] = []) =>
        (await start(GATE, [folder, 'builds', 'release 5', ...base], { ...fleet.env, ...env, ...more }).ended)
          .code;
      expect(await judged()).toBe(0);
      await cp(join(ROOT, 'corpus/invalid/action-unset.mdl'), join(folder, 'b.mdl'));
      expect(await judged()).toBe(1);
      expect(posted.at(-1)).toMatch(/b\.mdl +action-unset/);
      expect(await judged({}, ['2'])).toBe(0);
      expect(await judged({}, ['1'])).toBe(1);
      expect(await judged({ TARGET: '4.20.0' })).toBe(1);
      expect(await judged({ CHAT_URL: 'http://127.0.0.1:9' }, ['2'])).toBe(75);
      await rm(folder, { recursive: true });
      expect(await judged()).toBe(3);
    },
  );
});
