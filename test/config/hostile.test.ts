/** Invalid settings that no user would write: each came from a fuzzer. */
import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { config } from './specimen.js';

function refusal(text: string): string {
  try {
    config(text);
  } catch (error) {
    if (isProtomdlError(error)) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('settings', () => {
  it.each([
    ['failOn: { toString: x }', 'an object'],
    ['extends: { valueOf: 1, toString: 2 }', 'an object'],
    ['severity: { frame: [error] }', 'a list'],
  ])('%s are refused, whatever the names of its members are', (text, what) => {
    expect(refusal(text)).toMatch(new RegExp(`^x\\.yaml:1:\\d+: .*, not ${what}$`));
  });

  it('with a list as a key are refused by our own check, not by the library', () => {
    const warnings: unknown[] = [];
    const { emitWarning } = process;
    process.emitWarning = (warning: unknown) => void warnings.push(warning);
    try {
      expect(refusal('? [failOn]\n: x\n')).toContain('has no key [ failOn ]');
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(warnings).toEqual([]);
  });
});
