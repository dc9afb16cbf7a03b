import { describe, expect, it } from 'vitest';
import { label, put, spoiled } from '../../../scripts/corpus/faults.js';
import { append, INVALID_GROUP_LISTS } from '../../../scripts/corpus/invalid-file.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { oneContext, twoGroups } from '../../../scripts/corpus/valid-networks.js';
import { asPartial, findings } from '../findings.js';

const CODES = ['network-group-name-duplicate', 'network-groups-limit', 'total-contexts-limit'];
const seventeen = INVALID_GROUP_LISTS.find(({ name }) => name === 'total-contexts-limit')?.content as Fields;
const some = (count: number): Fields => ({
  ...seventeen,
  network_groups: (seventeen.network_groups as readonly Value[]).slice(0, count),
});

describe('names of groups', () => {
  it('are compared as a whole', async () => {
    const second = 'network_groups[1].network_group_metadata.network_group_name';
    expect((await findings(spoiled(twoGroups, put(second, 'name', 'da')), CODES)).lines).toEqual([]);
    expect((await findings(spoiled(twoGroups, put(second, 'name', 'day')), CODES)).lines).toHaveLength(1);
  });

  it('of variants do not count as duplicates', async () => {
    const group = (oneContext().network_groups as Fields[])[0] as Fields;
    const content = spoiled(oneContext, asPartial, [
      'network_groups[0].partial_network_groups',
      (list) => [...(list as Value[]), { network_group: group, layout: {} }],
    ]);
    expect((await findings(content, CODES)).lines).toEqual([]);
    // Groups of later layouts do not need metadata.
    const two = spoiled(() => content, append('network_groups', { ops: [{}] }, { ops: [{}] }));
    expect((await findings(two, CODES)).lines).toEqual([]);
  });

  it('count as equal if all are missing', async () => {
    const content = spoiled(
      oneContext,
      append('network_groups', {}, {}),
      label('network_groups[1]', 'first'),
    );
    const { lines, diagnostics } = await findings(content, CODES);
    expect(lines).toEqual(['error network-group-name-duplicate network_groups[1]']);
    expect(diagnostics[0]?.related.map(({ path }) => path)).toEqual(['network_groups[2]']);
  });
});

describe('limits', () => {
  it.each([
    [8, []],
    [9, ['warning network-groups-limit network_groups[8]']],
    [16, ['warning network-groups-limit network_groups[8]']],
    [17, ['info total-contexts-limit network_groups[0]', 'warning network-groups-limit network_groups[8]']],
  ])('%i groups of one context', async (count, expected) => {
    expect((await findings(some(count), CODES)).lines).toEqual(expected);
  });
});
