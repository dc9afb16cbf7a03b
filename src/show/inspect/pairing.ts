import { type Finding, findingPath, type Severity } from '../../base/diagnostics/diagnostic.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { connectedContextRules } from '../../check/rules/context/connected-contexts.js';
import { contextIndexRules } from '../../check/rules/context/context-index.js';
import { ddrPairRules } from '../../check/rules/context/ddr.js';
import { interContextRules } from '../../check/rules/context/inter-context.js';
import type { PairCoreOp, PairRule } from '../../check/rules/context/peer.js';
import { sysIndexRules } from '../../check/rules/context/sys-index.js';
import { transferSizeRules } from '../../check/rules/context/transfer-sizes.js';

/** The rules that check if both ends of an edge match. */
const RULES: readonly PairRule[] = [
  contextIndexRules,
  sysIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  transferSizeRules,
];

/** Their codes about pairs; other codes concern a single record. */
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

/** Extensions only influence findings about a context's inputs and outputs, not about pairs. */
const NO_EXTENSIONS = { extensions: [] };

/** Limit for the problems of a core operation that are kept; links with further ones are still marked. */
const MAX_PROBLEMS = 1000;

/** A rule's finding about a pair. The span is that of the faulty record in the file. */
export interface PairingProblem {
  /** A code of the catalogue. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** Absolute offset of the edge layer with the finding. */
  readonly offset: number;
  /** Size of that record in bytes. */
  readonly length: number;
  /** Path of that record. */
  readonly path: string;
  /** Description with the values of this file. */
  readonly message: string;
}

/**
 * Codes about a pair of layers, of which each may match other layers: the related place is the other layer of
 * the pair.
 */
const OF_TWO: ReadonlySet<string> = new Set(['inter-context-size-mismatch', 'ddr-pair-mismatch']);

/**
 * Receives a problem.
 * @param offset absolute offset in the record of the edge layer
 * @param other offset in the other layer, if two layers do not match
 */
export type ProblemMarker = (
  offset: number,
  other: number | undefined,
  code: string,
  severity: Severity,
) => void;

/**
 * Returns the findings of validation about the pairs of edges in a core operation; using the same rules keeps
 * the graph consistent with the report.
 * @param mark called with each finding, including those past the first thousand
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
      path: findingPath(finding),
      message: textOf(message),
    });
  };
  for (const rule of RULES) {
    try {
      rule.coreOp?.(coreOp, NO_EXTENSIONS, report);
      for (const context of coreOp.contexts) rule.context?.(context, coreOp, NO_EXTENSIONS, report);
    } catch (error) {
      // A readable record can have an unreadable field.
      if (!isProtomdlError(error)) throw error;
    }
  }
  return problems;
}

/** Messages are functions, evaluated on demand. */
function textOf(text: string | (() => string)): string {
  return typeof text === 'string' ? text : text();
}
