import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import { RELEASES, type Release } from '../../base/diagnostics/catalogue.js';
import { releaseSpans } from '../../base/diagnostics/releases.js';
import type { Source } from '../../base/source/source.js';
import { validate } from '../../check/validate/validate.js';
import { type AppGroup, type Application, type AppStream, readApplication } from './application.js';
import { changedPart } from './changed-part.js';

/** Codes for the kinds of changes that applications notice. The meaning of a code never changes. */
export const BREAKING_CODES = [
  'architecture-changed',
  'group-added',
  'group-removed',
  'group-renamed',
  'group-order-changed',
  'network-added',
  'network-removed',
  'network-order-changed',
  'stream-added',
  'stream-removed',
  'stream-renamed',
  'stream-reshaped',
  'stream-format-changed',
  'stream-requantized',
  'stream-nms-changed',
  'stream-network-changed',
  'stream-frame-changed',
  'post-processing-added',
  'post-processing-removed',
  'post-processing-changed',
  'output-order-changed',
  'extension-added',
  'extension-removed',
  'optional-extension-added',
  'optional-extension-removed',
  'feature-added',
  'feature-removed',
  'runtime-refuses',
] as const;

/** Code of a change that applications notice. */
export type BreakingCode = (typeof BREAKING_CODES)[number];

/** A change that breaks an application made for the earlier file. */
export interface BreakingChange {
  /** Kind of the change. */
  readonly code: BreakingCode;
  /** Description of the change in one line. */
  readonly message: string;
  /** Group that changed; null for the whole file. */
  readonly group: string | null;
  /** Earlier value; null if the item is new. */
  readonly before: string | null;
  /** New value; null if the item was removed. */
  readonly after: string | null;
}

/** Options of the comparison. */
export interface BreakingOptions {
  /** Framing of both files (default: detected). */
  readonly framing?: 'auto' | 'bare' | 'framed';
  /** True to verify checksums as the runtime does, which reads every byte (default). */
  readonly checksum?: boolean;
  /** Computes the checksums (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Releases of the runtime to check (default: all known releases). */
  readonly runtimes?: readonly Release[];
}

/** Changes that break applications, and parts of the files that could not be read. */
export interface Breaking {
  /** Changes, in the order in which an application would encounter them. */
  readonly changes: readonly BreakingChange[];
  /** Problems that prevent a full comparison. */
  readonly problems: readonly {
    /** The file that has the problem: the first or the second. */
    readonly side: 'before' | 'after';
    /** Description in one line. */
    readonly message: string;
  }[];
}

/**
 * Finds the changes that applications would notice: groups, networks, streams with their shapes, formats,
 * quantization and frame sizes, post-processing, the order of outputs, the architecture, features, and
 * releases of the runtime that load only one of the files. Both sources are read again and stay open.
 * @throws ProtomdlError codes of the sources, `frame-…`
 */
export async function findBreaking(
  before: Source,
  after: Source,
  options: BreakingOptions = {},
): Promise<Breaking> {
  const { framing = 'auto', runtimes = RELEASES, checksum = true, checksums = wasmChecksums } = options;
  const [one, other] = [await readApplication(before, framing), await readApplication(after, framing)];
  const changes: BreakingChange[] = [];
  if (one.architecture !== other.architecture) {
    const code = 'architecture-changed';
    const message = MESSAGES[code](one.device, other.device);
    changes.push({ code, message, group: null, before: one.architecture, after: other.architecture });
  }
  groups(one, other, changes);
  sets(changes, 'extension', null, one.extensions, other.extensions);
  sets(changes, 'optional-extension', null, one.optionalExtensions, other.optionalExtensions);
  sets(changes, 'feature', null, one.features, other.features);
  const loads = async (source: Source) =>
    (await validate(source, { framing, runtimes, maxPerCode: 1, checksum, checksums })).runtime ?? {};
  const [was, is] = [await loads(before), await loads(after)];
  const refusing = runtimes.filter(
    (release) => was[release]?.verdict === 'accepts' && is[release]?.verdict !== 'accepts',
  );
  if (refusing.length > 0) note(changes, 'runtime-refuses', null, releaseSpans(refusing), null);
  return {
    changes,
    problems: [
      ...one.problems.map((message) => ({ side: 'before' as const, message })),
      ...other.problems.map((message) => ({ side: 'after' as const, message })),
    ],
  };
}

