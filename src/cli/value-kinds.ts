import { LEVELS } from '../check/config/vocabulary.js';
import { FORMATS } from '../show/report/formats.js';

/** Lists of words that several options take. */
export type WordSet = 'codes' | 'releases' | 'mutators' | 'features' | 'faults';

/** What a shell can offer for a value. */
export type ValueKind =
  /** One of these. */
  | { readonly is: 'words'; readonly words: readonly string[] }
  /** One of a list, or several with commas. */
  | { readonly is: 'set'; readonly set: WordSet; readonly isList: boolean }
  /** `code=level` */
  | { readonly is: 'levels'; readonly levels: readonly string[] }
  /** A word, or `word=file`. */
  | { readonly is: 'outputs'; readonly words: readonly string[] }
  /** Model files, by their extensions; where there are none, any. */
  | { readonly is: 'models' }
  | { readonly is: 'files' }
  | { readonly is: 'folders' }
  /** A verb of ours. */
  | { readonly is: 'verbs' }
  /** A program to run. */
  | { readonly is: 'programs' }
  /** Numbers, times, sizes, expressions: nothing to offer. */
  | { readonly is: 'free' };

/** Of models; directories are searched for them too. */
export const MODEL_EXTENSIONS = ['mdl', 'hef'] as const;

interface ValueUse {
  readonly verb: readonly string[];
  /** What help calls it: `file` of `<file>`. */
  readonly name: string;
  /** The option's long name, for what stands after one. */
  readonly option?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly isOperand: boolean;
}

/** Names for files of any kind, in options; as operands, of models. */
const FILES = /^(files?|paths?|log|report|seeds?|models?|inputs?|before|after|a|b|old|new|output|baseline)$/;
const FOLDERS = /^(dir|directory|folder)$/;

/** What its place and its name in the help say about a value. Names mean the same in every command. */
export function valueKind({ verb, name, option, choices, isOperand }: ValueUse): ValueKind {
  if (choices !== undefined) return { is: 'words', words: choices };
  const word = name.toLowerCase();
  if (word === 'code' && option === '--invalid') return { is: 'set', set: 'faults', isList: false };
  // Elsewhere codes are what programs end with.
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
  // What is assembled is text.
  if (FILES.test(word)) return { is: isOperand && verb[0] !== 'assemble' ? 'models' : 'files' };
  if (isOperand && /^(command|program)$/.test(word)) return { is: 'programs' };
  return { is: 'free' };
}
