import { allVerbs, type CompletionParts, keyOf, nameOf, ownOperands } from './completion-bash.js';
import type { OptionDefinition, VerbDefinition } from './definitions.js';
import { MODEL_EXTENSIONS, type ValueKind } from './value-kinds.js';
import type { Words } from './word-sets.js';

/** Completion for fish 3.0 and later: a file for ~/.config/fish/completions, or for `source`. */
export function fishCompletion({ program, root, sets }: CompletionParts): string {
  const verbs = allVerbs(root);
  return `# fish completion for ${program}:
#   ${program} completion fish > ~/.config/fish/completions/${program}.fish

function __${program}_set
    switch $argv[1]
${Object.entries(sets)
  .map(([name, words]) => setCase(name, words))
  .join('\n')}
    end
end

# The commands that are below one.
function __${program}_verbs
    switch "$argv"
${verbs
  .filter((verb) => verb.verbs.length > 0)
  .map(
    (verb) =>
      `        case ${quoted(keyOf(verb))}\n            printf '%s\\n' ${verb.verbs.map((sub) => quoted(nameOf(sub))).join(' ')}`,
  )
  .join('\n')}
    end
end

# Options that are followed by a value.
function __${program}_takes
    switch "$argv"
${takesCase(verbs)}
            return 0
    end
    return 1
end

${RUNTIME.replaceAll('@@', program)}
complete -c ${program} -f
${verbs.flatMap((verb) => verbLines(program, verb)).join('\n')}
`;
}

const RUNTIME = `# What has been typed, in three parts: a command, how many operands follow it, and whether -- has been seen.
function __@@_parse
    set -l verb
    set -l place 0
    set -l behind 0
    set -l takes 0
    set -l tokens (commandline -opc)
    for word in $tokens[2..-1]
        if test $takes -eq 1
            set takes 0
        else if test $behind -gt 0
            set behind (math $behind + 1)
        else if test "$word" = --
            set behind 1
        else if string match -q -- '--*=*' "$word"
            continue
        else if string match -q -- '-?*' "$word"
            if __@@_takes $verb $word
                set takes 1
            end
        else if test $place -eq 0; and contains -- "$word" (__@@_verbs "$verb")
            set verb $verb $word
        else if test "$word" = help; and test -z "$verb"
            set verb help
        else
            set place (math $place + 1)
        end
    end
    printf '%s\\n' "$verb" $place $behind
end

# Within a command; options are its own until -- is seen.
function __@@_in
    set -l parsed (__@@_parse)
    test "$parsed[1]" = "$argv[1]"; and test $parsed[3] -eq 0
end

# At an operand of a command: its number, or any from it on (+).
function __@@_at
    set -l parsed (__@@_parse)
    test "$parsed[1]" = "$argv[1]"; or return 1
    test $parsed[3] -gt 0; and test "$argv[3]" = own; and return 1
    string match -q -- '*+' $argv[2]; and test $parsed[2] -ge (string replace + '' -- $argv[2]); and return 0
    test $parsed[2] = $argv[2]
end

# Behind -- of a command that takes another program's command line: at the program's name (1), or at any word.
function __@@_behind
    set -l parsed (__@@_parse)
    test "$parsed[1]" = "$argv[1]"; and test $parsed[3] -gt 0; or return 1
    test -z "$argv[2]"; or test $parsed[3] = "$argv[2]"
end

# What is being typed, without the option that it is for.
function __@@_typed
    commandline -ct | string replace -r -- '^--[^=]*=' ''
end

# Several of a set, with commas.
function __@@_list
    set -l head (__@@_typed | string match -r -- '^.*,')
    for word in (__@@_set $argv[1])
        printf '%s\\n' "$head$word"
    end
end

function __@@_levels
    if __@@_typed | string match -q -- '*=*'
        set -l head (__@@_typed | string replace -r -- '=.*$' '=')
        printf "$head%s\\n" $argv
    else
        __@@_set codes | string replace -r -- '^([^\\t]*)' '$1='
    end
end

function __@@_outputs
    if __@@_typed | string match -q -- '*=*'
        set -l head (__@@_typed | string replace -r -- '=.*$' '=')
        set -l file (__@@_typed | string replace -r -- '^[^=]*=' '')
        for path in (complete -C "__@@_nothing $file")
            printf '%s\\n' "$head$path"
        end
    else
        printf '%s\\n' $argv
    end
end

# Models and folders; where there are none, any file.
function __@@_models
    set -l all (complete -C "__@@_nothing "(__@@_typed))
    set -l models (string match -r -- '^[^\\t]*(?:/|\\.(?:${MODEL_EXTENSIONS.join('|')}))(?:\\t.*)?$' $all)
    if set -q models[1]
        printf '%s\\n' $models
    else if set -q all[1]
        printf '%s\\n' $all
    end
end
`;

