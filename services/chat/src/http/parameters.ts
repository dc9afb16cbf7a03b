import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidVariable } from './errors.js';
import { parseJson } from './json-text.js';

/**
 * A parameter type: how the text of a query or form becomes a value, and the JSON Schema of that value.
 * A member of a JSON body arrives as a value already and skips `fromText`.
 */
export interface Parameter<T = unknown> {
  readonly schema: TSchema;
  /** Decodes text of the request to a value, which `check` must still accept. Throws ApiError naming the parameter. */
  fromText(text: string, name: string): unknown;
  /** Returns the value if it is valid; otherwise throws an ApiError naming the parameter. */
  check(value: unknown, name: string): T;
  readonly optional: boolean;
  readonly initial?: T;
  readonly aliases: readonly string[];
  /** True for parameters that clients send as JSON text: lists, objects and nullable values. */
  readonly json: boolean;
}

export type Value<P> = P extends Parameter<infer T> ? T : never;
export type Parameters = Record<string, Parameter<unknown>>;
export type Values<P> = { [K in keyof P]: Value<P[K]> };

function parameter<T>(
  schema: TSchema,
  fromText: (text: string, name: string) => unknown,
  problem: string,
  further?: (value: T, name: string) => T,
  json = false,
): Parameter<T> {
  const compiled = Compile(schema);
  return {
    schema,
    fromText,
    check(value, name) {
      if (!compiled.Check(value)) {
        const [first] = compiled.Errors(value);
        const place = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? '';
        throw invalidVariable(name, place ? (first?.message ?? problem) : problem, place);
      }
      return further === undefined ? (value as T) : further(value as T, name);
    },
    optional: false,
    aliases: [],
    json,
  };
}

const asIs = (text: string) => text;
const fromJson = (text: string, name: string) => {
  const value = parseJson(text);
  if (value === undefined) throw invalidVariable(name, 'is not valid JSON');
  return value;
};

/** Parameter for a text, whose length counts code points. */
export function text(options: { min?: number; max?: number } = {}): Parameter<string> {
  const { min = 0, max } = options;
  return parameter<string>(Type.String(), asIs, 'is not a string', (value, name) => {
    const length = max === undefined && min <= 1 ? value.length : [...value].length;
    if (length < min)
      throw invalidVariable(name, min === 1 ? 'cannot be empty' : `is shorter than ${min} characters`);
    if (max !== undefined && length > max)
      throw invalidVariable(name, `is too long (limit: ${max} characters)`);
    return value;
  });
}

/** Parameter for a text that is trimmed before its length is checked. */
export function trimmed(inner: Parameter<string>): Parameter<string> {
  return {
    ...inner,
    check: (value, name) => inner.check(typeof value === 'string' ? value.trim() : value, name),
  };
}

/** Parameter for text that historic clients send as JSON: `"ding"` with the quotes means `ding`. */
export function historicText(options: { min?: number; max?: number } = {}): Parameter<string> {
  const plain = text(options);
  return { ...plain, fromText: unquoted };
}

function unquoted(raw: string): string {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) return raw;
  const value = parseJson(raw);
  return typeof value === 'string' ? value : raw;
}

export function integer(options: { min?: number; max?: number } = {}): Parameter<number> {
  const schema = Type.Integer({
    minimum: options.min ?? Number.MIN_SAFE_INTEGER,
    maximum: options.max ?? Number.MAX_SAFE_INTEGER,
  });
  const bounds =
    options.min === undefined && options.max === undefined
      ? 'is not an integer'
      : `is not an integer${options.min === undefined ? '' : ` of at least ${options.min}`}${
          options.max === undefined
            ? ''
            : `${options.min === undefined ? ' of' : ' and'} at most ${options.max}`
        }`;
  return parameter<number>(schema, (raw) => (/^[+-]?\d+$/.test(raw) ? Number(raw) : raw), bounds);
}

/** Largest value in columns of ids, except for ids of messages and events. */
const MAX_ID = 2 ** 31 - 1;

/** The id of a user, channel, group or another row, but not of a message or event. */
export const id = (options: { min?: number } = {}): Parameter<number> =>
  integer({ min: options.min ?? 0, max: MAX_ID });

