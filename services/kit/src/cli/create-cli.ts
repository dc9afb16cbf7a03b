import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command, CommanderError, Help, type Option } from 'commander';
import type { ConfigSchema } from '../config/index.js';
import { runUntilSignal, type StopStep } from '../lifecycle/index.js';
import { ActionFailed, askServer, serveControl } from './control.js';
import type { CliTools, PerformOptions, ServiceDefinition } from './definition.js';
import { EXIT, ExitError, exitCodeOf } from './exit.js';
import type { Session } from './session.js';

/**
 * A command to a running server does not need a database, a configuration or an archive. Modules for these are loaded
 * on first use, so such a command starts in half the time.
 */
const opening = () => import('./session.js');
const examining = () => import('./doctor.js');
const archiving = () => import('./backup.js');

/** Time limit for each step of a shut-down, such as answering the current requests. */
const GRACE_MS = 10_000;

/**
 * Creates a program with the commands that all services share, and the commands of the service. Call `runCli` to run
 * the program.
 */
export function createCli<S extends ConfigSchema, A>(service: ServiceDefinition<S, A>): Command {
  const program = new Command(`${service.name}-service`)
    .description(service.description)
    .version(service.version)
    .option('-d, --data-dir <dir>', `data directory (default: ${service.name}-data)`)
    .showHelpAfterError('(--help shows the commands)')
    .showSuggestionAfterError()
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    // The directory may follow the command, as in `serve ./data`.
    .hook('preAction', (_program, { registeredArguments, args }) => {
      const dir = args[registeredArguments.findIndex((argument) => argument.name() === 'dir')];
      if (dir !== undefined) program.setOptionValue('dataDir', dir);
    });
  const tools = toolsOf(service, program);
  addInit(program, service, tools);
  addServe(program, service, tools);
  addInspection(program, service, tools);
  addMaintenance(program, service, tools);
  addDemo(program, service, tools);
  service.commands?.(program, tools);
  return program;
}

// The help omits a default of "off" for a switch and of "empty" for a list, because users expect these defaults.
function describeOption(this: Help, option: Option): string {
  const { defaultValue } = option;
  const goesWithoutSaying =
    defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const told = goesWithoutSaying ? Object.create(option, { defaultValue: { value: undefined } }) : option;
  return Help.prototype.optionDescription.call(this, told);
}

// A reader such as `head -3` may close the pipe before the end of the output.
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Runs the program to its end; prints errors and returns the exit code. */
export async function runCli(program: Command, argv: readonly string[]): Promise<number> {
  const before = process.exitCode;
  process.exitCode = undefined;
  if (!process.stdout.listeners('error').includes(ignoreClosedPipe))
    process.stdout.on('error', ignoreClosedPipe);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const code = error instanceof ActionFailed ? error.exitCode : exitCodeOf(error);
    const text = error instanceof Error ? (code === EXIT.bug ? error.stack : error.message) : String(error);
    process.stderr.write(`${program.name()}: ${text}\n`);
    return code;
  } finally {
    process.exitCode = before;
  }
}

function toolsOf<S extends ConfigSchema, A>(service: ServiceDefinition<S, A>, program: Command): CliTools {
  const path = (text: string) => resolve(process.env.INIT_CWD ?? process.cwd(), text);
  const dataDir = () =>
    path(
      (program.opts().dataDir as string | undefined) ??
        process.env[`${service.name.toUpperCase()}_DATA_DIR`] ??
        `${service.name}-data`,
    );
  const tools: CliTools = {
    path,
    dataDir,
    print: (line) => void process.stdout.write(`${line}\n`),
    commandLine: (...args) => [...calledAs(), ...args].map(quoted).join(' '),
    async perform<R>(action: string, args: unknown, { migrates = false }: PerformOptions = {}): Promise<R> {
      const asked = await askServer(dataDir(), action, args);
      if (asked !== undefined) return asked.result as R;
      // A new data directory gets new keys, which could not unseal the existing data on a database server.
      if (!migrates && !existsSync(dataDir())) {
        throw new ExitError(
          2,
          `there is no data directory ${dataDir()}: name it by --data-dir, or make it by: ${tools.commandLine('init', dataDir())}`,
        );
      }
      const { openSession } = await opening();
      const session = await openSession(service, { dataDir: dataDir(), isCommand: true, migrates });
      try {
        return (await performIn(service, session, action, args)) as R;
      } finally {
        await session.close();
      }
    },
  };
  return tools;
}

/** Returns the words that started this process: `npm run` for a script of a package, otherwise Node with its file. */
function calledAs(): string[] {
  const { npm_lifecycle_event: script, INIT_CWD: from = process.cwd() } = process.env;
  if (script === undefined) return ['node', relative(process.cwd(), process.argv[1] ?? '')];
  const folder = relative(from, process.cwd());
  return ['npm', ...(folder === '' ? [] : ['-C', folder]), 'run', script, '--'];
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

async function performIn<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  session: Session<S, A>,
  action: string,
  args: unknown,
): Promise<unknown> {
  const { base, app } = session;
  if (action === 'kit.doctor') return (await examining()).examineOpen(service, session);
  if (action === 'kit.backup') {
    const { name, version } = service;
    const { backUp } = await archiving();
    return backUp(base.dataDir, (args as { file: string }).file, base.db, { service: name, version });
  }
  const actions = typeof service.actions === 'function' ? await service.actions() : service.actions;
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (perform === undefined)
    throw new ExitError(3, `the server does not know ${action}: it runs another version`);
  return perform(app, args as never);
}

