import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { headerFault } from '../../base/container/header-fault.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import type { WireProblem } from '../../base/wire/problem.js';
import { type Change, mirrored } from './change.js';
import { type ChangeCounts, Changes, type DifferingBytes } from './changes.js';
import { Comparer } from './compare.js';
import { commonPrefix, type Segment } from './content.js';
import { type ContextsChange, contextsOf, mirroredContexts } from './contexts.js';
import { compareFrames } from './frame.js';
import { volatileName } from './ignored.js';
import { type FileSide, openSide } from './side.js';

/** Options of the comparison. */
export interface DiffOptions {
  /** Framing of both files (default: detected). */
  readonly framing?: FramingMode;
  /** Differences to ignore: names of `IGNORABLE`, or of fields of the schema. Default: nothing. */
  readonly ignore?: readonly string[];
  /**
   * Largest number of changes to list (default 10,000). After that, different elements are counted without
   * examining their content.
   */
  readonly limit?: number;
  /** Computes the hashes of bytes that differ (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
  /** Called from time to time during the comparison. May throw to end it. */
  readonly onProgress?: () => void;
}

/** A problem that prevents a complete comparison of the files. */
export interface DiffProblem {
  /** The file that has the problem: the first or the second. */
  readonly side: 'before' | 'after';
  /** `wire-…` or `frame-…`. */
  readonly code: string;
  /** Description in one line. */
  readonly message: string;
  /** Absolute offset. */
  readonly offset: number;
  /** Path of the message that cannot be read to its end. */
  readonly path: string;
}

/**
 * `identical`: byte for byte. `same-meaning`: different bytes with equal meaning (longer varints, another
 * order of fields, lists packed or not). `ignored-only`: only differences that the options ignore.
 * `different`: see `changes`.
 */
export type DiffVerdict = 'identical' | 'same-meaning' | 'ignored-only' | 'different';

/** Differences between two files. */
export interface ModelDiff {
  /** Result: equal bytes, equal meaning, only ignored differences, or different. */
  readonly verdict: DiffVerdict;
  /** The first changes; `counts` includes all changes. */
  readonly changes: readonly Change[];
  /** Changes by kind. */
  readonly counts: ChangeCounts;
  /** True if changes are missing from the list; `counts` are then lower bounds. */
  readonly isCut: boolean;
  /**
   * Names of the differences (`timestamp`, `sdk_version`, `unique_ids`), if every compilation causes all of
   * them; otherwise empty.
   */
  readonly volatileOnly: readonly string[];
  /** Lists of contexts that differ. */
  readonly contexts: readonly ContextsChange[];
  /** Unreadable parts of either file; everything before them was compared. */
  readonly problems: readonly DiffProblem[];
  /** Size of each file in bytes. */
  readonly sizes: {
    /** Size of the first file. */
    readonly before: number;
    /** Size of the second file. */
    readonly after: number;
  };
}

const DEFAULT_LIMIT = 10_000;

/**
 * Compares two model files by meaning: see docs/diff.md. Both sources stay open. The unreadable rest of a
 * broken file is compared as bytes, and listed in `problems`.
 *
 * Exchanging the files gives the mirror image of the result.
 * @throws ProtomdlError codes of the sources, `diff-ignore-unknown`
 */
export async function diff(before: Source, after: Source, options: DiffOptions = {}): Promise<ModelDiff> {
  const { framing = 'auto', ignore = [], limit = DEFAULT_LIMIT, onProgress } = options;
  const changes = new Changes(limit);
  const comparer = new Comparer({ schema: MDL, ignore, changes, onProgress });
  const sides = { before: await openSide(before, framing), after: await openSide(after, framing) };
  const sizes = { before: sides.before.whole.length, after: sides.after.whole.length };
  const common = commonPrefix(sides.before.whole, sides.after.whole);
  if (common === sizes.before && common === sizes.after) return identical(sizes);
  // Ambiguous cases, such as which of two equal neighbours was removed, are decided the same way in both
  // directions.
  const isMirrored = isLater(sides.before.whole, sides.after.whole, common);
  const [a, b] = isMirrored ? [sides.after, sides.before] : [sides.before, sides.after];
  const problems = compareSides(a, b, comparer);
  const listed = await hashed(changes.list, changes.differing, options.checksums ?? wasmChecksums);
  const contexts = contextsOf(comparer);
  const found = {
    changes: isMirrored ? listed.map(mirrored) : listed,
    contexts: isMirrored ? contexts.map(mirroredContexts) : contexts,
    counts: isMirrored ? mirroredCounts(changes.counts) : changes.counts,
  };
  const names: Record<'a' | 'b', DiffProblem['side']> = isMirrored
    ? { a: 'after', b: 'before' }
    : { a: 'before', b: 'after' };
  return {
    verdict: verdictOf(comparer, a, b, ignore),
    ...found,
    isCut: changes.isCut,
    volatileOnly: volatileOnly(changes),
    problems: problems.map(({ side, ...problem }) => ({ side: names[side], ...problem })),
    sizes,
  };
}

