import { Collector } from '../../base/diagnostics/collector.js';
import type { Finding, Report } from '../../base/diagnostics/diagnostic.js';
import { type Collecting, placesNeeded } from '../../base/diagnostics/policy.js';
import { drive } from '../../read/scan/drive.js';
import { Scanner } from '../../read/scan/scanner.js';
import type { CheckedContext } from '../rules/facts/context.js';
import type { CoreOpFacts } from '../rules/facts/core-op.js';
import type { FileFacts } from '../rules/facts/file.js';
import { MAX_CHECKED_CONTEXTS } from '../rules/facts/gathering-limits.js';
import { hasMoreStreams } from '../rules/facts/outputs.js';
import type { GatheredKind } from '../rules/facts/references.js';
import { namingTooLarge } from '../rules/frame/index.js';
import { CATALOGUE, type Rule } from '../rules/index.js';
import type { FaultLog } from '../runtime/fault-log.js';
import { runFileRules } from './file-rules.js';
import { Gatherer } from './gather.js';
import type { ValidationPass } from './pass.js';
import { borrowReader, returnReader } from './reader.js';
import { ALL_PLACED, NONE_PLACED, type PlacedReferences } from './reference-fields.js';
import { bytesToRead, runShards, type ShardRunner, scanShard } from './shards.js';
import { validationPlan } from './subscription.js';
import { soundPointer } from './words-gatherer.js';

/**
 * Least size in bytes of a message for which a kernel is made. Making a kernel takes 3 to 4 ms, in which
 * smaller messages are completely scanned.
 */
const KERNEL_FROM = 512 * 1024;
/**
 * Number of small messages to scan without a kernel before a kernel is made for later messages. Making a
 * kernel takes as long as the kernel saves on 20 to 100 small messages: for messages of 10 to 300 KB, a ready
 * kernel saves a fifth to a half of the whole validation.
 */
const SMALL_WITHOUT = 32;
let smallOnes = 0;

interface ScanOrder {
  readonly collecting: Collecting;
  readonly rules: readonly Rule[];
  /** Receives all findings, for predictions. */
  readonly log?: FaultLog | undefined;
  /**
   * Called with each error of the bytes. With this option, the scan has no other findings. After a call
   * returns true, the scan ends after the place of the error.
   */
  readonly enough?: ((finding: Finding) => boolean) | undefined;
  readonly kernel?: boolean | undefined;
  readonly windowSize?: number | undefined;
  readonly shards?: ShardRunner | undefined;
}

/** Result of a scan that need not be repeated. */
interface Concluded {
  readonly collector: Collector;
  /** Facts of the file; undefined if the root could not be read to its end. */
  readonly file: FileFacts | undefined;
}

export function newCollector({ maxPerCode, policy }: Collecting): Collector {
  return new Collector(CATALOGUE, maxPerCode, policy);
}

/**
 * Scans the message and runs all rules. The first scan gathers references by value, and a second scan finds
 * the places of wrong references, if any. A stream cannot be read again, so that the first scan of a stream
 * lists all references.
 */
export async function scanMessage(pass: ValidationPass, order: ScanOrder): Promise<Concluded> {
  const { shards, log } = order;
  const bytes = Math.min(pass.claimed, pass.available) - pass.from;
  let placed = pass.source.randomAccess ? NONE_PLACED : ALL_PLACED;
  if (pass.source.randomAccess && shards !== undefined && log === undefined && bytes >= shards.minimumBytes) {
    const outcome = await scanInShards(pass, shards, order);
    if (isConcluded(outcome)) return outcome;
    if (outcome !== undefined) placed = outcome;
  }
  for (;;) {
    const outcome = await scanHere(pass, placed, order);
    if (isConcluded(outcome)) return outcome;
    // The scan is repeated at most twice, because the last scan lists all references with their places.
    placed = placed === NONE_PLACED ? outcome : ALL_PLACED;
  }
}

function isConcluded(outcome: Concluded | PlacedReferences | undefined): outcome is Concluded {
  return outcome !== undefined && 'collector' in outcome;
}

