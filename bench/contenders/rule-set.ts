import type { Library } from './library.js';

/** The codes that a contender is to look for, as the bench passes them: commas between them; all without. */
const { PROTOMDL_CODES = '' } = process.env;

type Policy = NonNullable<NonNullable<Parameters<Library['validate']>[1]>['policy']>;

/** Returns a policy with only the given codes, as `--only` does. */
export function policyOf({ CATALOGUE }: Library): Policy | undefined {
  if (PROTOMDL_CODES === '') return undefined;
  const wanted = new Set(PROTOMDL_CODES.split(','));
  const others = [...CATALOGUE.keys()].filter((code) => !wanted.has(code));
  return { levels: new Map(others.map((code) => [code, 'off'])) };
}
