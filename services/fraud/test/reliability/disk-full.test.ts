import { join } from 'node:path';
import { type Running, smallDisk, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, initData } from '../cli/client.js';
import { serve } from '../cli/process.js';

// Only root can create such a disk; elsewhere the test is skipped.
const disk = testDatabaseKind() === 'postgres' ? undefined : await smallDisk(200);

describe.skipIf(!disk)('on a full disk', () => {
  const dataDir = join(disk?.path ?? '', 'data');
  let server: Running;
  let client: Client;

  const start = async () => {
    server = await serve(dataDir);
    client = await new Client(server.url).logIn();
  };
  beforeAll(async () => {
    await initData(disk!.path);
    await start();
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await disk?.remove();
  });

  const pay = (n: number) => client.pay(`key-${n}`, { from: `payer-${n % 50}`, to: `shop-${n}`, amount: 10 });
  const batch = () => {
    const items = Array.from({ length: 500 }, (_, n) => ({ data_type: 'sms', content: `${n} `.repeat(400) }));
    return client.call('/api/fraud-check/batch', { items });
  };

  it('requests get clear errors, no acknowledged payment is lost, and the service recovers', {
    timeout: 240_000,
  }, async () => {
    await disk!.fill();
    const refused = (answer: { status: number; json: { error: { code: string; message: string } } }) => {
      expect(answer.status).toBeOneOf([500, 503]);
      expect(answer.json.error.code).toBeOneOf(['INTERNAL_ERROR', 'UNAVAILABLE']);
      expect(answer.json.error.message).not.toMatch(/ENOSPC|space|\//);
    };
    const paid = new Map<number, string>();
    let failures = 0;
    for (let n = 0; n < 2_000 && failures < 3; n++) {
      const large = await batch();
      if (large.status !== 202) refused(large);
      const answer = await pay(n);
      if (answer.status === 200) paid.set(n, answer.json.transaction_id);
      else {
        failures++;
        refused(answer);
      }
    }
    expect(failures, 'the disk was full').toBe(3);

    await disk!.free();
    const last = 5_000;
    await expect.poll(async () => (await pay(last)).status).toBe(200);
    const holds = async () => {
      // A retry of a request that was answered returns the same payment: no payment was lost or duplicated.
      for (const [n, id] of paid) expect((await pay(n)).json.transaction_id).toBe(id);
    };
    await holds();
    // The data on the disk are complete, and a kill does not change them.
    await server.stop('SIGKILL');
    await start();
    await holds();
    expect((await client.call('/api/fraud-check', { data_type: 'sms', content: 'room again' })).status).toBe(
      200,
    );
  });
});