/** Scans the whole message once. Returns the references whose places are needed, if any. */
async function scanHere(
  pass: ValidationPass,
  placed: PlacedReferences,
  order: ScanOrder,
): Promise<Concluded | PlacedReferences> {
  const { collecting, log, windowSize } = order;
  const validation = validationPlan(placed, 'open', order.rules);
  const collector = newCollector(collecting);
  log?.clear();
  const whole = log === undefined ? collector.report : log.listening(collector.report);
  const { from, claimed, available } = pass;
  const kernel =
    order.kernel ?? (Math.min(claimed, available) - from >= KERNEL_FROM || ++smallOnes > SMALL_WITHOUT);
  const borrowed = borrowReader(validation, kernel);
  const reader = borrowed instanceof Promise ? await borrowed : borrowed;
  const { gatherer, scanner } = reader;
  const { enough } = order;
  scanner.findings.errorsOnly = enough !== undefined;
  let lastOffset = Number.POSITIVE_INFINITY;
  const report: Report =
    enough === undefined
      ? whole
      : (finding) => {
          // Findings come in ascending order of places, but findings at one place come in any order.
          if (finding.offset > lastOffset) return scanner.stop();
          whole(finding);
          if (lastOffset === Number.POSITIVE_INFINITY && enough(finding)) lastOffset = finding.offset;
        };
  gatherer.start(namingTooLarge(pass.frame, report), placesNeeded(collecting), pass.pointerLimits);
  gatherer.mayStop = placed.size === 0;
  gatherer.hasAllBytes = pass.source.bytes !== undefined && windowSize === undefined;
  scanner.frames.sumLimit = soundPointer(pass.pointerLimits);
  scanner.start(0, from, claimed, available);
  const tap = pass.takeTap();
  const options = tap === undefined ? { windowSize } : { windowSize, ...tap };
  const driven = drive(scanner, pass.source, Math.min(claimed, available), options);
  if (driven !== undefined) await driven;
  if (gatherer.wanted !== undefined) {
    const { wanted } = gatherer;
    returnReader(validation, kernel, reader);
    return wanted;
  }
  const file = gatherer.takeFile();
  if (file !== undefined && pass.frame !== null) await pass.complete(file);
  const wanted = file && conclude(file, validation.rules, report, gatherer.replacedKinds);
  returnReader(validation, kernel, reader);
  return wanted ?? { collector, file };
}

/**
 * Runs the rules on the gathered facts. Returns the references whose places the rules need, if any.
 * @param replaced kinds of which a gathered value was replaced by a later value; a scan with places finds the
 * replaced values
 */
function conclude(
  file: FileFacts,
  rules: readonly Rule[],
  report: Report,
  replaced: ReadonlySet<GatheredKind>,
): PlacedReferences | undefined {
  const wanted = new Map(runFileRules(file, rules, report));
  for (const kind of replaced) wanted.set(kind, 0);
  if (wanted.size > 0) return wanted;
  if (isIncomplete(file)) {
    const { offset, length } = file;
    const message =
      'the file has more entries of one kind than the validator keeps: rules that compare records saw only some of them';
    report({ code: 'check-incomplete', offset, length, path: '', message });
  }
  return undefined;
}

/**
 * Scans the message without its contexts, and then scans the contexts in shards. Returns undefined if the
 * message around the contexts is broken, or if the outcome would depend on the shards.
 */
async function scanInShards(
  pass: ValidationPass,
  shards: ShardRunner,
  { collecting, rules }: ScanOrder,
): Promise<Concluded | PlacedReferences | undefined> {
  const validation = validationPlan(NONE_PLACED, 'closed', rules);
  const collector = newCollector(collecting);
  const gatherer = new Gatherer(validation);
  gatherer.start(collector.report, placesNeeded(collecting), pass.pointerLimits);
  const scanner = new Scanner(validation.plan, gatherer);
  const { from, claimed, available } = pass;
  scanner.frames.sumLimit = soundPointer(pass.pointerLimits);
  scanner.start(0, from, claimed, available);
  await drive(scanner, pass.source, Math.min(claimed, available));
  const { closed } = gatherer;
  const file = gatherer.takeFile();
  if (file === undefined || file.broken || collector.hasErrors || gatherer.replacedKinds.size > 0)
    return undefined;
  if (closed.length < 2 || closed.length > MAX_CHECKED_CONTEXTS) return undefined;
  const paying = (await bytesToRead(pass.source, closed)) >= shards.minimumBytes;
  const runner: ShardRunner = paying
    ? shards
    : { ...shards, shards: 1, run: (contexts, how) => scanShard(pass.source, contexts, how) };
  if (!(await runShards(closed, runner, collecting, collector, pass.pointerLimits))) return undefined;
  await pass.complete(file);
  return conclude(file, validation.rules, collector.report, gatherer.replacedKinds) ?? { collector, file };
}

/**
 * True if a limit of remembered facts was exceeded, so that rules across records only checked part of the
 * file.
 */
function isIncomplete(file: FileFacts): boolean {
  const { groups, groupCount, hasMoreEntries } = file;
  if (groupCount > groups.length || hasMoreEntries || hasMoreStreams(file)) return true;
  return groups.some(
    ({ coreOps, coreOpCount }) => coreOpCount > coreOps.length || coreOps.some(isCoreOpIncomplete),
  );
}

function isCoreOpIncomplete(coreOp: CoreOpFacts): boolean {
  const { broken, lost, contextCount, contexts, references, fused, networkCount, networksNames, listedIds } =
    coreOp;
  return (
    contextCount > contexts.length ||
    networkCount > networksNames.length ||
    references.untracked > 0 ||
    (listedIds !== undefined && listedIds.triggers.untracked + listedIds.actions.untracked > 0) ||
    (fused !== undefined && !broken && !lost && fused.layerCount > fused.layers.length) ||
    contexts.some(hasMoreThanKept)
  );
}

/**
 * True if a limit was exceeded in a context. A damaged context may lack edge layers without exceeding a
 * limit.
 */
function hasMoreThanKept({ lost, broken, edgeCount, edges, references }: CheckedContext): boolean {
  return (!lost && !broken && edgeCount > edges.length) || references.untracked > 0;
}
