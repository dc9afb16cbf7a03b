import type { Group } from '../../attack/campaign/group.js';
import type { CampaignReport } from '../../attack/campaign/run-campaign.js';
import { campaignMarkdown } from './campaign-markdown.js';
import { campaignSarif } from './campaign-sarif.js';
import { commandText, durationText, endingsText, endText, groupLines, seedLines } from './campaign-text.js';
import { escapeText, printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION } from './json.js';
import { type Palette, PLAIN } from './palette.js';
import { counted, grouped } from './text.js';

export const CAMPAIGN_FORMATS = ['human', 'json', 'sarif', 'markdown'] as const;
export type CampaignFormat = (typeof CAMPAIGN_FORMATS)[number];

export function campaignText(format: CampaignFormat, report: CampaignReport, palette?: Palette): string {
  switch (format) {
    case 'human':
      return campaignHuman(report, palette);
    case 'json':
      return campaignJson(report);
    case 'sarif':
      return campaignSarif(report);
    case 'markdown':
      return campaignMarkdown(report);
  }
}

/**
 * Formats a report for a terminal: each group with its file and the command that reproduces the fault, then
 * totals.
 */
function campaignHuman(report: CampaignReport, palette: Palette = PLAIN): string {
  const { groups, folder, runs, ms, speed, seed, remarks } = report;
  const lines = groups.flatMap((group) => [...groupLines(group, folder, palette), '']);
  const found =
    groups.length === 0 ? palette.green('nothing found') : palette.red(counted(groups.length, 'group'));
  const how = `${grouped(runs)} runs in ${durationText(ms)}${speed > 0 ? `, ${speed.toFixed(0)} a second` : ''}`;
  for (const remark of remarks) lines.push(palette.yellow(`note: ${escapeText(remark)}`));
  lines.push(
    ...seedLines(report, palette),
    `${palette.dim('command')}  ${report.commands.map(commandText).join(' --- ')}`,
    `${palette.dim('seed')}     ${seed}`,
    `${palette.dim('runs')}     ${how}: ${endingsText(report)}`,
    `${palette.dim('end')}      ${endText(report)}`,
    palette.bold(`${found}${groups.length === 0 ? '' : ` in ${escapeText(folder)}`}`),
  );
  return `${lines.join('\n')}\n`;
}

/** Formats a report as one JSON object (see `docs/schemas/campaign.schema.json`). */
export function campaignJson(report: CampaignReport): string {
  const { tool, commands, differential, folder, seed, end, seeds, runs, ms, speed, endings } = report;
  const value = {
    schemaVersion: JSON_SCHEMA_VERSION,
    tool: { name: tool.name, version: tool.version },
    commands,
    differential,
    folder,
    seed,
    end,
    seeds: {
      total: seeds.total,
      accepted: seeds.accepted,
      others: seeds.others.map(({ name, kind, title }) => ({ name, kind, title })),
      repeatedBy: report.asSeeds,
    },
    runs,
    milliseconds: ms,
    runsPerSecond: speed,
    endings: {
      accepted: endings.accepted,
      refused: endings.refused,
      crashed: endings.crashed,
      hung: endings.hung,
      outOfMemory: endings['out-of-memory'],
    },
    behaviours: report.behaviours,
    remarks: report.remarks,
    groups: report.groups.map(jsonGroup),
  };
  return `${printableJson(value, 2)}\n`;
}

/** Converts a group to plain data, for the report and for `finding.json` in the group's folder. */
export function jsonGroup({
  id,
  kind,
  title,
  key,
  folder,
  count,
  firstRun,
  file,
  reproduced,
  reduced,
  isReduced,
}: Group) {
  return {
    id,
    kind,
    title,
    key,
    folder: `groups/${folder}`,
    count,
    firstRun,
    reproduced,
    file: {
      name: file.name,
      size: file.size,
      sha256: file.sha256,
      run: file.run,
      seed: file.seed,
      endings: file.endings.map(({ kind, code, signal }) => ({ kind, code, signal })),
      mutations: file.mutations.map(({ mutator, path, offset, sentence }) => ({
        mutator,
        path,
        offset,
        sentence,
      })),
    },
    reduced:
      reduced === null
        ? null
        : { name: reduced.name, size: reduced.size, sha256: reduced.sha256, checks: reduced.checks },
    isReduced,
  };
}
