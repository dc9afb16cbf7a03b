import { expect, it } from 'vitest';
import { parseYaml } from '../../src/check/config/yaml.js';

const nested = (levels: number) => `a: ${'['.repeat(levels - 1)}7${']'.repeat(levels - 1)}\nb: 1`;

it('reads 512 lists and maps in each other, and no more', () => {
  const parsed = parseYaml(nested(512));
  expect('document' in parsed && JSON.stringify(parsed.document)).toBe(
    `{"a":${'['.repeat(511)}7${']'.repeat(511)},"b":1}`,
  );
  // The last bracket is one too many.
  expect(parseYaml(nested(513))).toMatchObject({
    at: 'a: '.length + 511,
    message: expect.stringContaining('nested too deeply'),
  });
});

it('says where a text has a fault, or a second document', () => {
  expect(parseYaml('a: [1')).toMatchObject({ at: 5 });
  expect(parseYaml('a: 1\n---\nb: 2')).toMatchObject({ at: 5, message: 'there is a second document' });
});

it('keeps all digits of whole numbers on request', () => {
  const parsed = parseYaml('18446744073709551615', true);
  expect('document' in parsed && parsed.document.toJS()).toBe(18446744073709551615n);
});

// V8 ends the process if it compiles a regular expression where the stack is nearly full, at some depths only.
it.each(['[', '{a: ', '- ', '? ', '!!seq ['])(
  'refuses %j a hundred thousand times, however deep the caller is',
  (text) => {
    const from = (depth: number): unknown =>
      depth === 0 ? parseYaml(text.repeat(100_000)) : from(depth - 1);
    for (const depth of [0, 100, 1000])
      expect(from(depth)).toMatchObject({ message: expect.stringContaining('nested too deeply') });
  },
);
