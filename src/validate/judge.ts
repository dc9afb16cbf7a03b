import type { Report } from '../diagnostics/diagnostic.js';
import type { FileFacts } from '../rules/facts.js';
import { RULES } from '../rules/index.js';

/**
 * Runs the rules that look across records, now that all of them have been seen.
 * @returns false when a finding has no place because its references were gathered by value only; then
 *   nothing of what was reported counts
 */
export function judge(file: FileFacts, report: Report): boolean {
  let placed = true;
  const place: Report = (finding) => {
    if (finding.offset < 0) placed = false;
    else report(finding);
  };
  runRules(file, place);
  return placed;
}

function runRules(file: FileFacts, report: Report): void {
  for (const { file: checkFile, group: checkGroup, context: checkContext } of RULES) {
    checkFile?.(file, report);
    for (const group of file.groups) {
      checkGroup?.(group, file, report);
      if (checkContext === undefined) continue;
      for (const context of group.contexts) checkContext(context, group, file, report);
    }
  }
}
