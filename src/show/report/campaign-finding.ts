import type { FindingDetails } from '../../attack/campaign/finding-files.js';
import type { StoredFiles } from '../../attack/campaign/store.js';
import { CATALOGUE } from '../../check/rules/index.js';
import { jsonGroup } from './campaign.js';
import { campaignMutationText, originText, steadyText } from './campaign-text.js';
import { escapeText, printableJson } from './escape.js';
import { humanReporter } from './human.js';
import { JSON_SCHEMA_VERSION, jsonReporter, type Tool } from './json.js';
import type { Reporter } from './reporter.js';
import { counted, offsetText } from './text.js';

/** Maximum number of faults in the description of a file. */
const MAX_FAULTS = 10;

/** Makes the descriptions that are stored in a group's folder with the model files. */
export function findingFiles(details: FindingDetails, tool: Tool): StoredFiles {
  const { group, reproduce } = details;
  return {
    'finding.json': `${printableJson({ schemaVersion: JSON_SCHEMA_VERSION, ...jsonGroup(group), reproduce }, 2)}\n`,
    'difference.txt': differenceText(details),
    'validation.json': whole(jsonReporter(tool), details),
    'validation.txt': whole(humanReporter({ catalogue: CATALOGUE }), details),
  };
}

/** Describes how the file differs from its seed. */
function differenceText({ group, validation, reproduce }: FindingDetails): string {
  const { file, reduced, title } = group;
  const lines = [
    escapeText(title),
    '',
    `${file.name} (${counted(file.size, 'byte')}) is ${originText(group)}`,
  ];
  file.mutations.forEach((mutation, index) => {
    lines.push(`  ${index + 1}. ${mutation.mutator}: ${campaignMutationText(mutation)}`);
  });
  if (reduced !== null) {
    lines.push(
      '',
      `${reduced.name} (${counted(reduced.size, 'byte')}) shows the same with fewer bytes. Changes that it does not have do not matter.`,
    );
  }
  const last = validation.at(-1);
  if (last !== undefined) {
    const { error, warning } = last.counts;
    const found = `${counted(error, 'error')} and ${counted(warning, 'warning')} in ${last.path}`;
    lines.push('', `The validator finds ${found} (validation.txt)${error + warning > 0 ? ':' : '.'}`);
    const faults = last.diagnostics.filter(({ severity }) => severity !== 'info');
    for (const { code, path, offset } of faults.slice(0, MAX_FAULTS)) {
      lines.push(`  ${code} [${path === '' ? '' : `${escapeText(path)} `}at ${offsetText(offset)}]`);
    }
    if (faults.length > MAX_FAULTS) lines.push(`  … and ${faults.length - MAX_FAULTS} more`);
  }
  lines.push(
    '',
    `When it was repeated: ${steadyText(group)}. To run it again:`,
    ...reproduce.map((line) => `  ${escapeText(line)}`),
  );
  return `${lines.join('\n')}\n`;
}

function whole(reporter: Reporter, { validation }: FindingDetails): string {
  let text = reporter.begin();
  for (const file of validation) text += reporter.file(file);
  return text + reporter.end();
}
