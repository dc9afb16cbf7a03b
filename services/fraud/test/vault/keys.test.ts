import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openKeys } from '../../src/keys.js';
import { startFixture, testConfig } from '../service/fixture.js';

const service = await startFixture();
const folder = await mkdtemp(join(tmpdir(), 'fraud-keys-'));
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (dataDir: string, settings = {}) => {
  const config = testConfig(dataDir, settings);
  return openKeys(service.db, dataDir, { config, clock: service.clock, random: systemRandom });
};
const refused = (about: RegExp) =>
  expect.objectContaining({ code: 3, message: expect.stringMatching(about) });
const filesIn = (dataDir: string) => readdir(join(dataDir, 'keys')).catch(() => []);

describe('the keys of a database in use', () => {
  it('open the database again, also from a copy of the directory', async () => {
    await open(service.dataDir);
    const copy = join(folder, 'copy');
    await cp(service.dataDir, copy, { recursive: true });
    await open(copy);
  });

  it('write nothing if the database already has their proofs', async () => {
    const wrote = vi.spyOn(service.db, 'run');
    await open(service.dataDir);
    expect(wrote).not.toHaveBeenCalled();
    wrote.mockRestore();
    await service.db.run(sql`delete from key_proofs where name = (select min(name) from key_proofs)`);
    const proofs = () => service.db.one(sql`select count(*)::int as kept from key_proofs`);
    expect(await proofs()).toEqual({ kept: 3 });
    await open(service.dataDir);
    expect(await proofs()).toEqual({ kept: 4 });
  });

  it('are not created again in a directory without them', async () => {
    const empty = join(folder, 'empty');
    await expect(open(empty)).rejects.toEqual(refused(/its keys are not in .*tokens\.json, master\.keys/));
    expect(await filesIn(empty)).toEqual([]);
  });

  it('are required even if only one is missing', async () => {
    for (const name of await filesIn(service.dataDir)) {
      const partial = join(folder, `without-${name}`);
      await cp(service.dataDir, partial, { recursive: true });
      await rm(join(partial, 'keys', name));
      await expect(open(partial), name).rejects.toEqual(refused(new RegExp(name)));
      expect(await filesIn(partial)).not.toContain(name);
    }
  });

  it('are not needed as a file if the configuration has the master keys', async () => {
    const partial = join(folder, 'without-master.keys');
    await open(partial, { 'vault.masterKeys': Buffer.alloc(32, 7).toString('base64') });
    expect(await filesIn(partial)).not.toContain('master.keys');
  });

  it('are refused if they are complete, but are the keys of another database', async () => {
    const other = await startFixture();
    await expect(open(other.dataDir)).rejects.toEqual(refused(/are not those of this database/));
    await other.stop();
  });

  it('are also required if a database of an earlier version has users and no proofs', async () => {
    await service.user('ann');
    await service.db.run(sql`delete from key_proofs`);
    await expect(open(join(folder, 'empty'))).rejects.toEqual(refused(/its keys are not in/));
    await open(service.dataDir);
  });
});
