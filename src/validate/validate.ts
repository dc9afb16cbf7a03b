import { type ChecksumProvider, DETECT_BYTES, detectFraming, settleFrame } from '../container/index.js';
import { ProtomdlError } from '../diagnostics/error.js';
import { checkFrame } from '../rules/frame/index.js';
import { CATALOGUE, type Rule } from '../rules/index.js';
import { countingSource } from '../source/counting.js';
import { rewound } from '../source/rewound.js';
import type { Source } from '../source/source.js';
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

/**
 * Validates a file. What is wrong with it is in the report; the same bytes give the same report whatever
 * source they come from.
 * @throws ProtomdlError with a `source-*` code when the source cannot be read
 */
export async function validate(input: Source, options: EngineOptions = {}): Promise<FileReport> {
  const { policy, runtimes = [], kernel, windowSize, shards } = options;
  const counting = countingSource(input);
  const collecting = { maxPerCode: Math.max(1, options.maxPerCode ?? DEFAULT_MAX_PER_CODE), policy };
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
        runtime: runtime.predictLoads({ file, version, size, log }, runtimes, CATALOGUE),
        ...(file?.header !== undefined && { architecture: file.header.hwArch.value }),
      }),
  };
}
