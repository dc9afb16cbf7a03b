import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/check/config/read-settings.js';
import { levels, settings } from './specimen.js';

describe('settings', () => {
  it('give no policy if they equal the defaults', () => {
    expect(settings('').policyFor('a.hef')).toBeUndefined();
    expect(settings('extends: recommended').policyFor('a.hef')).toBeUndefined();
  });

  it('turn warnings into errors with `strict`, and leave remarks unchanged', () => {
    expect(settings('extends: strict').policyFor('a.hef')).toEqual({ shift: { warning: 'error' } });
  });

  it('set a release as the target, by a preset or by name', () => {
    expect(settings('extends: runtime-4.20.0').policyFor('a.hef')).toEqual({ targets: ['4.20.0'] });
    expect(settings('target: [4.23.0, 4.8.0]').policyFor('a.hef')).toEqual({ targets: ['4.8.0', '4.23.0'] });
    expect(settings("target: '4.20'").targets).toEqual(['4.20.0', '4.20.1']);
    expect(settings('extends: runtime-4.20.0', { targets: ['4.8.0'] }).targets).toEqual(['4.8.0']);
  });

  it('give precedence to the later source: preset, settings, overrides, command line', () => {
    const text = `
extends: runtime-4.20.0
severity: { edge-zero-transfer: info, frame-bad-magic: warning, wire-truncated: info }
overrides:
  - { files: '*.hef', severity: { frame-bad-magic: info, wire-truncated: warning } }
  - { files: 'old/**', severity: { frame-bad-magic: 'off' } }
`;
    const choices = { severity: [['wire-truncated', 'error']] as const };
    expect(levels(settings(text, choices), 'a.mdl')).toEqual({
      'edge-zero-transfer': 'info',
      'frame-bad-magic': 'warning',
      'wire-truncated': 'error',
    });
    expect(levels(settings(text), 'a.hef')).toMatchObject({
      'frame-bad-magic': 'info',
      'wire-truncated': 'warning',
    });
    expect(levels(settings(text), 'old/a.hef')).toMatchObject({ 'frame-bad-magic': 'off' });
  });

  it('prefer the code’s own name to patterns and groups, in any order', () => {
    const all = settings('severity: { frame-bad-magic: info, frame: warning, "frame-*": error }');
    expect(levels(all)).toEqual({ 'frame-bad-magic': 'info', 'frame-padding-nonzero': 'error' });
  });

  it('ignore findings in files, at paths, and until a date', () => {
    const some = settings(`
ignore:
  - { code: frame, reason: x, files: 'old/*' }
  - { code: wire-truncated, reason: x, path: 'network_groups[0].**' }
  - { code: edge-zero-transfer, reason: today, expires: 2026-12-31 }
  - { code: unknown-fields, reason: gone, expires: 2026-12-30 }
`);
    expect(levels(some, 'new/a.hef')).toEqual({ 'edge-zero-transfer': 'off' });
    expect(levels(some, 'old/a.hef')).toEqual({
      'frame-bad-magic': 'off',
      'frame-padding-nonzero': 'off',
      'edge-zero-transfer': 'off',
    });
    expect(some.policyFor('a')?.ignores).toEqual([
      { codes: new Set(['wire-truncated']), path: 'network_groups[0].**' },
    ]);
    expect(some.expired).toMatchObject([{ codes: ['unknown-fields'], reason: 'gone' }]);
  });

  it('keep only the codes of --only, except those of --ignore', () => {
    const choices = { only: ['frame', 'unknown-fields'], ignore: ['frame-padding-nonzero'] };
    expect(levels(settings('severity: { wire-truncated: info }', choices))).toEqual({
      'wire-truncated': 'off',
      'edge-zero-transfer': 'off',
      'frame-padding-nonzero': 'off',
    });
  });

  it('match quickly even with hostile patterns', () => {
    const pattern = `${'*a'.repeat(100)}b`;
    const hostile = settings(
      JSON.stringify({
        overrides: [{ files: [pattern], severity: { frame: 'off' } }],
        ignore: [{ code: 'frame', files: [`**/${pattern}`], path: '**n*e'.repeat(100), reason: 'x' }],
      }),
    );
    expect(hostile.policyFor(`d/${'a'.repeat(4000)}`)).toBeUndefined();
  });

  it('are the same object for all files with the same settings, and can be sent to workers', () => {
    const some = settings(`
extends: strict
ignore: [{ code: frame, path: 'a.*', reason: x }]
overrides: [{ files: 'old/*', severity: { frame: info } }]
`);
    expect(some.policyFor('a')).toBe(some.policyFor('b'));
    expect(some.policyFor('old/a')).not.toBe(some.policyFor('a'));
    const known = new Map([['frame-bad-magic', new Map([['*', 1]])]]);
    const policy = some.policyFor('old/a', known);
    expect(policy).toMatchObject({ known });
    expect(structuredClone(policy)).toEqual(policy);
    expect(some.policyFor('old/a')).not.toHaveProperty('known');
  });
});

it('exclude skips the files that a search of directories skips', () => {
  const { isExcluded } = readSettings("exclude: [tmp, '*.draft.hef', old/a]");
  const files = [
    'tmp/a.hef',
    'x/tmp/b/a.hef',
    'x.draft.hef',
    'y/x.draft.hef',
    'old/a/b.hef',
    'old/b.hef',
    'x/old/a/b.hef',
    'a.hef',
    'tmp2/a.hef',
  ];
  expect(files.filter((file) => isExcluded(file))).toEqual(files.slice(0, 5));
});
