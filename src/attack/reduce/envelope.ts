import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { ContainerVersion, HeaderFieldName } from '../../base/container/header.js';
import { decodeFrame } from '../../base/container/layout.js';
import { partsOf, type TakenApart } from '../../base/container/take-apart.js';
import { encodeFrame, type FrameParts } from '../../base/container/write.js';

/** What lies around a message: nothing (undefined), or a frame, all of it but the message. */
export type Envelope = Omit<FrameParts, 'message'> | undefined;

/** Parts of a frame that are bytes and can be cut. */
export const SECTIONS = ['ccws', 'additionalInfo', 'trailing', 'padding'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The file that a message makes in its envelope. */
export async function putInto(
  envelope: Envelope,
  message: Uint8Array,
  checksums: ChecksumProvider,
): Promise<Uint8Array> {
  return envelope === undefined ? message : encodeFrame({ ...envelope, message }, checksums);
}

/**
 * The envelope of a file. What its header says truly will be true of every candidate; what it says falsely stays
 * as it is, since that may be the fault.
 * @param keepHeader whether true fields stay as they are, too
 */
export async function envelopeOf(
  file: Extract<TakenApart, { framing: 'framed' }>,
  keepHeader: boolean,
  checksums: ChecksumProvider,
): Promise<Envelope> {
  const { frame } = file;
  // Padding as the file has it; made anew for other messages where it only fills up to a boundary.
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

/** The smallest frame of a version: the message and nothing else, every field true. */
export function plainFrame(version: ContainerVersion): Envelope {
  return version === 3 ? { version, padding: new Uint8Array(0) } : { version };
}
