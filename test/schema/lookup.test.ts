import { describe, expect, it } from 'vitest';
import {
  enumByName,
  enumValueName,
  fieldByName,
  fieldByNumber,
  messageByName,
} from '../../src/base/schema/lookup.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';

describe('lookup', () => {
  it('finds every message, field and value of the schema', () => {
    for (const message of MDL.messages) {
      expect(messageByName(MDL, message.typeName)).toBe(message);
      for (const field of message.fields) {
        expect(fieldByName(message, field.name)).toBe(field);
        expect(fieldByNumber(message, field.number)).toBe(field);
      }
    }
    for (const table of MDL.enums) {
      expect(enumByName(MDL, table.typeName)).toBe(table);
      for (const { number, name } of table.values) expect(enumValueName(table, number)).toBe(name);
    }
  });

  it('returns undefined for unknown names', () => {
    const root = MDL.messages[0]!;
    expect(messageByName(MDL, 'ProtoMDLHwArch')).toBeUndefined();
    expect(messageByName(MDL, 'constructor')).toBeUndefined();
    expect(enumByName(MDL, 'ProtoMDLMdl')).toBeUndefined();
    // Names are found in the schema's spelling, and not in the spelling of properties.
    expect(fieldByName(root, 'networkGroups')).toBeUndefined();
    expect(fieldByNumber(root, 0)).toBeUndefined();
    expect(fieldByNumber(root, 8)).toBeUndefined();
    const arch = enumByName(MDL, 'ProtoMDLHwArch')!;
    for (const number of [-1, 7, 99, 107, 2 ** 31 - 1]) expect(enumValueName(arch, number)).toBeUndefined();
  });

  it('returns the first of several names of a number', () => {
    const aliased = {
      typeName: 'E',
      values: [
        { number: 1, name: 'FIRST' },
        { number: 1, name: 'SECOND' },
      ],
    };
    expect(enumValueName(aliased, 1)).toBe('FIRST');
  });

  it('distinguishes schemas', () => {
    const other = { messages: [MDL.messages[3]!], enums: [] };
    expect(messageByName(other, 'ProtoMDLMdl')).toBeUndefined();
    expect(messageByName(MDL, 'ProtoMDLMdl')).toBe(MDL.messages[0]);
  });
});
