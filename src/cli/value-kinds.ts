import { LEVELS } from '../check/config/vocabulary.js';
import { FORMATS } from '../show/report/formats.js';

/** Lists of words that several options take. */
export type WordSet = 'codes' | 'releases' | 'mutators' | 'features' | 'faults';

/** Suggestions of a shell for a value. */
export type ValueKind =
  /** One of several words. */
  | { readonly is: 'words'; readonly words: readonly string[] }
  /** One word of a list, or several with commas. */
  | { readonly is: 'set'; readonly set: WordSet; readonly isList: boolean }
  /** `code=level` */
  | { readonly is: 'levels'; readonly levels: readonly string[] }
  /** A word, or `word=file`. */
  | { readonly is: 'outputs'; readonly words: readonly string[] }
  /** Model files, by their extensions; any files if there are no model files. */
  | { readonly is: 'models' }
  | { readonly is: 'files' }
  | { readonly is: 'folders' }
  /** A program to run. */
  | { readonly is: 'programs' }
  /** Numbers, times, sizes, expressions: no suggestions. */
  | { readonly is: 'free' };

/** Extensions of models; directories are searched for them too. */
export const MODEL_EXTENSIONS = ['mdl', 'hef'] as const;

interface ValueUse {
  readonly verb: readonly string[];
  /** Name in the help: `file` of `<file>`. */
  readonly name: string;
  /** The option's long name, for the value of an option. */
  readonly option?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly isOperand: boolean;
}

/** Names of values that are files of any kind in options, and models as operands. */
const FILES = /^(files?|paths?|log|report|seeds?|models?|inputs?|before|after|a|b|old|new|output|baseline)$/;
const FOLDERS = /^(dir|directory|folder)$/;

/** Kind of a value, by its place and its name in the help. A name means the same in every command. */
export function valueKind({ verb, name, option, choices, isOperand }: ValueUse): ValueKind {
  if (choices !== undefined) return { is: 'words', words: choices };
  const word = name.toLowerCase();
  if (word === 'code' && option === '--invalid') return { is: 'set', set: 'faults', isList: false };
  // Elsewhere codes are exit codes of programs.
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
  // Input of `assemble` is text.
  if (FILES.test(word)) return { is: isOperand && verb[0] !== 'assemble' ? 'models' : 'files' };
  if (isOperand && /^(command|program)$/.test(word)) return { is: 'programs' };
  return { is: 'free' };
}
