/** Removes the surroundings of a message: the frame, or the optional parts of a version's frame. */
import type { Attempt } from './attempt.js';
import { type Envelope, plainFrame } from './envelope.js';
import type { Subject } from './subject.js';

/** Makes attempts with other envelopes, the best first. */
export function frameAttempts(subject: Subject): Attempt[] {
  const { envelope } = subject;
  if (envelope === undefined) return [];
  // Padding that is recomputed for every message can be as long as the rest of a small file.
  const unpadded = envelope.version === 3 ? { ...envelope, padding: new Uint8Array(0) } : undefined;
  const versions = [plainFrame(1), plainFrame(0), plainFrame(envelope.version)];
  const envelopes: Envelope[] = [undefined, ...versions, ...(unpadded === undefined ? [] : [unpadded])];
  return envelopes.map((other, index) => ({
    weight: envelopes.length - index,
    candidate: (at) => at.enveloped(other),
  }));
}