function addInit<S extends ConfigSchema, A>(
  program: Command,
  service: ServiceDefinition<S, A>,
  tools: CliTools,
): void {
  const command = program
    .command('init [dir]')
    .description('make the data directory, its keys, the database and the first account');
  service.init.options(command);
  command.action(async (_dir: string | undefined, options: Record<string, unknown>) => {
    const { openSession } = await opening();
    const session = await openSession(service, { dataDir: tools.dataDir(), isCommand: true, migrates: true });
    try {
      for (const line of await service.init.run(session.app, options, tools)) tools.print(line);
    } finally {
      await session.close();
    }
  });
}

function addServe<S extends ConfigSchema, A>(
  program: Command,
  service: ServiceDefinition<S, A>,
  tools: CliTools,
): void {
  const collect = (text: string, before: string[]) => [...before, text];
  program
    .command('serve [dir]')
    .description('run until SIGTERM or SIGINT')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on; 0 takes a free one')
    .option('--set <name=value>', 'any setting, as in config print; may be repeated', collect, [])
    .option('--no-migrate', 'refuse to run when migrations are missing, instead of applying them')
    .action(async (_dir: string | undefined, options: ServeOptions) => {
      const dataDir = tools.dataDir();
      const flags = flagsOf(options);
      const { configOf, openSession } = await opening();
      const config = configOf(service, dataDir, flags);
      const migrates = options.migrate && (service.migratesOnServe?.(config) ?? true);
      const session = await openSession(service, { dataDir, flags, isCommand: false, migrates });
      process.exitCode = await serveSession(service, session, tools);
    });
}

interface ServeOptions {
  host?: string;
  port?: string;
  set: string[];
  migrate: boolean;
}

function flagsOf({ host, port, set }: ServeOptions): Record<string, unknown> {
  const pairs = set.map((text) => {
    const at = text.indexOf('=');
    if (at <= 0) throw new ExitError(2, `--set ${text}: name=value is expected`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return { ...Object.fromEntries(pairs), host, port };
}

async function serveSession<S extends ConfigSchema, A>(
  service: ServiceDefinition<S, A>,
  session: Session<S, A>,
  tools: CliTools,
): Promise<number> {
  const { base } = session;
  const steps: StopStep[] = [];
  try {
    const perform = (action: string, args: unknown) => performIn(service, session, action, args);
    const running = await service.serve(session.app, base);
    const control = await serveControl(base.dataDir, perform, exitCodeOf, base.log);
    steps.push({ name: 'control socket', stop: () => control.stop() }, ...running.steps);
    const ended = runUntilSignal({ steps, log: base.log, graceMs: GRACE_MS });
    // The line is printed after the signal handlers are installed, because a program that reads the line may send a
    // signal immediately.
    tools.print(`${service.name} is ready at ${running.url}`);
    return await ended;
  } finally {
    await session.close();
  }
}

function addInspection<S extends ConfigSchema, A>(
  program: Command,
  service: ServiceDefinition<S, A>,
  tools: CliTools,
): void {
  program
    .command('doctor [dir]')
    .description('look for what is wrong or missing; exit code 1 when something is')
    .option('--json', 'as JSON')
    .action(async (_dir: string | undefined, { json }: { json?: boolean }) => {
      const { examine } = await examining();
      const findings = await examine(service, tools.dataDir());
      if (json === true) tools.print(JSON.stringify(findings, null, 2));
      else for (const { state, name, text } of findings) tools.print(`${state.padEnd(4)}  ${name}: ${text}`);
      process.exitCode = findings.some(({ state }) => state === 'fail') ? EXIT.problems : EXIT.ok;
    });
  program
    .command('config')
    .description('the configuration')
    .command('print')
    .description('the configuration in effect, secrets masked')
    .action(async () => {
      const [{ configOf }, { withSecretsMasked }] = await Promise.all([
        opening(),
        import('../config/index.js'),
      ]);
      const shown = withSecretsMasked(service.schema, configOf(service, tools.dataDir()));
      tools.print(JSON.stringify(shown, null, 2));
    });
}

function addMaintenance<S extends ConfigSchema, A>(
  program: Command,
  service: ServiceDefinition<S, A>,
  tools: CliTools,
): void {
  program
    .command('migrate [dir]')
    .description('bring the database up to date')
    .action(async () => {
      const { openSession } = await opening();
      const session = await openSession(service, {
        dataDir: tools.dataDir(),
        isCommand: true,
        migrates: true,
      });
      await session.close();
      const { applied } = session;
      tools.print(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`);
    });
  program
    .command('backup <file>')
    .description('copy the data directory into a .tar.gz file, also while the server runs')
    .action(async (file: string) => {
      const path = tools.path(file);
      const { bytes } = await tools.perform<{ bytes: number }>('kit.backup', { file: path });
      tools.print(`${path}: ${bytes} bytes`);
    });
  program
    .command('restore <file> [dir]')
    .description('unpack a backup into a new data directory')
    .action(async (file: string) => {
      const dataDir = tools.dataDir();
      const { restore } = await archiving();
      const { createdAt } = await restore(service, tools.path(file), dataDir);
      tools.print(`${dataDir} is as it was at ${createdAt}`);
    });
}

function addDemo<S extends ConfigSchema, A>(
  program: Command,
  { demo }: ServiceDefinition<S, A>,
  tools: CliTools,
): void {
  if (demo === undefined) return;
  program
    .command('demo [dir]')
    .description(demo)
    .action(async () => {
      for (const line of await tools.perform<string[]>('demo.fill', {}, { migrates: true }))
        tools.print(line);
      tools.print(`Next: ${tools.commandLine('serve', tools.dataDir())}`);
    });
}
