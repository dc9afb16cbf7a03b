import { type Finding, pathOf } from './diagnostic.js';
import { fingerprintOf, messageFingerprintOf } from './fingerprint.js';

/**
 * Number of findings by code and fingerprint; `*` instead of a fingerprint stands for all findings of the
 * code. Up to this number, findings are left out. If there are more, the new one cannot be identified, so all
 * of them count.
 */
export type KnownFindings = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Stands for all findings of a code in a baseline. */
export const ALL_FINGERPRINTS = '*';

/** Precedes fingerprints of messages, which baselines of version 1 have. */
export const OF_MESSAGE = 'message:';

/** The name under which a baseline has a finding; undefined if it does not. */
export function knownAs(known: KnownFindings | undefined, finding: Finding<string>): string | undefined {
  const { code, args, message } = finding;
  const fingerprints = known?.get(code);
  if (fingerprints === undefined) return undefined;
  if (fingerprints.has(ALL_FINGERPRINTS)) return ALL_FINGERPRINTS;
  const path = pathOf(finding);
  // All fingerprints of a file are of one version.
  const isOld = fingerprints.keys().next().value?.startsWith(OF_MESSAGE) === true;
  const name = isOld
    ? OF_MESSAGE +
      messageFingerprintOf({ code, path, message: typeof message === 'function' ? message() : message })
    : fingerprintOf({ code, path, args });
  return fingerprints.has(name) ? name : undefined;
}
