import type { Command } from 'commander';
import { listed } from './option-values.js';

/** Options for searching directories. */
export interface SearchFlags {
  readonly exclude: readonly string[];
  readonly gitignore: boolean;
}

/** Adds the options of every command that searches directories. */
export function addSearchOptions(command: Command): Command {
  return command
    .option('--exclude <patterns>', 'files and folders to skip in directories', listed, [])
    .option('--no-gitignore', 'also search files that .gitignore names');
}
