import type { HeaderField } from '../../../base/container/header.js';
import {
  type Frame,
  headerFieldOf,
  type LengthVerdict,
  lengthVerdict,
  printSize,
} from '../../../base/container/layout.js';
import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Related, Report } from '../../../base/diagnostics/diagnostic.js';

export const LENGTH_RULES = codesOf('frame', {
  'frame-length-mismatch': {
    ...REFUSED,
    summary: "the sizes in the header do not add up to the file's size",
    why: 'The file was cut off (an interrupted download, for example), bytes were appended, or a size is wrong.',
    runtime:
      'Rejected: {corrupted}. From 5.1 on, a version 3 file with a checksum of its message only has to ' +
      'contain the whole message (otherwise FILE_OPERATION_FAILURE).',
    wrong: '# version 1, a file of 200 bytes: 28 + 100 + 64 are 192\nproto_size: 100  ccws_size: 64',
    fix: '# 28 + 100 + 72 are 200\nproto_size: 100  ccws_size: 72',
  },
  'frame-size-wrap': {
    ...REFUSED,
    summary: "the sizes in the header add up to the file's size only modulo 2^64",
    why: 'No writer produces such sizes: the file was crafted to pass the length check.',
    runtime:
      'Passes the check in releases from 4.18, which add modulo 2^64. Read from memory, the message then ' +
      'reaches far past the buffer (4.20 crashes). Release 4.8 does not read container versions with such ' +
      'sizes.',
    wrong:
      '# version 3, 80 bytes too many, but for 2^64\nccws_size_with_padding: 0x8000000000000000\nadditional_info_size: 0x8000000000000050',
    fix: 'ccws_size_with_padding: 0  additional_info_size: 80',
  },
  'frame-proto-too-large': {
    ...REFUSED,
    implies: ['frame-length-mismatch', 'wire-truncated'],
    summary: 'the message claims 2^31 bytes or more',
    why: 'Protobuf parsers count the bytes of a message in a signed 32-bit integer.',
    runtime: 'Rejected: the parser reads the size as a negative number (INVALID_HEF).',
    wrong: 'proto_size: 0x80000000',
    fix: 'proto_size: 0x7fffffff',
  },
});

/**
 * Least size in bytes that parsers refuse: parsers count the bytes of a message in a signed 32-bit number.
 */
const MESSAGE_LIMIT = 2 ** 31;

/** Compares the sizes in the header with the size of the file. */
export function checkLength(frame: Frame, size: number, report: Report): LengthVerdict {
  if (isTooLarge(frame)) reportTooLarge(frame, report);
  const verdict = lengthVerdict(frame, size);
  if (verdict === 'differs') reportMismatch(frame, size, report);
  if (verdict === 'wraps') reportWrap(frame, size, report);
  return verdict;
}

function reportTooLarge(frame: Frame, report: Report): void {
  const { offset, length } = headerFieldOf(frame, 'proto_size');
  report({
    code: 'frame-proto-too-large',
    offset,
    length,
    path: '',
    message: `proto_size is ${printSize(frame.protoSize)}; parsers accept less than ${printSize(MESSAGE_LIMIT)}`,
  });
}

/**
 * Returns a report function for a message whose declared size exceeds the limit of parsers: findings about
 * the truncation of the message name the declared size as the cause. A truncation inside a record of the
 * message has another cause.
 */
export function namingTooLarge(frame: Frame | null, report: Report): Report {
  if (frame === null || !isTooLarge(frame)) return report;
  return (finding) => {
    const { code, related = [] } = finding;
    const around = code === 'wire-truncated' && typeof related !== 'function' ? related : [];
    const isOfMessage = around.some(
      ({ offset, length, path }) =>
        path === '' && offset === frame.messageOffset && length === frame.protoSize,
    );
    report(isOfMessage ? { ...finding, related: [tooLarge(frame), ...around] } : finding);
  };
}

function isTooLarge(frame: Frame): boolean {
  return frame.protoSize >= MESSAGE_LIMIT;
}

function tooLarge(frame: Frame): Related {
  return asRelated(headerFieldOf(frame, 'proto_size'));
}

/** Reports at the first size and names the other sizes, because it is not known which size is wrong. */
function reportMismatch(frame: Frame, size: number, report: Report): void {
  const [first, ...others] = summandsOf(frame) as [HeaderField, ...HeaderField[]];
  const claimed = BigInt(frame.claimedFileSize);
  const actual = BigInt(size);
  const difference = claimed > actual ? claimed - actual : actual - claimed;
  report({
    code: 'frame-length-mismatch',
    offset: first.offset,
    length: first.length,
    path: '',
    message: () =>
      `the header claims a file of ${printSize(frame.claimedFileSize)}, its own ${frame.headerSize} bytes included; it has ${printSize(size)}: ` +
      `${printSize(difference)} ${claimed > actual ? `${difference === 1n ? 'is' : 'are'} missing` : 'too many'}`,
    related: () => [...(isTooLarge(frame) ? [tooLarge(frame)] : []), ...others.map(asRelated)],
  });
}

/**
 * Reports at the first size that exceeds the size of the file, because only such a size can make the sum
 * wrap.
 */
function reportWrap(frame: Frame, size: number, report: Report): void {
  const summands = summandsOf(frame);
  const culprit = summands.find(({ value }) => value > size) as HeaderField;
  report({
    code: 'frame-size-wrap',
    offset: culprit.offset,
    length: culprit.length,
    path: '',
    message: () =>
      `the header claims ${printSize(frame.claimedFileSize)}, which is the file's ${printSize(size)} ` +
      `only modulo 2^64: ${culprit.name} is ${printSize(culprit.value)}`,
    related: () => summands.filter((field) => field !== culprit).map(asRelated),
  });
}

/** Returns the fields that the length equation adds up, in file order. */
function summandsOf(frame: Frame): readonly HeaderField[] {
  return frame.fields.filter(
    ({ name }) =>
      name === 'proto_size' ||
      name === 'ccws_size' ||
      name === 'ccws_size_with_padding' ||
      name === 'additional_info_size',
  );
}

function asRelated({ name, offset, length, value }: HeaderField): Related {
  return { offset, length, path: '', message: `${name} claims ${printSize(value)}` };
}