function setCase(name: string, words: Words): string {
  const lines = [...words].map(([word, about]) =>
    quoted(about === '' ? word : `${word}\t${about.replace(/[\t\n]/g, ' ')}`),
  );
  return `        case ${name}\n            printf '%s\\n' \\\n                ${lines.join(' \\\n                ')}`;
}

function takesCase(verbs: readonly VerbDefinition[]): string {
  const words = verbs.flatMap((verb) =>
    verb.options
      .filter(({ value }) => value?.isRequired === true)
      .flatMap(({ short, long }) => [short, long])
      .filter((name) => name !== undefined)
      .map((name) => quoted([...verb.path, name].join(' '))),
  );
  return `        case ${words.join(' \\\n            ')}`;
}

function verbLines(program: string, verb: VerbDefinition): string[] {
  const key = keyOf(verb);
  const lines = [`# ${[program, ...verb.path].join(' ')}`];
  const line = (condition: string, rest: string): void => {
    lines.push(`complete -c ${program} -n ${quoted(condition)} ${rest}`);
  };
  if (verb.verbs.length > 0) {
    const within = `__${program}_at ${quoted(key)} 0 own`;
    for (const sub of verb.verbs) line(within, `-a ${quoted(nameOf(sub))} -d ${quoted(sub.about)}`);
    if (verb.path.length === 0) {
      line(within, `-a help -d 'print help of a command'`);
      line(`__${program}_at help 0 own`, `-a ${quoted(`(__${program}_verbs '')`)}`);
    }
  }
  for (const option of verb.options) line(`__${program}_in ${quoted(key)}`, optionText(program, option));
  ownOperands(verb).forEach(({ kind, isVariadic }, place) => {
    const offered = offer(program, kind);
    const at = `${place}${isVariadic ? '+' : ''}`;
    const own = verb.takesCommand ? ' own' : '';
    if (offered !== undefined) line(`__${program}_at ${quoted(key)} ${at}${own}`, offered);
  });
  if (verb.takesCommand) {
    line(`__${program}_behind ${quoted(key)}`, '-F');
    line(`__${program}_behind ${quoted(key)} 1`, `-a '(__fish_complete_command)'`);
  }
  return lines;
}

function optionText(program: string, { short, long, value, about }: OptionDefinition): string {
  const names = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`].filter(Boolean).join(' ');
  const offered = value === undefined ? '' : (offer(program, value.kind) ?? '-f');
  const takes = value?.isRequired === true ? `-r ${offered} ` : offered === '' ? '' : `${offered} `;
  return `${names} ${takes}-d ${quoted(about)}`;
}

/** Arguments of `complete` for a kind of value; undefined if there are no suggestions. */
function offer(program: string, kind: ValueKind): string | undefined {
  const from = (call: string): string => `-f -a ${quoted(`(__${program}_${call})`)}`;
  switch (kind.is) {
    case 'words':
      return `-f -a ${quoted(kind.words.join(' '))}`;
    case 'set':
      return from(`${kind.isList ? 'list' : 'set'} ${kind.set}`);
    case 'levels':
      return from(`levels ${kind.levels.join(' ')}`);
    case 'outputs':
      return from(`outputs ${kind.words.join(' ')}`);
    case 'models':
      return from('models');
    case 'files':
      return '-F';
    case 'folders':
      return `-f -a '(__fish_complete_directories (__${program}_typed))'`;
    case 'verbs':
      return from("verbs ''");
    case 'programs':
      return `-F -a '(__fish_complete_command)'`;
    case 'free':
      return undefined;
  }
}

/** Within single quotes fish interprets \\ and \' only. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
