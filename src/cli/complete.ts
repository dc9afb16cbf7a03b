import { MUTATORS } from '../attack/mutate/mutators/index.js';
import { FEATURES } from '../attack/smith/features.js';
import { faultCodes } from '../attack/smith/invalid.js';
import { codeText } from '../base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../base/diagnostics/releases.js';
import { codeGroups } from '../check/config/groups.js';
import { CATALOGUE } from '../check/rules/index.js';
import type { Shell } from './completion.js';
import { defineAll, type OptionDefinition, ownOperands, type VerbDefinition } from './definitions.js';
import { EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import type { ValueKind, WordSet } from './value-kinds.js';

/** Completions of an unfinished word. */
interface Answer {
  /**
   * `words` for the given words, `open` for given words after which the shell adds no space. Otherwise the
   * kind of names that the shell finds.
   */
  readonly kind: 'words' | 'open' | 'models' | 'files' | 'folders' | 'programs';
  /** Beginning of the word, to which each candidate is appended: `--framing=`. */
  readonly prefix: string;
  readonly typed: string;
  readonly words: Words;
}

/**
 * `protomdl __complete`: the hidden command of the completion scripts (completion.ts).
 * @param argv the shell, and the words up to the cursor without the name of the program. Bash instead passes
 * the line up to the cursor, and the characters at which Bash breaks words
 */
export async function complete(argv: readonly string[], host: Host): Promise<ExitCode> {
  const [shell, ...rest] = argv as [Shell, ...string[]];
  const { words, isQuoted } = shell === 'bash' ? splitLine(rest[0] ?? '') : { words: rest, isQuoted: false };
  const breaks = shell === 'bash' && !isQuoted ? (rest[1] ?? '') : '';
  const answer = await answerTo(words);
  if (answer !== undefined) await host.stdout.write(answerLines(shell, answer, breaks));
  return EXIT.ok;
}

/**
 * Returns the response for a completion script: the kind, the prefix, the typed text after the prefix, the
 * text that Bash does not replace (`--framing=`, because Bash breaks words at `=`), and the candidates. Bash
 * and fish receive candidates with the prefix.
 */
function answerLines(shell: Shell, { kind, prefix, typed, words }: Answer, breaks: string): string {
  const whole = prefix + typed;
  const at = Math.max(...['=', ':'].map((mark) => (breaks.includes(mark) ? whole.lastIndexOf(mark) : -1)));
  const strip = whole.slice(0, at + 1);
  const candidates = [...words].map(([word, about]) => {
    if (shell === 'bash') return `${prefix}${word}`.slice(strip.length);
    const text = about.replace(/\s+/g, ' ');
    if (shell === 'fish') return text === '' ? word : `${word}\t${text}`;
    const name = word.replace(/[\\:]/g, '\\$&');
    return text === '' ? name : `${name}:${text}`;
  });
  return [kind, prefix, typed, strip, ...candidates].map((line) => `${line}\n`).join('');
}

/** Splits a line as Bash does. The last word is unfinished, and may be empty. */
function splitLine(line: string): { readonly words: readonly string[]; readonly isQuoted: boolean } {
  const words: string[] = [];
  let last = '';
  let isQuoted = false;
  for (const [, gap, single, double, escaped, plain] of line.matchAll(SHELL_PART)) {
    if (gap !== undefined) {
      words.push(last);
      last = '';
    }
    isQuoted = gap === undefined && (single ?? double) !== undefined;
    last += single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '';
  }
  return { words: [...words, last].slice(1), isQuoted };
}

/** Matches white space, a part in quotes that may be open, an escaped character, or other characters. */
const SHELL_PART = /(\s+)|'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|([^\s'"\\]+)/gs;

/**
 * @param words words of the command line up to the cursor; the last word is unfinished
 * @returns undefined if no completions are available
 */
async function answerTo(words: readonly string[]): Promise<Answer | undefined> {
  const root = await defineAll((name) => words.includes(name));
  const typed = words.at(-1) ?? '';
  let verb = root;
  let isHelp = false;
  let operands = 0;
  /** Number of words after `--`; undefined before `--`. */
  let behind: number | undefined;
  let taking: OptionDefinition | undefined;
  for (const word of words.slice(0, -1)) {
    const value: OptionDefinition | undefined = taking;
    taking = undefined;
    if (value?.value?.isRequired === true || (value !== undefined && !word.startsWith('-'))) continue;
    const below = operands === 0 ? verb.verbs.find((sub) => nameOf(sub) === word) : undefined;
    if (behind !== undefined) behind++;
    else if (word === '--') behind = 0;
    else if (word.startsWith('-') && word !== '-') taking = optionOf(verb, word);
    else if (below !== undefined) verb = below;
    else if (verb === root && word === 'help') isHelp = true;
    else operands++;
  }
  if (taking?.value !== undefined && (taking.value.isRequired || !typed.startsWith('-')))
    return valueAnswer(taking.value.kind, '', typed);
  if (behind !== undefined && verb.takesCommand)
    return behind === 0
      ? valueAnswer({ is: 'programs' }, '', typed)
      : valueAnswer({ is: 'files' }, '', typed);
  const [, name, given] = /^(--[^=]*)=(.*)$/s.exec(typed) ?? [];
  if (behind === undefined && name !== undefined) {
    const value = optionOf(verb, name)?.value;
    return value && valueAnswer(value.kind, `${name}=`, given ?? '');
  }
  if (behind === undefined && typed.startsWith('-') && !isHelp)
    return among(
      new Map(verb.options.flatMap((option) => spellings(option).map((word) => [word, option.about]))),
      typed,
    );
  if (verb.verbs.length > 0 && operands === 0) {
    const below = verb.verbs.map((sub) => [nameOf(sub), sub.about] as const);
    return among(
      new Map(verb === root && !isHelp ? [...below, ['help', 'print help of a command']] : below),
      typed,
    );
  }
  if (isHelp) return undefined;
  const own = ownOperands(verb);
  const place = operands + (behind ?? 0);
  const operand = own[place] ?? (own.at(-1)?.isVariadic === true ? own.at(-1) : undefined);
  return operand && valueAnswer(operand.kind, '', typed);
}

function valueAnswer(kind: ValueKind, prefix: string, typed: string): Answer | undefined {
  const [before, mark, after] = /^(.*?)(=)(.*)$/s.exec(typed)?.slice(1) ?? [];
  switch (kind.is) {
    case 'free':
      return undefined;
    case 'words':
      return among(wordsOnly(kind.words), typed, prefix);
    case 'set': {
      const listed = kind.isList ? typed.lastIndexOf(',') + 1 : 0;
      return among(wordSets()[kind.set], typed.slice(listed), prefix + typed.slice(0, listed));
    }
    case 'levels':
      if (mark !== undefined) return among(wordsOnly(kind.levels), after ?? '', `${prefix}${before}=`);
      return {
        ...among(new Map([...wordSets().codes].map(([code, about]) => [`${code}=`, about])), typed, prefix),
        kind: 'open',
      };
    case 'outputs':
      if (mark === undefined) return among(wordsOnly(kind.words), typed, prefix);
      return { kind: 'files', prefix: `${prefix}${before}=`, typed: after ?? '', words: new Map() };
    default:
      return { kind: kind.is, prefix, typed, words: new Map() };
  }
}

function among(all: Words, typed: string, prefix = ''): Answer {
  const words = [...all].filter(([word]) => word.startsWith(typed));
  return { kind: 'words', prefix, typed, words: new Map(words) };
}

function wordsOnly(words: readonly string[]): Words {
  return new Map(words.map((word) => [word, '']));
}

function optionOf({ options }: VerbDefinition, name: string): OptionDefinition | undefined {
  return options.find((option) => spellings(option).includes(name));
}

function spellings({ short, long }: OptionDefinition): string[] {
  return [short, long].filter((spelling) => spelling !== undefined);
}

function nameOf({ path }: VerbDefinition): string {
  return path.at(-1) ?? '';
}

/** Words, with short explanations as values. */
type Words = ReadonlyMap<string, string>;

function wordSets(): Readonly<Record<WordSet, Words>> {
  const summaryOf = (code: string): string => {
    const info = CATALOGUE.get(code);
    return info === undefined ? '' : codeText(info).summary;
  };
  return {
    codes: new Map([
      ...[...codeGroups(CATALOGUE).keys()].map((group) => [group, 'a group of codes'] as const),
      ...[...CATALOGUE.values()].map((info) => [info.code, codeText(info).summary] as const),
    ]),
    releases: new Map([
      ...PUBLISHED_RELEASES.map((release) => [release, ''] as const),
      ['latest', 'the newest of them'],
      ['all', 'all of them'],
    ]),
    mutators: new Map(MUTATORS.map(({ name, summary }) => [name, summary] as const)),
    features: new Map(Object.entries(FEATURES).map(([name, { about }]) => [name, about] as const)),
    faults: new Map([
      ['random', 'any of them'],
      ...faultCodes().map((code) => [code, summaryOf(code)] as const),
    ]),
  };
}
