import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError, type ProtomdlError } from '../base/diagnostics/error.js';
import { interruptible, letOthersIn, Yielder } from '../base/source/yielder.js';
import { escapeText } from '../show/report/escape.js';
import { QUERY_FORMATS, type QueryFormat, queryWriter } from '../show/report/query.js';
import { batchesOf } from '../tools/query/query.js';
import { parseQuery, type Question } from '../tools/query/question.js';
import { QueryTable, rowOf } from '../tools/query/tables.js';
import { QueryMistake } from '../tools/query/tokens.js';
import { collectSome } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { writeData } from './data-output.js';
import { addExamples } from './examples.js';
import { EXIT, type ExitCode, heaviestExit } from './exit-code.js';
import { guardedIfDense } from './guard.js';
import type { Host, Output } from './host.js';
import { type CommandInput, openAtOnce } from './input.js';
import { addSearchOptions, fromOption, type SearchFlags, wholeNumberOption } from './option-values.js';
import { printFault } from './problem.js';
import { sideInputs } from './side-file.js';

interface QueryFlags extends SearchFlags {
  readonly where?: string;
  readonly column?: readonly string[];
  readonly groupBy?: string;
  readonly count?: boolean;
  readonly sum?: readonly string[];
  readonly min?: readonly string[];
  readonly max?: readonly string[];
  readonly limit?: number;
  readonly format: QueryFormat;
  readonly output?: string;
  readonly filesFrom?: string;
  readonly framing: FramingMode;
}

/** Number of characters to collect before a write. */
const BATCH = 1 << 16;

