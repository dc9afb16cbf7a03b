import type { ChecksumResult } from '../../../base/container/checksum-jobs.js';
import { codesOf, REFUSED, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';

export const CHECKSUM_RULES = codesOf('frame', {
  'frame-checksum-mismatch': {
    ...REFUSED,
    summary: 'the checksum in the header does not match the bytes after the header',
    why: 'At least one byte after the header has changed: the file was damaged, or edited by hand.',
    runtime:
      'Rejected: INVALID_HEF, from 4.21 HEF_FILE_CORRUPTED. Releases from 5.1 ignore this checksum if a ' +
      'version 3 header has a checksum of the message.',
    wrong: '# CRC-32 of the bytes after the header is 0x1c291ca3\ncrc: 0x12345678',
    fix: 'crc: 0x1c291ca3',
  },
  'frame-proto-checksum-mismatch': {
    ...refusedFrom('5.1.0'),
    summary: 'the checksum of the message in a version 3 header does not match the message',
    why: 'If a header has this checksum, releases from 5.1 check only this checksum.',
    runtime:
      'Rejected by {refusing} (HEF_FILE_CORRUPTED), after reading as many bytes as the header claims, even ' +
      'past the end of a shorter buffer. Older releases ignore the checksum.',
    wrong: '# XXH3 of the message is 0x2d06800538d394c2\nproto_xxh3: 1',
    fix: 'proto_xxh3: 0x2d06800538d394c2',
  },
});

const NAMES = { md5: 'MD5', crc32: 'CRC-32', xxh3: 'XXH3' } as const;

/**
 * Compares the computed checksums with the checksums in the header. Call this only if the sizes agree: the
 * checksum of a truncated file is always wrong, and a finding about it would be redundant.
 * @returns true if all checksums are correct
 */
export function checkChecksums(results: readonly ChecksumResult[], report: Report): boolean {
  let right = true;
  for (const { job, actual, complete } of results) {
    if (!complete || actual === job.field.hex) continue;
    right = false;
    report({
      code: job.scope === 'file' ? 'frame-checksum-mismatch' : 'frame-proto-checksum-mismatch',
      offset: job.field.offset,
      length: job.field.length,
      path: '',
      message: () =>
        `${NAMES[job.algorithm]} of the ${job.scope === 'file' ? 'bytes after the header' : 'message'} ` +
        `is ${actual}; the header says ${job.field.hex}`,
    });
  }
  return right;
}
