import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { type HashedFile, hashJson, hashLine } from '../show/report/hash.js';
import { TOOL } from '../show/report/tool.js';
import { HASH_SUBJECTS, type Hasher, type HashSubject, hash } from '../tools/rewrite/hash.js';
import { collectSome } from './collect.js';
import type { CommandContext } from './commands.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { type ExitCode, heaviestExit } from './exit-code.js';
import type { Host } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { addSearchOptions, fromOption, type SearchFlags } from './option-values.js';
import { refusedRewriting } from './rewritten-files.js';
import { sideInputs } from './side-file.js';
import { openSpooled } from './spooled-input.js';

const ALGORITHMS = ['sha256', 'sha512', 'sha1', 'md5', 'crc32', 'xxh3'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

interface HashFlags extends SearchFlags {
  readonly algorithm: Algorithm;
  readonly what: HashSubject;
  readonly format: 'human' | 'json';
  readonly output?: string;
  readonly filesFrom?: string;
  readonly framing: FramingMode;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .addOption(
      new Option(
        '--what <what>',
        'content: independent of framing, encoding, time and version; message; file',
      )
        .choices(HASH_SUBJECTS)
        .default('content'),
    )
    .addOption(new Option('--algorithm <name>', 'hash algorithm').choices(ALGORITHMS).default('sha256'))
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(fromOption())
    .action(async (files: string[], flags: HashFlags) => {
      context.exitCode = await hashCommand(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl hash valid': 'identify the models of a folder',
    'protomdl hash --what file --algorithm md5 valid/smallest.mdl': 'the same as md5sum',
  });
}

async function hashCommand(args: readonly string[], flags: HashFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectSome(args, flags.filesFrom, 'hash', flags);
  return writeData(
    flags.output,
    inputs,
    host,
    async (output) => {
      const files: HashedFile[] = [];
      const codes: ExitCode[] = [];
      for (const input of inputs) {
        const file = await hashOne(input, flags, host, codes);
        if (flags.format === 'json') files.push(file);
        else if (file.hash !== null) await output.write(hashLine(file));
      }
      if (flags.format === 'json') await output.write(hashJson(TOOL, flags.what, flags.algorithm, files));
      return heaviestExit(codes);
    },
    sideInputs(flags.filesFrom),
  );
}

async function hashOne(
  input: CommandInput,
  flags: HashFlags,
  host: Host,
  codes: ExitCode[],
): Promise<HashedFile> {
  const { path } = input;
  const { what, framing, algorithm } = flags;
  try {
    // Hashing the whole file needs only one pass. Every other hash needs a source that can seek.
    const opening =
      what === 'file' ? openInput(input) : openSpooled(input, { framing, spoolBytes: host.spoolBytes });
    return await reading(opening, async (source) => {
      const hasher = await hasherOf(algorithm);
      return { path, error: null, hash: await hash(source, { what, framing, hasher }) };
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    codes.push(await refusedRewriting(error, input, host));
    return { path, error: { code: error.code, message: error.message }, hash: null };
  }
}

async function hasherOf(algorithm: Algorithm): Promise<Hasher> {
  if (algorithm === 'crc32' || algorithm === 'xxh3') return nodeChecksums(algorithm);
  const hasher = createHash(algorithm);
  return { update: (bytes) => hasher.update(bytes), digest: () => hasher.digest('hex') };
}
