import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  expectationDifferences,
  expectationName,
  isExpectationName,
  parseExpectation,
} from '../attack/corpus/expectation.js';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import type { FileReport } from '../check/validate/file-report.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { validate } from '../check/validate/validate.js';
import {
  expectationText,
  type VerifiedFile,
  type VerifyStatus,
  verifyJson,
  verifySummary,
  verifyText,
} from '../show/report/corpus-verify.js';
import { TOOL } from '../show/report/tool.js';
import { COLOR_MODES, type ColorMode, paletteFor } from './color.js';
import type { CommandContext } from './commands.js';
import { collectCorpus, withSource } from './corpus-inputs.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { writeWhole } from './file-output.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { addSearchOptions, fromOptionOfMany, type SearchFlags } from './option-values.js';
import { readSideFile } from './side-file.js';

interface VerifyFlags extends SearchFlags {
  readonly format: 'human' | 'json';
  readonly output?: string;
  readonly framing: FramingMode;
  readonly update?: boolean;
  readonly color: ColorMode;
  readonly quiet?: boolean;
}

export function defineVerify(corpus: Command, context: CommandContext): void {
  const command = corpus
    .command('verify')
    .description('compare each file with its expected report, NAME.report.json in the same folder')
    .argument('<paths...>', 'directories (searched for .mdl and .hef), files, patterns')
    .option('--update', 'write the reports that are missing or different')
    .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .addOption(fromOptionOfMany())
    .addOption(new Option('--color <when>', 'colours').choices(COLOR_MODES).default('auto'))
    .option('-q, --quiet', 'print nothing: only the exit code')
    .action(async (paths: string[], flags: VerifyFlags) => {
      context.exitCode = await verify(paths, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl corpus verify valid invalid': 'have the findings of these files changed?',
  });
}

async function verify(paths: readonly string[], flags: VerifyFlags, host: Host): Promise<ExitCode> {
  const inputs = await collectCorpus(paths, undefined, flags, host);
  return writeData(flags.output, inputs, host, async (output) => {
    const palette = paletteFor(flags.color, output, host.env);
    const files: VerifiedFile[] = [];
    const say = async (file: VerifiedFile): Promise<void> => {
      files.push(file);
      if (flags.quiet !== true && flags.format === 'human') await output.write(verifyText(file, palette));
    };
    const owners = new Map<string, string>();
    for (const input of inputs) {
      const report = expectationName(input.path);
      const owner = owners.get(report);
      owners.set(report, owner ?? input.path);
      await say(
        owner === undefined
          ? await verifyFile(input, report, flags, host)
          : about(input.path, report, 'shared', `${report} is the report of ${owner}`),
      );
    }
    for (const report of reportsBelow(paths)) {
      if (!owners.has(report))
        await say(about(report, report, 'no-file', 'the file of this report does not exist'));
    }
    if (flags.quiet !== true) {
      await output.write(flags.format === 'json' ? verifyJson(TOOL, files) : verifySummary(files));
    }
    return heaviestExit(files.map(({ status }) => EXIT_OF[status]));
  });
}

const EXIT_OF: Readonly<Record<VerifyStatus, ExitCode>> = {
  expected: EXIT.ok,
  written: EXIT.ok,
  different: EXIT.found,
  'no-report': EXIT.found,
  'no-file': EXIT.found,
  shared: EXIT.found,
  'broken-report': EXIT.found,
  unreadable: EXIT.unreadable,
};

async function verifyFile(
  input: CommandInput,
  report: string,
  flags: VerifyFlags,
  host: Host,
): Promise<VerifiedFile> {
  const { path } = input;
  const outcome = await withSource(input, host, (source) =>
    validate(source, { framing: flags.framing, checksums: nodeChecksums }),
  );
  if ('failure' in outcome) return about(path, report, 'unreadable', outcome.failure.message);
  const verified = compare(path, report, outcome.result);
  if (flags.update !== true || verified.status === 'expected' || verified.status === 'unreadable')
    return verified;
  await writeWhole(
    report,
    Buffer.from(expectationText(outcome.result)),
    { inputs: [], option: '--update' },
    host,
  );
  return { ...verified, status: 'written', message: null };
}

/**
 * Maximum size in bytes of an expected report: larger than a report with a thousand findings of every code.
 */
const MAX_EXPECTATION_BYTES = 256 * 1024 * 1024;

function compare(path: string, report: string, actual: FileReport): VerifiedFile {
  let text: string;
  try {
    text = new TextDecoder().decode(readSideFile(report, MAX_EXPECTATION_BYTES));
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (error.code === 'source-not-found') {
      return about(path, report, 'no-report', `there is no ${report}`);
    }
    return about(path, report, 'unreadable', error.message);
  }
  try {
    const differences = expectationDifferences(parseExpectation(text), actual);
    return { ...about(path, report, differences.length > 0 ? 'different' : 'expected', null), differences };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return about(path, report, 'broken-report', `${report} ${error.message}`);
  }
}

function about(path: string, report: string, status: VerifyStatus, message: string | null): VerifiedFile {
  return { path, report, status, message, differences: [] };
}

/** Returns the paths of the expected reports in the named directories. */
function reportsBelow(paths: readonly string[]): string[] {
  const found: string[] = [];
  const open = [...paths].reverse();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const below: string[] = [];
    for (const entry of list(path)) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) below.push(join(path, entry.name));
      else if (isExpectationName(entry.name)) found.push(join(path, entry.name));
    }
    open.push(...below.sort().reverse());
  }
  return found;
}

/**
 * Lists a directory. Returns an empty list for a path that is not a directory or cannot be listed, because
 * `collect` has already reported such a path.
 */
function list(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
