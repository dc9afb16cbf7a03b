import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { hashOf, MAGIC } from '../frames.js';
import { NO_RULES } from '../reports.js';
import { agree, type Target } from '../target.js';

interface Judgement {
  framing: 'bare' | 'framed';
  version: number | null;
  checksum: string;
  /** Codes about the header and the bytes it covers. */
  codes: string[];
}

/** Codes that this module decides; other codes with these prefixes depend on the message. */
const JUDGED = [
  'frame-truncated-header',
  'frame-bad-magic',
  'frame-version-unsupported',
  'frame-length-mismatch',
  'frame-size-wrap',
  'frame-checksum-mismatch',
  'frame-proto-checksum-mismatch',
  'frame-padding-exceeds-ccws',
  'frame-proto-too-large',
  'frame-padding-nonzero',
  'frame-zero-point-misaligned',
  'frame-reserved-nonzero',
];

export const container: Target = {
  name: 'container',
  about: 'verdicts on framing, header, sizes and checksums equal the verdicts of a second implementation',
  shape: 'file',
  // Padding aligns sections to 4096 bytes, so inputs are longer than by default.
  maxLength: 6000,
  async open() {
    return {
      async run(input) {
        const report = await validate(memorySource(input), { checksums: nodeChecksums, rules: NO_RULES });
        const { framing, version, checksum } = report.container;
        const found = report.diagnostics.map(({ code }) => code).filter((code) => JUDGED.includes(code));
        const ours = { framing, version, checksum, codes: [...new Set(found)].sort() };
        const theirs = judged(Buffer.from(input));
        // A file of another known type has only the finding `frame-bad-magic`, regardless of its container.
        if (report.lookalike !== undefined) theirs.codes = ['frame-bad-magic'];
        agree(`${theirs.framing} ${theirs.codes.join(' ')}`, ours, { ...theirs, codes: theirs.codes.sort() });
        return [`${framing} ${version} ${checksum} ${ours.codes}`];
      },
    };
  },
};

/** Judges the container of a file by the format's rules, from all bytes at once. */
function judged(file: Buffer): Judgement {
  const size = file.length;
  const hasMagic = size > 0 && file.subarray(0, 4).equals(Buffer.from(MAGIC.subarray(0, Math.min(4, size))));
  const isPlausible = plausible(file);
  const isFramed = size > 0 && (hasMagic || !mayBeginMessage(file[0]) || isPlausible);
  const judgement: Judgement = {
    framing: isFramed ? 'framed' : 'bare',
    version: null,
    checksum: 'none',
    codes: [],
  };
  if (!isFramed) return judgement;
  const { codes } = judgement;
  if (!hasMagic) codes.push('frame-bad-magic');
  if (!hasMagic && !isPlausible) return judgement;
  if (size < 8) {
    codes.push('frame-truncated-header');
    return judgement;
  }
  const version = file.readUInt32BE(4);
  judgement.version = version;
  const headerSize = [32, 28, 44, 56][version];
  if (headerSize === undefined) codes.push('frame-version-unsupported');
  else if (size < headerSize) codes.push('frame-truncated-header');
  else judgeFrame(file, version, judgement);
  return judgement;
}

function mayBeginMessage(byte: number | undefined): boolean {
  // A message cannot begin with field 0, the end of a group, or one of the two undefined wire types.
  return byte !== undefined && byte > 7 && ![4, 6, 7].includes(byte % 8);
}

/** True if the bytes after a damaged magic look like a header. */
function plausible(file: Buffer): boolean {
  if (file.length < 12) return false;
  const headerSize = [32, 28, 44, 56][file.readUInt32BE(4)];
  const message = file.readUInt32BE(8);
  if (headerSize === undefined || message === 0 || message > 0x7fff_ffff) return false;
  // The decision is made on 64 bytes, so that a stream is judged like a file.
  if (file.length < 64 && headerSize + message > file.length) return false;
  return mayBeginMessage(file[headerSize]);
}