const MESSAGES: Readonly<Record<BreakingCode, (before: string, after: string) => string>> = {
  'architecture-changed': (before, after) => `compiled for ${after}, no longer for ${before}`,
  'group-added': (_, after) => `new network group ${after}`,
  'group-removed': (before) => `the network group ${before} is gone`,
  'group-renamed': (before, after) => `the network group ${before} is now called ${after}`,
  'group-order-changed': (before, after) => `the order of network groups changed: ${after}, not ${before}`,
  'network-added': (_, after) => `new network ${after}`,
  'network-removed': (before) => `the network ${before} is gone`,
  'network-order-changed': (before, after) => `networks have other indexes: ${after}, not ${before}`,
  'stream-added': (_, after) => `new stream ${after}`,
  'stream-removed': (before) => `the stream ${before} is gone`,
  'stream-renamed': (before, after) => `the stream ${before} is now called ${after}`,
  'stream-reshaped': (before, after) => `its shape is ${after}, and was ${before}`,
  'stream-format-changed': (before, after) => `its format is ${after}, and was ${before}`,
  'stream-requantized': (before, after) => `its quantization is ${after}, and was ${before}`,
  'stream-nms-changed': (before, after) => `its post-processing is ${after}, and was ${before}`,
  'stream-network-changed': (before, after) => `it belongs to ${after}, and belonged to ${before}`,
  'stream-frame-changed': (before, after) => `a frame has ${after}, and had ${before}`,
  'post-processing-added': (_, after) => `the host computes ${after}`,
  'post-processing-removed': (before) => `the host does not compute ${before} any more`,
  'post-processing-changed': (before, after) => `it is ${after}, and was ${before}`,
  'output-order-changed': (before, after) => `the order of outputs changed: ${after}, not ${before}`,
  'extension-added': (_, after) => `readers must support ${after}`,
  'extension-removed': (before) => `${before} is no longer a feature that readers must support`,
  'optional-extension-added': (_, after) => `there is the optional feature ${after}`,
  'optional-extension-removed': (before) => `the optional feature ${before} is gone`,
  'feature-added': (_, after) => `the flag ${after} is set`,
  'feature-removed': (before) => `the flag ${before} is not set any more`,
  'runtime-refuses': (before) =>
    `the runtime in release ${before} loads the file before, and not the one after`,
};

function note(
  changes: BreakingChange[],
  code: BreakingCode,
  group: string | null,
  before: string | null,
  after: string | null,
  subject = '',
): void {
  const [was, is] = before === null || after === null ? [before, after] : changedPart(before, after);
  const text = MESSAGES[code](was === '' ? 'none' : (was ?? ''), is === '' ? 'none' : (is ?? ''));
  changes.push({ code, message: subject + text, group, before, after });
}

function groups(one: Application, other: Application, changes: BreakingChange[]): void {
  const names = (groups: readonly AppGroup[]): string[] => groups.map(({ name }) => name);
  const [left, right] = [names(one.groups), names(other.groups)];
  const pairs = paired(one.groups, other.groups);
  for (const [before, after] of pairs) {
    if (before === undefined) note(changes, 'group-added', null, null, after?.name ?? '');
    else if (after === undefined) note(changes, 'group-removed', null, before.name, null);
    else {
      if (before.name !== after.name) note(changes, 'group-renamed', before.name, before.name, after.name);
      compareGroups(before, after, changes);
    }
  }
  orders(changes, 'group-order-changed', null, left, right);
}

/** Pairs groups by name, and the remaining groups by order. */
function paired(
  before: readonly AppGroup[],
  after: readonly AppGroup[],
): [AppGroup | undefined, AppGroup | undefined][] {
  const left = [...after];
  const pairs: [AppGroup | undefined, AppGroup | undefined][] = before.map((group) => {
    const at = left.findIndex(({ name }) => name === group.name);
    return [group, at < 0 ? undefined : left.splice(at, 1)[0]];
  });
  for (const pair of pairs) pair[1] ??= left.shift();
  for (const group of left) pairs.push([undefined, group]);
  return pairs;
}

