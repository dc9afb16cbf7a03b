import { createHash } from 'node:crypto';
import type { Calibration } from './calibration.js';
import { SLOTS } from './hashing.js';

/** Number of hashed weights that share a scale. */
const BLOCK = 256;
const MAGIC = 'FRM2';
const CHECKSUM_BYTES = 32;

export interface Model {
  type: 'email' | 'sms';
  /** First hex digits of the checksum. */
  version: string;
  bias: number;
  /** Weights of the named features, in log odds. */
  named: ReadonlyMap<string, number>;
  /** Weights of the hash slots, each 8 bits and multiplied by the scale of its block. */
  slots: Int8Array;
  scales: Float32Array;
  calibration: Calibration;
  /** Share of fraud for which scores are calibrated, unless the caller gives another share. */
  prior: number;
  /** Maximum by which hashed words may lower the log odds. */
  wordBound: number;
  /** A message counts as fraud from this calibrated probability on. */
  threshold: number;
}

export interface ModelContent {
  type: 'email' | 'sms';
  bias: number;
  named: readonly (readonly [name: string, weight: number])[];
  /** Weights of the 2^18 hash slots. */
  slots: Float64Array;
  calibration: Calibration;
  prior: number;
  wordBound: number;
  threshold: number;
}

export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';
}

/**
 * Layout of the file: magic, length of the header, header (JSON), scales (f32 little-endian), slots (i8), SHA-256 of
 * all preceding bytes.
 */
export function encodeModel(content: ModelContent): Uint8Array {
  const header = Buffer.from(
    JSON.stringify({
      type: content.type,
      threshold: content.threshold,
      prior: content.prior,
      wordBound: content.wordBound,
      bias: sixtyFourths(content.bias),
      calibration: content.calibration,
      named: Object.fromEntries(content.named.map(([name, weight]) => [name, sixtyFourths(weight)])),
    }),
  );
  const blocks = SLOTS / BLOCK;
  const out = Buffer.alloc(8 + header.length + blocks * 4 + SLOTS + CHECKSUM_BYTES);
  out.write(MAGIC, 0, 'latin1');
  out.writeUInt32LE(header.length, 4);
  header.copy(out, 8);
  const scalesAt = 8 + header.length;
  const slotsAt = scalesAt + blocks * 4;
  for (let block = 0; block < blocks; block++) {
    let largest = 0;
    for (let at = block * BLOCK; at < (block + 1) * BLOCK; at++)
      largest = Math.max(largest, Math.abs(content.slots[at] as number));
    const scale = Math.fround(largest / 127);
    out.writeFloatLE(scale, scalesAt + block * 4);
    for (let at = block * BLOCK; at < (block + 1) * BLOCK; at++) {
      out.writeInt8(
        scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round((content.slots[at] as number) / scale))),
        slotsAt + at,
      );
    }
  }
  checksum(out.subarray(0, slotsAt + SLOTS)).copy(out, slotsAt + SLOTS);
  return out;
}

/** @throws ModelFileError if the bytes are damaged or have another format */
export function decodeModel(bytes: Uint8Array): Model {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 8 + CHECKSUM_BYTES || file.toString('latin1', 0, 4) !== MAGIC)
    throw new ModelFileError('The file is no model of this format.');
  const sum = checksum(file.subarray(0, file.length - CHECKSUM_BYTES));
  if (!sum.equals(file.subarray(file.length - CHECKSUM_BYTES)))
    throw new ModelFileError('The checksum of the model does not match its bytes.');
  const headerLength = file.readUInt32LE(4);
  const scalesAt = 8 + headerLength;
  const blocks = SLOTS / BLOCK;
  if (file.length !== scalesAt + blocks * 4 + SLOTS + CHECKSUM_BYTES)
    throw new ModelFileError('The length of the model does not fit its header.');
  const header = JSON.parse(file.toString('utf8', 8, scalesAt)) as Omit<
    Model,
    'named' | 'slots' | 'scales' | 'version'
  > & { named: Record<string, number> };
  const scales = Float32Array.from({ length: blocks }, (_, block) => file.readFloatLE(scalesAt + block * 4));
  const slotsAt = scalesAt + blocks * 4;
  return {
    type: header.type,
    version: sum.toString('hex', 0, 4),
    bias: header.bias,
    named: new Map(Object.entries(header.named)),
    slots: new Int8Array(file.subarray(slotsAt, slotsAt + SLOTS)),
    scales,
    calibration: header.calibration,
    threshold: header.threshold,
    prior: header.prior,
    wordBound: header.wordBound,
  };
}

export function slotWeight(model: Model, slot: number): number {
  return (model.slots[slot] as number) * (model.scales[slot >>> 8] as number);
}

// Rounds a named weight to a multiple of 1/64.
function sixtyFourths(weight: number): number {
  return Math.round(weight * 64) / 64;
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
