import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareReleases } from '../../src/base/diagnostics/releases.js';
import { fieldSince } from '../../src/base/schema/field-since.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { isKnownTo, valueSince } from '../../src/base/schema/since.js';

describe('since', () => {
  it('returns the documented release for every field and value of the schema', () => {
    const facts = new Map<string, string>();
    const text = readFileSync(new URL('./later.tsv', import.meta.url), 'utf8');
    for (const line of text.split('\n')) {
      const [type, what = '', release = ''] = line.split('\t');
      if (what !== '') facts.set(`${type} ${what.split(' ')[0]}`, release);
    }
    const answers = new Map<string, string>();
    for (const { typeName, fields } of MDL.messages) {
      for (const { name, number } of fields) {
        const since = fieldSince(typeName, number);
        if (since !== undefined) answers.set(`${typeName} ${name}`, since);
      }
    }
    for (const { typeName, values } of MDL.enums) {
      for (const { name, number } of values) {
        const since = valueSince(typeName, number);
        if (since !== undefined) answers.set(`${typeName} ${name}`, since);
      }
    }
    expect(answers).toEqual(facts);
  });

  it('returns nothing for names that the schema does not have', () => {
    expect(fieldSince('ProtoMDLMdl', 8)).toBeUndefined();
    expect(fieldSince('constructor', 1)).toBeUndefined();
    expect(valueSince('ProtoMDLHwArch', 99)).toBeUndefined();
  });

  it('compares releases by their numbers', () => {
    const releases = ['5.0.0', '4.8.0', '4.20.0', '4.10.0', '4.9.1', '4.9.0'];
    expect(releases.sort(compareReleases)).toEqual(['4.8.0', '4.9.0', '4.9.1', '4.10.0', '4.20.0', '5.0.0']);
    expect(compareReleases('4.8', '4.8.0')).toBe(0);
    expect(isKnownTo('4.8.0', undefined)).toBe(true);
    expect(isKnownTo('4.8.0', '4.10.0')).toBe(false);
    expect(isKnownTo('4.10.0', '4.10.0')).toBe(true);
    expect(isKnownTo('5.0.0', '4.21.0')).toBe(true);
  });
});
