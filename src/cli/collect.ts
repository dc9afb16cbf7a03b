import { realpathSync, type Stats, statSync } from 'node:fs';
import { CommandError } from './exit-code.js';
import { type CommandInput, STANDARD_INPUT } from './input.js';
import type { SearchWishes } from './search.js';
import { readFileList } from './side-file.js';
import { PACKAGES, walk } from './walk.js';

interface Selection {
  /** The inputs in the order of the arguments. Files with the same real path count once. */
  readonly inputs: readonly CommandInput[];
  /** Arguments that select no file: directories without models, and patterns without matches. */
  readonly empty: readonly string[];
}

type Found = Iterable<CommandInput> | AsyncIterable<CommandInput>;

/**
 * Returns the inputs that the arguments and `--files-from` select. A name that exists is a file or directory,
 * even if it has glob characters. Any other name with glob characters is a pattern. All other names are
 * missing files, which the reader reports.
 * @param filesFrom a file with one name per line, or with NUL-separated names; `-` for standard input. The
 * names are not patterns
 * @param wishes files and folders to leave out of directories
 * @throws CommandError if standard input is named twice, or the list cannot be read
 */
export async function collect(
  args: readonly string[],
  filesFrom: string | undefined,
  { exclude = [], gitignore = true, root = process.cwd() }: Partial<SearchWishes> = {},
): Promise<Selection> {
  if (filesFrom === '-' && args.includes('-')) {
    throw new CommandError(
      'standard input cannot be both a model (-) and the list of files (--files-from -)',
    );
  }
  const inputs: CommandInput[] = [];
  const empty: string[] = [];
  const seen = new Set<string>();
  const add = (input: CommandInput): void => {
    const identity = identityOf(input);
    if (seen.has(identity)) return;
    seen.add(identity);
    inputs.push(input);
  };
  const addAll = async (name: string, found: Found): Promise<void> => {
    let any = false;
    for await (const input of found) {
      any = true;
      add(input);
    }
    if (!any) empty.push(name);
  };
  const searched = async (name: string): Promise<Found> => {
    if (statOf(name)?.isDirectory() !== true) return byName(name);
    // The module is only loaded for directories, because a single file should be read without delay.
    const { FileSearch } = await import('./search.js');
    return walk(name, new FileSearch(name, { exclude, gitignore, root }));
  };
  for (const arg of args) {
    if (arg === '-') add(STANDARD_INPUT);
    else
      await addAll(
        arg,
        (await byPattern(arg, searched, { exclude, gitignore: false, root })) ?? (await searched(arg)),
      );
  }
  if (filesFrom !== undefined) {
    for (const name of await readFileList(filesFrom)) await addAll(name, await searched(name));
  }
  return { inputs, empty };
}

/**
 * Like `collect`, for commands that need at least one file.
 * @param purpose purpose of the command, for the message: `hash` (no files to hash)
 * @throws CommandError if no file was found
 */
export async function collectSome(
  args: readonly string[],
  filesFrom: string | undefined,
  purpose?: string,
  wishes?: Partial<SearchWishes>,
): Promise<readonly CommandInput[]> {
  const { inputs } = await collect(args, filesFrom, wishes);
  if (inputs.length > 0) return inputs;
  const what = purpose === undefined ? 'no files found' : `no files to ${purpose}`;
  throw new CommandError(`${what} (directories are searched for .mdl and .hef)`);
}

/**
 * Returns the single file that an argument selects.
 * @param what name of the command or option that takes the file, for the message
 * @throws CommandError if the argument selects no file, or several files
 */
export async function collectOne(file: string, what: string): Promise<CommandInput> {
  const { inputs } = await collect([file], undefined);
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) throw new CommandError(`${file}: ${what} takes one file`);
  return input;
}

/** Yields the input for a name that is not a directory. */
function* byName(name: string): Generator<CommandInput> {
  const found = statOf(name);
  if (found === undefined) yield { path: name, kind: 'other', size: 0 };
  else yield { path: name, kind: found.isFile() ? 'file' : 'stream', size: found.isFile() ? found.size : 0 };
}

/**
 * Returns the matches of a pattern, as a shell would expand the pattern; undefined if the name is not a
 * pattern.
 */
async function byPattern(
  name: string,
  searched: (name: string) => Promise<Found>,
  wishes: SearchWishes,
): Promise<CommandInput[] | undefined> {
  if (!/[*?[\]{}()!]/.test(name) || statOf(name) !== undefined) return undefined;
  // The module is loaded on demand, because shells expand most patterns before the command starts.
  const { expandPattern } = await import('./expand-pattern.js');
  const matches = await expandPattern(name);
  if (matches === undefined) return undefined;
  const isPackage = (match: string) => !name.includes(PACKAGES) && match.split('/').includes(PACKAGES);
  const sorted = matches
    .filter((match) => !isPackage(match))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const found: CommandInput[] = [];
  const { FileSearch } = await import('./search.js');
  const search = new FileSearch('.', wishes);
  for (const match of sorted) {
    if (search.omitsBelow(match)) continue;
    for await (const input of await searched(match)) found.push(input);
  }
  return found;
}

function statOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}

function identityOf({ kind, path }: CommandInput): string {
  if (kind === 'stdin') return '-';
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
