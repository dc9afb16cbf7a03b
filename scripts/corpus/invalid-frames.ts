/** One file for each possible fault of a frame. The message inside is always valid. */
import type { Frame } from './frame.js';
import { Random } from './random.js';
import { CLAIMED_MESSAGE, END, error, FILE, info, type Plan, warning } from './specimen.js';
import { withoutWrites } from './valid-files.js';
import { oneContext } from './valid-networks.js';

const content = withoutWrites();
const v1: Frame = { version: 1 };
const v3: Frame = { version: 3, additional: new Uint8Array(80) };

/** Returns zeros except for one byte. */
function spoiledPadding(length: number): Uint8Array {
  const padding = new Uint8Array(length);
  padding[100] = 1;
  return padding;
}

/**
 * Returns the number of bytes from the end of the message in a version 3 file to the next multiple of 4096.
 */
export function paddingFor(message: number): number {
  return -(56 + message) & 4095;
}

export function invalidFrames(messageSize: number): readonly Plan[] {
  const padding = paddingFor(messageSize);
  return [
    {
      name: 'frame-truncated-header',
      about: 'The file ends inside its header.',
      content: oneContext(),
      frame: { version: 0 },
      cut: 20,
      checksum: 'none',
      expected: [error('frame-truncated-header', END, { related: [FILE] })],
    },
    {
      name: 'frame-bad-magic',
      about: 'The magic has one wrong bit; the rest of the header is plausible.',
      content: oneContext(),
      frame: { version: 0, claim: { magic: 0x01484547n } },
      expected: [error('frame-bad-magic', 'magic')],
    },
    {
      name: 'frame-version-unsupported',
      about: 'Container version 4.',
      content,
      frame: { ...v3, claim: { version: 4n } },
      checksum: 'none',
      expected: [error('frame-version-unsupported', 'version')],
    },
    {
      name: 'frame-length-mismatch',
      about: 'One byte is missing at the end of the file; the message is whole.',
      content,
      frame: { version: 2, ccws: new Random(41).bytes(64) },
      cut: -1,
      checksum: 'skipped',
      expected: [error('frame-length-mismatch', 'proto_size', { related: ['ccws_size'] })],
    },
    {
      name: 'frame-trailing-bytes',
      about: 'Bytes after the end of the sections that the header describes.',
      content,
      frame: { version: 1, ccws: new Random(42).bytes(64), claim: { ccws_size: 56n } },
      checksum: 'skipped',
      expected: [error('frame-length-mismatch', 'proto_size', { related: ['ccws_size'] })],
    },
    {
      name: 'frame-size-wrap',
      about: 'The sizes add up to the size of the file only modulo 2^64.',
      content,
      frame: {
        ...v3,
        claim: { ccws_size_with_padding: 2n ** 63n + BigInt(padding), additional_info_size: 2n ** 63n + 80n },
      },
      expected: [
        error('frame-size-wrap', 'ccws_size_with_padding', {
          related: ['proto_size', 'additional_info_size'],
        }),
      ],
    },
    {
      name: 'frame-checksum-mismatch',
      about: 'A CRC-32 with one wrong bit.',
      content,
      frame: { ...v1, claim: { crc: 0x12345678n } },
      checksum: 'mismatch',
      expected: [error('frame-checksum-mismatch', 'crc')],
    },
    {
      name: 'frame-proto-checksum-mismatch',
      about: "The checksum of the whole body is right, the message's own is not.",
      content,
      frame: { ...v3, claim: { proto_xxh3: 1n } },
      checksum: 'mismatch',
      expected: [error('frame-proto-checksum-mismatch', 'proto_xxh3')],
    },
    {
      name: 'frame-padding-exceeds-ccws',
      about: 'Padding that is larger than the section that contains it.',
      content,
      frame: { ...v3, claim: { padding_size: BigInt(padding) + 4096n } },
      expected: [
        error('frame-padding-exceeds-ccws', 'padding_size', { related: ['ccws_size_with_padding'] }),
      ],
    },
    {
      name: 'frame-proto-too-large',
      about: 'The header claims a message of 2^31 bytes: the sizes do not add up, and the message is cut.',
      content,
      frame: { ...v1, claim: { proto_size: 2n ** 31n } },
      checksum: 'skipped',
      expected: [
        error('frame-proto-too-large', 'proto_size'),
        error('frame-length-mismatch', 'proto_size', { related: ['proto_size', 'ccws_size'] }),
        error('wire-truncated', END, { related: ['proto_size', CLAIMED_MESSAGE] }),
      ],
    },
    {
      name: 'frame-padding-nonzero',
      about: 'The padding of a version 3 file has a byte that is not 0.',
      content,
      frame: { ...v3, padding: spoiledPadding(padding) },
      expected: [warning('frame-padding-nonzero', 'the nonzero byte', { related: ['the padding'] })],
    },
    {
      name: 'frame-zero-point-misaligned',
      about: 'The configuration words of a version 3 file do not begin on a page.',
      content,
      frame: { ...v3, padding: new Uint8Array(padding - 8), ccws: new Uint8Array(8) },
      expected: [warning('frame-zero-point-misaligned', 'padding_size')],
    },
    {
      name: 'frame-reserved-nonzero',
      about: 'A reserved header field is not 0.',
      content: oneContext(),
      frame: { version: 0, claim: { reserved: 7n } },
      expected: [info('frame-reserved-nonzero', 'reserved')],
    },
  ];
}
