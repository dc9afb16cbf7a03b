import { describe, expect, it } from 'vitest';
import { EMPTY_CONFIG } from '../../src/check/config/config.js';
import { codeGroups } from '../../src/check/config/groups.js';
import { durationMs, PRESETS } from '../../src/check/config/vocabulary.js';
import { CATALOGUE as WHOLE } from '../../src/check/rules/index.js';
import { config, SELECTORS } from './specimen.js';

describe('a file of settings', () => {
  it('is read completely', () => {
    expect(
      config(`
$schema: ./config.schema.json
extends: [recommended, strict]
target: 4.20.0
device: hailo-8l
exclude: build/**
severity:
  frame-*: warning
  wire-truncated: off
ignore:
  - code: [edge-zero-transfer, frame]
    path: network_groups[0].**
    files: legacy/*.hef
    reason: known
    expires: 2027-02-28
overrides:
  - files: '*.mdl'
    severity: { core: info }
limits: { maxPerCode: 5, budget: 1.5m }
failOn: warning
baseline: base.json
`),
    ).toEqual({
      extends: ['recommended', 'strict'],
      targets: ['4.20.0'],
      devices: ['Hailo-8L'],
      exclude: ['build/**'],
      severity: [
        ['frame-*', 'warning'],
        ['wire-truncated', 'off'],
      ],
      ignore: [
        {
          codes: ['edge-zero-transfer', 'frame'],
          path: 'network_groups[0].**',
          files: ['legacy/*.hef'],
          reason: 'known',
          expires: '2027-02-28',
        },
      ],
      overrides: [{ files: ['*.mdl'], severity: [['core', 'info']] }],
      maxPerCode: 5,
      budgetMs: 90_000,
      failOn: 'warning',
      baseline: 'base.json',
    });
  });

  it.each(['', '{}', '# nothing\n', 'null', 'severity:\nlimits:\n'])('may say nothing (%j)', (text) => {
    expect(config(text)).toEqual(EMPTY_CONFIG);
  });

  it.each<[string, string | RegExp]>([
    ['severty: {}', 'x.yaml:1:1: the configuration has no key severty; did you mean severity?'],
    [
      'rules: { unknown-fields: off }',
      'x.yaml:1:1: the configuration has no key rules; did you mean severity?',
    ],
    ['a: 1\n', /x\.yaml:1:1: the configuration has no key a; it has .*extends/],
    [
      'severity:\n  wire-truncate: error',
      'x.yaml:2:18: no code or group of codes is called wire-truncate; did you mean wire-truncated?',
    ],
    [
      'severity:\n  wire-truncated: fatal',
      /x\.yaml:2:19: severity\.wire-truncated is error, warning, info, off/,
    ],
    ['severity: { wire-truncated: of }', /not of; did you mean off\?/],
    ['severity: { "frome-*": error }', 'no code matches frome-*'],
    ['severity: [error]', 'severity must be an object'],
    ['severity: { core: true }', 'not true'],
    ['extends: strickt', 'x.yaml:1:10: extends is recommended, strict, runtime-4.8.0'],
    ['extends: runtime-4.2.0', /did you mean runtime-4\.(8|20)\.0\?/],
    ['extends: []', 'extends is empty'],
    ['ignore:\n  - reason: x', 'x.yaml:2:5: an ignore needs a code'],
    ['ignore:\n  - code: core', 'an ignore needs a reason'],
    ['ignore:\n  - { code: core, reason: "" }', 'ignore[0].reason must be a string'],
    ['ignore:\n  - { code: core, reason: x, expires: 2026-02-30 }', 'expires is a day such as 2026-12-31'],
    ['ignore:\n  - { code: core, reason: x, expires: tomorrow }', 'expires is a day'],
    ['ignore:\n  - { code: core, reason: x, paths: y }', 'ignore[0] has no key paths; did you mean path?'],
    ['ignore: { code: core }', 'ignore must be a list'],
    ['overrides:\n  - severity: {}', 'an override needs files'],
    ['overrides:\n  - files: 7', 'overrides[0].files must be a string'],
    [`overrides:\n  - files: ${'x'.repeat(1001)}`, 'a pattern of more than 1000 characters'],
    ['limits: { maxPerCode: 0 }', 'limits.maxPerCode must be a whole number from 1'],
    ['limits: { maxPerCode: 1.5 }', 'whole number'],
    ['limits: { budget: 60 }', 'limits.budget must be a string'],
    ['limits: { budget: 60x }', 'limits.budget is a time such as 60s'],
    ['limits: { maxPerCod: 1 }', 'limits has no key maxPerCod; did you mean maxPerCode?'],
    ['failOn: errors', 'failOn is error, warning, info, runtime, never, not errors; did you mean error?'],
    ['baseline: [x]', 'baseline must be a string'],
    ['- a\n- b', 'the configuration must be an object'],
    ['just text', 'the configuration must be an object'],
    ['a: b: c', /^x\.yaml:1:\d+: /],
    ['extends: strict\nextends: strict', /^x\.yaml:2:1: .*unique/],
    ['severity:\n  core: info\n  "core": off', /^x\.yaml:3:3: .*unique/],
    ['{"extends": "strict",', /^x\.yaml:1:\d+: /],
    ['extends: *nothing', /x\.yaml.*nothing/],
    [bomb(), /alias/],
  ])('is refused, with the error and its place: %s', (text, message) => {
    expect(() => config(text)).toThrow(message);
    try {
      config(text);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ProtomdlError', code: 'config-invalid' });
      expect(String((error as Error).message).match(/x\.yaml/g)).toHaveLength(1);
    }
  });
});

/** Aliases of aliases, which would become 9^9 texts of ten bytes. */
function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 9; i++) {
    lines.push(`a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]`);
  }
  return lines.join('\n');
}

describe('times', () => {
  it.each([
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['0s', 0],
    ['60', undefined],
    ['-1s', undefined],
    ['1d', undefined],
    ['1e3s', undefined],
    [`${'9'.repeat(400)}s`, undefined],
  ])('%s', (text, expected) => expect(durationMs(text)).toBe(expected));
});

describe('names of codes', () => {
  it('are codes, patterns and groups', () => {
    expect(SELECTORS.codes('wire-truncated')).toEqual(['wire-truncated']);
    expect(SELECTORS.codes('frame-*')).toEqual(['frame-bad-magic', 'frame-padding-nonzero']);
    expect(SELECTORS.codes('frame')).toEqual(['frame-bad-magic', 'frame-padding-nonzero']);
    expect(SELECTORS.codes('edge')).toEqual(['edge-zero-transfer']);
    expect(() => SELECTORS.codes('edges')).toThrow('called edges; did you mean edge?');
    expect(() => SELECTORS.codes('nothing-like-any-of-them')).toThrow('protomdl explain lists them');
  });

  it('of groups stand for existing codes, and core stands for three groups', () => {
    const groups = codeGroups(WHOLE);
    for (const [name, codes] of groups) {
      expect(codes.length, name).toBeGreaterThan(0);
      expect(codes.filter((code) => !WHOLE.has(code))).toEqual([]);
      expect(new Set(codes).size).toBe(codes.length);
    }
    const three = ['wire', 'oneof', 'references'].flatMap((name) => groups.get(name) ?? []);
    three.push('no-network-groups'); // a file without network groups, in which the rules have nothing to check
    expect([...(groups.get('core') ?? [])].sort()).toEqual([...new Set(three)].sort());
    expect(WHOLE.has('core') || PRESETS.includes('core')).toBe(false);
  });
});
