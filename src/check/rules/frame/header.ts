import type { Detection } from '../../../base/container/detect.js';
import { headerFault } from '../../../base/container/header-fault.js';
import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { containerSupportText } from '../../../base/diagnostics/releases.js';

export const HEADER_RULES = codesOf('frame', {
  'frame-truncated-header': {
    ...REFUSED,
    summary: 'the file ends inside the header of its container version',
    why: 'The file holds no part of the model.',
    runtime:
      'Rejected when read from a file (FILE_OPERATION_FAILURE). From memory, releases from 4.18 copy the ' +
      '12-byte prefix before any size check and read past a shorter buffer; 4.8 rejects it (INVALID_HEF).',
    wrong: '# a file of 20 bytes\nmagic: 0x01484546  version: 0  proto_size: 64',
    fix: '# version 0 has a header of 32 bytes, and the message after it\nmagic: 0x01484546  version: 0  proto_size: 64  reserved: 0  # and an MD5',
  },
  'frame-bad-magic': {
    ...REFUSED,
    summary: 'the file does not begin with the magic 01 48 45 46',
    why: 'This is another kind of file, or its first bytes were damaged.',
    runtime:
      'Rejected: {unsupported}. From 5.1 on, the magic of a version 3 file with a checksum of its message ' +
      'is not checked.',
    wrong: 'magic: 0x01484547',
    fix: 'magic: 0x01484546',
  },
  'frame-version-unsupported': {
    ...REFUSED,
    summary: 'the container version is not one of 0, 1, 2, 3',
    why: 'The version decides the length of the header and the layout after it.',
    runtime:
      `Each release rejects container versions newer than those that it reads: ${containerSupportText()}. ` +
      'The status is INTERNAL_FAILURE in 4.18 and 4.19, which read every version but 0 as 1, otherwise {unsupported}.',
    wrong: 'magic: 0x01484546  version: 4',
    fix: 'magic: 0x01484546  version: 3',
  },
});

/** Reports the fault of a header that is unreadable or doubtful. */
export function checkHeader(detection: Detection, size: number, report: Report): void {
  if (detection.problem === null) return;
  const related =
    detection.problem === 'truncated-header'
      ? [{ offset: 0, length: size, path: '', message: 'the header that is cut short' }]
      : [];
  report({ ...headerFault(detection), path: '', related });
}
