/** The published schema of settings accepts exactly the settings that the reader accepts. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../scripts/rules/config-schema.js';
import { CATALOGUE as WHOLE } from '../../src/check/rules/index.js';
import { CATALOGUE, config } from './specimen.js';

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const accepts = ajv.compile(configSchema(CATALOGUE));

function isRead(text: string): boolean {
  try {
    config(text);
    return true;
  } catch {
    return false;
  }
}

/** Values that occur in settings, and some that do not. */
const leaf = fc.constantFrom<unknown>(
  'error',
  'off',
  'strict',
  'wire-truncated',
  'frame-*',
  'core',
  'frome',
  '',
  ' ',
  '2026-12-31',
  '2026-13-01',
  '60s',
  '1.5m',
  0,
  1,
  2.5,
  true,
  null,
  'runtime',
);
const value = fc.oneof({ withCrossShrink: true }, leaf, fc.array(leaf, { maxLength: 2 }), fc.constant({}));
/** Values that are mostly valid, so that both acceptance and refusal are frequent. */
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: value });
const selector = mostly(fc.constantFrom('wire-truncated', 'frame', '*-fields', 'core'));
const text = mostly(fc.constantFrom('a', 'models/**', '*.hef'));
const severity = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('wire-truncated', 'frame', '*-fields') },
    { weight: 1, arbitrary: fc.constantFrom('frome', 'f*o') },
  ),
  mostly(fc.constantFrom('error', 'warning', 'info', 'off')),
  { maxKeys: 3 },
);
const ignore = fc.record(
  {
    code: fc.oneof(selector, fc.array(selector, { minLength: 1, maxLength: 2 })),
    reason: text,
    path: text,
    files: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 })),
    expires: mostly(fc.constantFrom('2026-12-31', '2028-02-29')),
  },
  { requiredKeys: ['code', 'reason'] },
);
const override = fc.record({ files: text, severity }, { requiredKeys: ['files'] });
const settings = mostly(
  fc
    .record(
      {
        $schema: text,
        extends: mostly(fc.constantFrom<unknown>('strict', 'recommended', ['strict', 'runtime-4.8.0'])),
        severity: mostly(severity),
        ignore: mostly(fc.array(mostly(ignore), { maxLength: 2 })),
        overrides: mostly(fc.array(mostly(override), { maxLength: 2 })),
        limits: mostly(
          fc.record(
            { maxPerCode: mostly(fc.constantFrom(1, 20)), budget: mostly(fc.constantFrom('60s', '1.5m')) },
            { requiredKeys: [] },
          ),
        ),
        failOn: mostly(fc.constantFrom('error', 'never', 'runtime')),
        baseline: text,
        unknown: value,
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map(({ unknown, ...rest }) => (unknown === 0 ? { ...rest, unknown } : rest)),
);

describe('the schema of settings', () => {
  it('accepts the same settings as the reader', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(settings, (object) => {
        const text = JSON.stringify(object);
        const accepted = accepts(parse(text));
        seen[accepted ? 'accepted' : 'refused']++;
        expect(accepted, text).toBe(isRead(text));
      }),
      { numRuns: Number(process.env.PROTOMDL_RUNS) },
    );
    // The comparison only proves something if both results were frequent.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(200);
  });

  it('is the published schema', () => {
    const path = new URL('../../docs/schemas/config.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configSchema(WHOLE))));
  });
});
