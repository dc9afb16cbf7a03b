import { describe, expect, it } from 'vitest';
import { codeText } from '../../src/base/diagnostics/catalogue.js';
import { SEVERITIES } from '../../src/base/diagnostics/diagnostic.js';
import { CATALOGUE } from '../../src/check/rules/index.js';

/** Codes about limits of protomdl, which say nothing about a runtime. */
const OURS = ['check-incomplete'];

describe.each([...CATALOGUE.values()])('the entry of $code', (info) => {
  it('has the same form as all entries', () => {
    const { code, severity, summary } = info;
    const { runtime } = codeText(info);
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(SEVERITIES).toContain(severity);
    // The problem is a phrase, and its consequences are sentences.
    expect(summary).toMatch(/^[^\n]*[^.\n]$/);
    if (OURS.includes(code)) expect(runtime).toBeUndefined();
    else expect(runtime).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

it('codes imply existing codes', () => {
  const pairs = [...CATALOGUE.values()].flatMap(({ code, implies = [] }) => {
    return implies.map((implied) => ({ code, implied }));
  });
  expect(pairs.length).toBeGreaterThan(0);
  const wrong = pairs.filter(({ code, implied }) => implied === code || !CATALOGUE.has(implied));
  expect(wrong).toEqual([]);
});
