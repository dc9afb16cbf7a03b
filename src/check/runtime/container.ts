import type { Place } from '../rules/facts/place.js';
import type { FaultLog, LoggedFinding } from './fault-log.js';
import type { ReleaseFacts } from './release.js';
import { type Fault, faultOf } from './verdict.js';

/** What libprotobuf does not parse, and whether a release's parser gets to where it is. */
const PARSE_ERRORS: readonly {
  readonly code: string;
  isMet(finding: LoggedFinding, release: ReleaseFacts): boolean;
}[] = [
  // A loader stops at a record that claims too much; what is inside it only we can say.
  { code: 'wire-truncated', isMet: ({ path, cause }, release) => release.passes(cause ?? path) },
  // A length or value is read to be skipped, too.
  { code: 'wire-varint-overflow', isMet: ({ path }, release) => release.passes(path) },
  // Bytes of a field that is not known are no message and no string.
  { code: 'wire-invalid-tag', isMet: ({ path }, release) => release.sees(path) },
  { code: 'wire-invalid-type', isMet: ({ path }, release) => release.sees(path) },
  { code: 'message-nesting-too-deep', isMet: ({ path }, release) => release.sees(path) },
  { code: 'string-not-utf8', isMet: ({ path }, release) => release.sees(path) },
];

/** Bytes that every loader reads before it looks at any: those of version 0 and of what distinguishes versions. */
const SHORTEST_HEADER = 12;

/** Where every header has its version. */
const VERSION_FIELD: Place = { offset: 4, length: 4, path: '' };

/** What no parser gets past, wherever it comes to it. */
export const PARSE_CODES: readonly string[] = PARSE_ERRORS.map(({ code }) => code);

/** What stops a release before it looks at the model: header, sizes, checksum, in the order of its checks. */
export function containerFault(
  log: FaultLog,
  version: number | null,
  release: ReleaseFacts,
  { size, asIs }: { readonly size: number; readonly asIs: boolean },
): Fault | undefined {
  if (size === 0) return faultOf('FILE_OPERATION_FAILURE', 'no-network-groups');
  // A message that begins with what would be a header: a loader that is given the path reads it as one.
  if (version === null && asIs) {
    const message =
      'a message without a frame, in a file that is named as one with: loaders begin with a header';
    return size < SHORTEST_HEADER
      ? { ...faultOf('FILE_OPERATION_FAILURE', 'frame-truncated-header'), message }
      : { ...faultOf(release.notSupported, 'frame-bad-magic'), message };
  }
  if (log.has('frame-truncated-header')) return faultOf('FILE_OPERATION_FAILURE', 'frame-truncated-header');
  // Later releases look at the version first, and end in the same status.
  if (log.has('frame-bad-magic')) return faultOf(release.notSupported, 'frame-bad-magic');
  if (log.has('frame-version-unsupported')) return faultOf(release.notSupported, 'frame-version-unsupported');
  if ((version ?? 0) > release.newestContainer) {
    const message = `container version ${version}, which came after ${release.release}`;
    return { ...faultOf(release.notSupported, 'frame-version-unsupported', VERSION_FIELD), message };
  }
  if (log.has('frame-length-mismatch')) return faultOf(release.corrupted, 'frame-length-mismatch');
  if (log.has('frame-checksum-mismatch')) return faultOf(release.corrupted, 'frame-checksum-mismatch');
  // Only a message that claims more than the file has can make the sum wrap. Read from a file, the parser asks
  // for bytes that there are not; read from memory, it would go on past the end of the buffer.
  for (const code of ['frame-size-wrap', 'frame-proto-too-large', 'message-too-large']) {
    if (log.has(code)) return faultOf(release.corrupted, code);
  }
  return undefined;
}

/** What stops a release's parser. Inside fields that it does not know, it sees nothing. */
export function parseFault(log: FaultLog, release: ReleaseFacts): Fault | undefined {
  for (const { code, isMet } of PARSE_ERRORS) {
    const met = log.of(code).find((finding) => isMet(finding, release));
    if (met !== undefined) return faultOf(release.corrupted, code, met);
  }
  return undefined;
}
