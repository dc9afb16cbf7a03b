import type { KnownFindings } from 'protomdl';

/** A baseline entry in JSON: numbers of findings by code and fingerprint. */
export type Known = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Converts an entry to the form that `validate` takes. */
export function knownFindings(known: Known): KnownFindings {
  return new Map(Object.entries(known).map(([code, counts]) => [code, new Map(Object.entries(counts))]));
}
