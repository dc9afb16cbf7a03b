import type { MutationEntry, MutationLog } from '../../attack/mutate/log.js';
import type { Mutator } from '../../attack/mutate/mutator.js';
import { escapeText, printableJson } from './escape.js';
import { jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { bytesText, offsetText, wrap } from './text.js';

function mutationText({ sentence, path, offset }: MutationEntry): string {
  const where = path === '' ? '' : ` (${escapeText(path)})`;
  return `${escapeText(sentence)} at ${offsetText(offset)}${where}`;
}

/** Describes the changes of a file for people: a line for the file, and one for each mutation. */
export function mutantText(name: string, log: MutationLog, size: number, palette: Palette): string {
  const done = log.entries.length === 0 ? ': nothing could be changed' : '';
  const head = `${palette.bold(escapeText(name))}: ${bytesText(size)}, seed ${log.seed}${done}`;
  return `${[head, ...log.entries.map((entry) => `  ${mutationText(entry)}`)].join('\n')}\n`;
}

/**
 * Formats a log as a line of JSON that `mutate --replay` reads, with the name of the mutant's file if it was
 * written.
 */
export function mutationLogLine(file: string | null, log: MutationLog): string {
  return `${printableJson({ file, ...log })}\n`;
}

export function mutatorsText(mutators: readonly Mutator[], palette: Palette): string {
  const width = Math.max(...mutators.map(({ name }) => name.length)) + 2;
  return mutators
    .map(({ name, weight, summary }) => {
      const [first = '', ...others] = wrap(summary, 110 - width - 5);
      const head = `${palette.bold(name)}${' '.repeat(width - name.length)}${String(weight).padStart(2)}  ${first}\n`;
      return head + others.map((line) => `${' '.repeat(width + 4)}${line}\n`).join('');
    })
    .join('');
}

/**
 * Formats `mutate --list --format json`: `{ schemaVersion, tool, mutators: [{ name, stage, weight, summary }]
 * }`.
 */
export function mutatorsJson(tool: Tool, mutators: readonly Mutator[]): string {
  const entries = mutators.map(({ name, stage, weight, summary }) => ({ name, stage, weight, summary }));
  return jsonText(tool, { mutators: entries });
}
