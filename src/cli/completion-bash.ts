import { shellQuoted as quoted } from '../base/diagnostics/shell-quoted.js';
import type { OptionDefinition, VerbDefinition } from './definitions.js';
import { MODEL_EXTENSIONS, type ValueKind } from './value-kinds.js';
import type { Words } from './word-sets.js';

/** Parts of a completion script. */
export interface CompletionParts {
  readonly program: string;
  readonly root: VerbDefinition;
  readonly sets: Readonly<Record<string, Words>>;
}

/** All verbs, the root first. */
export function allVerbs(verb: VerbDefinition): readonly VerbDefinition[] {
  return [verb, ...verb.verbs.flatMap(allVerbs)];
}

/** Operands, except for the command line of another program after `--`. */
export function ownOperands({ operands, takesCommand }: VerbDefinition): VerbDefinition['operands'] {
  return takesCommand ? operands.filter(({ kind }) => kind.is !== 'programs') : operands;
}

/**
 * Completion for bash 3.2 and later (macOS has 3.2): no associative arrays, no `mapfile`, and nothing of the
 * bash-completion package. Bash splits words at `=` and `:` before completing; `__protomdl_words` joins them
 * again.
 */
export function bashCompletion({ program, root, sets }: CompletionParts): string {
  const verbs = allVerbs(root);
  const known = verbs.filter((verb) => verb.verbs.length > 0);
  return `# bash completion for ${program}. To have it in every shell, a line for ~/.bashrc:
#   source <(${program} completion bash)

__${program}_set() {
  case $1 in
${Object.entries(sets)
  .map(([name, words]) => `    ${name}) echo ${quoted([...words.keys()].join(' '))} ;;`)
  .join('\n')}
  esac
}

# The commands below one.
__${program}_verbs() {
  case $1 in
${known.map((verb) => `    ${quoted(keyOf(verb))}) echo ${quoted(verb.verbs.map(nameOf).join(' '))} ;;`).join('\n')}
  esac
}

__${program}_options() {
  case $1 in
${verbs.map((verb) => `    ${quoted(keyOf(verb))}) echo ${quoted(verb.options.flatMap(spellings).join(' '))} ;;`).join('\n')}
  esac
}

# What an option takes; nothing for a flag.
__${program}_value() {
  case $1 in
${caseLines(verbs.flatMap((verb) => verb.options.flatMap((option) => valueRows(verb, option))))}
  esac
}

# What stands in a place of its own.
__${program}_operand() {
  case $1 in
${caseLines(verbs.flatMap(operandRows))}
  esac
}

# Whether another program's command line may follow --.
__${program}_command() {
  case $1 in
    ${
      verbs
        .filter(({ takesCommand }) => takesCommand)
        .map((verb) => quoted(keyOf(verb)))
        .join(' | ') || "'?'"
    }) return 0 ;;
  esac
  return 1
}

${RUNTIME.replaceAll('@@', program)}
complete -F _${program} ${program}
`;
}

