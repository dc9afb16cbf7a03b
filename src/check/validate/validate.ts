import type { ChecksumProvider } from '../../base/container/checksum.js';
import {
  DETECT_BYTES,
  type Detection,
  detectFraming,
  LOOKALIKE_BYTES,
  resolveFrame,
} from '../../base/container/detect.js';
import { headerFault } from '../../base/container/header-fault.js';
import type { CollectedFindings } from '../../base/diagnostics/collector.js';
import type { Finding } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Collecting, Policy } from '../../base/diagnostics/policy.js';
import { PUBLISHED_RELEASES } from '../../base/diagnostics/releases.js';
import { countingSource } from '../../base/source/counting.js';
import { rewound } from '../../base/source/held.js';
import { type Input, sourceOf } from '../../base/source/input.js';
import type { Source } from '../../base/source/source.js';
import { MAX_MESSAGE_SIZE } from '../../base/wire/limits.js';
import { factPlace } from '../rules/facts/fact-place.js';
import { checkFrame } from '../rules/frame/index.js';
import { CATALOGUE, type Rule } from '../rules/index.js';
import type { FileReport, ValidateOptions } from './file-report.js';
import { ValidationPass } from './pass.js';
import { rulesFor } from './rule-choice.js';
import { newCollector, scanMessage } from './scan-message.js';
import type { ShardRunner } from './shards.js';

/** Options of a validation, including options that the platform sets. */
export interface EngineOptions extends ValidateOptions {
  /** Computes the checksums. A platform may supply a faster provider (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /**
   * True if the proving kernel handles clean records instead of the scanner (default: if it saves time). The
   * report does not depend on this option.
   */
  readonly kernel?: boolean;
  /**
   * @internal The rules to run, as the same list each time (default: all rules whose codes the policy does
   * not disable).
   */
  readonly rules?: readonly Rule[];
  /**
   * @internal Called with each error of the message's bytes. After a call returns true, the scan ends after
   * the place of the error. With this option, the report only has errors of the bytes and of the container.
   */
  readonly enough?: (finding: Finding) => boolean;
  /** @internal False to check only the container around the message (default: true). */
  readonly message?: boolean;
  /** @internal Scans the contexts of large files in parallel. The report does not depend on this option. */
  readonly shards?: ShardRunner;
}

const DEFAULT_MAX_PER_CODE = 20;

/**
 * Checks the options before the file is read, because a wrong option must not lead to an incomplete report.
 */
