import type { HeaderField } from '../../../base/container/header.js';
import { headerField, writeBigEndian } from '../header-edit.js';
import { type BytesMutator, bytesPlace } from '../mutator.js';

/** A loader that adds sizes in 64 bits finds such a file as long as it should be, and reads past its end. */
export const frameSizeWrap: BytesMutator = {
  name: 'frame-size-wrap',
  summary: 'make the header claim sizes whose sum is right only once it wraps',
  weight: 1,
  stage: 'header',
  choose({ bytes }, random) {
    const words = wordsField(bytes);
    const size = headerField(bytes, 'proto_size');
    if (words === undefined || size === undefined) return undefined;
    const old = Number(size.value);
    const by = random.pick([1, 8, 4096, 0x7fff_ffff - old, 0x8000_0000, 0xffff_ffff - old]);
    return by > 0 && old + by <= 0xffff_ffff ? { by } : undefined;
  },
  perform({ bytes, base }, args) {
    const by = BigInt(args.number('by'));
    const words = wordsField(bytes);
    const size = headerField(bytes, 'proto_size');
    if (words !== undefined && size !== undefined) {
      writeBigEndian(bytes, size.offset, 4, BigInt(size.value) + by);
      writeBigEndian(bytes, words.offset, 8, BigInt.asUintN(64, BigInt(words.value) - by));
    }
    return {
      bytes,
      sentence: `claims 0x${by.toString(16)} more bytes of message, and as many less of words, in 64 bits`,
      place: bytesPlace(base + (size?.offset ?? 0), 4),
    };
  },
};

function wordsField(bytes: Uint8Array): HeaderField | undefined {
  const field = headerField(bytes, 'ccws_size') ?? headerField(bytes, 'ccws_size_with_padding');
  // The withdrawn form of version 1 has 32 bits there.
  return field?.length === 8 ? field : undefined;
}
