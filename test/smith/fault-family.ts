/** Compares the validator's findings with the expected findings of faults, for each code. */
import { expect, it } from 'vitest';
import { type FaultFinding, type InvalidModel, smithInvalid } from '../../src/attack/smith/invalid.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';

export const SEEDS = Number(process.env.PROTOMDL_FAULT_SEEDS ?? 12);

/** Codes whose smallest models are large, so they get fewer seeds if time is short. */
const LARGE = ['too-many-contexts', 'context-count-u8-wrap'];

/**
 * Returns the differences between the validator's findings and the expected findings of an invalid model, one
 * per line.
 */
export async function complaints({ bytes, findings, also }: InvalidModel): Promise<string[]> {
  const report = await validate(memorySource(bytes), { maxPerCode: 5000 });
  if (report.error !== null) return [`unreadable: ${report.error.message}`];
  const wanted = findings.map(line);
  const codes = new Set(findings.map(({ code }) => code));
  const found = report.diagnostics
    .filter(({ code, severity }) => codes.has(code) || severity === 'error' || !also.includes(code))
    .map(line);
  return [
    ...without(wanted, found).map((text) => `missing:    ${text}`),
    ...without(found, wanted).map((text) => `unexpected: ${text}`),
  ];
}

function line({ code, severity, offset, length, count, path, related }: FaultFinding): string {
  const others = related.map((other) => ` +${other.offset}/${other.length} ${other.path}`).join('');
  return `${severity} ${code} ${offset}/${length} ×${count} "${path}"${others}`;
}

/** Returns the lines that occur more often in the first list than in the second. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((text) => {
    const i = left.indexOf(text);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/** Defines a test for each code: for every seed, the findings are exactly the expected ones. */
export function testFaults(codes: readonly string[]): void {
  it.each(codes)('%s', { timeout: 120_000 }, async (code) => {
    const lines: string[] = [];
    const seeds = LARGE.includes(code) ? Math.ceil(SEEDS / 6) : SEEDS;
    for (let seed = 1; seed <= seeds; seed++) {
      const model = await smithInvalid(code, { seed, actions: 60 });
      expect(model.findings.some((finding) => finding.code === code)).toBe(true);
      for (const complaint of await complaints(model)) lines.push(`seed ${seed}: ${complaint}`);
    }
    expect(lines).toEqual([]);
  });
}