function checkOptions({ maxPerCode, runtimes, framing, windowSize }: EngineOptions): void {
  if (maxPerCode !== undefined && !(maxPerCode >= 1)) {
    throw new RangeError(`maxPerCode: expected a number from 1 on, got ${maxPerCode}`);
  }
  for (const release of runtimes === 'usual' ? [] : (runtimes ?? [])) {
    if (!PUBLISHED_RELEASES.includes(release)) {
      throw new RangeError(
        `runtimes: no release ${JSON.stringify(release)} is known, only ${PUBLISHED_RELEASES.join(', ')}`,
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
 * Validates a file. Faults of the file are in the report. The same bytes give the same report from any
 * source. If the input is a source, the caller closes the source.
 * @throws ProtomdlError with a `source-*` code when the source cannot be read
 * @throws TypeError for an invalid input, RangeError for an invalid option
 */
export async function validate(input: Input, options: EngineOptions = {}): Promise<FileReport> {
  checkOptions(options);
  const { devices = [], enough, kernel, windowSize, shards } = options;
  const targets = options.policy?.targets ?? [];
  const counting = countingSource(sourceOf(input));
  // For a stream, the prefix is longer, because a stream cannot be read again to identify a file that is not
  // a model.
  const prefix = new Uint8Array(counting.randomAccess ? DETECT_BYTES : LOOKALIKE_BYTES);
  // An available value is not awaited, because `await` takes as long as a rule. A subarray is avoided,
  // because it would move a small array out of V8's heap.
  const answer = counting.read(0, prefix);
  const prefixLength = typeof answer === 'number' ? answer : await answer;
  const headLength = Math.min(prefixLength, DETECT_BYTES);
  const head = headLength === prefix.length ? prefix : prefix.subarray(0, headLength);
  const detection = detectFraming(head, options.framing, counting.size);
  const { frame, framing, version } = detection;
  const policy = policyFor(detection, options.policy);
  const collecting = { maxPerCode: options.maxPerCode ?? DEFAULT_MAX_PER_CODE, policy };

  const source = counting.randomAccess ? counting : rewound(counting, prefix.subarray(0, prefixLength));
  const started = ValidationPass.start(source, detection, options);
  const pass = started instanceof ValidationPass ? started : await started;
  // The code for predictions, a tenth of all code, is only loaded on request.
  const isAsked =
    targets.length + devices.length + (options.runtimes?.length ?? 0) > 0 || options.use === true;
  const runtime = isAsked ? await import('../runtime/index.js') : undefined;
  const log = runtime && new runtime.FaultLog();
  const rules = options.rules ?? rulesFor(policy, runtime?.actionNotes);
  const order = { collecting, rules, log, enough, kernel, windowSize, shards };
  const { collector, file } =
    options.message !== false && (frame !== null || framing === 'bare')
      ? await scanMessage(pass, order)
      : { collector: newCollector(collecting), file: undefined };
  const report = log === undefined ? collector.report : log.listening(collector.report);
  const finished = pass.finish();
  const size = typeof finished === 'number' ? finished : await finished;
  if (resolveFrame(detection, size) !== frame) {
    const text =
      'the two forms of version 1 differ only at the end of the file, and the source cannot go back';
    throw new ProtomdlError('source-not-seekable', text);
  }
  const checksums = pass.checksums?.finish();
  const frameResult = checkFrame(
    {
      detection,
      size,
      checksums,
      nonzeroPadding: frame === null ? undefined : await pass.nonzeroPadding(size),
    },
    report,
  );
  if (framing === 'bare' && size >= MAX_MESSAGE_SIZE) {
    const message = `the message has ${size} bytes; libprotobuf accepts less than 2^31`;
    report({ code: 'message-too-large', offset: 0, length: size, path: '', message });
  }
  const architecture = file?.header?.hwArch;
  // Because of the file's name, loaders read the first bytes of the message as a header.
  if (framing === 'bare' && options.named === 'framed' && options.framing !== 'bare' && size > 0) {
    const message =
      architecture === undefined
        ? headerFault(detection).message
        : 'a message without a container, in a file named .hef: no release loads it; `protomdl convert --framing 0` adds the container';
    collector.report({ code: 'frame-bad-magic', offset: 0, length: Math.min(4, size), path: '', message });
  }
  if (runtime !== undefined && architecture !== undefined) {
    const place = factPlace(architecture);
    for (const device of devices) {
      const message = runtime.deviceRefusal(device, architecture.value, targets);
      if (message === undefined) continue;
      collector.report({ ...place, code: 'hw-arch-not-configurable', severity: 'error', message });
    }
  }
  const usual = runtime?.usualReleases(architecture?.value) ?? [];
  const named = options.runtimes === 'usual' ? usual : (options.runtimes ?? []);
  const runtimes = PUBLISHED_RELEASES.filter(
    (release) => targets.includes(release) || named.includes(release),
  );
  const verdicts =
    log &&
    runtime?.predictLoads(
      { file, version, size, head: detection.prefix, asIs: options.named === 'framed', checksums, log },
      options.use === true
        ? PUBLISHED_RELEASES.filter((one) => usual.includes(one) || runtimes.includes(one))
        : runtimes,
      CATALOGUE,
    );
  const collected = collector.finish(size);
  const applied =
    policy?.targets === undefined || runtime === undefined || verdicts === undefined
      ? collected
      : runtime.applyTargets(collected, verdicts, { ...policy, targets: policy.targets }, CATALOGUE);
  // If the caller has chosen the framing, all findings are reported, even if the file looks like another kind
  // of file.
  const isTaken = options.framing === 'bare' || options.framing === 'framed';
  // Errors with a disabled code also count, because a file of another kind is not a model, regardless of the
  // policy.
  const isAccepted = targets.length > 0 && targets.every((one) => verdicts?.[one]?.verdict === 'accepts');
  const isFaulty =
    applied.counts.error > 0 || (collector.hasErrors && applied.suppressed === 0 && !isAccepted);
  const kind = isFaulty && !isTaken ? await kindOf(counting, prefix.subarray(0, prefixLength)) : undefined;
  const { counts, totals, suppressed, knownErrors, capped, diagnostics } =
    kind === undefined ? applied : onlyKind(kind, applied, size, collecting);
  const done: Writable<FileReport> = {
    verdict: counts.error > 0 ? 'invalid' : 'valid',
    error: null,
    container: { framing, version, checksum: frameResult.checksum },
    bytes: { size, read: counting.bytesRead },
    counts,
    diagnosticsCapped: capped,
    diagnostics,
    totals,
    suppressed,
  };
  // Members are assigned, because each spread, even of an empty object, is a call out of compiled code.
  if (kind !== undefined) done.lookalike = kind;
  if (knownErrors.size > 0) done.hasKnownErrors = true;
  if (verdicts !== undefined && runtimes.length > 0) {
    done.runtime = Object.fromEntries(runtimes.map((release) => [release, verdicts[release]]));
  }
  if (runtime !== undefined && verdicts !== undefined && options.use === true) {
    done.use = runtime.fileUse(architecture?.value, verdicts);
  }
  const unchecked = kind === undefined && file !== undefined ? (runtime?.uncheckedParts(file) ?? []) : [];
  if (unchecked.length > 0) done.unchecked = unchecked;
  if (isAsked && architecture !== undefined) done.architecture = architecture.value;
  if (targets.length > 0) done.targets = targets;
  if (devices.length > 0) done.devices = devices;
  return done;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Returns the policy for a file. If the message of the file cannot be located, the problem of the header is
 * an error at any level.
 */
function policyFor({ framing, frame, problem }: Detection, policy: Policy | undefined): Policy | undefined {
  if (policy === undefined || framing === 'bare' || frame !== null || problem === null) return policy;
  return { ...policy, levels: new Map(policy.levels).set(`frame-${problem}`, 'error') };
}

/** Returns the kind of a file that is not a model, or no longer a model. */
async function kindOf(source: Source, prefix: Uint8Array): Promise<string | undefined> {
  let head = prefix;
  if (source.randomAccess) {
    head = new Uint8Array(Math.min(LOOKALIKE_BYTES, source.size ?? LOOKALIKE_BYTES));
    head = head.subarray(0, await source.read(0, head));
  }
  const { lookalikeInside } = await import('../../base/container/lookalike.js');
  return lookalikeInside(head);
}

/**
 * Returns only one finding about a file that is not a model, because all other findings follow from this
 * finding; returns no finding if an ignore or the baseline leaves the finding out. The code is the first code
 * of the catalogue among the file's findings, even if the policy left out this code. The finding is an error
 * at any level of the code, because the file is not valid.
 */
function onlyKind(
  kind: string,
  applied: CollectedFindings,
  size: number,
  { maxPerCode, policy }: Collecting,
): CollectedFindings {
  const had = new Set([...applied.totals.map((one) => one.code), ...applied.suppressedCodes]);
  const code = [...CATALOGUE.keys()].find((one) => one.startsWith('frame-') && had.has(one));
  const finding = {
    code: code ?? 'frame-bad-magic',
    offset: 0,
    length: Math.min(4, size),
    path: '',
    message: `this is ${kind}`,
  } as const;
  const levels = new Map(policy?.levels).set(finding.code, 'error');
  const collector = newCollector({ maxPerCode, policy: policy && { ...policy, levels } });
  collector.report({ ...finding, severity: 'error' });
  return collector.finish(size);
}
