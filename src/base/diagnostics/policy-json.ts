import type { KnownFindings } from './fingerprint.js';
import type { PathIgnore, Policy } from './policy.js';

/** A policy as JSON, which has neither maps nor sets. */
export interface PolicyJson extends Omit<Policy, 'levels' | 'ignores' | 'known'> {
  readonly levels?: readonly (readonly [string, string])[];
  readonly ignores?: readonly {
    readonly codes: readonly string[];
    readonly path: string | { readonly source: string; readonly flags: string };
  }[];
  readonly known?: readonly (readonly [string, readonly (readonly [string, number])[]])[];
}

export function policyJson({ levels, ignores, known, ...rest }: Policy): PolicyJson {
  return {
    ...rest,
    ...(levels === undefined ? {} : { levels: [...levels] }),
    ...(ignores === undefined ? {} : { ignores: ignores.map(ignoreJson) }),
    ...(known === undefined ? {} : { known: [...known].map(([code, counts]) => [code, [...counts]]) }),
  };
}

function ignoreJson({ codes, path }: PathIgnore) {
  const { source, flags } = typeof path === 'string' ? {} : path;
  return {
    codes: [...codes],
    path: typeof path === 'string' ? path : { source: source as string, flags: flags as string },
  };
}

export function policyOf({ levels, ignores, known, ...rest }: PolicyJson): Policy {
  return {
    ...rest,
    ...(levels === undefined ? {} : { levels: new Map(levels) as NonNullable<Policy['levels']> }),
    ...(ignores === undefined
      ? {}
      : {
          ignores: ignores.map(({ codes, path }) => ({
            codes: new Set(codes),
            path: typeof path === 'string' ? path : new RegExp(path.source, path.flags),
          })),
        }),
    ...(known === undefined
      ? {}
      : { known: new Map(known.map(([code, counts]) => [code, new Map(counts)])) satisfies KnownFindings }),
  };
}