export function define(command: Command, context: CommandContext): void {
  const several = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];
  command
    .argument('<expr>', 'a field: network_groups[*].contexts[*].context_index; more columns after commas')
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option('--where <condition>', "condition on rows: 'cluster_index > 3 && network_index == 0'")
    .addOption(new Option('--column <expr>', 'another column (repeatable)').argParser(several))
    .option('--count', 'count equal rows, or rows of each group')
    .option('--group-by <exprs>', "group rows: 'path(contexts), which(action)'")
    .addOption(new Option('--sum <expr>', 'sum of a field, by group (repeatable)').argParser(several))
    .addOption(new Option('--min <expr>', 'minimum of a field, by group (repeatable)').argParser(several))
    .addOption(new Option('--max <expr>', 'maximum of a field, by group (repeatable)').argParser(several))
    .option('--limit <n>', 'stop after this number of rows', wholeNumberOption(0, Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--format <format>', 'output format').choices(QUERY_FORMATS).default('ndjson'))
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--files-from <file>', 'read more names from a file, one per line (- for standard input)')
    .addOption(fromOption())
    .action(async (expr: string, files: string[], flags: QueryFlags) => {
      context.exitCode = await queryCommand(expr, files, flags, context.host);
    });
  command.addHelpText('after', FUNCTIONS_HELP);
  addSearchOptions(command);
  addExamples(command, {
    "protomdl query 'network_groups[*].contexts[*].operations[*].actions[*].enable_lcu.network_index' valid --count":
      'which networks do layer controllers belong to, and how often?',
    "protomdl query 'network_groups[*].contexts[*].operations[*].actions[*]' valid/every-action.mdl --group-by 'path(contexts), which(action)' --format human":
      'how many actions of each kind does each context have?',
    "protomdl query 'network_groups[*].contexts[*].operations[*].actions[*].enable_lcu, cluster_index, lcu_index' valid --where 'cluster_index > 0 && network_index == 0' --format csv":
      'a table for a spreadsheet',
    "protomdl query 'header.hw_arch' valid --group-by 'header.hw_arch, header.sdk_version'":
      'which architectures were these files compiled for?',
  });
}

const FUNCTIONS_HELP = `
Names in conditions and columns are fields of the message that is selected (or that has
the selected field), or else of the nearest message around it; $.header.hw_arch begins at
the root. There are == != < <= > >= && || !, numbers, "strings", names of enum values, and
  value         what is selected            has(field)    whether it is set
  size(field)   of a list, string, blob     which(oneof)  the member that is set, or unset
  index(step)   position of an element      path(step)    its path; path() of the row itself
  offset()      of the row's record         file()        the file's name
where a step is one of the names on the way to what is selected.`;

async function queryCommand(
  expr: string,
  args: readonly string[],
  flags: QueryFlags,
  host: Host,
): Promise<ExitCode> {
  const { where, groupBy, count, sum = [], min = [], max = [], column: columns = [] } = flags;
  let question: Question;
  try {
    question = parseQuery(expr, {
      columns,
      sum,
      min,
      max,
      ...(where === undefined ? {} : { where }),
      ...(groupBy === undefined ? {} : { groupBy }),
      ...(count === undefined ? {} : { count }),
    });
  } catch (error) {
    if (!(error instanceof QueryMistake)) throw error;
    await complain(host, error.message);
    await host.stderr.write(pointed(error)).catch(() => {});
    return EXIT.usage;
  }
  const inputs = await collectSome(args, flags.filesFrom, 'query', flags);
  const work = (): Promise<ExitCode> =>
    writeData(
      flags.output,
      inputs,
      host,
      async (output) => {
        return await new Asking(question, flags, inputs, output, host).run();
      },
      sideInputs(flags.filesFrom),
    );
  // If the names come from standard input, no second process is started, because it could not read them
  // again.
  return flags.filesFrom === '-' ? work() : guardedIfDense(inputs, flags.framing, host, [flags.output], work);
}

/** Returns the expression, with a mark below the place of the mistake. */
function pointed({ expression, at }: QueryMistake): string {
  const before = escapeText(expression.slice(0, at));
  return `  ${before}${escapeText(expression.slice(at))}\n  ${' '.repeat(before.length)}^\n`;
}

/** A run over all inputs. */
class Asking {
  readonly #table: QueryTable | undefined;
  readonly #codes: ExitCode[] = [];
  readonly #turns = new Yielder(letOthersIn);
  #rows = 0;
  #text = '';

  constructor(
    private readonly question: Question,
    private readonly flags: QueryFlags,
    private readonly inputs: readonly CommandInput[],
    private readonly output: Output,
    private readonly host: Host,
  ) {
    this.#table = question.aggregate === undefined ? undefined : new QueryTable(question);
  }

  async run(): Promise<ExitCode> {
    const { question, flags, inputs } = this;
    const writer = queryWriter(flags.format, question, inputs.length > 1);
    this.#text += writer.begin();
    for (const input of inputs) {
      if (this.#isFull) break;
      if (this.#turns.isDue) await this.#turns.take();
      try {
        await this.#ask(input, (text) => writer.row(text));
      } catch (error) {
        if (!isProtomdlError(error)) throw error;
        await this.#flush();
        await this.#failed(input, error);
      }
    }
    if (this.#table !== undefined) {
      const groups = this.#table.groups();
      this.#text += writer.groups(flags.limit === undefined ? groups : groups.slice(0, flags.limit));
    }
    await this.#flush();
    return heaviestExit(this.#codes);
  }

  /** True if the limit of rows is reached. Groups are limited later, because all rows have to be counted. */
  get #isFull(): boolean {
    const { limit } = this.flags;
    return this.#table === undefined && limit !== undefined && this.#rows >= limit;
  }

  async #ask(input: CommandInput, shown: (row: ReturnType<typeof rowOf>) => string): Promise<void> {
    const { question, flags } = this;
    const opened = await openAtOnce(input);
    // Only a stream needs `interruptible`, because views read files synchronously.
    const source = opened.randomAccess ? opened : interruptible(opened);
    for await (const rows of batchesOf(source, question, input.path, flags.framing)) {
      for (const current of rows) {
        if (this.#turns.isDue) await this.#turns.take();
        if (this.#table !== undefined) {
          this.#table.add(current);
          continue;
        }
        if (this.#isFull) return;
        this.#rows++;
        this.#text += shown(rowOf(current, question));
        // The first row is written at once. The other rows are written in larger pieces.
        if (this.#rows === 1 || this.#text.length >= BATCH) await this.#flush();
      }
    }
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.output.write(text);
  }

  async #failed(input: CommandInput, error: ProtomdlError): Promise<void> {
    this.#codes.push(await printFault(error, input, this.host, this.flags.framing));
  }
}
