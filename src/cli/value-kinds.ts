import { LEVELS } from '../check/config/vocabulary.js';
import { FORMATS } from '../show/report/formats.js';

/** Lists of words that several options take. */
export type WordSet = 'codes' | 'releases' | 'mutators' | 'features' | 'faults';

export type ValueKind =
  /** One of several words. */
  | { readonly is: 'words'; readonly words: readonly string[] }
  /** One word of a list, or several words with commas. */
  | { readonly is: 'set'; readonly set: WordSet; readonly isList: boolean }
  /** `code=level` */
  | { readonly is: 'levels'; readonly levels: readonly string[] }
  /** A word, or `word=file`. */
  | { readonly is: 'outputs'; readonly words: readonly string[] }
  /** Model files by their extensions, or any files in a folder without model files. */
  | { readonly is: 'models' }
  | { readonly is: 'files' }
  | { readonly is: 'folders' }
  /** A program to run. */
  | { readonly is: 'programs' }
  /** Numbers, times, sizes and expressions, for which a shell suggests no values. */
  | { readonly is: 'free' };

/** Extensions of models, for which directories are also searched. */
export const MODEL_EXTENSIONS = ['mdl', 'hef'] as const;

interface ValueUse {
  readonly verb: readonly string[];
  /** Name in the help: `file` of `<file>`. */
  readonly name: string;
  /** Long name of the option, for the value of an option. */
  readonly option?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly isOperand: boolean;
}

/** Matches names in the help that stand for files: for an option, any file; for an operand, a model. */
const FILES = /^(files?|paths?|log|report|seeds?|models?|inputs?|before|after|a|b|old|new|output|baseline)$/;
const FOLDERS = /^(dir|directory|folder)$/;

/**
 * Returns the kind of a value by its name in the help, and by the command or option to which it belongs.
 * Except for `code`, a name means the same in every command.
 */
export function valueKind({ verb, name, option, choices, isOperand }: ValueUse): ValueKind {
  if (choices !== undefined) return { is: 'words', words: choices };
  const word = name.toLowerCase();
  if (word === 'code' && option === '--invalid') return { is: 'set', set: 'faults', isList: false };
  // In other options, codes are exit codes of programs.
  if (/^codes?$/.test(word) && (isOperand || /^--(only|ignore|code)$/.test(option ?? ''))) {
    return { is: 'set', set: 'codes', isList: !isOperand };
  }
  if (word === 'code=level') return { is: 'levels', levels: LEVELS };
  if (word === 'release' || word === 'releases') return { is: 'set', set: 'releases', isList: true };
  if (word === 'mutators' || (word === 'names' && verb[0] === 'mutate')) {
    return { is: 'set', set: 'mutators', isList: true };
  }
  if (word === 'features') return { is: 'set', set: 'features', isList: true };
  if (word === 'format' && verb[0] === 'validate') return { is: 'outputs', words: FORMATS };
  if (FOLDERS.test(word)) return { is: 'folders' };
  // The input of `assemble` is a text.
  if (FILES.test(word)) return { is: isOperand && verb[0] !== 'assemble' ? 'models' : 'files' };
  if (isOperand && /^(command|program)$/.test(word)) return { is: 'programs' };
  return { is: 'free' };
}
