import {
  type ChecksumProvider,
  ChecksumRun,
  DETECT_BYTES,
  type Detection,
  detectFraming,
  type Frame,
  findNonzeroPadding,
  PaddingScan,
  settleFrame,
  wasmChecksums,
} from '../container/index.js';
import { Collector } from '../diagnostics/collector.js';
import { ProtomdlError } from '../diagnostics/error.js';
import { type Collecting, placesNeeded } from '../diagnostics/policy.js';
import { type FileFacts, isIncomplete, MAX_CONTEXTS } from '../rules/facts/index.js';
import { checkFrame } from '../rules/frame/index.js';
import type { Rule } from '../rules/index.js';
import { CATALOGUE } from '../rules/index.js';
import { drive, Scanner, type Tap } from '../scan/index.js';
import { countingSource } from '../source/counting.js';
import { rewound } from '../source/rewound.js';
import type { Source } from '../source/source.js';
import { MAX_MESSAGE_SIZE } from '../wire/limits.js';
import { bytesToRead } from './density.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { Gatherer } from './gather.js';
import { judge } from './judge.js';
import { borrowReader, returnReader } from './reader.js';
import { ALL_PLACED, NONE_PLACED, type PlacedReferences } from './reference-fields.js';
import { runShards, type ShardRunner, scanShard } from './shards.js';
import { validationPlan } from './subscription.js';

export interface EngineOptions extends ValidateOptions {
  /** Makes the checksums; a platform may bring faster ones (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Whether the proving kernel takes clean records off the scanner (default: where it pays); reports are the same. */
  readonly kernel?: boolean;
  /** Scans the contexts of large files side by side; the report is the same. */
  readonly shards?: ShardRunner;
}

const DEFAULT_MAX_PER_CODE = 20;
/** Messages below this many bytes are scanned before a kernel is ready: making one takes 3 to 4 ms. */
const KERNEL_FROM = 512 * 1024;
/** Buffer for bytes that only checksums look at. */
const READ_THROUGH = 256 * 1024;

/**
 * Validates a file. What is wrong with it is in the report; the same bytes give the same report whatever
 * source they come from.
 * @throws ProtomdlError with a `source-*` code when the source cannot be read
 */
export async function validate(input: Source, options: EngineOptions = {}): Promise<FileReport> {
  const counting = countingSource(input);
  const collecting: Collecting = {
    maxPerCode: Math.max(1, options.maxPerCode ?? DEFAULT_MAX_PER_CODE),
    policy: options.policy,
  };
  const prefix = new Uint8Array(DETECT_BYTES);
  const prefixLength = await counting.read(0, prefix);
  const detection = detectFraming(prefix.subarray(0, prefixLength), options.framing, counting.size);
  const { frame } = detection;

  const source = counting.randomAccess ? counting : rewound(counting, prefix.subarray(0, prefixLength));
  const pass = await Pass.start(source, detection, options);
  const isReadable = frame !== null || detection.framing === 'bare';
  const collector = isReadable ? await scanMessage(pass, options, collecting) : newCollector(collecting);
  const size = await pass.finish();
  if (settleFrame(detection, size) !== frame) {
    const text = 'which form of version 1 this is only shows at the end, and the source cannot go back';
    throw new ProtomdlError('source-not-seekable', text);
  }
  const checksums = pass.checksums?.finish();
  const judgement = checkFrame(
    { detection, size, checksums, nonzeroPadding: await pass.nonzeroPadding(size) },
    collector.report,
  );
  if (detection.framing === 'bare' && size >= MAX_MESSAGE_SIZE) {
    const message = `the message has ${size} bytes; libprotobuf takes less than 2^31`;
    collector.report({ code: 'message-too-large', offset: 0, length: size, path: '', message });
  }
  const { counts, totals, suppressed, capped, diagnostics } = collector.finish();
  return {
    verdict: counts.error > 0 ? 'invalid' : 'valid',
    error: null,
    container: { framing: detection.framing, version: detection.version, checksum: judgement.checksum },
    bytes: { size, read: counting.bytesRead },
    counts,
    diagnosticsCapped: capped,
    diagnostics,
    totals,
    suppressed,
  };
}

