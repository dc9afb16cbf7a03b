import type { FaultLog } from './fault-log.js';
import type { ReleaseFacts } from './release.js';
import type { Fault } from './verdict.js';

/** Errors at the wire level: what libprotobuf does not parse. */
const PARSE_ERRORS = [
  'wire-truncated',
  'wire-varint-overflow',
  'wire-invalid-tag',
  'wire-invalid-type',
  'message-nesting-too-deep',
  'string-not-utf8',
];

/** What stops a release before it looks at the model: header, sizes, checksum, in the order of its checks. */
export function containerFault(
  log: FaultLog,
  version: number | null,
  release: ReleaseFacts,
): Fault | undefined {
  if (log.has('frame-truncated-header')) {
    return { ending: 'FILE_OPERATION_FAILURE', code: 'frame-truncated-header' };
  }
  if (log.has('frame-bad-magic')) return { ending: release.notSupported, code: 'frame-bad-magic' };
  if (log.has('frame-version-unsupported') || (version ?? 0) > release.newestContainer) {
    return { ending: release.notSupported, code: 'frame-version-unsupported' };
  }
  if (log.has('frame-length-mismatch')) return { ending: release.corrupted, code: 'frame-length-mismatch' };
  // Only a message that claims more than the file has can make the sum wrap: it cannot be read.
  if (log.has('frame-size-wrap')) return { ending: 'crash', code: 'frame-size-wrap' };
  if (log.has('frame-checksum-mismatch'))
    return { ending: release.corrupted, code: 'frame-checksum-mismatch' };
  for (const code of ['frame-proto-too-large', 'message-too-large']) {
    if (log.has(code)) return { ending: 'INVALID_HEF', code };
  }
  return undefined;
}

/** What stops a release's parser. Inside fields that it does not know, it sees nothing. */
export function parseFault(log: FaultLog, release: ReleaseFacts): Fault | undefined {
  for (const code of PARSE_ERRORS) {
    if (log.of(code).some(({ path }) => release.sees(path))) return { ending: 'INVALID_HEF', code };
  }
  return undefined;
}