interface Reading {
  readonly headerSize: number;
  /** Total size that the header claims for the parts after the header. */
  readonly claimed: bigint;
  readonly reserved: readonly [from: number, end: number];
  readonly hash: readonly ['md5' | 'crc32' | 'xxh3', number, number];
}

function readingOf(file: Buffer, version: number): Reading {
  const message = BigInt(file.readUInt32BE(8));
  const more = (at: number): bigint => file.readBigUInt64BE(at);
  switch (version) {
    case 0:
      return { headerSize: 32, claimed: message, reserved: [12, 16], hash: ['md5', 16, 32] };
    case 1:
      return { headerSize: 28, claimed: message + more(16), reserved: [24, 28], hash: ['crc32', 12, 16] };
    case 2:
      return { headerSize: 44, claimed: message + more(20), reserved: [28, 44], hash: ['xxh3', 12, 20] };
    default:
      return {
        headerSize: 56,
        claimed: message + more(20) + more(32),
        reserved: [48, 56],
        hash: ['xxh3', 12, 20],
      };
  }
}

/** Reads the header of version 1 as a withdrawn release of the runtime does: 32 bytes, with an MD5. */
function withdrawnReading(file: Buffer): Reading {
  const claimed = BigInt(file.readUInt32BE(8) + file.readUInt32BE(12));
  return { headerSize: 32, claimed, reserved: [0, 0], hash: ['md5', 16, 32] };
}

const modulo = (value: bigint): bigint => ((value % 2n ** 64n) + 2n ** 64n) % 2n ** 64n;
const adds = (file: Buffer, { headerSize, claimed }: Reading): boolean =>
  BigInt(file.length - headerSize) === claimed;
const addsModulo = (file: Buffer, { headerSize, claimed }: Reading): boolean =>
  modulo(BigInt(file.length - headerSize)) === modulo(claimed);

function judgeFrame(file: Buffer, version: number, judgement: Judgement): void {
  let reading = readingOf(file, version);
  if (
    version === 1 &&
    file.length >= 32 &&
    !addsModulo(file, reading) &&
    adds(file, withdrawnReading(file))
  ) {
    reading = withdrawnReading(file);
  }
  const { codes } = judgement;
  const { headerSize } = reading;
  const message = file.readUInt32BE(8);
  if (file.subarray(...reading.reserved).some((byte) => byte !== 0)) codes.push('frame-reserved-nonzero');
  if (message > 0x7fff_ffff) codes.push('frame-proto-too-large');
  const fits = addsModulo(file, reading);
  if (!fits) codes.push('frame-length-mismatch');
  else if (!adds(file, reading)) codes.push('frame-size-wrap');
  if (version === 3) judgePadding(file, fits, codes);
  judgement.checksum = 'skipped';
  if (!fits) return;
  const [algorithm, from, end] = reading.hash;
  const isRight = hashOf(algorithm, file.subarray(headerSize)) === file.toString('hex', from, end);
  if (!isRight) codes.push('frame-checksum-mismatch');
  // The hash of a truncated message is not verified.
  const ofMessage = version === 3 && file.readBigUInt64BE(40) !== 0n && headerSize + message <= file.length;
  const isMessageRight =
    !ofMessage || hashOf('xxh3', file.subarray(56, 56 + message)) === file.toString('hex', 40, 48);
  if (!isMessageRight) codes.push('frame-proto-checksum-mismatch');
  judgement.checksum = isRight && isMessageRight ? 'verified' : 'mismatch';
}

function judgePadding(file: Buffer, fits: boolean, codes: string[]): void {
  const message = file.readUInt32BE(8);
  const padding = file.readUInt32BE(28);
  if (BigInt(padding) > file.readBigUInt64BE(20)) {
    codes.push('frame-padding-exceeds-ccws');
    return;
  }
  if (!fits) return;
  const from = 56 + message;
  if ((from + padding) % 4096 !== 0) codes.push('frame-zero-point-misaligned');
  if (file.subarray(from, from + padding).some((byte) => byte !== 0)) codes.push('frame-padding-nonzero');
}