function newCollector({ maxPerCode, policy }: Collecting): Collector {
  return new Collector(CATALOGUE, maxPerCode, policy);
}

/**
 * Scans the message and judges it. References are gathered by value at first; only when some are wrong is
 * everything scanned once more, to tell where those are. A stream cannot go back: it is scanned the long way.
 */
async function scanMessage(pass: Pass, options: EngineOptions, collecting: Collecting): Promise<Collector> {
  const { shards } = options;
  const bytes = Math.min(pass.claimed, pass.available) - pass.from;
  let placed = pass.source.randomAccess ? NONE_PLACED : ALL_PLACED;
  if (pass.source.randomAccess && shards !== undefined && bytes >= shards.minimumBytes) {
    const outcome = await scanInShards(pass, shards, collecting);
    if (outcome instanceof Collector) return outcome;
    if (outcome !== undefined) placed = outcome;
  }
  for (;;) {
    const outcome = await scanHere(pass, placed, options, collecting);
    if (outcome instanceof Collector) return outcome;
    // Twice at the most: what was wanted has a place now, and nothing else is wrong.
    placed = placed === NONE_PLACED ? outcome : ALL_PLACED;
  }
}

/** One scan of everything. When places of references are wanted, which ones. */
async function scanHere(
  pass: Pass,
  placed: PlacedReferences,
  options: EngineOptions,
  collecting: Collecting,
): Promise<Collector | PlacedReferences> {
  const validation = validationPlan(placed);
  const collector = newCollector(collecting);
  const { from, claimed, available } = pass;
  const kernel = options.kernel ?? Math.min(claimed, available) - from >= KERNEL_FROM;
  const reader = borrowReader(validation, kernel);
  const { gatherer, scanner } = reader;
  gatherer.start(collector, placesNeeded(collecting));
  scanner.start(0, from, claimed, available);
  await drive(scanner, pass.source, Math.min(claimed, available), {
    ...(options.windowSize !== undefined && { windowSize: options.windowSize }),
    ...(pass.takeTap() ?? {}),
  });
  const outcome = conclude(await pass.whole(gatherer.file), validation.rules, collector);
  returnReader(validation, kernel, reader);
  return outcome;
}

/** Judges what was gathered. */
function conclude(
  file: FileFacts | undefined,
  rules: readonly Rule[],
  collector: Collector,
): Collector | PlacedReferences {
  if (file === undefined) return collector;
  const wanted = judge(file, rules, collector.report);
  if (wanted.size > 0) return wanted;
  if (isIncomplete(file)) {
    const { offset, length } = file;
    const message = 'there is more of something than is remembered: rules across records saw only part of it';
    collector.report({ code: 'check-incomplete', offset, length, path: '', message });
  }
  return collector;
}

/**
 * One scan over everything but the contexts, and the contexts in shards. Undefined where the file is broken
 * around the contexts, or the outcome would depend on the shards.
 */
async function scanInShards(
  pass: Pass,
  shards: ShardRunner,
  collecting: Collecting,
): Promise<Collector | PlacedReferences | undefined> {
  const validation = validationPlan(NONE_PLACED, 'closed');
  const collector = newCollector(collecting);
  const gatherer = new Gatherer(validation);
  gatherer.start(collector, placesNeeded(collecting));
  const scanner = new Scanner(validation.plan, gatherer);
  const { from, claimed, available } = pass;
  scanner.start(0, from, claimed, available);
  await drive(scanner, pass.source, Math.min(claimed, available));
  const { file, closed } = gatherer;
  const sound = file !== undefined && !file.broken && !collector.hasErrors;
  if (!sound || closed.length < 2 || closed.length > MAX_CONTEXTS) return undefined;
  const paying = (await bytesToRead(pass.source, closed)) >= shards.minimumBytes;
  const runner: ShardRunner = paying
    ? shards
    : { ...shards, shards: 1, run: (contexts, how) => scanShard(pass.source, contexts, how) };
  return (await runShards(closed, runner, collecting, collector))
    ? conclude(await pass.whole(file), validation.rules, collector)
    : undefined;
}