type SidedProblem = Omit<DiffProblem, 'side'> & { readonly side: 'a' | 'b' };

function compareSides(a: FileSide, b: FileSide, comparer: Comparer): SidedProblem[] {
  const unreadable = (['a', 'b'] as const).flatMap((side) => {
    const { message, detection } = side === 'a' ? a : b;
    if (message !== undefined) return [];
    const { code, message: text, offset } = headerFault(detection);
    return [{ side, code, message: text, offset, path: '' }];
  });
  const table = MDL.messages[0];
  if (a.message !== undefined && b.message !== undefined && table !== undefined) {
    const [one, other] = [a.message, b.message];
    comparer.message([one], [other], table, {
      a: { path: '', span: { offset: one.offset, length: one.length } },
      b: { path: '', span: { offset: other.offset, length: other.length } },
    });
    compareFrames(a, b, comparer);
  } else comparer.wholeFiles(a.whole, b.whole);
  const broken = comparer.broken.map(({ side, problem, offset, path }) => ({
    side,
    ...WIRE_TEXTS[problem],
    offset,
    path,
  }));
  return [...unreadable, ...broken];
}

/** Indexed by `WireProblem`. The codes are the same as in validation. */
const WIRE_TEXTS: Readonly<Record<WireProblem, { readonly code: string; readonly message: string }>> = {
  0: { code: 'wire-truncated', message: 'the message cannot be read further' },
  1: { code: 'wire-truncated', message: 'a record runs past the end of the message that holds it' },
  2: { code: 'wire-varint-overflow', message: 'a varint or length is too large' },
  3: { code: 'wire-invalid-tag', message: 'a tag has field number 0' },
  4: {
    code: 'wire-invalid-type',
    message: 'a record has an invalid wire type, or ends a group that is not open',
  },
  5: { code: 'message-nesting-too-deep', message: 'groups or messages are nested too deeply' },
};

function identical(sizes: ModelDiff['sizes']): ModelDiff {
  return {
    verdict: 'identical',
    changes: [],
    counts: new Changes(0).counts,
    isCut: false,
    volatileOnly: [],
    contexts: [],
    problems: [],
    sizes,
  };
}

/**
 * Returns the verdict of a comparison. If no changes were found, compares again without ignoring fields, to
 * detect ignored differences.
 */
function verdictOf(comparer: Comparer, a: FileSide, b: FileSide, ignore: readonly string[]): DiffVerdict {
  if (comparer.changes.total > 0 || comparer.changes.isCut) return 'different';
  if (ignore.length === 0) return 'same-meaning';
  const changes = new Changes(1);
  compareSides(a, b, new Comparer({ schema: MDL, ignore: [], changes }));
  return changes.total > 0 ? 'ignored-only' : 'same-meaning';
}

function volatileOnly({ fields, isCut }: Changes): string[] {
  if (isCut) return [];
  const names = new Set<string>();
  for (const field of fields.keys()) {
    const name = volatileName(...(field.split('.') as [string, string]));
    if (name === undefined) return [];
    names.add(name);
  }
  return [...names];
}

/** Orders the files by size, then by the first byte that differs. */
function isLater(before: Segment, after: Segment, common: number): boolean {
  if (before.length !== after.length) return before.length > after.length;
  const at = (segment: Segment): number => segment.content.load(common, 1)[0] ?? 0;
  return at(before) > at(after);
}

function mirroredCounts(counts: ChangeCounts): ChangeCounts {
  return { ...counts, added: counts.removed, removed: counts.added };
}

/** Adds hashes and the position of the first difference to listed changes of bytes of equal size. */
async function hashed(
  list: readonly Change[],
  differing: readonly DifferingBytes[],
  checksums: ChecksumProvider,
): Promise<Change[]> {
  const changes = [...list];
  for (const { change: index, before, after } of differing) {
    const change = changes[index];
    if (change?.before == null || change.after == null) continue;
    changes[index] = {
      ...change,
      before: { ...change.before, shown: { ...change.before.shown, hash: await hashOf(before, checksums) } },
      after: { ...change.after, shown: { ...change.after.shown, hash: await hashOf(after, checksums) } },
      firstDifference: commonPrefix(before, after),
    };
  }
  return changes;
}

const CHUNK = 1 << 18;

async function hashOf(segment: Segment, checksums: ChecksumProvider): Promise<string> {
  const checksum = await checksums('xxh3');
  if (segment.isSmall) checksum.update(segment.bytes);
  else {
    for (let at = 0; at < segment.length; at += CHUNK) {
      const chunk = new Uint8Array(Math.min(CHUNK, segment.length - at));
      segment.content.read(segment.offset + at, chunk);
      checksum.update(chunk);
    }
  }
  return checksum.digest();
}
