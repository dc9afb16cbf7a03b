import type { KnownFindings } from 'protomdl';

/** A baseline as JSON has it: by code and fingerprint, how many findings. */
export type Known = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** As `validate` takes it. */
export function knownFindings(known: Known): KnownFindings {
  return new Map(Object.entries(known).map(([code, counts]) => [code, new Map(Object.entries(counts))]));
}
