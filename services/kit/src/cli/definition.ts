import type { Command } from 'commander';
import type { Static } from 'typebox/type';
import type { Clock, Random } from '../clock/index.js';
import type { ConfigSchema } from '../config/index.js';
import type { Database } from '../db/index.js';
import type { StopStep } from '../lifecycle/index.js';
import type { Logger } from '../log/index.js';
import type { Metrics } from '../metrics/index.js';
import type { BackupLabel } from './backup.js';
import type { Finding } from './doctor.js';

/** Parts that kit opens from the data directory and the configuration, before the service itself. */
export interface Base<S extends ConfigSchema> {
  dataDir: string;
  config: Static<S>;
  db: Database;
  clock: Clock;
  random: Random;
  log: Logger;
  metrics: Metrics;
}

export interface RunningService {
  /** Address that is printed when the service is ready. */
  url: string;
  /** Parts in the order in which they end; the database, the control socket and the lock end after them. */
  steps: StopStep[];
}

/**
 * Work of a command that needs the open service. If a server runs on the data directory, the server does the work;
 * otherwise the process of the command does. Arguments and the result are passed as JSON.
 */
export type Action<A> = (app: A, args: never) => Promise<unknown>;

export interface PerformOptions {
  /** True to apply missing migrations, as `init` does; otherwise missing migrations are an error. */
  migrates?: boolean;
}

export interface CliTools {
  /** Runs the named action on the data directory. Errors of the action are thrown. */
  perform<R>(action: string, args: unknown, options?: PerformOptions): Promise<R>;
  /** The data directory: the command's `[dir]` or `--data-dir`, the environment, or the default. */
  dataDir(): string;
  /** Resolves a path that the user typed against the folder in which the user called the command. */
  path(text: string): string;
  print(line: string): void;
  /** Returns a command line that runs this program with `args` in the same way, to be pasted into the same shell. */
  commandLine(...args: string[]): string;
}

export interface ServiceDefinition<S extends ConfigSchema, A> {
  /** The program is `<name>-service`; the environment's variables begin with the name in upper case. */
  name: 'chat' | 'fraud';
  description: string;
  version: string;
  schema: S;
  /** Folders with the service's migrations. The kit adds its own folder. */
  migrations: URL[];
  databaseUrl(config: Static<S>): string;
  logLevel(config: Static<S>): string;
  /** Returns true if `serve` applies migrations, as it does by default. */
  migratesOnServe?(config: Static<S>): boolean;
  /**
   * Makes the application on the open and migrated database. The application does not listen or run jobs before
   * `serve`.
   */
  open(base: Base<S>): Promise<A>;
  /** Closes the result of `open`, if the command ends and `serve` was not called. */
  close?(app: A): Promise<void>;
  /** Starts the listeners and the jobs. */
  serve(app: A, base: Base<S>): Promise<RunningService>;
  /** Actions by name, or a function that loads the actions on first use. */
  actions: Record<string, Action<A>> | (() => Promise<Record<string, Action<A>>>);
  init: {
    /** Adds options, such as the first owner's address. */
    options(command: Command): void;
    /**
     * Makes the first owner or user, if no user exists yet. Returns lines to print: the result, and the next steps.
     */
    run(app: A, options: Record<string, unknown>, tools: CliTools): Promise<string[]>;
  };
  /**
   * Description of the command `demo`, which performs the action `demo.fill` on a fresh data directory, and prints the
   * lines that the action returns.
   */
  demo?: string;
  /**
   * Advances counters of a restored database past all ids that clients may have received after the backup. Runs on the
   * migrated database before the data directory is at its final path, and after the kit has advanced the sequences.
   */
  restored?(db: Database, backup: BackupLabel): Promise<void>;
  /** Does checks in addition to the kit's. `app` is undefined if the application cannot be opened. */
  doctor?(dataDir: string, config: Static<S>, app: A | undefined): Promise<Finding[]>;
  /** Adds the service's commands, such as user and keys. */
  commands?(program: Command, tools: CliTools): void;
}