export const ids = (options: { maxItems?: number } = {}): Parameter<number[]> =>
  integers({ ...options, min: 0, max: MAX_ID });

export function boolean(): Parameter<boolean> {
  const words = new Map([
    ['true', true],
    ['false', false],
  ]);
  return parameter<boolean>(Type.Boolean(), (raw) => words.get(raw.toLowerCase()) ?? raw, 'is not a boolean');
}

/** Parameter with one of the given values. Numbers are read as integers. */
export function oneOf<const T extends string | number>(values: readonly T[]): Parameter<T> {
  const isNumber = typeof values[0] === 'number';
  return parameter<T>(
    Type.Enum([...values]),
    (raw) => (isNumber && /^[+-]?\d+$/.test(raw) ? Number(raw) : raw),
    `is not one of ${values.join(', ')}`,
  );
}

/** As `oneOf`, for parameters that older clients send with JSON's quotes. */
export function historicOneOf<const T extends string>(values: readonly T[]): Parameter<T> {
  return { ...oneOf(values), fromText: unquoted };
}

/** Parameter for JSON text of any schema: lists, objects, nullable values. */
export function json<S extends TSchema>(schema: S, problem = 'has a wrong shape'): Parameter<Static<S>> {
  return parameter<Static<S>>(schema, fromJson, problem, undefined, true);
}

export function integers(
  options: { min?: number; max?: number; maxItems?: number } = {},
): Parameter<number[]> {
  return json(
    Type.Array(
      Type.Integer({
        minimum: options.min ?? Number.MIN_SAFE_INTEGER,
        maximum: options.max ?? Number.MAX_SAFE_INTEGER,
      }),
      options.maxItems === undefined ? {} : { maxItems: options.maxItems },
    ),
    'is not a list of integers',
  );
}

export function texts(options: { maxItems?: number } = {}): Parameter<string[]> {
  return json(
    Type.Array(Type.String(), options.maxItems === undefined ? {} : { maxItems: options.maxItems }),
    'is not a list of strings',
  );
}

/** The JSON text `null` is null; `inner` decodes any other text. */
export function nullable<T>(inner: Parameter<T>): Parameter<T | null> {
  return {
    ...(inner as Parameter<T | null>),
    schema: Type.Union([inner.schema, Type.Null()]),
    fromText: (raw, name) => (raw === 'null' ? null : inner.fromText(raw, name)),
    check: (value, name) => (value === null ? null : inner.check(value, name)),
    json: true,
  };
}

/** Parameter for which the JSON text `null` means "absent", because zulip-js sends `null` for absent values. */
export function nullIsAbsent<T>(inner: Parameter<T>): Parameter<T | undefined> {
  return {
    ...(inner as Parameter<T | undefined>),
    schema: Type.Union([inner.schema, Type.Null()]),
    fromText: (raw, name) => (raw === 'null' ? null : inner.fromText(raw, name)),
    check: (value, name) => (value === null ? undefined : inner.check(value, name)),
    optional: true,
    json: true,
  };
}

/** A parameter with its own decoder. `check` gets the decoder's result, or a decoded member of a JSON body. */
export function custom<T>(options: {
  schema: TSchema;
  decode: (text: string, name: string) => unknown;
  check: (value: unknown, name: string) => T;
}): Parameter<T> {
  return {
    schema: options.schema,
    fromText: options.decode,
    check: options.check,
    optional: false,
    aliases: [],
    json: false,
  };
}

export function optional<T>(inner: Parameter<T>): Parameter<T | undefined>;
export function optional<T, D extends T>(inner: Parameter<T>, initial: D): Parameter<T>;
export function optional<T>(inner: Parameter<T>, initial?: T): Parameter<T | undefined> {
  return { ...inner, optional: true, ...(initial === undefined ? {} : { initial }) } as Parameter<
    T | undefined
  >;
}

/**
 * Gives the parameter another name, which clients may use instead. Different values for the two names cause the error
 * REQUEST_CONFUSING_VAR.
 */
export function alias<T>(inner: Parameter<T>, ...aliases: string[]): Parameter<T> {
  return { ...inner, aliases: [...inner.aliases, ...aliases] };
}
