import type { Location, Notification, ReportingDescriptor, Result } from 'sarif';
import { type Catalogue, type CodeInfo, codeText } from '../../base/diagnostics/catalogue.js';
import type { Diagnostic, Related, Severity } from '../../base/diagnostics/diagnostic.js';
import { fingerprintOf, messageFingerprintOf } from '../../base/diagnostics/fingerprint.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import { codeSpan, escapeText, printableJson, proseText } from './escape.js';
import type { Tool } from './json.js';
import { fileUri } from './place.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { ruleSections } from './rules.js';
import { predictionProblems, RUNTIME_CODE } from './runtime-text.js';
import { sentence } from './text.js';
import { addressOf } from './tool.js';

export const SARIF_SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Maximum number of listed unreadable files; further unreadable files are only counted. */
const MAX_NOTIFICATIONS = 1000;

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;

/**
 * Makes a reporter of SARIF 2.1.0. Results are written file by file. Rules and unreadable files, to which
 * results refer, are written at the end, so that reports need not be kept in memory.
 */
export function sarifReporter(tool: Tool, catalogue: Catalogue, failOn: FailOn = 'error'): Reporter {
  const rules: ReportingDescriptor[] = [];
  const indices = new Map<string, number>();
  const notifications: Notification[] = [];
  let unreadable = 0;
  let first = true;
  const ruleIndex = (code: string): number => {
    const known = indices.get(code);
    if (known !== undefined) return known;
    indices.set(code, rules.length);
    return rules.push({ ...ruleOf(code, catalogue.get(code)), helpUri: addressOf(tool, code) }) - 1;
  };
  return {
    begin: () =>
      `{\n  "$schema": "${SARIF_SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n    {\n      "results": [`,
    file(file) {
      if (file.error !== null && unreadable++ < MAX_NOTIFICATIONS) notifications.push(notificationOf(file));
      let text = '';
      for (const result of resultsOf(file, ruleIndex, failOn)) {
        text += `${first ? '' : ','}\n        ${indented(result, 8)}`;
        first = false;
      }
      return text;
    },
    end(cut = false) {
      if (unreadable > MAX_NOTIFICATIONS) {
        const text = `${unreadable - MAX_NOTIFICATIONS} more files could not be read`;
        notifications.push({ level: 'error', message: { text } });
      }
      const { name, version } = tool;
      const driver = { name, version, informationUri: addressOf(tool), rules };
      const invocations = [
        { executionSuccessful: unreadable === 0 && !cut, toolExecutionNotifications: notifications },
      ];
      return (
        `${first ? '' : '\n      '}],\n` +
        `      "tool": ${indented({ driver }, 6)},\n` +
        `      "invocations": ${indented(invocations, 6)}\n    }\n  ]\n}\n`
      );
    },
  };
}

function indented(value: unknown, columns: number): string {
  return printableJson(value, 2).replaceAll('\n', `\n${' '.repeat(columns)}`);
}

function* resultsOf(
  file: ReportedFile,
  ruleIndex: (code: string) => number,
  failOn: FailOn,
): Generator<Result> {
  const uri = file.uri ?? fileUri(file.path);
  const seen = new Map<string, number>();
  const predictions = predictionProblems(file, failOn).map((problem) => ({
    ...problem,
    count: 1,
    related: [],
  }));
  for (const diagnostic of [...file.diagnostics, ...predictions]) {
    const fingerprint = fingerprintOf(diagnostic);
    const nth = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, nth);
    yield {
      ruleId: diagnostic.code,
      ruleIndex: ruleIndex(diagnostic.code),
      level: LEVELS[diagnostic.severity],
      message: { text: sarifText(diagnostic.message) },
      locations: [locationOf(uri, diagnostic)],
      ...(diagnostic.related.length === 0
        ? {}
        : {
            relatedLocations: diagnostic.related.map((place, id) => ({
              id,
              ...locationOf(uri, place),
              message: { text: sarifText(place.message) },
            })),
          }),
      partialFingerprints: {
        // This fingerprint is kept, so that alerts of earlier versions stay the same alerts.
        'protomdl/v1': messageFingerprintOf(diagnostic),
        'protomdl/v2': fingerprint,
        // Code-scanning pages identify an alert by this hash. By default, they would use the hash of line 1
        // for all findings of a file.
        primaryLocationLineHash: `${fingerprint}:${nth}`,
      },
      ...(diagnostic.count > 1 ? { occurrenceCount: diagnostic.count } : {}),
    };
  }
}

function locationOf(uri: string, { offset, length, path }: Diagnostic | Related): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri },
      // Code-scanning pages drop results without a line, so every finding has line 1.
      region: { startLine: 1, byteOffset: offset, byteLength: length },
    },
    ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: escapeText(path) }] }),
  };
}

/**
 * Escapes a text for a SARIF message, in which `[text](target)` would be a link. Text from files must not
 * create links.
 */
export function sarifText(text: string): string {
  const escaped = escapeText(text);
  return escaped.includes('](') ? escaped.replace(/[\\[\]]/g, '\\$&') : escaped;
}

function notificationOf(file: ReportedFile): Notification {
  const { code, message } = file.error!;
  return {
    descriptor: { id: code },
    level: 'error',
    message: { text: sarifText(message) },
    locations: [{ physicalLocation: { artifactLocation: { uri: file.uri ?? fileUri(file.path) } } }],
  };
}

function ruleOf(code: string, info: CodeInfo<string> | undefined): ReportingDescriptor {
  if (info === undefined) return code.startsWith(RUNTIME_CODE) ? releaseRule(code) : { id: code };
  const { summary } = codeText(info);
  const sections = ruleSections(info);
  const text = sections.map((section) => `${section.title}: ${section.text}`).join('\n\n');
  const markdown = sections
    .map(({ title, text, isExample }) =>
      isExample ? `**${title}:**\n\n\`\`\`textproto\n${text}\n\`\`\`` : `**${title}:** ${proseText(text)}`,
    )
    .join('\n\n');
  return {
    id: code,
    shortDescription: { text: sentence(summary) },
    fullDescription: { text: sections[0]?.isExample === false ? sections[0].text : sentence(summary) },
    help: {
      text: `${sentence(summary)}${text === '' ? '' : `\n\n${text}`}`,
      markdown: `${codeSpan(code)}: ${proseText(summary)}.${markdown === '' ? '' : `\n\n${markdown}`}`,
    },
    defaultConfiguration: { level: LEVELS[info.severity] },
    properties: {
      'problem.severity': info.severity === 'info' ? 'recommendation' : info.severity,
      ...(info.group === undefined ? {} : { tags: [info.group] }),
    },
  };
}

function releaseRule(code: string): ReportingDescriptor {
  const release = code.slice(RUNTIME_CODE.length);
  return {
    id: code,
    shortDescription: { text: `Release ${release} of the runtime loads the file.` },
    fullDescription: {
      text: `A prediction of what release ${release} does when it loads the file from a path.`,
    },
    defaultConfiguration: { level: 'warning' },
  };
}
