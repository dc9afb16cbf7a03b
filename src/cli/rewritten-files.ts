import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError, type ProtomdlError } from '../base/diagnostics/error.js';
import type { Source } from '../base/source/source.js';
import { escapeText } from '../show/report/escape.js';
import type { Rewriting } from '../tools/rewrite/rewriting.js';
import { collectSome } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { CommandError, EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { openByteOutput } from './file-output.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { OutputFolder } from './output-folder.js';
import { printFault } from './problem.js';
import { openSpooled } from './spooled-input.js';
import { Stopper } from './stopper.js';
import { WritingStopped, writeRewriting } from './write-rewriting.js';

export interface RewriteFlags extends SearchFlags {
  readonly output?: string;
  readonly inPlace?: boolean;
  readonly framing: FramingMode;
}

export function addRewriteOptions(command: Command): Command {
  addSearchOptions(command);
  return command
    .argument('<files...>', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option(
      '-o, --output <file>',
      'write to this file instead of to standard output; for several files, an empty folder',
    )
    .option('--in-place', 'overwrite the files themselves, each once its new content is complete');
}

/** Defines a command that rewrites files and has no further options. */
export function defineRewrite(
  command: Command,
  context: CommandContext,
  rewrite: (source: Source, options: Pick<RewriteFlags, 'framing'>) => Promise<Rewriting>,
): void {
  addRewriteOptions(command)
    .addOption(fromOption())
    .action(async (files: string[], flags: RewriteFlags) => {
      const { framing } = flags;
      context.exitCode = await rewriteFiles(files, flags, context.host, (source) =>
        rewrite(source, { framing }),
      );
    });
}

/** Creates a new file from an open file. Remarks are printed after the new file is complete. */
type Rewrite = (
  source: Source,
  remark: (text: string) => void,
) => Promise<Rewriting & { readonly text?: string }>;

/**
 * Rewrites each file. A file that cannot be rewritten stays unchanged, and no output is written.
 * @param beside other inputs that must not be overwritten
 */
export async function rewriteFiles(
  args: readonly string[],
  flags: Pick<RewriteFlags, 'output' | 'inPlace' | 'framing'> & Partial<SearchFlags>,
  host: Host,
  rewrite: Rewrite,
  beside: readonly CommandInput[] = [],
): Promise<ExitCode> {
  const { output, inPlace = false } = flags;
  const inputs = await collectSome(args, undefined, 'rewrite', flags);
  if (inPlace && output !== undefined) throw new CommandError('-o and --in-place contradict each other');
  if (inPlace && inputs.some(({ kind }) => kind === 'stdin' || kind === 'stream')) {
    throw new CommandError('--in-place: standard input cannot be overwritten');
  }
  const isMany = inputs.length > 1 && !inPlace;
  if (isMany && (output === undefined || output === '-')) {
    throw new CommandError('several files need a folder: name it with -o, or use --in-place');
  }
  const folder = isMany ? new OutputFolder(output as string, '-o') : undefined;
  const stopper = new Stopper(undefined, host);
  const codes: ExitCode[] = [];
  try {
    for (const input of inputs) {
      const path = folder === undefined ? output : join(folder.path, folder.nameFor(basename(input.path)));
      codes.push(
        await rewriteOne(
          input,
          inPlace ? ownPath(input) : path,
          { inputs: [...inputs, ...beside], inPlace, framing: flags.framing },
          host,
          stopper,
          rewrite,
        ),
      );
      if (typeof stopper.reason === 'number') return stopper.reason;
    }
  } finally {
    stopper.dispose();
  }
  return heaviestExit(codes);
}

interface Placing {
  readonly inputs: readonly CommandInput[];
  readonly inPlace: boolean;
  readonly framing: FramingMode;
}

async function rewriteOne(
  input: CommandInput,
  path: string | undefined,
  placing: Placing,
  host: Host,
  stopper: Stopper,
  rewrite: Rewrite,
): Promise<ExitCode> {
  let source: Source | undefined;
  try {
    const remarks: string[] = [];
    // The output is opened first, so that a missing folder is reported before the input is read.
    let output = isLookedAt(path, host) ? undefined : openByteOutput(path, placing, host);
    try {
      source = await openSpooled(input, { framing: placing.framing, spoolBytes: host.spoolBytes });
      const rewriting = await rewrite(source, (text) => remarks.push(text));
      if (output === undefined && rewriting.text !== undefined) {
        await host.stdout.write(`${escapeText(rewriting.text)}\n`);
        return EXIT.ok;
      }
      output ??= openByteOutput(path, placing, host);
      await writeRewriting(rewriting, output, stopper);
      await output.finish();
    } finally {
      output?.discard();
    }
    for (const remark of remarks) await complain(host, `${input.path}: ${remark}`);
    // The remark is also printed for a file that was rewritten, because some archives are also bare messages.
    await remarkLookalikes([input], host);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof WritingStopped) return EXIT.ok;
    if (!isProtomdlError(error)) throw error;
    return refusedRewriting(error, input, host);
  } finally {
    await source?.close();
  }
}

/** True if the output is a terminal, which only shows text. */
function isLookedAt(path: string | undefined, host: Host): boolean {
  return (path === undefined || path === '-') && host.stdout.isTerminal;
}

/** Matches codes of errors about impossible options, which are usage errors. */
const OF_USAGE = /^(convert-option|strip-option|selector-invalid|replace-value)$/;

/** Reports why a file was not rewritten, with code, offset and path. */
export async function refusedRewriting(
  error: ProtomdlError,
  input: CommandInput,
  host: Host,
): Promise<ExitCode> {
  if (OF_USAGE.test(error.code)) throw new CommandError(error.message);
  return printFault(error, input, host);
}

/** Returns the target of a link, so that the link stays a link. */
function ownPath({ path }: CommandInput): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