/**
 * One way through a file. What has to see every byte (checksums) or every byte of a part (padding) taps the
 * bytes as the scan reads them; what the scan does not read is read behind it. Where nothing has to, or
 * the bytes are in memory, the scan reads what it likes.
 */
class Pass {
  readonly from: number;
  readonly claimed: number;
  readonly available: number;
  readonly tap: Tap | undefined;
  position = 0;
  readonly #padding: PaddingScan | undefined;

  private constructor(
    readonly source: Source,
    private readonly frame: Frame | null,
    readonly checksums: ChecksumRun | undefined,
  ) {
    const { size } = source;
    this.from = frame?.messageOffset ?? 0;
    this.claimed = frame === null ? (size ?? Number.POSITIVE_INFINITY) : this.from + frame.protoSize;
    this.available = size ?? Number.POSITIVE_INFINITY;
    this.#padding = frame !== null && !source.randomAccess ? new PaddingScan(frame) : undefined;
    const everything = !source.randomAccess || (checksums !== undefined && source.bytes === undefined);
    this.tap = everything ? (bytes) => this.#see(bytes) : undefined;
  }

  static async start(source: Source, detection: Detection, options: EngineOptions): Promise<Pass> {
    const { frame } = detection;
    const verify = frame !== null && options.checksum !== false;
    const checksums = verify ? await ChecksumRun.start(frame, options.checksums ?? wasmChecksums) : undefined;
    return new Pass(source, frame, checksums);
  }

  /** Options of the first scan, which everything has to be seen in; what comes after it is free to skip. */
  takeTap(): { tap: Tap; tapFrom: number } | undefined {
    if (this.tap === undefined || this.position > 0) return undefined;
    return { tap: this.tap, tapFrom: 0 };
  }

  /** Facts of the message with those of the container around it. What a stream has not brought yet is read. */
  async whole(file: FileFacts | undefined): Promise<FileFacts | undefined> {
    const { frame, source } = this;
    if (file === undefined || frame === null) return file;
    const { version, zeroPoint, ccwsSize } = frame;
    const fileSize = source.randomAccess ? source.size : await this.finish();
    const container = {
      version,
      zeroPoint: version === 0 ? undefined : zeroPoint,
      ccwBytes: Number(ccwsSize),
      fileSize,
    };
    return { ...file, container };
  }

  /** Reads what nobody has read yet but somebody has to see. Returns the size of the file. */
  async finish(): Promise<number> {
    const { source, checksums } = this;
    if (this.tap === undefined) {
      if (checksums !== undefined && source.bytes !== undefined) checksums.update(0, source.bytes);
      if (source.size !== undefined) return source.size;
    }
    const buffer = new Uint8Array(READ_THROUGH);
    for (;;) {
      const read = await source.read(this.position, buffer);
      this.#see(buffer.subarray(0, read));
      if (read < buffer.length) return this.position;
    }
  }

  async nonzeroPadding(size: number): Promise<number | undefined> {
    if (this.frame === null || this.frame.messageOffset + this.frame.protoSize > size) return undefined;
    return this.#padding === undefined
      ? findNonzeroPadding(this.frame, this.source)
      : this.#padding.firstNonzero;
  }

  #see(bytes: Uint8Array): void {
    this.checksums?.update(this.position, bytes);
    this.#padding?.update(this.position, bytes);
    this.position += bytes.length;
  }
}
