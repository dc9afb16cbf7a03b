import { expect, it } from 'vitest';
import { protomdl } from '../cli/protomdl.js';
import { VALID_FILE } from '../cli/specimens.js';

it('objdump --raw shows records without the names of the schema', async () => {
  const named = await protomdl('objdump', VALID_FILE);
  const raw = await protomdl('objdump', VALID_FILE, '--raw');
  expect([named.code, raw.code, raw.err]).toEqual([0, 0, '']);
  expect([named.out.includes('network_groups'), raw.out.includes('network_groups')]).toEqual([true, false]);
  const selected = ['--select', 'network_groups'];
  expect((await protomdl('objdump', VALID_FILE, ...selected)).code).toBe(0);
  const both = await protomdl('objdump', VALID_FILE, '--raw', ...selected);
  expect([both.code, both.out, both.err]).toEqual([2, '', expect.stringContaining('--raw has no names')]);
});
