import { findingPath, type Report } from '../../base/diagnostics/diagnostic.js';
import type { FileFacts } from '../rules/facts/file.js';
import { type AskedReferences, UNPLACED } from '../rules/facts/references.js';
import type { Rule } from '../rules/index.js';
import { NONE_PLACED, type PlacedReferences } from './reference-fields.js';

/**
 * Runs the rules that compare records, after all records have been read.
 * @returns for each kind, the smallest value of wrong references without a known place; if the map is not
 * empty, discard all reported findings
 */
export function runFileRules(file: FileFacts, rules: readonly Rule[], report: Report): PlacedReferences {
  let wanted: Map<AskedReferences, number> | undefined;
  runRules(file, rules, (finding) => {
    if (finding.offset !== UNPLACED) {
      report(finding);
      return;
    }
    const kind = findingPath(finding) as AskedReferences;
    wanted ??= new Map();
    wanted.set(kind, Math.min(wanted.get(kind) ?? Number.POSITIVE_INFINITY, finding.length));
  });
  return wanted ?? NONE_PLACED;
}

/**
 * The checks of a rule that run at the end. This class has a fixed shape, because rules have different
 * members, and V8 is slow at the lookup of optional members.
 */
class Checks {
  constructor(
    readonly file: Rule['file'],
    readonly group: Rule['group'],
    readonly coreOp: Rule['coreOp'],
    readonly context: Rule['context'],
  ) {}
}

const checksOf = new WeakMap<readonly Rule[], readonly Checks[]>();

function checksIn(rules: readonly Rule[]): readonly Checks[] {
  let checks = checksOf.get(rules);
  if (checks === undefined) {
    checks = rules
      .filter(({ file, group, coreOp, context }) => file ?? group ?? coreOp ?? context)
      .map(({ file, group, coreOp, context }) => new Checks(file, group, coreOp, context));
    checksOf.set(rules, checks);
  }
  return checks;
}

function runRules(file: FileFacts, rules: readonly Rule[], report: Report): void {
  const { groups } = file;
  for (const check of checksIn(rules)) {
    check.file?.(file, report);
    if (check.group === undefined && check.coreOp === undefined && check.context === undefined) continue;
    for (const group of groups) {
      check.group?.(group, file, report);
      if (check.coreOp === undefined && check.context === undefined) continue;
      for (const coreOp of group.coreOps) {
        check.coreOp?.(coreOp, file, report, group);
        if (check.context === undefined) continue;
        for (const context of coreOp.contexts) check.context(context, coreOp, file, report, group);
      }
    }
  }
}
