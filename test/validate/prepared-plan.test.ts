import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { TYPE_MESSAGE } from '../../src/base/schema/table.js';
import { builtPlan } from '../../src/check/validate/built-plan.js';
import { preparePlan, revivePlan } from '../../src/check/validate/prepared-plan.js';
import { NONE_PLACED } from '../../src/check/validate/reference-fields.js';
import { storedPlan } from '../../src/check/validate/stored-plan.js';
import { validationPlan } from '../../src/check/validate/subscription.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { planOf } from '../../src/read/scan/unroll.js';

/** Through JSON, as in the build. */
function revived(plan: ReturnType<typeof planOf>) {
  const { columns, bytes } = preparePlan(plan);
  return revivePlan({ columns: JSON.parse(JSON.stringify(columns)), bytes: Uint8Array.from(bytes) }, MDL);
}

describe('a plan that was prepared', () => {
  it('is the plan of validation', () => {
    const { plan } = validationPlan(NONE_PLACED);
    const again = revived(plan);
    expect(again).toEqual(plan);
    // Fields are the schema's own objects, not copies.
    expect(again.schema).toBe(MDL);
    expect(again.entryField.every((field, i) => field === plan.entryField[i])).toBe(true);
    plan.fields.forEach((fields, node) => {
      for (const [number, field] of fields) expect(again.fields[node]?.get(number)).toBe(field);
    });
    for (const [name, column] of Object.entries(plan)) {
      const other = (again as unknown as Record<string, unknown>)[name];
      if (ArrayBuffer.isView(column)) expect(other?.constructor, name).toBe(column.constructor);
    }
  });

  it('has members that V8 finds without a hash', () => {
    setFlagsFromString('--allow-natives-syntax');
    try {
      const isFast = new Function('object', 'return %HasFastProperties(object)') as (
        object: object,
      ) => boolean;
      const { plan } = validationPlan(NONE_PLACED);
      expect([isFast(plan), isFast(revived(plan))]).toEqual([true, true]);
    } finally {
      setFlagsFromString('--no-allow-natives-syntax');
    }
  });

  it('is any other plan', () => {
    const names = MDL.messages.map(({ typeName }) => typeName);
    const fields = MDL.messages.flatMap(({ typeName, fields }) =>
      fields
        .filter(({ repeated, type }) => !repeated && type !== TYPE_MESSAGE)
        .map(({ name }) => `${typeName}.${name}`),
    );
    const some = (from: readonly string[]) => fc.uniqueArray(fc.constantFrom(...from), { maxLength: 8 });
    const bound = fc.record({
      field: fc.constantFrom(...fields),
      max: fc.constantFrom(-1, 0, 7, 255, 2 ** 31, 2 ** 32 - 2, 2 ** 53 - 1),
    });
    const subscription: fc.Arbitrary<Subscription> = fc.record({
      leave: some(names),
      opaque: some(names.filter((name) => name !== 'ProtoMDLMdl')),
      bounds: fc.array(bound, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(subscription, (wanted) => {
        const plan = planOf(MDL, wanted);
        // Plans have a hundred thousand members: this is ten times as fast as a comparison that explains
        // differences.
        if (!isDeepStrictEqual(revived(plan), plan)) expect(revived(plan)).toStrictEqual(plan);
      }),
      { numRuns: 40 },
    );
  });

  it('cannot be made of what no column holds', () => {
    const { plan } = validationPlan(NONE_PLACED);
    for (const odd of [{ kept: new Map([[1, () => 0]]) }, { sets: [Number.NaN] }, { sets: [new Date(0)] }]) {
      expect(() => preparePlan({ ...plan, ...odd } as unknown as typeof plan)).toThrow('no column holds');
    }
  });

  it('is stored by the build only', () => {
    expect(builtPlan).toBeUndefined();
    expect(storedPlan()).toBeUndefined();
  });
});
