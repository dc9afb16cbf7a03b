/** Completes unfinished command lines by the shells themselves. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BUILT } from './built-files.js';
import { temporaryDirectory } from './temporary.js';

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).error === undefined;
}

/**
 * Returns the candidates that a completion script gives for each line, with the cursor at the end of the
 * line.
 * @param folder working directory of the shell; it completes the names of its files
 */
export type Asker = (script: string, lines: readonly string[], folder: string) => readonly string[][];

/** Calls the script's function as readline does, with words that are split at `=` and `:`. */
export const askBash: Asker = (script, lines, folder) => {
  const calls = lines.map((line) => {
    const words = line
      .split(/\s+/)
      .flatMap((word) => (word === '' ? [''] : word.split(/([=:]+)/).filter((part) => part !== '')));
    const list = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    return `ask '${line.replaceAll("'", "'\\''")}' ${list}`;
  });
  const harness = `set -u
source "$1" || exit 9
[[ $(complete -p protomdl) == 'complete -F _protomdl protomdl' ]] || exit 8
compopt() { :; }
ask() {
  COMP_LINE=$1
  COMP_POINT=\${#1}
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
  set +u
  _protomdl protomdl "\${COMP_WORDS[COMP_CWORD]}" ''
  set -u
  [[ \${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "\${COMPREPLY[@]}"
  printf '\\f\\n'
}
${calls.join('\n')}
`;
  return answersOf(
    'bash',
    ['--norc', '--noprofile', file('harness.bash', harness), file('protomdl.bash', script)],
    folder,
  );
};

export const askFish: Asker = (script, lines, folder) => {
  const calls = lines.map((line) => `complete -C '${line.replace(/[\\']/g, '\\$&')}'\nprintf '\\f\\n'`);
  const harness = `source $argv[1]; or exit 9\n${calls.join('\n')}\n`;
  const answers = answersOf(
    'fish',
    ['--no-config', file('harness.fish', harness), file('protomdl.fish', script)],
    folder,
  );
  return answers.map((list) => list.map((line) => line.split('\t')[0] as string));
};

/**
 * Uses an interactive zsh in a separate terminal. Every candidate passes through `compadd`, so this function
 * is replaced by one that writes candidates to a file.
 */
export const askZsh: Asker = (script, lines, folder) => {
  const inner = `
PROMPT=
zmodload zsh/complete zsh/zle
autoload -Uz compinit
compinit -u -D
source "$SCRIPT" || exit 9
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"
    return
  fi
  typeset -a found shown
  builtin compadd -A found -D shown "$@"
  local hit at=\${@[(i)-P]} prefix=
  for hit in $found; do print -r -- "+$IPREFIX$hit" >>$ANSWERS; done
  builtin compadd "$@"
}
bindkey '^I' list-choices
finished() { print -r -- $'\\f' >>$ANSWERS; zle -I; zle .kill-buffer; }
zle -N finished
bindkey '^T' finished
print READY
`;
  const answers = file('answers', '');
  const feeds = lines.map(
    (line) =>
      `zpty -w -n shell $'${line.replace(/[\\']/g, '\\$&')}\\t\\x14'\nwait_for ${lines.indexOf(line) + 1}`,
  );
  const harness = `
zmodload zsh/zpty zsh/zselect
zpty shell "SCRIPT='$1' ANSWERS='${answers}' TERM=dumb zsh -f -i"
wait_for() {
  local i
  local -a marks
  for ((i = 0; i < 1500; i++)); do
    # It stops when what it writes to its terminal is not read.
    while zpty -r -t shell line; do :; done >/dev/null 2>&1
    marks=(\${(M)\${(f)"$(<'${answers}')"}:#$'\\f'})
    (( \${#marks} >= $1 )) && return
    zselect -t 1
  done
  exit 7
}
zpty -w shell "source '${file('inner.zsh', inner)}'"
local line
zpty -r shell line '*READY*'
${feeds.join('\n')}
zpty -d shell
cat '${answers}'
`;
  const lists = answersOf('zsh', ['-f', file('harness.zsh', harness), file('protomdl.zsh', script)], folder);
  return lists.map((list) => list.map((line) => line.replace(/^\+/, '')));
};

function file(name: string, text: string): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, text);
  return path;
}

/** Makes a folder for `PATH` with a `protomdl` that runs the built command. */
function folderOfCommand(): string {
  const folder = temporaryDirectory();
  const built = join(BUILT, 'cli/protomdl.js');
  writeFileSync(join(folder, 'protomdl'), `#!/bin/sh\nexec '${process.execPath}' '${built}' "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}

function answersOf(program: string, args: readonly string[], folder: string): string[][] {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, PATH: `${folderOfCommand()}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
    timeout: 18_000,
    maxBuffer: 1 << 26,
  });
  if (error !== undefined || status !== 0 || stderr !== '') {
    throw new Error(`${program} ended with ${status}: ${error?.message ?? ''}${stderr.slice(0, 2000)}`);
  }
  return stdout
    .split('\f\n')
    .slice(0, -1)
    .map((text) => text.split('\n').filter((line) => line !== ''));
}
