import { type Finding, pathOf } from '../../base/diagnostics/diagnostic.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import type { Severity } from '../../base/diagnostics/severity.js';
import { connectedContextRules } from '../../check/rules/context/connected-contexts.js';
import { contextIndexRules } from '../../check/rules/context/context-index.js';
import { ddrPairRules } from '../../check/rules/context/ddr.js';
import { interContextRules } from '../../check/rules/context/inter-context.js';
import type { PairCoreOp, PairRule } from '../../check/rules/context/pair-rule.js';
import { sysIndexRules } from '../../check/rules/context/sys-index.js';
import { transferSizeRules } from '../../check/rules/context/transfer-sizes.js';

/** The rules that say whether the two ends of an edge fit each other. */
const RULES: readonly PairRule[] = [
  contextIndexRules,
  sysIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  transferSizeRules,
];

/** What of theirs is about pairs; other codes are about one record by itself. */
const CODES: ReadonlySet<string> = new Set([
  'sys-index-duplicate',
  'connected-context-index-range',
  'connected-sys-index-range',
  'connected-contexts-missing',
  'connected-contexts-inconsistent',
  'ddr-connected-contexts-count',
  'inter-context-source-missing',
  'inter-context-order',
  'inter-context-sink-missing',
  'inter-context-size-mismatch',
  'ddr-context-mismatch',
  'ddr-pair-count',
  'ddr-pair-unmatched',
  'ddr-pair-mismatch',
]);

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  RULES.flatMap(({ codes }) => codes.map(({ code, severity }) => [code, severity])),
);

/** They change only what is said of a single context's inputs and outputs, which is not about a pair. */
const NO_EXTENSIONS = { extensions: [] };

/** Problems of a core operation that are kept; its links that have one are marked all the same. */
const MAX_PROBLEMS = 1000;

/** What a rule says about a pair. The span is that of the record at fault, in the file. */
export interface PairingProblem {
  /** A code of the catalogue. */
  readonly code: string;
  /** What it weighs. */
  readonly severity: Severity;
  /** Absolute offset of the edge layer it is found at. */
  readonly offset: number;
  /** Bytes of that record. */
  readonly length: number;
  /** Path of that record. */
  readonly path: string;
  /** What is wrong, with the values in this file. */
  readonly message: string;
}

/** Those that are about two layers, each of which may be well with others: the related place is the other one. */
const OF_TWO: ReadonlySet<string> = new Set(['inter-context-size-mismatch', 'ddr-pair-mismatch']);

/**
 * Takes a problem.
 * @param offset absolute, in the record of the edge layer
 * @param other the same of the other side, where it is the two of them that do not fit
 */
export type ProblemMarker = (
  offset: number,
  other: number | undefined,
  code: string,
  severity: Severity,
) => void;

/**
 * What validation finds about the pairs of edges of a core operation: with the rules of validation, so that a picture
 * of it and its findings say the same.
 * @param mark called with each, those past the first thousand too
 */
export function pairingProblems(coreOp: PairCoreOp, mark: ProblemMarker): PairingProblem[] {
  const problems: PairingProblem[] = [];
  const report = (finding: Finding): void => {
    const { code, severity, offset, length, message, related } = finding;
    if (!CODES.has(code)) return;
    const weight = severity ?? SEVERITIES.get(code) ?? 'error';
    const others = typeof related === 'function' ? related() : related;
    mark(offset, OF_TWO.has(code) ? others?.[0]?.offset : undefined, code, weight);
    if (problems.length >= MAX_PROBLEMS) return;
    problems.push({
      code,
      severity: weight,
      offset,
      length,
      path: pathOf(finding),
      message: textOf(message),
    });
  };
  for (const rule of RULES) {
    try {
      rule.coreOp?.(coreOp, NO_EXTENSIONS, report);
      for (const context of coreOp.contexts) rule.context?.(context, coreOp, NO_EXTENSIONS, report);
    } catch (error) {
      // A field that cannot be read, in a record that can be gone through.
      if (!isProtomdlError(error)) throw error;
    }
  }
  return problems;
}

/** Messages are functions until they are wanted. */
function textOf(text: string | (() => string)): string {
  return typeof text === 'string' ? text : text();
}
