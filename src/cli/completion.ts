import { Argument, type Command } from 'commander';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT } from './exit-code.js';
import { MODEL_EXTENSIONS } from './value-kinds.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * By shell, the script that requests completions from the installed command. `answerLines` (complete.ts)
 * describes the response. The shells find names of files and programs.
 *
 * The scripts support Bash 3.2 and later, because macOS has 3.2, and fish 3.0 and later.
 */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for protomdl. To have it in every shell, a line for ~/.bashrc:
#   source <(protomdl completion bash)
_protomdl() {
  local IFS=$' \\t\\n' kind strip prefix typed word
  COMPREPLY=()
  {
    read -r kind; IFS= read -r prefix; IFS= read -r typed; IFS= read -r strip
    while IFS= read -r word; do COMPREPLY+=("$word"); done
  } < <(protomdl __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  case $kind in
    words) return ;;
    open) type compopt >/dev/null 2>&1 && compopt -o nospace; return ;;
  esac
  type compopt >/dev/null 2>&1 && compopt -o filenames
  while IFS= read -r word; do
    word=$prefix$word
    COMPREPLY+=("\${word#"$strip"}")
  done < <(case $kind in
    models) { compgen -d -- "$typed"; ${MODEL_EXTENSIONS.map((name) => `compgen -f -X '!*.${name}' -- "$typed"`).join('; ')}; } | grep . ||
      compgen -f -- "$typed" ;;
    files) compgen -f -- "$typed" ;;
    folders) compgen -d -- "$typed" ;;
    programs) compgen -c -- "$typed"; compgen -f -- "$typed" ;;
  esac)
}
complete -F _protomdl protomdl
`,
  zsh: `#compdef protomdl
# zsh completion for protomdl. To have it in every shell, a line for ~/.zshrc, after compinit:
#   source <(protomdl completion zsh)
# or its output in a file named _protomdl in a folder of $fpath.
_protomdl() {
  local -a answer=("\${(@f)$(protomdl __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  local -a found=("\${(@)answer[5,-1]}")
  [[ -n $answer[2] ]] && compset -p $#answer[2]
  case $answer[1] in
    words) _describe -t values value found ;;
    open) _describe -t values value found -S '' ;;
    models) _files -g '*.(${MODEL_EXTENSIONS.join('|')})(-.)' ;;
    files) _files ;;
    folders) _files -/ ;;
    programs) _alternative 'commands:command:_command_names -e' 'files:file:_files' ;;
  esac
}
if [[ "\${funcstack[1]}" = _protomdl ]]; then _protomdl "$@"; else compdef _protomdl protomdl; fi
`,
  fish: `# fish completion for protomdl:
#   protomdl completion fish > ~/.config/fish/completions/protomdl.fish
function __protomdl_complete
    set -l tokens (commandline -opc) (commandline -ct)
    set -l answer (protomdl __complete fish $tokens[2..-1] 2>/dev/null)
    set -l found $answer[5..-1]
    test -n "$answer[1]"; or return
    contains -- $answer[1] words open; or set found (complete -C "__protomdl_nothing $answer[3]")
    switch $answer[1]
        case models
            set -l models (string match -r -- '^[^\\t]*(?:/|\\.(?:${MODEL_EXTENSIONS.join('|')}))(?:\\t.*)?$' $found)
            set -q models[1]; and set found $models
        case folders
            set found (__fish_complete_directories $answer[3])
        case programs
            set -a found (__fish_complete_command)
    end
    printf "%s\\n" $answer[2]$found
end
complete -c protomdl -f -a '(__protomdl_complete)'
`,
};

export function define(command: Command, context: CommandContext): void {
  command
    .addArgument(new Argument('<shell>', 'the shell that completes commands').choices(SHELLS))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .action(async (shell: Shell, flags: { readonly output?: string }) => {
      context.exitCode = await writeData(flags.output, [], context.host, async (output) => {
        await output.write(COMPLETION_SCRIPTS[shell]);
        return EXIT.ok;
      });
    });
  addExamples(command, {
    'source <(protomdl completion bash)': 'in this shell; as a line of ~/.bashrc in each',
    'protomdl completion zsh -o _protomdl': 'for a folder of $fpath',
    'protomdl completion fish -o protomdl.fish': 'for ~/.config/fish/completions',
  });
}
