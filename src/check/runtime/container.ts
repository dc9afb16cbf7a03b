import {
  type ContainerVersion,
  headerSizeOf,
  isContainerVersion,
  MAGIC,
} from '../../base/container/header.js';
import type { FactPlace } from '../rules/facts/fact-place.js';
import type { FaultLog, LoggedFinding } from './fault-log.js';
import type { LoadedFile } from './predict.js';
import type { ReleaseFacts } from './release.js';
import { faultOf, type RuntimeFault, type StatusName } from './verdict.js';

/**
 * Codes of faults at which libprotobuf stops parsing. `isMet` is true if a release's parser reaches the
 * fault.
 */
const PARSE_ERRORS: readonly {
  readonly code: string;
  isMet(finding: LoggedFinding, release: ReleaseFacts): boolean;
}[] = [
  // A loader stops at a record whose length is too large. Only this tool reports faults inside such a record.
  { code: 'wire-truncated', isMet: ({ path, cause }, release) => release.passes(cause ?? path) },
  // Parsers meet this fault also in fields that they skip, because they read lengths and values there too.
  { code: 'wire-varint-overflow', isMet: ({ path }, release) => release.passes(path) },
  // Parsers meet these faults only in fields that they know: bytes of an unknown field are not parsed as a
  // message or a string.
  { code: 'wire-invalid-tag', isMet: ({ path }, release) => release.sees(path) },
  { code: 'wire-invalid-type', isMet: ({ path }, release) => release.sees(path) },
  { code: 'message-nesting-too-deep', isMet: ({ path }, release) => release.sees(path) },
  { code: 'string-not-utf8', isMet: ({ path }, release) => release.sees(path) },
];

export const PARSE_CODES: readonly string[] = PARSE_ERRORS.map(({ code }) => code);

/** Position of the version, which all headers have at the same offset. */
const VERSION_FIELD: FactPlace = { offset: 4, length: 4, path: '' };
/** Size in bytes of the magic, the version and the size of the message. */
const PREFIX_BYTES = 12;
/** Size of the header that releases before 4.18 read, regardless of the container version. */
const ONLY_HEADER_BYTES = 32;
const MESSAGE_SUM_AT = 40;
const MESSAGE_LIMIT = 2 ** 31;

/** The header of a file as a release reads it. */
class HeaderReading {
  readonly #view: DataView;

  constructor(
    head: Uint8Array,
    readonly size: number,
  ) {
    const bytes = new Uint8Array(64);
    bytes.set(head.subarray(0, 64));
    this.#view = new DataView(bytes.buffer);
  }

  get hasMagic(): boolean {
    return this.#view.getUint32(0) === MAGIC;
  }

  get version(): number {
    return this.#view.getUint32(4);
  }

  get messageBytes(): number {
    return this.#view.getUint32(8);
  }

  get hasMessageSum(): boolean {
    return this.#view.getBigUint64(MESSAGE_SUM_AT) !== 0n;
  }

