import type { BlobRow } from './rows.js';

/**
 * The action with its words in the message: other actions point to words after it, or have values of single
 * registers.
 */
const CONFIGURATION = 'write_data_ccw';

/** Returns the size of the configuration words among a message's blobs, in bytes. */
export function configurationBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { name, bytes }) => (name === CONFIGURATION ? sum + bytes : sum), 0);
}

/** Returns the size of all other blobs of actions, in bytes: values of registers. */
export function registerBytes(blobs: readonly BlobRow[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, -configurationBytes(blobs));
}
