import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { ContainerVersion, HeaderFieldName } from '../../base/container/header.js';
import { decodeFrame } from '../../base/container/layout.js';
import { partsOf, type TakenApart } from '../../base/container/take-apart.js';
import { encodeFrame, type FrameParts } from '../../base/container/write.js';
import type { Attempt } from './attempt-queue.js';
import type { Subject } from './subject.js';

export type Envelope = Omit<FrameParts, 'message'> | undefined;

/** Sections of a frame whose bytes can be cut. */
export const SECTIONS = ['ccws', 'additionalInfo', 'trailing', 'padding'] as const;

export async function putInto(
  envelope: Envelope,
  message: Uint8Array,
  checksums: ChecksumProvider,
): Promise<Uint8Array> {
  return envelope === undefined ? message : encodeFrame({ ...envelope, message }, checksums);
}

/**
 * Returns the envelope of a file. Header fields that are correct are recomputed for every candidate. Wrong
 * fields stay unchanged, because they may be the fault.
 * @param keepHeader true to keep correct fields unchanged as well
 */
export async function envelopeOf(
  file: Extract<TakenApart, { framing: 'framed' }>,
  keepHeader: boolean,
  checksums: ChecksumProvider,
): Promise<Envelope> {
  const { frame } = file;
  // The correct header is computed with the file's own padding. For candidates, padding up to an alignment is
  // recomputed.
  const exact = partsOf(file);
  const truth = decodeFrame(await encodeFrame(exact, checksums), frame.version, frame.form);
  const claim: Partial<Record<HeaderFieldName, bigint>> = {};
  for (const [index, { name, hex }] of frame.fields.entries()) {
    if (keepHeader || truth.fields[index]?.hex !== hex) claim[name] = BigInt(`0x${hex}`);
  }
  const { message: _, padding: __, ...rest } = exact;
  const other = new Uint8Array(file.message.length === 1 ? 2 : 1);
  const aligned = partsOf(file, other).padding === undefined;
  const padding = aligned || exact.padding === undefined ? {} : { padding: exact.padding };
  return { ...rest, ...padding, ...(Object.keys(claim).length > 0 && { claim }) };
}

/** Returns the smallest frame of a version: only the message, with a correct header. */
function plainFrame(version: ContainerVersion): Envelope {
  return version === 3 ? { version, padding: new Uint8Array(0) } : { version };
}

export function frameAttempts(subject: Subject): Attempt[] {
  const { envelope } = subject;
  if (envelope === undefined) return [];
  // Removes the padding, which can be as long as the rest of a small file.
  const unpadded = envelope.version === 3 ? { ...envelope, padding: new Uint8Array(0) } : undefined;
  const versions = [plainFrame(1), plainFrame(0), plainFrame(envelope.version)];
  const envelopes: Envelope[] = [undefined, ...versions, ...(unpadded === undefined ? [] : [unpadded])];
  return envelopes.map((other, index) => ({
    weight: envelopes.length - index,
    candidate: (at) => at.enveloped(other),
  }));
}
