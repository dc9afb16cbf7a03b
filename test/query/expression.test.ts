import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expression, parseExpression, parseExpressions } from '../../src/tools/query/expression.js';
import { parseQuery } from '../../src/tools/query/question.js';
import { QueryMistake } from '../../src/tools/query/tokens.js';

/** Prints an expression with all of its parentheses. */
function spelled(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string'
        ? JSON.stringify(expression.value)
        : String(expression.value);
    case 'path': {
      const steps = expression.steps.map(({ name, index }) =>
        index === undefined ? name : `${name}[${index}]`,
      );
      return (expression.fromRoot ? '$.' : '') + steps.join('.');
    }
    case 'call':
      return `${expression.name}(${expression.args.map(spelled).join(', ')})`;
    case 'not':
      return `!(${spelled(expression.of)})`;
    case 'compare':
      return `(${spelled(expression.left)} ${expression.sign} ${spelled(expression.right)})`;
    default:
      return `(${spelled(expression.left)} ${expression.kind === 'and' ? '&&' : '||'} ${spelled(expression.right)})`;
  }
}

function mistake(work: () => unknown): [string, number] {
  try {
    work();
  } catch (error) {
    if (error instanceof QueryMistake) return [error.message, error.at];
    throw error;
  }
  throw new Error('no mistake');
}

const leaf: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a', 'b_1.c', '$.x.y', 'list[3].z', 'has(a)', 'f(a, 1)', 'true', '"t\\"x"', "'q'"),
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.constantFrom('0xff', '1.5', '2e3', '18446744073709551615'),
);

const { expression: arbitraryExpression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('expression').map((inner) => `!${inner}`),
    tie('expression').map((inner) => `( ${inner} )`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('&&', '||', '==', '!=', '<', '<=', '>', '>='),
        tie('expression'),
      )
      .map(([left, sign, right]) => `${left} ${sign}${right}`),
  ),
}));

