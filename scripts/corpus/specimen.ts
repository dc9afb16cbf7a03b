/**
 * A corpus file and the findings expected of a validator, both fixed before any validator has read the file.
 */
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { type Encoded, encode, type Place } from './encode.js';
import { type Frame, frame } from './frame.js';
import type { Fields, Sequence } from './notation.js';

export type Severity = 'error' | 'warning' | 'info';
export type Checksum = 'verified' | 'mismatch' | 'skipped' | 'none';

/** A finding, whose position is given by a label. */
export interface Expected {
  readonly code: string;
  readonly severity: Severity;
  /** Label of a record; `endOf(label)` for its end, with no length. */
  readonly label: string;
  /** The path, if it differs from the labelled record's path. */
  readonly path?: string;
  readonly related: readonly string[];
  readonly count: number;
}

type More = Partial<Pick<Expected, 'path' | 'related' | 'count'>>;

const expected =
  (severity: Severity) =>
  (code: string, label: string, more: More = {}): Expected => ({
    code,
    severity,
    label,
    related: [],
    count: 1,
    ...more,
  });

export const error = expected('error');
export const warning = expected('warning');
export const info = expected('info');

/** Returns the label for the end of a labelled record. */
export function endOf(label: string): string {
  return `end of ${label}`;
}

/** Adds labels for the ends of labelled records. */
export function withEnds(places: Iterable<readonly [string, Place]>): Map<string, Place> {
  const all = new Map(places);
  for (const [label, { offset, length, path }] of [...all]) {
    all.set(endOf(label), { offset: offset + length, length: 0, path });
  }
  return all;
}

/** Labels that every specimen has. */
export const MESSAGE = 'the whole message';
/** Label of the message with the length that its header claims. */
export const CLAIMED_MESSAGE = 'the message as claimed';
export const FILE = 'the whole file';
export const END = 'the end of the file';

export interface Specimen {
  readonly name: string;
  readonly folder: 'valid' | 'invalid';
  /** Purpose of the file, in one sentence. */
  readonly about: string;
  readonly bytes: Uint8Array;
  /** The bare message inside, without missing bytes. */
  readonly message: Uint8Array;
  readonly framing: 'bare' | 'framed';
  /** Version in the header; null for a bare file. */
  readonly version: number | null;
  readonly checksum: Checksum;
  readonly places: ReadonlyMap<string, Place>;
  readonly expected: readonly Expected[];
}

export interface Plan {
  readonly name: string;
  readonly about: string;
  /** The message by schema names, or bytes to use as the message. */
  readonly content: Fields | Sequence | Uint8Array;
  readonly frame?: Frame;
  readonly checksum?: Checksum;
  /** End of the file: an offset (negative: from the end), or a number of bytes into a labelled record. */
  readonly cut?: number | { readonly label: string; readonly bytes: number };
  readonly expected?: readonly Expected[];
}

export async function specimen(folder: Specimen['folder'], plan: Plan): Promise<Specimen> {
  const encoded: Encoded =
    plan.content instanceof Uint8Array
      ? { bytes: plan.content, places: new Map() }
      : encode(ProtoMDLMdlSchema, plan.content);
  const framed = plan.frame === undefined ? undefined : await frame(encoded.bytes, plan.frame);
  const whole = framed?.bytes ?? encoded.bytes;
  const base = framed?.headerSize ?? 0;
  const bytes = whole.slice(0, cutOf(plan, encoded, base) ?? whole.length);
  const messageLength = Math.max(0, Math.min(encoded.bytes.length, bytes.length - base));
  const shifted = [...encoded.places].map(
    ([label, place]) => [label, { ...place, offset: base + place.offset }] as const,
  );
  const places = withEnds([...(framed?.places ?? []), ...shifted]);
  places.set(MESSAGE, { offset: base, length: messageLength, path: '' });
  const claimed = Number(plan.frame?.claim?.proto_size ?? encoded.bytes.length);
  places.set(CLAIMED_MESSAGE, { offset: base, length: claimed, path: '' });
  places.set(FILE, { offset: 0, length: bytes.length, path: '' });
  places.set(END, { offset: bytes.length, length: 0, path: '' });
  return {
    name: `${plan.name}.${framed === undefined ? 'mdl' : 'hef'}`,
    folder,
    about: plan.about,
    bytes,
    message: bytes.slice(base, base + messageLength),
    framing: framed === undefined ? 'bare' : 'framed',
    version: plan.frame === undefined ? null : Number(plan.frame.claim?.version ?? plan.frame.version),
    checksum: plan.checksum ?? (framed === undefined ? 'none' : 'verified'),
    places,
    expected: plan.expected ?? [],
  };
}

function cutOf({ cut }: Plan, { places }: Encoded, base: number): number | undefined {
  if (typeof cut !== 'object') return cut;
  const place = places.get(cut.label);
  if (place === undefined) throw new Error(`no label ${cut.label}`);
  return base + place.offset + cut.bytes;
}
