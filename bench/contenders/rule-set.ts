import type { Library } from './library.js';

/** Codes that a contender checks, with commas between them, as the bench passes them; empty for all codes. */
const { PROTOMDL_CODES = '' } = process.env;

type Policy = NonNullable<NonNullable<Parameters<Library['validate']>[1]>['policy']>;

/** Returns a policy with only the given codes, as `--only` does. */
export function policyOf({ CATALOGUE }: Library): Policy | undefined {
  if (PROTOMDL_CODES === '') return undefined;
  const wanted = new Set(PROTOMDL_CODES.split(','));
  const others = [...CATALOGUE.keys()].filter((code) => !wanted.has(code));
  return { levels: new Map(others.map((code) => [code, 'off'])) };
}