describe('expressions', () => {
  it.each([
    ['a && b || c && d', '((a && b) || (c && d))'],
    ['!a == b', '(!(a) == b)'],
    ['a == b < c', '(a == (b < c))'],
    ['a < b == c && d', '(((a < b) == c) && d)'],
    ['a || b && c == 1', '(a || (b && (c == 1)))'],
    ['!(a || b)', '!((a || b))'],
    ['x[2].y == -3', '(x[2].y == -3)'],
    ['18446744073709551615 == 0x10', '(18446744073709551615 == 16)'],
    [`name == 'it\\'s'`, `(name == "it's")`],
  ])('%s is read as %s', (text, expected) => {
    expect(spelled(parseExpression(text))).toBe(expected);
  });

  it.each([String.raw`"a\tb\nc"`, String.raw`"\\ and \""`, '"é €"'])(
    'read the string %s as JSON does',
    (text) => {
      expect(parseExpression(text)).toMatchObject({ kind: 'literal', value: JSON.parse(text) });
    },
  );

  it('read a letter after a backslash as that letter', () => {
    expect(parseExpression(String.raw`'\a\é\''`)).toMatchObject({ value: "aé'" });
  });

  it('have the same meaning with all parentheses', () => {
    fc.assert(
      fc.property(arbitraryExpression, (text) => {
        const once = spelled(parseExpression(text));
        expect(spelled(parseExpression(once))).toBe(once);
      }),
    );
  });

  it('are refused with the position of the error, for any text', () => {
    const noise = fc.array(
      fc.constantFrom(
        'a',
        '&&',
        '||',
        '(',
        ')',
        '!',
        '==',
        '"',
        '[',
        ']',
        '1',
        '.',
        ',',
        '$',
        ' ',
        '-',
        'é',
        '\\',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const text = parts.join('');
        try {
          parseExpressions(text);
        } catch (error) {
          expect(error).toBeInstanceOf(QueryMistake);
          expect((error as QueryMistake).at).toBeGreaterThanOrEqual(0);
          expect((error as QueryMistake).at).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('have limited nesting', () => {
    expect(mistake(() => parseExpression('('.repeat(5000)))[0]).toContain('100 levels');
    // The expression as a whole counts as a level.
    expect(spelled(parseExpression(`${'('.repeat(99)}a${')'.repeat(99)}`))).toBe('a');
    expect(mistake(() => parseExpression(`${'('.repeat(100)}a${')'.repeat(100)}`))[0]).toContain(
      '100 levels',
    );
    expect(mistake(() => parseExpression('!'.repeat(5000)))[0]).toContain('100 levels');
    expect(mistake(() => parseExpression(`a${' && a'.repeat(3000)}`))[0]).toContain('10,000');
    expect(spelled(parseExpression(`a${' && a'.repeat(1500)}`))).toContain('a && a');
  });
});

describe('a query', () => {
  const LCU = 'network_groups[*].contexts[*].operations[*].actions[*].enable_lcu';

  it.each([
    ['cluster_idx > 1', 0, 'did you mean cluster_index?'],
    ['cluster_index > "a"', 14, 'a number is compared with a string'],
    ['cluster_index', 0, 'a condition is expected'],
    ['has(enable_lcu) && operations > 1', 19, 'a list'],
    ['metadata == 1', 0, 'did you mean has(metadata)?'],
    ['write_data_ccw.data == 1', 15, 'did you mean size(data)?'],
    ['has(1)', 0, 'takes one field'],
    ['sise(operations) > 1', 0, 'did you mean size?'],
    ['which(cluster_index) == a', 6, 'neither a oneof'],
    ['which(actions) == enable_lcu', 6, 'neither a oneof'],
    ['which(action.x) == enable_lcu', 6, 'has no field action'],
    ['which($.action) == enable_lcu', 8, 'has no field action'],
    ['which(action) == enable_lcux', 17, 'did you mean enable_lcu?'],
    ['index(metadata) == 1', 6, 'not on the path'],
    ['network_groups[0].contexts.metadata == 1', 18, 'a list'],
    // The root (`$`) does not have this field.
    ['$.cluster_index == 1', 2, 'ProtoMDLMdl has no field cluster_index'],
    ['$.header.hw_arch == NOTHING', 20, 'has no value NOTHING'],
    ['$.header.hw_arch == PROTO__HW_ARCH__HAILO8[0]', 20, 'no field PROTO__HW_ARCH__HAILO8'],
    ['true < false', 5, 'no order'],
    ['value == 1', 0, 'the selected field is a message or blob'],
    ['has(enable_lcu.cluster_index.x)', 29, 'there is nothing inside, and so no x'],
  ])('with the condition %s is refused at %i', (where, at, about) => {
    const [message, place] = mistake(() => parseQuery(LCU, { where }));
    expect(message).toContain(about);
    expect(place).toBe(at);
  });

  it.each([
    ['trigger_none.x', 'ProtoMDLTriggerNone has no field x (it has none)'],
    ['trigger_lcu.x', 'ProtoMDLTriggerLcu has no field x (it has cluster_index, lcu_index)'],
  ])('names the existing fields if %s is requested', (where, expected) => {
    const trigger = 'network_groups[*].contexts[*].operations[*].trigger';
    expect(mistake(() => parseQuery(trigger, { where: `${where} == 1` }))[0]).toContain(expected);
  });

  it.each([
    ['', 0, /^a field is expected$/],
    ['network_groups[*].contxts[*]', 18, /^ProtoMDLNetworkGroup has no field contxts \(/],
    ['network_groups[*].contxts[*].operations', 18, /^ProtoMDLNetworkGroup has no field contxts \(/],
    ['network_groups[*].contexts[*].#9', 30, /^unknown fields cannot be queried$/],
    ['$.headr', 2, /^ProtoMDLMdl has no field headr \(/],
    ['$.header.x', 9, /^ProtoMDLHeader has no field x \(/],
    ['header.hw_arch.x', 15, /^there is nothing inside hw_arch$/],
    ['header.hw_arch, x', 0, /^ProtoMDLHeader has no field x \(/],
  ])('about %s is refused at %i', (expression, at, about) => {
    const [message, place] = mistake(() => parseQuery(expression));
    expect(message).toMatch(about);
    expect(place).toBe(at);
  });

  it('may have commas in its strings, even after quotation marks in them', () => {
    const { columns } = parseQuery(String.raw`header, sdk_version == "\",", sdk_version`);
    expect(columns.map(({ text }) => text)).toEqual([String.raw`sdk_version == "\","`, 'sdk_version']);
  });

  it('computes sums of numbers only', () => {
    expect(mistake(() => parseQuery('header', { sum: ['sdk_version'] }))[0]).toContain('takes numbers');
  });
});
