import { describe, expect, it } from 'vitest';
import type { ContextChoice } from '../../src/page/engine/pictures.js';
import { cutToWidth } from '../../src/page/text/cut-to-width.js';
import { contextOf, offered, titleOf } from '../../src/page/views/timeline/chosen-context.js';
import { expectedOrder, timeText, triggerNear } from '../../src/page/views/timeline/expected-order.js';
import { shortPath, stepLines, triggerLines } from '../../src/page/views/timeline/step-words.js';
import type { TimelineEntry } from '../../src/tools/disasm/listing.js';
import { madeUp } from './timelines.js';

const choice = (coreOp: string, position: number): ContextChoice => ({
  path: `${coreOp}.${position < 0 ? 'preliminary_config' : `contexts[${position}]`}`,
  kind: position < 0 ? 'preliminary' : 'context',
  position,
  coreOp,
  name: '',
  operations: 1,
  offset: 0,
  bytes: 10,
});
const choices = ['network_groups[0]', 'network_groups[1].ops[0].core_op'].flatMap((coreOp) =>
  [-1, 0, 1, 12].map((position) => choice(coreOp, position)),
);

describe('the shown context', () => {
  it('is the context of the place', () => {
    const at = (path: string | null): string | undefined => contextOf(path, choices)?.path;
    expect(at('network_groups[0].contexts[1]')).toBe('network_groups[0].contexts[1]');
    expect(at('network_groups[0].contexts[12].operations[3].actions[1].none')).toBe(
      'network_groups[0].contexts[12]',
    );
    expect(at('network_groups[0].preliminary_config.operation[0]')).toBe(
      'network_groups[0].preliminary_config',
    );
    expect(at('network_groups[1].ops[0].core_op.contexts[0].metadata')).toBe(
      'network_groups[1].ops[0].core_op.contexts[0]',
    );
  });

  it('is the first context with operations, in the place’s core operation or in the file, if the address is not in a context', () => {
    const first = 'network_groups[0].contexts[0]';
    expect(contextOf('network_groups[1].ops[0].core_op', choices)?.path).toBe(choices[5]?.path);
    const idle = choices.map((each) => (each.position === 0 ? { ...each, operations: 0 } : each));
    expect(contextOf(null, idle)?.path).toBe('network_groups[0].contexts[1]');
    const still = choices.map((each) => ({ ...each, operations: each.position < 0 ? 1 : 0 }));
    expect(contextOf(null, still)?.path).toBe('network_groups[0].preliminary_config');
    for (const path of [null, '', 'header', 'network_groups[0].contexts[99]', 'contexts[0]']) {
      expect(contextOf(path, choices)?.path).toBe(first);
    }
    expect(contextOf('x', [])).toBeUndefined();
  });

  it('is one of the offered contexts, whose number is limited', () => {
    const many = Array.from({ length: 4096 }, (_, position) => choice('network_groups[0]', position));
    for (const position of [0, 1, 150, 2000, 4095]) {
      const list = offered(many, many[position]);
      expect(list).toHaveLength(200);
      expect(list).toContain(many[position]);
    }
    expect(offered(choices, choices[3])).toEqual(choices);
    expect(offered(choices, undefined)).toEqual(choices);
  });

  it('has a title', () => {
    expect(titleOf(choice('a', -1))).toBe('preliminary configuration (1 operation)');
    expect(titleOf({ ...choice('a', 3), name: 'x', operations: 2 })).toBe('context 3 x (2 operations)');
  });
});

const entry = (fromPreviousNs: bigint, uniqueId = 1): TimelineEntry => ({
  offset: 500,
  fromPreviousNs,
  member: 'trigger_lcu',
  uniqueId,
  fields: { cluster_index: 2 },
});

describe('the expected order', () => {
  it('follows the estimated time', () => {
    const order = expectedOrder([entry(100n), entry(50n), entry(0n), entry(150n)]);
    expect(order.map(({ atNs }) => atNs)).toEqual([0, 50, 50, 200]);
    expect(order.map(({ place }) => place)).toEqual([0, 0.25, 0.25, 1]);
    expect(triggerNear(order, 0.3, 0.1)).toBe(order[1]);
    expect(triggerNear(order, 0.6, 0.1)).toBeUndefined();
  });

  it('is the file’s order if no time is estimated, and accepts any number of 64 bits', () => {
    expect(expectedOrder([entry(0n), entry(0n), entry(0n)]).map(({ place }) => place)).toEqual([0, 0.5, 1]);
    expect(expectedOrder([entry(7n)]).map(({ place }) => place)).toEqual([0]);
    expect(expectedOrder([])).toEqual([]);
    for (const { place } of expectedOrder([entry(0n), entry(2n ** 64n - 1n), entry(2n ** 64n - 1n)])) {
      expect(place >= 0 && place <= 1).toBe(true);
    }
  });

  it('has times in suitable units', () => {
    expect([0, 999, 1000, 1234567, 5e12].map(timeText)).toEqual([
      '0 ns',
      '999 ns',
      '1.00 µs',
      '1.23 ms',
      '5,000 s',
    ]);
    expect(triggerLines(expectedOrder([entry(1n, 9)])[0] as never)).toEqual([
      'trigger_lcu',
      'expected after 0 ns, unique_id 9',
      'cluster_index 2',
      'at 500 (0x1f4)',
    ]);
  });
});

describe('the words for a step', () => {
  it('name the step, its place, and what it writes', () => {
    const list = madeUp(2, 2, 20_000);
    expect(stepLines(list.at(4))).toEqual([
      'write_ccw',
      'operations[1].actions[0]',
      'at 16 (0x10), 8 bytes',
      'writes 20,000 bytes (19.5 KiB) of configuration',
    ]);
    expect(stepLines(list.at(3), 1200).slice(0, 2)).toEqual(['on none', 'operations[1]']);
    expect(stepLines(list.at(3), 1200).at(-1)).toContain('1,200');
    expect(shortPath('a.preliminary_config.operation[3].actions[4]')).toBe('operation[3].actions[4]');
  });
});

describe('text in a drawing', () => {
  const measure = (text: string): number => [...text].length * 7;
  it('is cut to the available room', () => {
    expect(cutToWidth('enable_lcu', 70, measure)).toBe('enable_lcu');
    expect(cutToWidth('enable_lcu', 69, measure)).toBe('enable_l…');
    expect(cutToWidth('enable_lcu', 28, measure)).toBe('ena…');
    expect(cutToWidth('enable_lcu', 27, measure)).toBe('');
    expect(cutToWidth('enable_lcu', -3, measure)).toBe('');
    // Characters outside the basic plane are not cut in two.
    expect(cutToWidth('😀😀😀😀😀😀', 35, measure)).toBe('😀😀😀😀…');
  });
});
