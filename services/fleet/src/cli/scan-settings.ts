import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Queryable } from '@services/kit/db';
import type { Release } from 'protomdl';
import { readBaseline, readSettings } from 'protomdl/node';
import { UsageError } from '../db/fleet-database.js';
import { keepBaseline } from '../runs/baseline.js';
import { digestOf, type RunSettings } from '../runs/settings.js';
import { duration } from '../status/status-text.js';
import { allReleases, MAX_BASELINE_BYTES, pathOf } from './values.js';

/** Maximum size of the settings file, which every worker of the run reads. */
const MAX_CONFIG_BYTES = 256 * 1_024;

const DEFAULT_MAX_PER_CODE = 20;

export interface SettingsFlags {
  readonly checksum: boolean;
  readonly maxPerCode?: number;
  readonly runtime: readonly Release[];
  readonly target?: readonly Release[];
  readonly config?: string;
  readonly baseline?: string;
}

/** Settings of a new run. */
export interface Asked {
  readonly settings: RunSettings;
  /** Text of the settings file; empty without a file. */
  readonly config: string;
  /** Stores the baseline's entries in the transaction that creates the run. */
  keep(tx: Queryable): Promise<void>;
}

/**
 * Combines the settings of the command line, the settings file and the baseline. The command line has
 * precedence.
 * @throws ProtomdlError `config-invalid` with line and column, UsageError for a file that cannot be read
 */
export async function askedOf(flags: SettingsFlags, tell: (line: string) => void): Promise<Asked> {
  const file = flags.config === undefined ? undefined : pathOf(flags.config);
  const config = file === undefined ? '' : await textOf(file, '--config', MAX_CONFIG_BYTES);
  const options = readSettings(config, flags.config);
  if (options.budgetMs !== undefined) {
    tell(
      `limits.budget (${duration(options.budgetMs / 1_000)}) is of one command and does not hold for a fleet: ` +
        'work --object-time bounds each object',
    );
  }
  const named = flags.baseline === undefined ? options.baseline : pathOf(flags.baseline);
  const baseline = named === undefined ? undefined : resolve(dirname(file ?? '.'), named);
  const text = baseline === undefined ? '' : await textOf(baseline, '--baseline', MAX_BASELINE_BYTES);
  const known = baseline === undefined ? undefined : readBaseline(text, baseline);
  const digest = digestOf(text).toString('hex');
  const { devices, failOn } = options;
  const targets = flags.target ?? options.targets;
  const settings: RunSettings = {
    checksum: flags.checksum,
    maxPerCode: flags.maxPerCode ?? options.maxPerCode ?? DEFAULT_MAX_PER_CODE,
    releases: allReleases().filter((release) => flags.runtime.includes(release) || targets.includes(release)),
    ...(flags.target === undefined ? {} : { targets }),
    ...(devices.length === 0 ? {} : { devices }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(file === undefined ? {} : { configFolder: dirname(file) }),
    ...(baseline === undefined ? {} : { baseline: digest, baselineFolder: dirname(baseline) }),
  };
  const keep = async (tx: Queryable) => {
    if (known !== undefined) await keepBaseline(tx, digest, known);
  };
  return { settings, config: config.trim() === '' ? '' : config, keep };
}

async function textOf(file: string, option: string, most: number): Promise<string> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new UsageError(`${option} ${file}: not a regular file`);
    if (found.size > most) throw new UsageError(`${option} ${file}: more than ${most} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} ${file}: ${code === 'ENOENT' ? 'no such file' : message}`);
  }
}
