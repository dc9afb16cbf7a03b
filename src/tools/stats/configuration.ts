import type { BlobRow } from './rows.js';

/** The action whose words lie in the message: the others point to words after it, or carry values of single registers. */
const CONFIGURATION = 'write_data_ccw';

/** Bytes of configuration words among blobs of a message. */
export function configurationBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { name, bytes }) => (name === CONFIGURATION ? sum + bytes : sum), 0);
}

/** Bytes of all other blobs of actions: values of registers. */
export function registerBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, -configurationBytes(blobs));
}
