import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { CONTEXT, put, spoiled } from '../../scripts/corpus/faults.js';
import { oneContext } from '../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../src/base/source/memory.js';
import { MAX_RUN_CHANNELS } from '../../src/check/rules/facts/gathering-limits.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

const CODE = 'cfg-channel-index-out-of-range';
const INDEX = `${CONTEXT}.operations[0].actions[2].write_data_ccw.cfg_channel_index`;
const COUNT = 'network_groups[0].network_group_metadata.cfg_channels_count';

async function found(index: number, count: number) {
  const content = spoiled(oneContext, put(INDEX, 'index', index), put(COUNT, 'count', count));
  const { bytes, places } = encode(ProtoMDLMdlSchema, content);
  const { diagnostics } = await validate(memorySource(bytes));
  const mine = diagnostics.filter(({ code, path }) => code === CODE && path === INDEX);
  return { mine, place: places.get('index') };
}

it.each([
  [2, 2],
  [3, 2],
  [1, 1],
  [63, 63],
  // Indices up to 32 bits that are too large to be gathered as values.
  [64, 64],
  [0xffffffff, 0xfffffffe],
])('channel %i of %i does not exist', async (index, count) => {
  const { mine, place } = await found(index, count);
  expect(mine).toMatchObject([{ severity: 'error', ...place }]);
});

it.each([
  [0, 1],
  [1, 2],
  [62, 63],
  [64, 65],
  [0xfffffffe, 0xffffffff],
])('channel %i of %i exists', async (index, count) => {
  expect((await found(index, count)).mine).toEqual([]);
});

it('a group that declares no channels has one channel', async () => {
  expect((await found(0, 0)).mine).toEqual([]);
  expect((await found(1, 0)).mine).toHaveLength(1);
});

it('gaps are not searched for if there are more channels than the validator stores', {
  timeout: 60_000,
}, async () => {
  const gaps = async (count: number) => {
    const actions = Array.from({ length: count }, (_, i) => ({
      write_data_ccw: { data: new Uint8Array(8), cfg_channel_index: i + 1 },
    }));
    const preliminary_config = { operation: [{ actions }] };
    const group = { network_group_metadata: { cfg_channels_count: count + 2 }, preliminary_config };
    const { bytes } = encode(ProtoMDLMdlSchema, { network_groups: [group] } as never);
    const { totals = [] } = await validate(memorySource(bytes));
    return totals.filter(({ code }) => code === 'cfg-channel-gap').length;
  };
  expect(await gaps(MAX_RUN_CHANNELS)).toBe(1);
  expect(await gaps(MAX_RUN_CHANNELS + 1)).toBe(0);
});
