import type { ReportingDescriptor, Result } from 'sarif';
import type { Group } from '../../attack/campaign/group.js';
import type { CampaignReport } from '../../attack/campaign/run-campaign.js';
import { campaignMutationText, originText, steadyText } from './campaign-text.js';
import { escapeText, printableJson } from './escape.js';
import { fileUri } from './place.js';
import { SARIF_SCHEMA, sarifText } from './sarif.js';

const RULES: Readonly<Record<Group['kind'], Omit<ReportingDescriptor, 'id'>>> = {
  crashed: {
    shortDescription: { text: 'A loader crashes on a file.' },
    help: {
      text: 'The file is in the folder of findings, with what the loader printed and a line to run it again.',
    },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security'] },
  },
  hung: {
    shortDescription: { text: 'A loader does not finish with a file.' },
    help: {
      text: 'It was stopped at the time limit. Raise the limit (--timeout) if the loader may only be slow.',
    },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security'] },
  },
  'out-of-memory': {
    shortDescription: { text: 'A loader uses more memory for a file than the limit.' },
    help: {
      text: 'The memory limit was reached (--memory): probably the loader used a number from the file as a size.',
    },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security'] },
  },
  disagreement: {
    shortDescription: { text: 'One loader accepts a file and the other refuses it.' },
    help: { text: 'Two loaders, or a loader and the validator, disagree: one of them is wrong.' },
    defaultConfiguration: { level: 'warning' },
  },
};

const KINDS = Object.keys(RULES) as readonly Group['kind'][];

/** Formats a report as SARIF 2.1.0: a rule for each kind of finding, a result for each group. */
export function campaignSarif(report: CampaignReport): string {
  const { tool, folder, end, groups } = report;
  const rules = KINDS.map((kind): ReportingDescriptor => ({ id: ruleId(kind), ...RULES[kind] }));
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules } },
        invocations: [{ executionSuccessful: end !== 'interrupted' }],
        results: groups.map((group) => resultOf(group, folder)),
      },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

function ruleId(kind: Group['kind']): string {
  return `loader-${kind}`;
}

function resultOf(group: Group, folder: string): Result {
  const { kind, title, key, file, reduced, count } = group;
  const shown = reduced ?? file;
  const uri = fileUri(`${folder}/groups/${group.folder}/${shown.name}`);
  const how = [
    `${title} (${steadyText(group)}).`,
    `Made of ${originText(group)}`,
    ...file.mutations.map(campaignMutationText),
  ];
  const first = file.mutations[0];
  return {
    ruleId: ruleId(kind),
    ruleIndex: KINDS.indexOf(kind),
    level: kind === 'disagreement' ? 'warning' : 'error',
    message: { text: sarifText(how.join(' ')) },
    locations: [
      {
        // The first line is given, because code-scanning pages require a line, although the file is binary.
        physicalLocation: {
          artifactLocation: { uri },
          region: { startLine: 1, byteOffset: 0, byteLength: shown.size },
        },
        ...(first === undefined || first.path === ''
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: escapeText(first.path) }] }),
      },
    ],
    partialFingerprints: { 'protomdl/group/v1': key },
    occurrenceCount: Math.max(1, count),
  };
}
