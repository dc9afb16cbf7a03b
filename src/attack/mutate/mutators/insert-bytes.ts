import { replaced } from '../edits.js';
import { type BytesMutator, bytesPlace } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { inBytes } from '../wording.js';

export const insertBytes: BytesMutator = {
  name: 'insert-bytes',
  summary: 'put noise or a copy of other bytes into the message; lengths around it are not repaired',
  weight: 2,
  stage: 'message',
  choose({ bytes, room }, random) {
    const most = Math.min(room, 64);
    if (most < 1) return undefined;
    const length = random.between(1, most);
    const copied = length <= bytes.length && random.oneIn(2);
    const from = copied ? random.next(bytes.length - length + 1) : 0;
    const by = copied ? bytes.subarray(from, from + length) : random.bytes(length);
    return { index: random.next(bytes.length + 1), bytes: toBase64(by) };
  },
  perform({ bytes, base }, args) {
    const by = args.bytes('bytes');
    const index = args.number('index', bytes.length);
    return {
      bytes: replaced(bytes, index, 0, by),
      sentence: `puts ${inBytes(by.length)} in`,
      place: bytesPlace(base + index, by.length),
    };
  },
};
