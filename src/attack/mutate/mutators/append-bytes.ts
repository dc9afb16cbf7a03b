import { replaced } from '../edits.js';
import { type BytesMutator, bytesPlace } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { inBytes } from '../wording.js';

export const appendBytes: BytesMutator = {
  name: 'append-bytes',
  summary: 'put bytes after the end of the file',
  weight: 2,
  stage: 'file',
  choose({ room }, random) {
    if (room < 1) return undefined;
    const length = random.between(1, Math.min(room, 32));
    return { bytes: toBase64(random.oneIn(2) ? new Uint8Array(length) : random.bytes(length)) };
  },
  perform({ bytes, base }, args) {
    const more = args.bytes('bytes');
    return {
      bytes: replaced(bytes, bytes.length, 0, more),
      sentence: `puts ${inBytes(more.length)} after the end`,
      place: bytesPlace(base + bytes.length, more.length),
    };
  },
};
