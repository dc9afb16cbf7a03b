import type { Report } from '../diagnostics/diagnostic.js';
import { type Asked, type FileFacts, UNPLACED } from '../rules/facts/index.js';
import type { Rule } from '../rules/index.js';
import type { PlacedReferences } from './reference-fields.js';

/**
 * Runs the rules that look across records, now that all of them have been seen.
 * @returns the references that are wrong and whose places are not known, by the smallest wrong value of each
 *   kind; when there are any, nothing of what was reported counts
 */
export function judge(file: FileFacts, rules: readonly Rule[], report: Report): PlacedReferences {
  const wanted = new Map<Asked, number>();
  runRules(file, rules, (finding) => {
    if (finding.offset !== UNPLACED) {
      report(finding);
      return;
    }
    const kind = finding.path as Asked;
    wanted.set(kind, Math.min(wanted.get(kind) ?? Number.POSITIVE_INFINITY, finding.length));
  });
  return wanted;
}

function runRules(file: FileFacts, rules: readonly Rule[], report: Report): void {
  for (const { file: checkFile, group: checkGroup, coreOp: checkCoreOp, context: checkContext } of rules) {
    checkFile?.(file, report);
    for (const group of file.groups) {
      checkGroup?.(group, file, report);
      for (const coreOp of group.coreOps) {
        checkCoreOp?.(coreOp, file, report, group);
        if (checkContext === undefined) continue;
        for (const context of coreOp.contexts) checkContext(context, coreOp, file, report, group);
      }
    }
  }
}
