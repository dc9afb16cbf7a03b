import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, spoiled, without } from '../../../scripts/corpus/faults.js';
import { idle } from '../../../scripts/corpus/invalid-operations.js';
import { EXTENSION } from '../../../scripts/corpus/network.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { allowInput, doNothing, operation, whenLcu, whenReady } from '../../../scripts/corpus/operations.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { encoded, findingsIn, found, LIFTED } from '../core-op-findings.js';

const PRELIMINARY = 'network_groups[0].preliminary_config';
const waits = { unique_id: 900, ...whenLcu({ cluster: 1, lcu: 1 }) };

const append =
  (...more: Fields[]) =>
  (list: Value): Value => [...(list as Value[]), ...more];

const asap: Change = ['extensions', append(EXTENSION.PRELIMINARY_RUN_ASAP)];

describe('operations that wait', () => {
  it('are reported before the first event of a context', async () => {
    const first: Change = [`${CONTEXT}.operations[0].trigger`, () => waits];
    expect(await found(oneContext, 'first-operation-trigger', first)).toEqual([
      `info ${CONTEXT}.operations[0].trigger`,
    ]);
    expect(await found(oneContext, 'preliminary-trigger-not-none', first)).toEqual([]);
    const preliminary: Change = [`${PRELIMINARY}.operation[0].trigger`, () => waits];
    expect(await found(oneContext, 'preliminary-trigger-not-none', preliminary)).toEqual([
      `warning ${PRELIMINARY}.operation[0].trigger`,
    ]);
    expect(await found(oneContext, 'first-operation-trigger', preliminary)).toEqual([]);
  });

  it('are not reported later in a context', async () => {
    const later: Change = [`${CONTEXT}.operations[4].trigger`, () => waits];
    expect(await found(oneContext, 'first-operation-trigger', later)).toEqual([]);
  });

  it('are all reported in the preliminary configuration', async () => {
    const more = [901, 902].map((id) =>
      operation({ ...waits, unique_id: id }, { unique_id: id, ...doNothing }),
    );
    const changes: Change = [`${PRELIMINARY}.operation`, append(...more)];
    expect(await found(oneContext, 'preliminary-trigger-not-none', changes)).toHaveLength(2);
  });

  it('are not reported if the trigger has no member', async () => {
    const unset: Change = [`${CONTEXT}.operations[0].trigger`, () => ({ unique_id: 900 })];
    expect(await found(oneContext, 'first-operation-trigger', unset)).toEqual([]);
    expect(await found(oneContext, 'trigger-unset', unset)).toHaveLength(1);
  });

  it.each(LIFTED)('are reported in core ops of later layouts', async (lift, path) => {
    const content = lift(
      spoiled(
        oneContext,
        [`${CONTEXT}.operations[0].trigger`, () => waits],
        [`${PRELIMINARY}.operation[0].trigger`, () => ({ ...waits, unique_id: 901 })],
      ),
    );
    const findings = await findingsIn(
      memorySource(encoded(content)),
      'first-operation-trigger',
      'preliminary-trigger-not-none',
    );
    expect(findings.map((finding) => finding.path)).toEqual([
      `${path}.preliminary_config.operation[0].trigger`,
      `${path}.contexts[0].operations[0].trigger`,
    ]);
  });
});

it.each([[`${CONTEXT}.operations[2]`], [`${PRELIMINARY}.operation[0]`]])(
  'an operation without actions: %s',
  async (path) => {
    const empty: Change = [path, (value) => without(value, 'actions')];
    expect(await found(oneContext, 'operation-empty', empty)).toEqual([`info ${path}`]);
  },
);

it('a preliminary configuration has at most 255 operations', async () => {
  const count = (more: number): Change => [`${PRELIMINARY}.operation`, append(...idle(more))];
  expect(await found(oneContext, 'preliminary-operation-count', count(254))).toEqual([]);
  expect(await found(oneContext, 'preliminary-operation-count', count(255))).toEqual([
    `warning ${PRELIMINARY}`,
  ]);
});

describe('the inputs of a preliminary configuration that runs as soon as possible', () => {
  const CODE = 'preliminary-run-asap-input';
  const action = (id: number) => ({ unique_id: 900 + id, ...allowInput(1) });
  const letIn = (...ids: number[]): Change => [
    `${PRELIMINARY}.operation`,
    append(operation({ unique_id: 900, ...whenReady }, ...ids.map(action))),
  ];

  it('are opened by consecutive actions', async () => {
    expect(await found(oneContext, CODE, asap)).toEqual([`warning ${PRELIMINARY}`]);
    expect(await found(oneContext, CODE, asap, letIn(1))).toEqual([]);
    expect(await found(oneContext, CODE, asap, letIn(1, 2, 3))).toEqual([]);
    const twice: Change = [
      `${PRELIMINARY}.operation`,
      append(operation({ unique_id: 901, ...whenReady }, action(7))),
    ];
    expect(await found(oneContext, CODE, asap, letIn(1), twice)).toEqual([
      `warning ${PRELIMINARY}.operation[1].actions[0]`,
    ]);
  });

  it('are not checked without the extension, or without a header version', async () => {
    expect(await found(oneContext, CODE)).toEqual([]);
    expect(await found(oneContext, CODE, asap, ['header.version', () => 0n])).toEqual([]);
  });
});
