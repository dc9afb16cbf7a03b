import fc, { type Arbitrary } from 'fast-check';
import type { AnyRoute } from '../../src/http/route.js';

/** Keywords of JSON Schema that the generator supports. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
}

/** Generates values that a schema allows, mostly small values; the integers include existing ids. */
export function valuesOf(given: unknown): Arbitrary<unknown> {
  const schema = given as Schema;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf));
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.constantFrom('general', 'a b', 'ünïcode', '日本'),
      );
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -5), max: Math.min(schema.maximum ?? 30, 600) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: Math.min(3, schema.maxItems ?? 3) });
    case 'object': {
      const { properties, required = [], patternProperties } = schema;
      if (properties === undefined) {
        const [value] = Object.values(patternProperties ?? {});
        return fc.dictionary(fc.constantFrom('a', 'b', 'client'), valuesOf(value ?? {}), {
          maxKeys: 2,
          noNullPrototype: true,
        });
      }
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner)])),
        { requiredKeys: required, noNullPrototype: true },
      );
    }
    default:
      return fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 30 }), fc.string({ maxLength: 8 }));
  }
}

/** Texts that hostile or faulty clients send instead of a value. */
export const junk: Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom(
    '',
    'null',
    '[]',
    '{}',
    '[[]]',
    '-1',
    '0',
    '9007199254740993',
    '1e3',
    '1.0',
    ' 1',
    '2147483648',
    '99999999999999999999',
    'true',
    '"',
    '\0',
    '\ud800',
    '[1,"a",null]',
    '{"a":{"b":[]}}',
    '['.repeat(50),
    '__proto__',
    "'; DROP TABLE message; --",
    'x'.repeat(20_000),
    '[{"operator":"channel","operand":1}]',
    '[["is","dm"],["near",1]]',
    '[["search","(&|!"]]',
  ),
);

/** Generates values for the parameters of a route: all required parameters, and a part of the optional ones. */
export function parametersOf(route: AnyRoute): Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(route.params);
  const required = entries.filter(([, parameter]) => !parameter.optional).map(([name]) => name);
  return fc.record(
    Object.fromEntries(entries.map(([name, parameter]) => [name, valuesOf(parameter.schema)])),
    {
      requiredKeys: required,
      noNullPrototype: true,
    },
  );
}

export const pathNames = (route: AnyRoute): string[] =>
  [...route.path.matchAll(/[:*](\w+)/g)].map((match) => match[1]!);

export const filledPath = (route: AnyRoute, values: Record<string, string>): string =>
  route.path.replaceAll(/[:*](\w+)/g, (_match, name: string) =>
    encodeURIComponent((values[name] ?? '1').toWellFormed()),
  );

export const routeName = (route: AnyRoute): string => `${route.method} ${route.path}`;
