import { type ChecksumProvider, DETECT_BYTES, detectFraming, settleFrame } from '../container/index.js';
import { RELEASES } from '../diagnostics/catalogue.js';
import { ProtomdlError } from '../diagnostics/error.js';
import { checkFrame } from '../rules/frame/index.js';
import { CATALOGUE, type Rule } from '../rules/index.js';
import { countingSource } from '../source/counting.js';
import { type Input, sourceOf } from '../source/input.js';
import { rewound } from '../source/rewound.js';
import { MAX_MESSAGE_SIZE } from '../wire/limits.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { Pass } from './pass.js';
import { rulesFor } from './rule-choice.js';
import { newCollector, scanMessage } from './scan-message.js';
import type { ShardRunner } from './shards.js';

export interface EngineOptions extends ValidateOptions {
  /** Makes the checksums; a platform may bring faster ones (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Whether the proving kernel takes clean records off the scanner (default: where it pays); reports are the same. */
  readonly kernel?: boolean;
  /** The rules to ask (default: all that the policy leaves, the same list each time). */
  readonly rules?: readonly Rule[];
  /** Scans the contexts of large files side by side; the report is the same. */
  readonly shards?: ShardRunner;
}

const DEFAULT_MAX_PER_CODE = 20;

/** Told before anything is read: a wrong option must not become a report of less. */
function checkOptions({ maxPerCode, runtimes, framing, windowSize }: EngineOptions): void {
  if (maxPerCode !== undefined && !(maxPerCode >= 1)) {
    throw new RangeError(`maxPerCode: expected a number from 1 on, got ${maxPerCode}`);
  }
  for (const release of runtimes ?? []) {
    if (!RELEASES.includes(release)) {
      throw new RangeError(
        `runtimes: no release ${JSON.stringify(release)} is known, only ${RELEASES.join(', ')}`,
      );
    }
  }
  if (framing !== undefined && !['auto', 'bare', 'framed'].includes(framing)) {
    throw new RangeError(`framing: expected auto, bare or framed, got ${JSON.stringify(framing)}`);
  }
  if (windowSize !== undefined && !(windowSize >= 64 && windowSize <= 2 ** 30)) {
    throw new RangeError(`windowSize: expected 64 to 2^30, got ${windowSize}`);
  }
}

/**
 * Validates a file. What is wrong with it is in the report; the same bytes give the same report whatever
 * source they come from. A source that is handed over stays the caller's to close.
 * @throws ProtomdlError with a `source-*` code when the source cannot be read
 * @throws TypeError for an input that is none, RangeError for an option that cannot be met
 */
export async function validate(input: Input, options: EngineOptions = {}): Promise<FileReport> {
  checkOptions(options);
  const { policy, runtimes = [], kernel, windowSize, shards } = options;
  const counting = countingSource(sourceOf(input));
  const collecting = { maxPerCode: options.maxPerCode ?? DEFAULT_MAX_PER_CODE, policy };
  const prefix = new Uint8Array(DETECT_BYTES);
  const prefixLength = await counting.read(0, prefix);
  const detection = detectFraming(prefix.subarray(0, prefixLength), options.framing, counting.size);
  const { frame, framing, version } = detection;

  const source = counting.randomAccess ? counting : rewound(counting, prefix.subarray(0, prefixLength));
  const pass = await Pass.start(source, detection, options);
  // A tenth of the code: only for those who ask.
  const runtime = runtimes.length > 0 ? await import('../runtime/index.js') : undefined;
  const log = runtime && new runtime.FaultLog();
  const rules = options.rules ?? rulesFor(policy, runtime?.actionNotes);
  const order = { collecting, rules, log, kernel, windowSize, shards };
  const { collector, file } =
    frame !== null || framing === 'bare'
      ? await scanMessage(pass, order)
      : { collector: newCollector(collecting), file: undefined };
  const report = log === undefined ? collector.report : log.listening(collector.report);
  const size = await pass.finish();
  if (settleFrame(detection, size) !== frame) {
    const text = 'which form of version 1 this is only shows at the end, and the source cannot go back';
    throw new ProtomdlError('source-not-seekable', text);
  }
  const checksums = pass.checksums?.finish();
  const judgement = checkFrame(
    { detection, size, checksums, nonzeroPadding: await pass.nonzeroPadding(size) },
    report,
  );
  if (framing === 'bare' && size >= MAX_MESSAGE_SIZE) {
    const message = `the message has ${size} bytes; libprotobuf takes less than 2^31`;
    report({ code: 'message-too-large', offset: 0, length: size, path: '', message });
  }
  const { counts, totals, suppressed, capped, diagnostics } = collector.finish(size);
  return {
    verdict: counts.error > 0 ? 'invalid' : 'valid',
    error: null,
    container: { framing, version, checksum: judgement.checksum },
    bytes: { size, read: counting.bytesRead },
    counts,
    diagnosticsCapped: capped,
    diagnostics,
    totals,
    suppressed,
    ...(runtime !== undefined &&
      log !== undefined && {
        runtime: runtime.predictLoads(
          { file, version, size, asIs: options.named === 'framed', log },
          runtimes,
          CATALOGUE,
        ),
        ...(file?.header !== undefined && { architecture: file.header.hwArch.value }),
      }),
  };
}
