import { describe, expect, it } from 'vitest';
import { drop, put, spoiled } from '../../../scripts/corpus/faults.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { oneContext, smallest, twoGroups, twoNetworks } from '../../../scripts/corpus/valid-networks.js';
import { asOp, asPartial, asPartialCoreOp, findings } from '../findings.js';

const CODES = [
  'group-metadata-missing',
  'network-group-name-empty',
  'network-group-name-too-long',
  'network-full-name-too-long',
  'bottleneck-fps-invalid',
  'network-group-index-mismatch',
  'cfg-channels-count-range',
  'cfg-channels-count-limit',
];
const METADATA = 'network_groups[0].network_group_metadata';
const NAME = `${METADATA}.network_group_name`;

async function codesOf(content: Fields): Promise<string[]> {
  return (await findings(content, CODES)).diagnostics.map(({ code }) => code);
}

describe('names', () => {
  it.each([
    [127, []],
    [128, ['network-group-name-too-long', 'network-full-name-too-long']],
    // A name that is longer than the part of a string that the validator stores.
    [100_000, ['network-group-name-too-long', 'network-full-name-too-long']],
  ])('of %i bytes', async (length, codes) => {
    const content = spoiled(oneContext, put(NAME, 'name', 'n'.repeat(length)));
    expect((await codesOf(content)).sort()).toEqual([...codes].sort());
  });

  it.each([
    [127, 128, []],
    [127, 129, ['network-full-name-too-long']],
    [1, 254, []],
    [1, 255, ['network-full-name-too-long']],
  ])('of %i bytes, and %i of the network', async (group, network, codes) => {
    const content = spoiled(
      twoNetworks,
      put(NAME, 'name', 'g'.repeat(group)),
      put('network_groups[0].networks_names[0]', 'network', 'n'.repeat(network)),
    );
    expect(await codesOf(content)).toEqual(codes);
  });

  it('of networks are needed only if there may be several networks', async () => {
    const one = (names: Value) => spoiled(oneContext, ['network_groups[0].networks_names', () => names]);
    expect(await codesOf(one(['n'.repeat(300)]))).toEqual([]);
  });

  it.each([
    [asPartial, 'network_groups[0].partial_network_groups[0].network_group'],
    [asOp, 'network_groups[0].ops[1].core_op'],
    [asPartialCoreOp, 'network_groups[0].ops[0].core_op.partial_core_ops[0].core_op'],
  ])('are reported as too long in every layout (%#)', async (lift, at) => {
    const { lines } = await findings(spoiled(oneContext, put(NAME, 'n', 'ß'.repeat(64)), lift), CODES);
    expect(lines).toEqual(
      ['network-full-name-too-long', 'network-group-name-too-long'].map(
        (code) => `error ${code} ${at}.network_group_metadata.network_group_name`,
      ),
    );
  });

  it('are reported as missing in variants, but not in graphs or in unreadable parts', async () => {
    const nameless = [drop(METADATA)] as const;
    expect(await codesOf(spoiled(smallest, ...nameless, asPartial))).toHaveLength(2);
    expect(await codesOf(spoiled(smallest, ...nameless, asOp))).toEqual([]);
    expect(await codesOf(spoiled(smallest, ...nameless, asPartialCoreOp))).toEqual([]);
    const cut = await findings(spoiled(smallest, ...nameless), CODES, undefined, 60);
    expect(cut.lines).toEqual([]);
    expect((await findings(spoiled(smallest, ...nameless), CODES)).lines).toHaveLength(2);
  });
});

describe('figures', () => {
  it.each([0, 1e-300, 5e-324, 1e308])('of %d frames a second', async (fps) => {
    expect(await codesOf(spoiled(oneContext, put(`${METADATA}.bottleneck_fps`, 'fps', fps)))).toEqual([]);
  });

  it.each([-1, -5e-324, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])(
    '%d frames a second are invalid',
    async (fps) => {
      const content = spoiled(oneContext, put(`${METADATA}.bottleneck_fps`, 'fps', fps));
      expect(await codesOf(content)).toEqual(['bottleneck-fps-invalid']);
    },
  );

  it.each([
    [0, []],
    [4, []],
    [5, ['cfg-channels-count-limit']],
    [255, ['cfg-channels-count-limit']],
    [256, ['cfg-channels-count-limit', 'cfg-channels-count-range']],
    [0xffffffff, ['cfg-channels-count-limit', 'cfg-channels-count-range']],
  ])('%i configuration channels', async (count, codes) => {
    const content = spoiled(oneContext, put(`${METADATA}.cfg_channels_count`, 'count', count));
    expect(await codesOf(content)).toEqual(codes);
  });

  it('indices of contexts must equal their positions', async () => {
    const index = (group: number, value: number) =>
      put(`network_groups[${group}].network_group_metadata.network_group_index`, `index ${group}`, value);
    expect(await codesOf(spoiled(twoGroups, index(0, 1), index(1, 0)))).toEqual([
      'network-group-index-mismatch',
      'network-group-index-mismatch',
    ]);
    expect(await codesOf(spoiled(twoGroups, index(0, 0), index(1, 1)))).toEqual([]);
  });
});
