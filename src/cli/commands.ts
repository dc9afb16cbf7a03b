import type { Command } from 'commander';
import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/** Host of a command, and its exit code. */
export interface CommandContext {
  /** Host of the command, which is replaced by a quiet host if remarks are not wanted. */
  host: Host;
  exitCode: ExitCode;
}

/** Module of a command. `define` adds arguments, options and the action. */
interface CommandModule {
  define(command: Command, context: CommandContext): void;
}

export const COMMAND_GROUPS = {
  check: 'Check',
  look: 'Look',
  change: 'Change',
  attack: 'Attack',
  setup: 'Set up',
} as const;
type CommandGroup = keyof typeof COMMAND_GROUPS;

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: CommandGroup;
  /**
   * Set if the exit code reports findings. Such a command continues after the reader of its output has gone.
   */
  readonly hasVerdict?: true;
  /** Set if the command reads inputs at any offset. For such a command, a stream is kept until its end. */
  readonly keepsStreams?: true;
  /**
   * Loads the command's chunk. Every command has a separate chunk, so that only the code of one command has
   * to be loaded.
   */
  load(): Promise<CommandModule>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'validate',
    group: 'check',
    hasVerdict: true,
    summary: 'check files, and list everything that is wrong with them',
    load: () => import('./validate.js'),
  },
  {
    name: 'info',
    group: 'look',
    keepsStreams: true,
    summary: 'show the content of a file: framing, networks, streams, actions, sizes',
    load: () => import('./info.js'),
  },
  {
    name: 'check-compat',
    group: 'check',
    hasVerdict: true,
    summary: 'show which releases of the runtime load files, and why others do not',
    load: () => import('./check-compat.js'),
  },
  {
    name: 'explain',
    group: 'check',
    summary: 'explain codes: meaning, reaction of the runtime, fix; list all codes',
    load: () => import('./explain.js'),
  },
  {
    name: 'network',
    group: 'look',
    keepsStreams: true,
    summary: 'show the network in a file: layers, shapes, weights, and graphs for other programs',
    load: () => import('./network.js'),
  },
  {
    name: 'disasm',
    group: 'look',
    summary: 'show the operations that a device executes, in order, with names for numbers',
    load: () => import('./disasm.js'),
  },
  {
    name: 'objdump',
    group: 'look',
    summary: 'show the bytes of a file record by record, even of a broken file',
    load: () => import('./objdump.js'),
  },
  {
    name: 'query',
    group: 'look',
    summary: 'ask one question of many files: values of a field, with conditions, counts and sums',
    load: () => import('./query.js'),
  },
  {
    name: 'diff',
    group: 'look',
    hasVerdict: true,
    keepsStreams: true,
    summary: 'compare two files, and show which changes break applications',
    load: () => import('./diff.js'),
  },
  {
    name: 'stats',
    group: 'look',
    hasVerdict: true,
    summary:
      'show the sizes of parts: by type, field, context, action; as a treemap; compared with another file',
    load: () => import('./stats.js'),
  },
  {
    name: 'view',
    group: 'look',
    keepsStreams: true,
    summary: 'show files in the browser: overview, findings, tree and bytes, sizes of parts, changes',
    load: () => import('./view.js'),
  },
  {
    name: 'extract',
    group: 'change',
    keepsStreams: true,
    summary: 'copy a blob, a message, a section or a resource out of a file',
    load: () => import('./extract.js'),
  },
  {
    name: 'replace',
    group: 'change',
    keepsStreams: true,
    summary: 'change the value of a field, and update all lengths and checksums',
    load: () => import('./replace.js'),
  },
  {
    name: 'convert',
    group: 'change',
    keepsStreams: true,
    summary: 'put a message into another container, or remove the container',
    load: () => import('./convert.js'),
  },
  {
    name: 'canonicalize',
    group: 'change',
    keepsStreams: true,
    summary: 'write files in the form in which an encoder writes them',
    load: () => import('./canonicalize.js'),
  },
  {
    name: 'strip',
    group: 'change',
    keepsStreams: true,
    summary: 'remove names, timestamp, mapping or unknown fields from files',
    load: () => import('./strip.js'),
  },
  {
    name: 'redact',
    group: 'change',
    keepsStreams: true,
    summary: 'make files that you can share: same structure, same findings, no names and no blobs',
    load: () => import('./redact.js'),
  },
  {
    name: 'hash',
    group: 'look',
    keepsStreams: true,
    summary: 'print a hash of a model that does not depend on framing, encoding, time and version',
    load: () => import('./hash.js'),
  },
  {
    name: 'dump',
    group: 'look',
    keepsStreams: true,
    summary: 'write a file, or a part of it, as JSON, textproto, YAML or lines of JSON',
    load: () => import('./dump.js'),
  },
  {
    name: 'assemble',
    group: 'change',
    summary: 'make a file from the text that dump writes: JSON, textproto or YAML',
    load: () => import('./assemble.js'),
  },
  {
    name: 'edit',
    group: 'change',
    summary: 'open the text of a file in an editor, and write the edited file',
    load: () => import('./edit.js'),
  },
  {
    name: 'smith',
    group: 'attack',
    summary: 'make valid models from a seed, of any size and shape',
    load: () => import('./smith.js'),
  },
  {
    name: 'corpus',
    group: 'check',
    hasVerdict: true,
    keepsStreams: true,
    summary: 'manage sets of files: compare with expected reports, measure coverage, minimize',
    load: () => import('./corpus.js'),
  },
  {
    name: 'mutate',
    group: 'attack',
    summary: 'change a file in ways that break loaders, with a correct header and checksum',
    load: () => import('./mutate.js'),
  },
  {
    name: 'reduce',
    group: 'attack',
    hasVerdict: true,
    summary: 'make a file as small as possible while it stays interesting',
    load: () => import('./reduce.js'),
  },
  {
    name: 'fuzz',
    group: 'attack',
    hasVerdict: true,
    summary: 'run a loader on mutated files, and keep those on which it crashes, hangs or disagrees',
    load: () => import('./fuzz.js'),
  },
  {
    name: 'init',
    group: 'setup',
    summary: 'write a settings file with comments, as a start',
    load: () => import('./init.js'),
  },
  {
    name: 'measure',
    group: 'setup',
    hasVerdict: true,
    summary: 'measure how fast this tool reads a file (not how fast a device runs it)',
    load: () => import('./measure.js'),
  },
  {
    name: 'completion',
    group: 'setup',
    summary: 'print the script with which bash, zsh or fish complete commands, options, codes and files',
    load: () => import('./completion.js'),
  },
];
