/** Changes in words. Expected texts are written by hand. */
import { describe, expect, it } from 'vitest';
import { changeText, pathText, placesOf } from '../../src/show/report/diff-text.js';
import type { Change, ChangeSide, Shown } from '../../src/tools/diff/change.js';

const NOTHING: Shown = { value: null, name: null, bytes: null, hash: null, label: null };

function side(shown: Partial<Shown>, path = 'network_groups[0].contexts[1].operations[2]'): ChangeSide {
  return { path, offset: 0, shown: { ...NOTHING, ...shown } } as ChangeSide;
}

function change(parts: Partial<Change>): Change {
  const whole = { kind: 'changed', type: 'uint32', field: 'f', before: null, after: null, copyOf: null };
  return { ...whole, partner: null, firstDifference: null, ...parts } as Change;
}

/** Text of a value as it is shown for an added record. */
const shown = (type: string, value: Partial<Shown>) =>
  changeText(change({ kind: 'added', type, after: side(value) }));

describe('a value', () => {
  it.each<[string, string, Partial<Shown>]>([
    ['128', 'uint32', { value: 128 }],
    ['NHWC (0)', 'enum', { value: 0, name: 'NHWC' }],
    ['a\\u{202e}', 'float', { value: 'a\u202e' }],
    ['"conv1"', 'string', { value: 'conv1', bytes: 5 }],
    ['"a\\\\u{202e}"', 'string', { value: 'a\u202e', bytes: 4 }],
    [`"${'x'.repeat(60)}"`, 'string', { value: 'x'.repeat(60), bytes: 60 }],
    [`"${'x'.repeat(60)}…" (1,061 bytes)`, 'string', { value: 'x'.repeat(61), bytes: 1061 }],
    ['1 byte', 'bytes', { bytes: 1 }],
    ['1,600 bytes 4c95a850', 'bytes', { bytes: 1600, hash: '4c95a850' }],
    ['2 bytes', 'unknown', { bytes: 2 }],
    ['3 bytes 4c', 'message', { bytes: 3, hash: '4c' }],
    ['', 'message', {}],
    ['2.0 KiB', 'message', { bytes: 2048 }],
    ['a\\u{202e} (5 B)', 'message', { bytes: 5, label: 'a\u202e' }],
    ['layer_mux', 'oneof', { name: 'layer_mux' }],
    ['unknown (m\\n)', 'oneof', { label: 'm\n' }],
  ])('is written as %s', (text, type, value) => {
    expect(shown(type, value)).toBe(text);
  });
});

const [was, is] = [side({ value: 1 }), side({ value: 2 }, 'network_groups[0].contexts[3].operations[4]')];

describe('a change', () => {
  it.each<[string, Partial<Change>]>([
    ['1 -> 2', { before: was, after: is }],
    ['1 -> 2, from byte 4,096 on', { before: was, after: is, firstDifference: 4096 }],
    ['1 -> 2', { kind: 'switched', before: was, after: is }],
    ['2', { kind: 'added', after: is }],
    ['2, a copy of a\\n', { kind: 'added', after: is, copyOf: 'a\n' }],
    ['1', { kind: 'removed', before: was }],
    ['1, of which a\\n was a copy', { kind: 'removed', before: was, copyOf: 'a\n' }],
    ['moved to operations[4]: 2', { kind: 'moved', before: was, after: is }],
    [
      'has changed places with operations[2]',
      { kind: 'swapped', before: is, after: is, partner: { before: was, after: was } as never },
    ],
    ['cannot be read further, and differs from there on: 1 -> 2', { kind: 'broken', before: was, after: is }],
  ])('is described as %s', (text, parts) => {
    expect(changeText(change(parts))).toBe(text);
  });

  it('has both paths if the element has a new position, and the field without a path', () => {
    const both = { before: was, after: is };
    expect(pathText(change(both))).toBe(`${was.path} (now ${is.path})`);
    expect(pathText(change({ before: was, after: was }))).toBe(was.path);
    for (const kind of ['moved', 'swapped', 'switched'] as const) {
      expect(pathText(change({ ...both, kind }))).toBe(was.path);
    }
    expect(pathText(change({ after: is }))).toBe(is.path);
    expect(pathText(change({ before: was }))).toBe(was.path);
    expect(pathText(change({ before: side({}, ''), after: side({}, '') }))).toBe('f');
    expect(pathText(change({ after: side({}, 'a\n') }))).toBe('a\\n');
  });

  it('is listed with the changes of its context, or else of its network group', () => {
    const at = (path: string) => change({ after: side({}, path) });
    const paths = [
      'network_groups[0].contexts[1].operations[0].actions[3]',
      'header.version',
      'network_groups[0].network_group_name',
      'network_groups[0].preliminary_config.operation[1]',
      'network_groups[0].contexts[1].metadata',
      'network_groups[0].ops[2].core_op.contexts[0].metadata',
      'network_groups[0].ops[2].name',
      'network_groups[1]',
    ];
    const places = placesOf([...paths.map(at), change({ before: side({}, 'header') })]);
    expect(places.map(({ title, changes }) => [title, changes.length])).toEqual([
      ['network_groups[0].contexts[1]', 2],
      ['', 3],
      ['network_groups[0]', 1],
      ['network_groups[0].preliminary_config', 1],
      ['network_groups[0].ops[2].core_op.contexts[0]', 1],
      ['network_groups[0].ops[2]', 1],
    ]);
  });
});
