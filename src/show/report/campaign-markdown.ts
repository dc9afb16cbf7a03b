import type { Group } from '../../attack/campaign/group.js';
import type { CampaignReport } from '../../attack/campaign/run-campaign.js';
import {
  campaignMutationText,
  commandText,
  durationText,
  endingsText,
  endText,
  kindText,
  originText,
  seedTexts,
  steadyText,
} from './campaign-text.js';
import { codeSpan, markdownText } from './escape.js';
import { counted, grouped } from './text.js';

/** Formats a page for an issue or a summary: a table of the groups, followed by the details of each group. */
export function campaignMarkdown(report: CampaignReport): string {
  const { commands, groups, runs, ms, speed, seed, remarks } = report;
  const lines = [
    `# ${groups.length === 0 ? 'Nothing found' : `${counted(groups.length, 'group')} of findings`}`,
    '',
    `- Command: ${commands.map((argv) => codeSpan(commandText(argv))).join(' and ')}`,
    `- Runs: ${grouped(runs)} in ${durationText(ms)}${speed > 0 ? `, ${speed.toFixed(0)} a second` : ''}`,
    `- How they ended: ${endingsText(report)}`,
    `- Seed: ${seed}; ${endText(report)}`,
    ...seedTexts(report).map((text, i) => `- ${i === 0 ? 'Seeds: ' : ''}${markdownText(text)}`),
    ...remarks.map((remark) => `- **Note:** ${markdownText(remark)}`),
    '',
  ];
  if (groups.length === 0) return lines.join('\n');
  lines.push('| # | what | times | file | reduced |', '| ---: | --- | ---: | ---: | ---: |');
  for (const { id, kind, title, count, file, reduced } of groups) {
    const sizes = `${grouped(file.size)} | ${reduced === null ? '' : grouped(reduced.size)}`;
    lines.push(`| ${id} | ${kindText(kind)} ${codeSpan(title)} | ${grouped(count)} | ${sizes} |`);
  }
  lines.push('');
  for (const group of groups) lines.push(...section(group));
  return `${lines.join('\n')}`;
}

function section(group: Group): string[] {
  const { id, title, folder, file, reduced } = group;
  const shown = reduced ?? file;
  return [
    `## ${id}. ${markdownText(title)}`,
    '',
    `- ${steadyText(group).replace(/^./, (letter) => letter.toUpperCase())}.`,
    `- Shown by ${codeSpan(`groups/${folder}/${shown.name}`)} (${counted(shown.size, 'byte')}).`,
    `- Run it again: ${codeSpan(`sh groups/${folder}/reproduce.sh`)}`,
    `- Made of ${markdownText(originText(group))}${file.mutations.length === 0 ? '.' : ':'}`,
    ...file.mutations.map((mutation) => `  - ${markdownText(campaignMutationText(mutation))}`),
    '',
  ];
}
