import { describe, expect, it } from 'vitest';
import { drop, put, spoiled } from '../../../scripts/corpus/faults.js';
import { INVALID_CONTEXT_COUNTS } from '../../../scripts/corpus/invalid-groups.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { oneContext, smallest } from '../../../scripts/corpus/valid-networks.js';
import { asOp, asPartial, asPartialCoreOp, findings } from '../findings.js';

const LIMITS = ['context-count-limit', 'context-count-u8-wrap', 'too-many-contexts'];
const CODES = ['no-contexts', ...LIMITS, 'preliminary-config-missing', 'multi-context-on-eth'];
const long = INVALID_CONTEXT_COUNTS.find(({ name }) => name === 'too-many-contexts')?.content as Fields;

function some(count: number): Fields {
  const [group] = long.network_groups as [{ value: Fields }];
  const contexts = (group.value.contexts as readonly Value[]).slice(0, count);
  return { ...long, network_groups: [{ ...group.value, contexts }] };
}

it.each([
  [32, []],
  [33, ['info context-count-limit network_groups[0].contexts[32]']],
  [255, ['info context-count-limit network_groups[0].contexts[32]']],
  [
    1021,
    [
      'info context-count-limit network_groups[0].contexts[32]',
      'warning context-count-u8-wrap network_groups[0].contexts[255]',
    ],
  ],
])('%i contexts', async (count, expected) => {
  expect((await findings(some(count), LIMITS)).lines).toEqual(expected);
});

describe('a group without contexts', () => {
  const empty = spoiled(smallest, drop('network_groups[0].contexts'));

  it('is reported, and other missing parts as well', async () => {
    expect((await findings({ network_groups: [{}] }, CODES)).lines).toEqual([
      'error no-contexts network_groups[0]',
      'warning preliminary-config-missing network_groups[0]',
    ]);
  });

  it('is reported if it is a variant, or a core op in a graph', async () => {
    const partial = spoiled(() => structuredClone(empty), asPartial);
    expect((await findings(partial, CODES)).lines).toEqual([
      'error no-contexts network_groups[0].partial_network_groups[0].network_group',
    ]);
    const op = spoiled(() => structuredClone(empty), asOp);
    expect((await findings(op, CODES)).lines).toEqual(['error no-contexts network_groups[0].ops[1].core_op']);
  });

  it('is not reported if it contains other groups', async () => {
    for (const lift of [asPartial, asOp, asPartialCoreOp]) {
      expect((await findings(spoiled(smallest, lift), CODES)).lines).toEqual([]);
    }
  });

  it('is not reported if a file is cut before its contexts, or before the graph that contains them', async () => {
    const { places } = await findings(
      spoiled(oneContext, put('network_groups[0].sorted_outputs_order[0]', 'end', 'x')),
      CODES,
    );
    const end = places.get('end')?.offset as number;
    for (let cut = 20; cut < end; cut += 7) {
      const { lines } = await findings(
        oneContext(),
        ['no-contexts', 'sorted-outputs-missing', 'networks-names-empty'],
        undefined,
        cut,
      );
      expect(lines).toEqual([]);
      const lifted = await findings(spoiled(oneContext, asPartialCoreOp), CODES, undefined, cut);
      expect(lifted.lines).toEqual([]);
    }
  });
});
