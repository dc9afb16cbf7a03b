import { shellQuoted } from '../../base/diagnostics/shell-quoted.js';
import type { FileReport } from '../../check/validate/file-report.js';
import type { Ending } from './ending.js';
import type { Group } from './group.js';
import type { StoredFiles } from './store.js';

/** Details of a group, from which its files are written. */
export interface FindingDetails {
  /** The group to describe. */
  readonly group: Group;
  /** Results of the loaders for the group's reduced file; without a reduced file, for the group's file. */
  readonly endings: readonly Ending[];
  /** Validation reports of the group's file, and of its reduced file. */
  readonly validation: readonly ({
    /** Name of the file in the group's folder. */
    readonly path: string;
  } & FileReport)[];
  /** Shell commands that run each loader on the file. */
  readonly reproduce: readonly string[];
}

/** Makes additional files for a group's folder. Their names must differ from the names of the model files. */
export type FindingWriter = (details: FindingDetails) => StoredFiles;

/** Joins several outputs in one text, with separators. */
export function outputText(endings: readonly Ending[]): string {
  const parts = endings.map((ending, index) => {
    const name = endings.length > 1 ? ` of loader ${'AB'[index]}` : '';
    const how = ending.signal ?? (ending.code === null ? ending.kind : `exit code ${ending.code}`);
    const cut = ending.truncated ? ' (its middle is left out)' : '';
    return [
      `===== how the run${name} ended: ${ending.kind}, ${how}, ${Math.round(ending.ms)} ms`,
      `===== standard error${cut}`,
      ending.stderr,
      `===== standard output${cut}`,
      ending.stdout,
    ].join('\n');
  });
  return `${parts.join('\n')}\n`;
}

/**
 * Returns a POSIX shell line that runs a command on a file with the environment of the campaign.
 * @param env environment variables that the campaign sets for the command
 */
export function shellLine(
  folder: string,
  env: Readonly<Record<string, string>>,
  argv: readonly string[],
  stdin: string | undefined,
): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)} `);
  const input = stdin === undefined ? '' : ` < ${quoted(stdin)}`;
  return `cd ${quoted(folder)} && ${variables.join('')}${argv.map(quoted).join(' ')}${input}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word);
}