  /**
   * True if the sizes in the header add up to the size of the file, modulo 2^64 as in the loaders. @param
   * headerBytes size of a header of this version
   */
  addsUp(headerBytes: number, release: ReleaseFacts): boolean {
    const rest = BigInt(this.size - headerBytes);
    return BigInt.asUintN(64, BigInt(this.messageBytes) + this.#others(release)) === rest;
  }

  /** Returns the total size of the parts after the message. */
  #others(release: ReleaseFacts): bigint {
    const { version } = this;
    // 4.17 counts a field that other releases ignore.
    if (release.isBefore('4.18.0')) return release.isFrom('4.17.0') ? BigInt(this.#view.getUint32(12)) : 0n;
    if (version === 0) return 0n;
    if (version === 3) return this.#view.getBigUint64(20) + this.#view.getBigUint64(32);
    return this.#view.getBigUint64(version === 1 ? 16 : 20);
  }
}

/** Facts of a file for the checks of the container. */
type ContainerOf = Pick<LoadedFile, 'version' | 'size' | 'head' | 'checksums' | 'asIs' | 'log'>;

/**
 * Returns the fault of the container that stops a release before the release reads the model. The header, the
 * sizes and the checksum are checked in the order of the release.
 */
export function containerFault(loaded: ContainerOf, release: ReleaseFacts): RuntimeFault | undefined {
  const { log, version, size, head, asIs } = loaded;
  if (size === 0) return faultOf('FILE_OPERATION_FAILURE', 'no-network-groups');
  const isBare = version === null && !log.has('frame-bad-magic') && !log.has('frame-truncated-header');
  // A bare message is treated like a message in a container of version 0. If the file is named like a framed
  // file, the first bytes are read as a header instead.
  if (isBare && !asIs) {
    return log.has('message-too-large') ? faultOf(release.corrupted, 'message-too-large') : undefined;
  }
  const header = new HeaderReading(head, size);
  const fault = release.isBefore('4.18.0')
    ? oldContainerFault(header, loaded, release)
    : laterContainerFault(header, loaded, release);
  if (fault === undefined || !isBare) return fault;
  const message = 'a message without a container, in a file named .hef: loaders expect a header';
  const { ending, code } = fault;
  return { ending, code: code === 'frame-version-unsupported' ? 'frame-bad-magic' : code, message };
}

/** Returns the fault of the container for releases that only know a header of 32 bytes. */
function oldContainerFault(
  header: HeaderReading,
  loaded: ContainerOf,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  if (header.size < ONLY_HEADER_BYTES) return truncated();
  if (!header.hasMagic) return faultOf('INVALID_HEF', 'frame-bad-magic');
  if (header.version > (release.isFrom('4.17.0') ? 1 : 0)) return unsupported(header, 'INVALID_HEF', release);
  if (!header.addsUp(ONLY_HEADER_BYTES, release)) return faultOf('INVALID_HEF', 'frame-length-mismatch');
  return sumFault(loaded, 'file', 'INVALID_HEF') ?? tooLarge(header, 'INVALID_HEF');
}

function laterContainerFault(
  header: HeaderReading,
  loaded: ContainerOf,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  const { size, version } = header;
  const { corrupted, notSupported } = release;
  if (size < PREFIX_BYTES) return truncated();
  const isEarly = release.isBefore('4.20.0');
  if (!isEarly && version > release.newestContainer) return unsupported(header, notSupported, release);
  // 4.18 and 4.19 read every version except 0 as version 1.
  const headerBytes = headerSizeOf((isEarly ? Math.min(version, 1) : version) as ContainerVersion);
  if (size < headerBytes) return truncated();
  // In version 3, only the checksum of the message is checked, and only if present.
  if (version === 3 && release.isFrom('5.1.0') && header.hasMessageSum) {
    if (size < headerBytes + header.messageBytes) {
      return faultOf('FILE_OPERATION_FAILURE', 'frame-length-mismatch');
    }
    return sumFault(loaded, 'message', corrupted) ?? tooLarge(header, corrupted);
  }
  if (!header.hasMagic) return faultOf(notSupported, 'frame-bad-magic');
  if (isEarly && version > 1) return unsupported(header, 'INTERNAL_FAILURE', release);
  if (!header.addsUp(headerBytes, release)) return faultOf(corrupted, 'frame-length-mismatch');
  return sumFault(loaded, 'file', corrupted) ?? tooLarge(header, corrupted);
}

function truncated(): RuntimeFault {
  return faultOf('FILE_OPERATION_FAILURE', 'frame-truncated-header');
}

function unsupported(
  { version }: HeaderReading,
  ending: StatusName,
  { newestContainer }: ReleaseFacts,
): RuntimeFault {
  const fault = faultOf(ending, 'frame-version-unsupported', VERSION_FIELD);
  return isContainerVersion(version)
    ? {
        ...fault,
        message: `container version ${version}; the release reads versions up to ${newestContainer}`,
      }
    : fault;
}

function sumFault(
  { checksums }: ContainerOf,
  scope: 'file' | 'message',
  ending: StatusName,
): RuntimeFault | undefined {
  const result = checksums?.find(({ job }) => job.scope === scope);
  if (result === undefined || !result.complete || result.actual === result.job.field.hex) return undefined;
  return faultOf(ending, scope === 'file' ? 'frame-checksum-mismatch' : 'frame-proto-checksum-mismatch');
}

/**
 * Returns the fault of a message that is too large: parsers count the bytes in a signed number, and read past
 * the end of the file.
 */
function tooLarge({ messageBytes, size }: HeaderReading, ending: StatusName): RuntimeFault | undefined {
  if (messageBytes >= MESSAGE_LIMIT) return faultOf(ending, 'frame-proto-too-large');
  return messageBytes > size ? faultOf(ending, 'frame-size-wrap') : undefined;
}

/**
 * Returns the fault that stops the parser of a release. Faults inside fields that the release does not know
 * do not count.
 */
export function parseFault(log: FaultLog, release: ReleaseFacts): RuntimeFault | undefined {
  for (const { code, isMet } of PARSE_ERRORS) {
    const met = log.of(code).find((finding) => isMet(finding, release));
    if (met !== undefined) return faultOf(release.corrupted, code, met);
  }
  return undefined;
}
