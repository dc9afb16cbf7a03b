import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';

/** If a request has at most this number of values, all its mistakes are reported; otherwise only the first. */
const ALL_FAULTS_VALUES = 1_000;

const strict = { removeAdditional: false, strict: false } as const;

/**
 * Compiles schemas of requests. Values of a body are not converted: "5" is not a number. Parameters of the query and
 * the path are text, so they are converted.
 */
export function compileSchemas(server: FastifyInstance): void {
  const first = new Ajv({ ...strict, coerceTypes: false });
  const all = new Ajv({ ...strict, coerceTypes: false, allErrors: true });
  const converting = new Ajv({ ...strict, coerceTypes: true, useDefaults: true, allErrors: true });
  server.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart !== 'body') return converting.compile(schema as object);
    const isRight = first.compile(schema as object);
    let faultsOf: ValidateFunction | undefined;
    const validate = (body: unknown): boolean => {
      if (isRight(body)) return true;
      validate.errors = isRight.errors ?? [];
      if (countValues(body, ALL_FAULTS_VALUES) > 0) {
        faultsOf ??= all.compile(schema as object);
        faultsOf(body);
        validate.errors = faultsOf.errors ?? validate.errors;
      }
      return false;
    };
    validate.errors = [] as ErrorObject[];
    return validate;
  });
}

/** Returns the budget minus the number of values in `value`, including nested values; stops at 0. */
function countValues(value: unknown, budget: number): number {
  let left = budget - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const key in value) {
    if (left <= 0) break;
    left = countValues((value as Record<string, unknown>)[key], left);
  }
  return left;
}
