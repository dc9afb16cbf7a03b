import { describe, expect, it } from 'vitest';
import { spoiled } from '../../../scripts/corpus/faults.js';
import type { Fields } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { asOp, asPartial, findings } from '../findings.js';

const CODES = ['newer-layout'];
const withField = (field: Fields): Fields =>
  spoiled(oneContext, ['network_groups[0]', (group) => ({ ...(group as Fields), ...field })]);

describe('a group of a later layout', () => {
  it.each([
    [
      'pad_edges[0]',
      {
        pad_edges: [
          { src: 1, dst: 2 },
          { src: 3, dst: 4 },
        ],
      },
    ],
    ['network_group_name', { network_group_name: 'net' }],
    ['network_group_index', { network_group_index: 1 }],
  ] as const)('is recognised by %s alone', async (path, field) => {
    const { lines } = await findings(withField(field as unknown as Fields), CODES);
    expect(lines).toEqual([`info newer-layout network_groups[0].${path}`]);
  });

  it('is reported once, at its first field of a later layout', async () => {
    const both = withField({ pad_edges: [{ src: 1 }], network_group_name: 'net' });
    expect((await findings(both, CODES)).lines).toEqual(['info newer-layout network_groups[0].pad_edges[0]']);
    const scalarFirst = withField({ network_group_name: 'net', pad_edges: [{ src: 1 }] });
    expect((await findings(scalarFirst, CODES)).lines).toEqual([
      'info newer-layout network_groups[0].network_group_name',
    ]);
    for (const [change, path] of [
      [asPartial, 'partial_network_groups[0]'],
      [asOp, 'ops[0]'],
    ] as const) {
      expect((await findings(spoiled(oneContext, change), CODES)).lines).toEqual([
        `info newer-layout network_groups[0].${path}`,
      ]);
    }
  });

  it('must have a field of a later layout', async () => {
    expect((await findings(oneContext(), CODES)).lines).toEqual([]);
  });
});
