import { type Finding, findingPath, type Severity } from '../../base/diagnostics/diagnostic.js';
import { connectedContextRules } from '../../check/rules/context/connected-contexts.js';
import { contextIndexRules } from '../../check/rules/context/context-index.js';
import { ddrPairRules } from '../../check/rules/context/ddr.js';
import { interContextRules } from '../../check/rules/context/inter-context.js';
import type { PairCoreOp, PairRule } from '../../check/rules/context/peer.js';
import { sysIndexRules } from '../../check/rules/context/sys-index.js';
import { transferSizeRules } from '../../check/rules/context/transfer-sizes.js';

/** Rules that compare both ends of an edge. */
const RULES: readonly PairRule[] = [
  contextIndexRules,
  sysIndexRules,
  connectedContextRules,
  interContextRules,
  ddrPairRules,
  transferSizeRules,
];

/** Codes of the rules that are about pairs; other codes of the same rules are about a single record. */
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

/** Extensions influence only findings about inputs and outputs of contexts, not findings about pairs. */
const NO_EXTENSIONS = { extensions: [] };

/** Maximum number of problems to keep for a core operation. Links with further problems are still marked. */
const MAX_PROBLEMS = 1000;

/** A rule's finding about a pair. The span is the span of the edge layer's record in the file. */
export interface PairingProblem {
  /** A code of the catalogue. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** Absolute offset of the edge layer's record. */
  readonly offset: number;
  /** Size of the edge layer's record in bytes. */
  readonly length: number;
  /** Path of the edge layer's record. */
  readonly path: string;
  /** Description with values of the file. */
  readonly message: string;
}

/**
 * Codes about two layers that match each other but differ in values. The related place of such a finding is
 * the other layer.
 */
const OF_TWO: ReadonlySet<string> = new Set(['inter-context-size-mismatch', 'ddr-pair-mismatch']);

/**
 * Receives a problem.
 * @param offset absolute offset inside of the edge layer's record
 * @param other offset inside of the other layer's record, for a finding about two layers
 */
export type ProblemMarker = (
  offset: number,
  other: number | undefined,
  code: string,
  severity: Severity,
) => void;

/**
 * Returns the findings of validation about the pairs of edge layers in a core operation, so that the graph is
 * consistent with a report.
 * @param mark called for each finding, including findings beyond the first thousand
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
    rule.coreOp?.(coreOp, NO_EXTENSIONS, report);
    for (const context of coreOp.contexts) rule.context?.(context, coreOp, NO_EXTENSIONS, report);
  }
  return problems;
}

/** Returns a message, which a rule may give as a function. */
function textOf(text: string | (() => string)): string {
  return typeof text === 'string' ? text : text();
}
