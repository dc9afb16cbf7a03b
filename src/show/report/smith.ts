import type { Description } from '../../attack/smith/describe.js';
import type { InvalidModel } from '../../attack/smith/invalid.js';
import { escapeText, printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION, jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { bytesText, counted, grouped, wrap } from './text.js';

/** Describes a generated model for people: its figures, its streams, and its features, present and absent. */
export function smithText(description: Description, palette: Palette): string {
  const { seed, preset, layout, framing, groups } = description;
  const named = preset === null ? '' : `, preset ${preset}`;
  const lines = [
    palette.bold(`seed ${seed}${named}${description.swarm ? ', swarm' : ''}`),
    row(
      'file',
      `${bytesText(description.fileSize)}, ${framing === 'bare' ? 'a bare message' : `container version ${framing}`}`,
    ),
    row('message', `${bytesText(description.messageSize)}, layout ${layout}`),
    row(
      'header',
      `hw_arch ${description.hwArch}, version ${description.headerVersion}, sdk ${description.sdkVersion}`,
    ),
    row(
      'contents',
      `${counted(description.operations, 'operation')}, ${counted(description.actions, 'action')}`,
    ),
    row(
      'writes',
      `${grouped(description.blobs)} of configuration words, ${bytesText(description.blobBytes)} together`,
    ),
    row('extensions', list(description.extensions)),
    row('optional', list(description.optionalExtensions)),
  ];
  for (const { name, coreOps } of groups) {
    for (const { networks, contexts, inputs, outputs } of coreOps) {
      lines.push(
        row(
          'group',
          `${escapeText(name)}: ${counted(contexts, 'context')}, ${counted(networks.length, 'network')}`,
        ),
      );
      lines.push(
        row('  inputs', list(inputs.map(escapeText))),
        row('  outputs', list(outputs.map(escapeText))),
      );
    }
  }
  lines.push(
    row('has', list(description.features)),
    row('has not', list(description.absent)),
    row('may not have', list(description.excluded)),
    row('warnings', list(description.warns)),
    row('remarks', list(description.informs)),
  );
  return `${lines.join('\n')}\n`;
}

/** Formats `smith --format json`: `{ schemaVersion, tool, files: [{ path, ...Description }] }`. */
export function smithJson(tool: Tool, files: readonly SmithedFile[]): string {
  const entries = files.map(({ path, description }) => ({ path, ...description }));
  return jsonText(tool, { files: entries });
}

export interface SmithedFile {
  /** Path of the file; null if only its description was made. */
  readonly path: string | null;
  readonly description: Description;
}

const LABEL = 14;
const WIDTH = 100;

function row(label: string, text: string): string {
  const [first = '', ...others] = wrap(text, WIDTH - LABEL - 2);
  return [`  ${label.padEnd(LABEL)}${first}`, ...others.map((line) => `  ${' '.repeat(LABEL)}${line}`)].join(
    '\n',
  );
}

function list(items: readonly (string | number)[]): string {
  return items.length === 0 ? '-' : items.join(', ');
}

/**
 * Formats the expected report of a file with one fault: the fault, and the findings that the validator must
 * report. See `docs/schemas/smith-expected.schema.json`.
 */
export function smithExpectedJson(tool: Tool, seed: number, model: InvalidModel): string {
  const { code, bytes, findings, also } = model;
  const report = {
    schemaVersion: JSON_SCHEMA_VERSION,
    tool: { ...tool },
    code,
    seed,
    size: bytes.length,
    findings,
    also,
  };
  return `${printableJson(report, 2)}\n`;
}
