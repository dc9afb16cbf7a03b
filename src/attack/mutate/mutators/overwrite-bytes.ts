import { type BytesMutator, bytesPlace } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { inBytes } from '../wording.js';

const VALUES: readonly (readonly number[])[] = [
  [0x00],
  [0x7f],
  [0x80],
  [0xff],
  [0x00, 0x00],
  [0xff, 0xff],
  [0x00, 0x80],
  [0xff, 0xff, 0xff, 0x7f],
  [0x00, 0x00, 0x00, 0x80],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x08],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
];

export const overwriteBytes: BytesMutator = {
  name: 'overwrite-bytes',
  summary: 'write boundary values over bytes of the message, wherever they fall',
  weight: 3,
  stage: 'message',
  choose({ bytes }, random) {
    const values = VALUES.filter(({ length }) => length <= bytes.length);
    if (values.length === 0) return undefined;
    const by = Uint8Array.from(random.pick(values));
    return { index: random.next(bytes.length - by.length + 1), bytes: toBase64(by) };
  },
  perform({ bytes, base }, args) {
    const by = args.bytes('bytes');
    const index = args.number('index', Math.max(0, bytes.length - by.length));
    bytes.set(by.subarray(0, bytes.length - index), index);
    return {
      bytes,
      sentence: `writes a boundary value over ${inBytes(by.length)}`,
      place: bytesPlace(base + index, by.length),
    };
  },
};
