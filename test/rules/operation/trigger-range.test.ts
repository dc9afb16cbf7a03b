import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, spoiled } from '../../../scripts/corpus/faults.js';
import { explicit, type Fields } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { encoded, findingsIn, found, LIFTED, set } from '../core-op-findings.js';

const TRIGGER = `${CONTEXT}.operations[1].trigger`;

const withTrigger = (kind: Fields): Change => [
  TRIGGER,
  (trigger) => ({ unique_id: (trigger as Fields).unique_id, ...kind }),
];

describe('trigger_lcu', () => {
  it.each([
    ['cluster_index', 7, []],
    ['cluster_index', 8, ['warning lcu-id-aliasing']],
    ['cluster_index', 255, ['warning lcu-id-aliasing']],
    ['cluster_index', 256, ['warning lcu-id-aliasing', 'error trigger-lcu-range']],
    ['lcu_index', 15, []],
    ['lcu_index', 16, ['warning lcu-id-aliasing']],
    ['lcu_index', 255, ['warning lcu-id-aliasing']],
    ['lcu_index', 0xffffffff, ['warning lcu-id-aliasing', 'error trigger-lcu-range']],
  ])('%s %i', async (field, value, expected) => {
    const content = spoiled(oneContext, set(`${TRIGGER}.trigger_lcu.${field}`, value));
    const findings = await findingsIn(memorySource(encoded(content)), 'trigger-lcu-range', 'lcu-id-aliasing');
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
    for (const { path } of findings) expect(path).toBe(`${TRIGGER}.trigger_lcu.${field}`);
  });

  it.each(LIFTED)('is checked in core ops of later layouts', async (lift, path) => {
    const content = lift(spoiled(oneContext, set(`${TRIGGER}.trigger_lcu.lcu_index`, 256)));
    const [finding] = await findingsIn(memorySource(encoded(content)), 'trigger-lcu-range');
    expect(finding?.path).toBe(`${path}.contexts[0].operations[1].trigger.trigger_lcu.lcu_index`);
  });
});

describe('trigger_nms', () => {
  const fields = [
    'aggregator_index',
    'pred_cluster_ob_index',
    'pred_cluster_ob_cluster_index',
    'pred_cluster_ob_interface',
    'succ_prepost_ob_index',
    'succ_prepost_ob_interface',
  ];

  it.each(fields)('%s', async (field) => {
    const at = (value: number) => withTrigger({ trigger_nms: { [field]: value } });
    expect(await found(oneContext, 'trigger-nms-range', at(255))).toEqual([]);
    expect(await found(oneContext, 'trigger-nms-range', at(256))).toEqual([
      `error ${TRIGGER}.trigger_nms.${field}`,
    ]);
  });

  it('reports each of its fields that is too large', async () => {
    const all = Object.fromEntries(fields.map((field) => [field, 256]));
    expect(await found(oneContext, 'trigger-nms-range', withTrigger({ trigger_nms: all }))).toHaveLength(6);
  });
});

describe.each(['trigger_all_data_was_sent', 'trigger_all_data_was_received', 'trigger_dma_idle'])(
  '%s',
  (kind) => {
    it.each([
      [255, 0],
      [256, 1],
      [0xffffffff, 1],
    ])('waits for stream %i', async (value, count) => {
      const change = withTrigger({ [kind]: { shmifo_index: value } });
      expect(await found(oneContext, 'trigger-shmifo-range', change)).toHaveLength(count);
      const content = encoded(spoiled(oneContext, change));
      const [unmatched] = await findingsIn(memorySource(content), 'trigger-shmifo-unmatched');
      // No edge layer of this file has this index; from 256 on, no edge layer can have the index.
      expect(unmatched?.related).toEqual(count === 0 ? [] : [unmatched?.path]);
    });
  },
);

it('a trigger that only later releases know is recognised by its record, whatever the content', async () => {
  const change = withTrigger({ trigger_all_data_was_received: { shmifo_index: explicit(1) } });
  expect(await found(oneContext, 'trigger-all-data-received-unsupported', change)).toEqual([
    `warning ${TRIGGER}.trigger_all_data_was_received`,
  ]);
});
