import { type Catalogue, type CodeInfo, codeText } from '../../base/diagnostics/catalogue.js';
import { SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import { releaseSpans } from '../../base/diagnostics/releases.js';
import { codeGroups } from '../../check/config/groups.js';
import { codeSpan, proseText } from './escape.js';
import { jsonText, type Tool } from './json.js';
import { type Palette, PLAIN } from './palette.js';
import { tableLines } from './table.js';
import { counted, sentence, wrap } from './text.js';
import { pageOf } from './tool.js';

/** The codes to document, with their catalogue. */
export interface RuleListing {
  readonly catalogue: Catalogue;
  /** Codes to document, in the order of the catalogue. */
  readonly codes: readonly CodeInfo<string>[];
}

/**
 * Formats `explain --format json`: `{ schemaVersion, tool, rules: [...] }`; keys without a value are omitted.
 */
export function rulesJson(tool: Tool, { catalogue, codes }: RuleListing): string {
  const groupOf = groupNames(catalogue);
  const rules = codes.map((info) => {
    const { code, severity, stage, refusedBy, implies = [] } = info;
    const { summary, why, runtime, wrong, fix } = codeText(info);
    const group = groupOf(info);
    return { code, severity, group, stage, summary, why, runtime, implies, refusedBy, wrong, fix };
  });
  return jsonText(tool, { rules });
}

/** Formats `explain --list`: a table for each group. */
export function rulesText({ catalogue, codes }: RuleListing, palette: Palette = PLAIN): string {
  const lines: string[] = [];
  for (const [group, members] of byGroup(catalogue, codes)) {
    lines.push(palette.bold(group));
    const rows = members.map((info) => [`  ${info.severity}`, info.code, codeText(info).summary]);
    lines.push(...tableLines([{ title: '' }, { title: '' }, { title: '' }], rows).slice(1), '');
  }
  const counts = SEVERITIES.map((severity) => {
    return `${codes.filter((info) => info.severity === severity).length} ${severity}`;
  });
  lines.push(`${counted(codes.length, 'code')}: ${counts.join(', ')}. protomdl explain CODE says more.`);
  return `${lines.join('\n')}\n`;
}

/** Formats `explain`: all information about each code. */
export function explainText(
  codes: readonly CodeInfo<string>[],
  palette: Palette = PLAIN,
  columns: number | undefined = 100,
): string {
  const width = Math.min(100, Math.max(60, columns));
  return codes
    .map((info) => {
      const { code, severity, stage } = info;
      const colour = { error: palette.red, warning: palette.yellow, info: palette.cyan }[severity];
      const lines = [
        [`${palette.bold(code)}  ${colour(severity)}`, ...raised(code), ...met(stage)].join(', '),
      ];
      lines.push('', ...wrap(sentence(codeText(info).summary), width));
      for (const { title, text, isExample } of ruleSections(info)) {
        lines.push('', palette.bold(title));
        const body = isExample ? text.split('\n') : wrap(text, width - 2);
        lines.push(...body.map((line) => (line === '' ? '' : `  ${line}`)));
      }
      const page = pageOf(code);
      if (page !== undefined) lines.push('', palette.bold('Online'), `  ${page}`);
      return `${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** Codes that an option raises to errors, with the option. */
const RAISED_BY: ReadonlyMap<string, string> = new Map([['hw-arch-not-configurable', '--device']]);

function raised(code: string): string[] {
  const option = RAISED_BY.get(code);
  return option === undefined ? [] : [`error with ${option}`];
}

function met(stage: CodeInfo['stage']): string[] {
  return stage === undefined ? [] : [STAGES[stage]];
}

const STAGES = {
  load: 'found when the file is loaded',
  query: 'found when networks and streams are queried',
  configure: 'found when a device is configured',
  inference: 'found during inference',
} as const satisfies Record<NonNullable<CodeInfo['stage']>, string>;

/** Formats the page of all codes, docs/rules.md: contents, then a section for each group. */
export function rulesMarkdown({ catalogue, codes }: RuleListing): string {
  const lines: string[] = [];
  const groups = byGroup(catalogue, codes);
  for (const [group, members] of groups) {
    lines.push(`- [${group}](#${group}): ${members.map(({ code }) => `[${code}](#${code})`).join(', ')}`);
  }
  for (const [group, members] of groups) {
    lines.push('', `## ${group}`);
    for (const info of members) lines.push('', ...entryLines(info));
  }
  return `${lines.join('\n')}\n`;
}

function entryLines(info: CodeInfo<string>): string[] {
  const { code, severity, stage } = info;
  const { summary } = codeText(info);
  const lines = [
    `### ${code}`,
    '',
    `*${[SEVERITY_NAMES[severity], ...raised(code)].join(', ')}*: ${proseText(summary)}.`,
  ];
  if (stage !== undefined) lines.push('', `Stage: ${STAGES[stage]}.`);
  for (const { title, text, isExample } of ruleSections(info)) {
    if (isExample) lines.push('', `**${title}:**`, '', '```textproto', text, '```');
    else lines.push('', `**${title}:** ${title === 'Implies' ? links(info) : proseText(text)}`);
  }
  return lines;
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
};

function links({ implies = [] }: CodeInfo<string>): string {
  return implies.map((code) => `[${codeSpan(code)}](#${code})`).join(', ');
}

/** Groups codes. The groups are in the order of their first codes in the catalogue. */
function byGroup(catalogue: Catalogue, codes: readonly CodeInfo<string>[]): Map<string, CodeInfo<string>[]> {
  const groupOf = groupNames(catalogue);
  const groups = new Map<string, CodeInfo<string>[]>();
  for (const info of codes) {
    const group = groupOf(info);
    groups.set(group, [...(groups.get(group) ?? []), info]);
  }
  return groups;
}

function groupNames(catalogue: Catalogue): (info: CodeInfo<string>) => string {
  const groups = codeGroups(catalogue);
  return ({ code, group }) => {
    return group ?? ['wire', 'frame'].find((name) => groups.get(name)?.includes(code)) ?? 'message';
  };
}

/** A section about a code with its heading. */
export interface RuleSection {
  readonly title: string;
  readonly text: string;
  /** True if `text` is protobuf text instead of prose. */
  readonly isExample: boolean;
}

/** Returns the sections about a code except its summary, in reading order. */
export function ruleSections(info: CodeInfo<string>): RuleSection[] {
  const { why, runtime, wrong, fix } = codeText(info);
  const { implies = [], refusedBy = [] } = info;
  const sections: RuleSection[] = [];
  const add = (title: string, text: string | undefined, isExample = false): void => {
    if (text !== undefined && text !== '') sections.push({ title, text, isExample });
  };
  add('Why it matters', why);
  add('The runtime', runtime);
  add('Refused by', releaseSpans(refusedBy));
  add('Implies', implies.join(', '));
  add('Wrong', wrong, true);
  add('Right', fix, true);
  return sections;
}
