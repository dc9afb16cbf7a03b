import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { scratchFolder } from '../attack/process/scratch.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading } from '../base/source/source.js';
import { PageMissing } from '../serve/page-folder.js';
import { type PageServer, servePage } from '../serve/serve-page.js';
import { collectSome } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain } from './complain.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import { type CommandInput, openInput } from './input.js';
import { addSearchOptions, type SearchFlags, wholeNumberOption } from './option-values.js';
import { printFault } from './problem.js';
import { spoolToFile } from './spooled-input.js';
import { Stopper } from './stopper.js';

interface ViewFlags extends SearchFlags {
  readonly compare?: boolean;
  readonly port?: number;
  readonly open: boolean;
  readonly browser?: string;
}

/** Maximum number of files. The page lists all files, and a longer list would be useless. */
const MAX_FILES = 1000;

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files, directories (searched for .mdl and .hef), patterns, - for standard input')
    .option('--compare', 'begin with the changes from the first of two files to the second')
    .option('--port <n>', 'listen on this port (default: a free one)', wholeNumberOption(1, 65_535))
    .option('--no-open', 'do not open a browser: only print the address')
    .option('--browser <program>', 'open the address with this program')
    .action(async (files: string[], flags: ViewFlags) => {
      context.exitCode = await view(files, flags, context.host);
    });
  addSearchOptions(command);
  addExamples(command, {
    'protomdl view valid/small-network.hef': ['show a file in the browser, until Ctrl-C', EXIT.interrupted],
    'protomdl view --compare valid/one-context.mdl valid/small-network.hef --no-open': [
      'show the changes; print only the address, for a browser that is already open',
      EXIT.interrupted,
    ],
  });
}

/** A served file. `remove` removes a temporary file. */
interface Served {
  readonly path: string;
  readonly name: string;
  remove(): void;
}

async function view(args: readonly string[], flags: ViewFlags, host: Host): Promise<ExitCode> {
  // Without files, the page waits for dropped files.
  const inputs = args.length === 0 ? [] : await collectSome(args, undefined, 'view', flags);
  checkNumber(inputs, flags);
  const files: Served[] = [];
  try {
    for (const input of inputs) {
      const file = await served(input, host);
      if (file !== undefined) files.push(file);
    }
    // A missing file is reported by the command, and not in the page.
    if (files.length < inputs.length) return EXIT.unreadable;
    const server = await start(files, flags.port, host);
    try {
      return await serve(server, flags, host);
    } finally {
      await server.close();
    }
  } finally {
    for (const file of files) file.remove();
  }
}

function checkNumber(inputs: readonly CommandInput[], { compare }: ViewFlags): void {
  if (compare === true && inputs.length !== 2) {
    throw new CommandError(`--compare takes two files, not ${inputs.length}`);
  }
  if (inputs.length > MAX_FILES) {
    throw new CommandError(`${inputs.length} files are too many for one page: it shows ${MAX_FILES} at most`);
  }
}

/**
 * Returns a file that can be served. If the input cannot be read, prints the reason and returns undefined.
 */
async function served(input: CommandInput, host: Host): Promise<Served | undefined> {
  try {
    return await reading(openInput(input), async (source) => {
      const name = input.path;
      if (source.randomAccess && source.size !== undefined) return { path: resolve(name), name, remove() {} };
      // A stream has to be stored, because a page reads any part at any time.
      const spooled = await spoolToFile(input, source, { spoolBytes: host.spoolBytes });
      return { path: spooled.path, name, remove: () => spooled.remove() };
    });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    await printFault(error, input, host);
    return undefined;
  }
}

async function start(files: readonly Served[], port: number | undefined, host: Host): Promise<PageServer> {
  try {
    return await servePage({ page: host.pageFolder ?? '', files, ...(port !== undefined && { port }) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof PageMissing)
      throw new CommandError(`${message}: this protomdl was built without it`);
    if (code === 'EADDRINUSE') throw new CommandError(`--port ${port}: another program listens there`);
    if (code === 'EACCES') throw new CommandError(`--port ${port}: no permission to listen there`);
    throw error;
  }
}

/** Serves the page until a signal arrives. */
async function serve(server: PageServer, flags: ViewFlags, host: Host): Promise<ExitCode> {
  const stopper = new Stopper(undefined, host);
  let opened: RedirectPage | undefined;
  try {
    const address = flags.compare === true ? `${server.url}#view=compare` : server.url;
    await host.stdout.write(`${address}\n`);
    if (flags.open) opened = await show(address, flags.browser, host);
    if (host.stderr.isTerminal) await host.stderr.write('Serving it to this machine until Ctrl-C.\n');
    await stopper.orStopped(new Promise<never>(() => {}));
    return stopper.reason === 'budget' || stopper.reason === undefined ? EXIT.ok : stopper.reason;
  } finally {
    stopper.dispose();
    opened?.remove();
  }
}

/**
 * Shows the page in a browser. If the browser fails, the user can open the printed address. @returns the page
 * with which the browser was started
 */
async function show(
  address: string,
  program: string | undefined,
  host: Host,
): Promise<RedirectPage | undefined> {
  let page: RedirectPage | undefined;
  try {
    page = redirectPage(address);
    await host.openAddress?.(page.path, program);
    return page;
  } catch (error) {
    page?.remove();
    const reason = error instanceof Error ? error.message : String(error);
    await complain(host, `no browser could be opened (${reason}): open the address above`);
    return undefined;
  }
}

interface RedirectPage {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a page that redirects to an address and that only this user can read. The page is necessary, because
 * the arguments of a process are public: starting a browser with the address would show the address to every
 * user of the machine. The page is removed at the latest when the process ends.
 */
function redirectPage(address: string): RedirectPage {
  // The folder is on a disk, because some browsers cannot read /dev/shm.
  const folder = scratchFolder(Number.POSITIVE_INFINITY);
  const path = join(folder.path, 'protomdl-view.html');
  const attribute = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const text = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${attribute}">
<title>protomdl</title>
<p><a href="${attribute}">Go on to the model</a></p>
`;
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    folder.remove();
    throw error;
  }
  return { path, remove: () => folder.remove() };
}
