import { replaced } from '../edits.js';
import { type BytesMutator, bytesPlace } from '../mutator.js';
import { inBytes } from '../wording.js';

export const deleteBytes: BytesMutator = {
  name: 'delete-bytes',
  summary: 'take bytes out of the message; lengths around them are not repaired',
  weight: 2,
  stage: 'message',
  choose({ bytes }, random) {
    if (bytes.length === 0) return undefined;
    const length = random.between(1, Math.min(bytes.length, 64));
    return { index: random.next(bytes.length - length + 1), length };
  },
  perform({ bytes, base }, args) {
    const index = args.number('index', bytes.length);
    const length = args.number('length', bytes.length - index);
    return {
      bytes: replaced(bytes, index, length, new Uint8Array(0)),
      sentence: `takes ${inBytes(length)} out`,
      place: bytesPlace(base + index, length),
    };
  },
};
