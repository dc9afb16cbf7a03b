import { shellQuoted as quoted } from '../base/diagnostics/shell-quoted.js';
import { allVerbs, type CompletionParts, ownOperands } from './completion-bash.js';
import type { OptionDefinition, VerbDefinition } from './definitions.js';
import { MODEL_EXTENSIONS, type ValueKind } from './value-kinds.js';
import type { Words } from './word-sets.js';

/** Completion for zsh, by its `_arguments`: a file for a folder of `$fpath`, or for `source`. */
export function zshCompletion({ program, root, sets }: CompletionParts): string {
  const verbs = allVerbs(root);
  return `#compdef ${program}
# zsh completion for ${program}. To have it in every shell, a line for ~/.zshrc, after compinit:
#   source <(${program} completion zsh)
# or its output in a file named _${program} in a folder of $fpath.

${Object.entries(sets)
  .map(([name, words]) => setFunction(program, name, words))
  .join('\n')}
${RUNTIME.replaceAll('@@', program)}
${verbs.map((verb) => verbFunction(program, verb)).join('\n')}
if [[ "\${funcstack[1]}" = _${program} ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}

const RUNTIME = `_@@_models() {
  _files -g '*.(${MODEL_EXTENSIONS.join('|')})(-.)'
}

_@@_levels() {
  if compset -P '*='; then
    local -a levels=("$@")
    _describe -t levels level levels
  else
    _@@_codes -S '='
  fi
}

_@@_outputs() {
  if compset -P '*='; then
    _files
  else
    local -a formats=("$@")
    _describe -t formats format formats
  fi
}

# Behind --, another program's command line.
_@@_behind() {
  local at=\${words[(I)--]}
  if (( at > 0 && at < CURRENT )); then
    if (( CURRENT == at + 1 )); then
      _alternative 'commands:command:_command_names -e' 'files:file:_files'
    else
      _files
    fi
  else
    "$@"
  fi
}
`;

function setFunction(program: string, name: string, words: Words): string {
  const lines = [...words].map(([word, about]) => `    ${quoted(described(word, about))}`);
  return `_${program}_${name}() {
  local -a ${name}=(
${lines.join('\n')}
  )
  _describe -t ${name} ${quoted(name.replace(/s$/, ''))} ${name} "$@"
}
`;
}

function verbFunction(program: string, verb: VerbDefinition): string {
  const name = functionOf(program, verb);
  const specs = verb.options.flatMap((option) => optionSpecs(program, option));
  if (verb.verbs.length === 0) {
    specs.push(...operandSpecs(program, verb));
    return `${name}() {
  _arguments -s -S : \\
${specs.map((spec) => `    ${spec}`).join(' \\\n')}
}
`;
  }
  const below = verb.verbs.map((sub) => `    ${quoted(described(sub.path.at(-1) ?? '', sub.about))}`);
  if (verb.path.length === 0) below.push(`    ${quoted('help:print help of a command')}`);
  const branches = verb.verbs.map((sub) => `      ${sub.path.at(-1)}) ${functionOf(program, sub)} ;;`);
  if (verb.path.length === 0) branches.push(`      help) _describe -t commands command below ;;`);
  return `${name}() {
  local curcontext="$curcontext" state state_descr line
  typeset -A opt_args
  local -a below=(
${below.join('\n')}
  )
  _arguments -C -S : \\
${specs.map((spec) => `    ${spec} \\`).join('\n')}
    '1: :->verb' \\
    '*:: :->rest'
  case $state in
    verb) _describe -t commands command below ;;
    rest)
      curcontext="\${curcontext%:*}-$words[1]:"
      case $words[1] in
${branches.join('\n')}
      esac
      ;;
  esac
}
`;
}

function functionOf(program: string, { path }: VerbDefinition): string {
  return ['', program, ...path].join('_').replace(/^__/, '_');
}

function optionSpecs(program: string, option: OptionDefinition): string[] {
  const { short, long, value, isRepeatable } = option;
  const names = [short, long].filter((name) => name !== undefined);
  const about = `[${bracketed(option.about)}]`;
  const takes =
    value === undefined
      ? ''
      : `${value.isRequired ? ':' : '::'}${inColons(value.name)}:${action(program, value.kind)}`;
  // A repeatable option excludes no others; any other option excludes itself, in each of its spellings.
  const before = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map((name) => {
    const joint = value === undefined ? '' : name.startsWith('--') ? '=' : '+';
    return quoted(`${before}${name}${joint}${about}${takes}`);
  });
}

function operandSpecs(program: string, verb: VerbDefinition): string[] {
  const behind = verb.takesCommand ? ` _${program}_behind` : '';
  const specs = ownOperands(verb).map(({ name, kind, isVariadic, isRequired }, place) => {
    const at = isVariadic ? '*' : `${place + 1}`;
    const joint = isRequired || isVariadic ? ':' : '::';
    return quoted(
      `${at}${joint}${inColons(name)}:${behind}${behind === '' ? '' : ' '}${action(program, kind)}`,
    );
  });
  if (verb.takesCommand && !specs.some((spec) => spec.startsWith("'*"))) {
    specs.push(quoted(`*:command: _${program}_behind :`));
  }
  return specs;
}

/**
 * Action of `_arguments`; without a space before it, `_arguments` puts arguments of its own after the first
 * word.
 */
function action(program: string, kind: ValueKind): string {
  switch (kind.is) {
    case 'words':
      return `(${kind.words.join(' ')})`;
    case 'set':
      return kind.isList ? `_sequence _${program}_${kind.set}` : `_${program}_${kind.set}`;
    case 'levels':
      return ` _${program}_levels ${kind.levels.join(' ')}`;
    case 'outputs':
      return ` _${program}_outputs ${kind.words.join(' ')}`;
    case 'models':
      return `_${program}_models`;
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'verbs':
      return '';
    case 'programs':
      return '_command_names -e';
    case 'free':
      return ' ';
  }
}

function described(word: string, about: string): string {
  const name = word.replace(/[\\:]/g, '\\$&');
  return about === '' ? name : `${name}:${about}`;
}

function bracketed(text: string): string {
  return text.replace(/[\\[\]:]/g, '\\$&');
}

function inColons(text: string): string {
  return text.replace(/[\\:]/g, '\\$&');
}