function compareGroups(before: AppGroup, after: AppGroup, changes: BreakingChange[]): void {
  const group = before.name;
  sets(changes, 'network', group, before.networks, after.networks);
  orders(changes, 'network-order-changed', group, before.networks, after.networks);
  const gone: AppStream[] = [];
  const now = new Map(after.streams.map((stream) => [streamText(stream), stream]));
  for (const stream of before.streams) {
    const same = now.get(streamText(stream));
    if (same === undefined) gone.push(stream);
    else compareStreams(stream, same, group, changes);
    now.delete(streamText(stream));
  }
  const come = [...now.values()];
  const renamed = new Map<string, string>();
  for (const stream of gone) {
    const at = come.findIndex((other) => isRenamed(stream, other));
    const [other] = at < 0 ? [] : come.splice(at, 1);
    if (other === undefined) {
      note(changes, 'stream-removed', group, streamText(stream), null);
      continue;
    }
    renamed.set(stream.name, other.name);
    note(changes, 'stream-renamed', group, streamText(stream), other.name);
    compareStreams(stream, other, group, changes);
  }
  for (const stream of come) note(changes, 'stream-added', group, null, streamText(stream));
  const order = before.outputOrder.map((name) => renamed.get(name) ?? name);
  orders(changes, 'output-order-changed', group, order, after.outputOrder);
  comparePostProcessing(before, after, renamed, changes);
}

/** Compares the nodes of post-processing, which are matched by their outputs. */
function comparePostProcessing(
  { name: group, postProcessing: was }: AppGroup,
  { postProcessing: is }: AppGroup,
  renamed: ReadonlyMap<string, string>,
  changes: BreakingChange[],
): void {
  const left = new Set(is.keys());
  for (const [output, facts] of was) {
    const name = renamed.get(output) ?? output;
    const other = is.get(name);
    left.delete(name);
    if (other === undefined) {
      note(changes, 'post-processing-removed', group, output, null);
      continue;
    }
    for (const label of new Set([...facts.keys(), ...other.keys()])) {
      const [before, after] = [facts.get(label) ?? '', other.get(label) ?? ''];
      if (before === after) continue;
      note(changes, 'post-processing-changed', group, before, after, `post-processing ${output}, ${label}: `);
    }
  }
  for (const output of left) note(changes, 'post-processing-added', group, null, output);
}

/** Detects a rename: the streams are equal except for their names. */
function isRenamed(before: AppStream, after: AppStream): boolean {
  return (
    before.direction === after.direction && before.shape === after.shape && before.format === after.format
  );
}

function compareStreams(before: AppStream, after: AppStream, group: string, changes: BreakingChange[]): void {
  const subject = `${streamText(before)}: `;
  const check = (code: BreakingCode, was: string, is: string): void => {
    if (was !== is) note(changes, code, group, was, is, subject);
  };
  check('stream-reshaped', before.shape, after.shape);
  check('stream-format-changed', before.format, after.format);
  check('stream-requantized', before.quantization, after.quantization);
  check('stream-nms-changed', before.nms, after.nms);
  check('stream-network-changed', before.network, after.network);
  check('stream-frame-changed', before.frame, after.frame);
}

function streamText({ direction, name }: AppStream): string {
  return `${direction} ${name}`;
}

function sets(
  changes: BreakingChange[],
  kind: 'network' | 'extension' | 'optional-extension' | 'feature',
  group: string | null,
  before: readonly string[],
  after: readonly string[],
): void {
  for (const name of before) {
    if (!after.includes(name)) note(changes, `${kind}-removed`, group, name, null);
  }
  for (const name of after) {
    if (!before.includes(name)) note(changes, `${kind}-added`, group, null, name);
  }
}

/** Compares the order of items that both sides have; additions and removals are reported separately. */
function orders(
  changes: BreakingChange[],
  code: 'group-order-changed' | 'network-order-changed' | 'output-order-changed',
  group: string | null,
  before: readonly string[],
  after: readonly string[],
): void {
  const was = before.filter((name) => after.includes(name));
  const is = after.filter((name) => before.includes(name));
  if (was.join('\0') !== is.join('\0')) note(changes, code, group, was.join(', '), is.join(', '));
}
