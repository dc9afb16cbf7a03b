/**
 * The single finding about a file that is not a model can be ignored, but no severity of its code makes the
 * file valid.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../src/base/diagnostics/policy.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { validate } from '../../src/check/validate/validate.js';

/** A model that was transferred as text: each LF has become CR LF. */
const SPOILT = Uint8Array.from(
  [...readFileSync(new URL('../../corpus/valid/framed-v0.hef', import.meta.url))].flatMap((byte) =>
    byte === 0x0a ? [0x0d, 0x0a] : [byte],
  ),
);
const FRAME_CODES = [...CATALOGUE.keys()].filter((code) => code.startsWith('frame-'));

async function checked(policy?: Policy) {
  const { verdict, counts, totals, diagnostics, suppressed, lookalike } = await validate(SPOILT, { policy });
  expect(lookalike).toContain('transferred in text');
  expect(diagnostics).toHaveLength(counts.error);
  return { verdict, counts, totals, suppressed };
}

/** All findings are reported, because the framing is given. */
const { totals: ALL = [] } = await validate(SPOILT, { framing: 'framed' });
const FIRST = FRAME_CODES.find((code) => ALL.some((one) => one.code === code)) as string;
const ONE = { error: 1, warning: 0, info: 0 };

describe('a model that was damaged by its transfer', () => {
  it('has one finding instead of all, and is invalid', async () => {
    expect(ALL.length).toBeGreaterThan(1);
    expect(await checked()).toEqual({
      verdict: 'invalid',
      counts: ONE,
      totals: [{ code: FIRST, severity: 'error', count: 1 }],
      suppressed: 0,
    });
  });

  it.each(['warning', 'info', 'off'] as const)('is not valid where codes of frames are %s', async (level) => {
    const { verdict, counts } = await checked({ levels: new Map(FRAME_CODES.map((code) => [code, level])) });
    expect({ verdict, counts }).toEqual({ verdict: 'invalid', counts: ONE });
  });

  it('has no finding if an ignore names its code; the ignored finding is counted once', async () => {
    expect(await checked({ ignores: [{ codes: new Set([FIRST]), path: /^/ }] })).toEqual({
      verdict: 'valid',
      counts: { error: 0, warning: 0, info: 0 },
      totals: [],
      suppressed: 1,
    });
  });

  it('keeps its finding if an ignore names other codes, which are not counted', async () => {
    const others = ALL.map(({ code }) => code).filter((code) => !FRAME_CODES.includes(code));
    const { counts, suppressed } = await checked({ ignores: [{ codes: new Set(others), path: /^/ }] });
    expect({ counts, suppressed }).toEqual({ counts: ONE, suppressed: 0 });
  });
});