const RUNTIME = `# Words before the cursor, as they were before bash broke them up.
__@@_words() {
  local rest=\${COMP_LINE:0:COMP_POINT} i word gap
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=\${rest%%[![:space:]]*}
    rest=\${rest#"$gap"}
    word=\${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && word=$rest
    rest=\${rest#"$word"}
    if [[ -n $gap || i -eq 0 ]]; then words+=("$word"); else words[\${#words[@]} - 1]+=$word; fi
  done
}

# Adds candidates: $1 stands before each of them, $2 is what there is of it, $3 are words.
__@@_offer() {
  local word
  for word in $3; do
    [[ $word == "$2"* ]] && COMPREPLY+=("$1$word")
  done
}

__@@_paths() {
  local kind=$1 prefix=$2 typed=$3 path
  # Names with spaces: bash quotes them again.
  typed=\${typed#[\\"\\']}
  typed=\${typed//\\\\/}
  type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  while IFS= read -r path; do
    COMPREPLY+=("$prefix$path")
  done < <(
    if [[ $kind == models ]]; then
      ${MODEL_EXTENSIONS.map((extension) => `compgen -f -X '!*.${extension}' -- "$typed"`).join('\n      ')}
    elif [[ $kind == files ]]; then
      compgen -f -X '' -- "$typed"
    fi
    [[ $kind == files ]] || compgen -d -- "$typed"
  )
  [[ $kind == models && \${#COMPREPLY[@]} -eq 0 ]] && __@@_paths files "$prefix" "$typed"
}

# Adds what a value can be: $1 is its kind, $2 stands before it, $3 is what there is of it.
__@@_complete() {
  local kind=\${1%% *} words=\${1#* } prefix=$2 typed=$3
  case $kind in
    words) __@@_offer "$prefix" "$typed" "$words" ;;
    set) __@@_offer "$prefix" "$typed" "$(__@@_set "$words")" ;;
    list)
      [[ $typed == *,* ]] && prefix=$prefix\${typed%,*},
      __@@_offer "$prefix" "\${typed##*,}" "$(__@@_set "$words")"
      ;;
    levels)
      if [[ $typed == *=* ]]; then
        __@@_offer "$prefix\${typed%%=*}=" "\${typed#*=}" "$words"
      else
        type compopt >/dev/null 2>&1 && compopt -o nospace 2>/dev/null
        local word
        for word in $(__@@_set codes); do
          [[ $word == "$typed"* ]] && COMPREPLY+=("$prefix$word=")
        done
      fi
      ;;
    outputs)
      if [[ $typed == *=* ]]; then
        __@@_paths files "$prefix\${typed%%=*}=" "\${typed#*=}"
      else
        __@@_offer "$prefix" "$typed" "$words"
      fi
      ;;
    verbs) __@@_offer "$prefix" "$typed" "$(__@@_verbs '')" ;;
    programs)
      local word
      while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -c -- "$typed")
      __@@_paths files "$prefix" "$typed"
      ;;
    models | files | folders) __@@_paths "$kind" "$prefix" "$typed" ;;
  esac
}

_@@() {
  local IFS=$' \\t\\n' words verb='' takes='' behind='' place=0 foreign=0 i word last cur
  COMPREPLY=()
  __@@_words
  last=$((\${#words[@]} - 1))
  cur=\${words[last]}
  for ((i = 1; i < last; i++)); do
    word=\${words[i]}
    if [[ -n $takes ]]; then
      takes=''
    elif [[ -n $behind ]]; then
      foreign=$((foreign + 1))
    else
      case $word in
        --) behind=1 ;;
        --*=*) ;;
        -?*) takes=$(__@@_value "$verb $word") ;;
        *)
          if ((place == 0)) && [[ " $(__@@_verbs "$verb") " == *" $word "* ]]; then
            verb="\${verb:+$verb }$word"
          elif [[ -z $verb && $word == help ]]; then
            verb=help
          else
            place=$((place + 1))
          fi
          ;;
      esac
    fi
  done
  if [[ -n $takes ]]; then
    __@@_complete "$takes" '' "$cur"
  elif [[ -n $behind ]] && __@@_command "$verb"; then
    if ((foreign == 0)); then __@@_complete programs '' "$cur"; else __@@_paths files '' "$cur"; fi
  elif [[ -z $behind && $cur == --*=* ]]; then
    takes=$(__@@_value "$verb \${cur%%=*}")
    [[ -n $takes ]] && __@@_complete "$takes" "\${cur%%=*}=" "\${cur#*=}"
  elif [[ -z $behind && $cur == -* ]]; then
    __@@_offer '' "$cur" "$(__@@_options "$verb")"
  elif [[ $verb == help ]]; then
    __@@_offer '' "$cur" "$(__@@_verbs '')"
  elif [[ -n $(__@@_verbs "$verb") ]]; then
    __@@_offer '' "$cur" "$(__@@_verbs "$verb")"
    [[ -z $verb ]] && __@@_offer '' "$cur" help
  else
    __@@_complete "$(__@@_operand "$verb $place")" '' "$cur"
  fi
  # Bash puts the answer after the last character at which it breaks words.
  local strip=''
  if [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]]; then strip=\${cur%"\${cur##*=}"}; fi
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* && \${#strip} -lt $((\${#cur} - \${#cur##*:})) ]]; then
    strip=\${cur%"\${cur##*:}"}
  fi
  if [[ -n $strip ]]; then
    for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=\${COMPREPLY[i]#"$strip"}; done
  fi
}
`;

/** Words of a command, after the program's name. */
export function keyOf({ path }: VerbDefinition): string {
  return path.join(' ');
}

export function nameOf({ path }: VerbDefinition): string {
  return path.at(-1) ?? '';
}

function spellings({ short, long }: OptionDefinition): string[] {
  return [short, long].filter((spelling) => spelling !== undefined);
}

type Row = readonly [pattern: string, kind: string];

function valueRows(verb: VerbDefinition, option: OptionDefinition): Row[] {
  // An optional value stands after `=` only.
  const { value } = option;
  if (value === undefined) return [];
  return spellings(option).map((spelling) => [quoted(`${keyOf(verb)} ${spelling}`), kindText(value.kind)]);
}

function operandRows(verb: VerbDefinition): Row[] {
  return ownOperands(verb).flatMap(({ kind, isVariadic }, place): Row[] => {
    const pattern = isVariadic ? `${quoted(`${keyOf(verb)} `)}*` : quoted(`${keyOf(verb)} ${place}`);
    return [[pattern, kindText(kind)]];
  });
}

/** Formats a kind for the script's `__protomdl_complete`. */
function kindText(kind: ValueKind): string {
  switch (kind.is) {
    case 'words':
    case 'outputs':
      return `${kind.is} ${kind.words.join(' ')}`;
    case 'set':
      return `${kind.isList ? 'list' : 'set'} ${kind.set}`;
    case 'levels':
      return `levels ${kind.levels.join(' ')}`;
    default:
      return kind.is;
  }
}

/**
 * One line for all options with the same value; the places before a pattern keep the order of overlapping
 * patterns (`*`).
 */
function caseLines(rows: readonly Row[]): string {
  const byKind = new Map<string, string[]>();
  const ordered = [...rows].sort((a, b) => Number(a[0].endsWith('*')) - Number(b[0].endsWith('*')));
  for (const [pattern, kind] of ordered) {
    const key = `${pattern.endsWith('*')}\0${kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), pattern]);
  }
  return [...byKind]
    .map(([key, patterns]) => `    ${patterns.join(' | ')}) echo ${quoted(key.split('\0')[1] ?? '')} ;;`)
    .join('\n');
}
