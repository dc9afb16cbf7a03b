import { describe, expect, it } from 'vitest';
import { matchesPlace } from '../../src/base/diagnostics/policy.js';
import { codePattern, fieldPattern, filePattern } from '../../src/check/config/pattern.js';

describe('a pattern over paths of fields', () => {
  it.each([
    ['network_groups[0]', 'network_groups[0]', true],
    ['network_groups[0]', 'network_groups[1]', false],
    ['network_groups[0]', 'network_groups0', false],
    ['network_groups[*]', 'network_groups[12]', true],
    ['network_groups[*]', 'network_groups[12].contexts[0]', false],
    ['network_groups[0].**', 'network_groups[0].contexts[3].operations[2]', true],
    ['network_groups[0].**', 'network_groups[0]', false],
    ['**.actions[3]', 'network_groups[0].contexts[1].operations[17].actions[3]', true],
    ['**', '', true],
    ['*', 'a.b', false],
    ['#7', '#7', true],
    ['a.b', 'axb', false],
    ['a|b', 'a', false],
    ['(a)+', 'a', false],
  ])('%s on %s', (pattern, path, expected) => {
    expect(matchesPlace(fieldPattern(pattern), path)).toBe(expected);
  });

  it('refuses invalid patterns', () => {
    for (const compile of [fieldPattern, filePattern, codePattern]) {
      expect(() => compile('*'.repeat(1001))).toThrow('more than 1000');
    }
  });
});

describe('a pattern over files', () => {
  it.each([
    ['*.hef', 'models/a/x.hef', true],
    ['models/*.hef', 'models/x.hef', true],
    ['models/*.hef', 'models/a/x.hef', false],
    ['models/**', 'models/a/x.hef', true],
    ['./models/**', 'models/a/x.hef', true],
    ['models/**/*.{hef,mdl}', 'models/.hidden/x.mdl', true],
    ['*.hef', 'x.mdl', false],
    ['../other/*.hef', '../other/x.hef', true],
  ])('%s on %s', (pattern, path, expected) => {
    expect(filePattern(pattern)(path)).toBe(expected);
  });
});

describe('a pattern over codes', () => {
  it.each([
    ['frame-*', 'frame-bad-magic', true],
    ['*-{range,limit}', 'lcu-range', true],
    ['frame-*', 'wire-truncated', false],
  ])('%s on %s', (pattern, code, expected) => {
    expect(codePattern(pattern)(code)).toBe(expected);
  });
});
