import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox/type';
import { Default, Errors } from 'typebox/value';
import { nearest } from './nearest.js';
import { type Setting, settingsOf, settingValue } from './setting.js';

/** What is wrong with the configuration: one line for each problem, with the place it comes from. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A TypeBox object with defaults; `secret: true` on a member keeps it from being shown and allows `NAME_*_FILE`. */
export type ConfigSchema = TSchema;

export interface ConfigOptions<S extends ConfigSchema> {
  /** Prefix of the environment's variables. */
  name: 'CHAT' | 'FRAUD';
  schema: S;
  /** Where `chat.config.json` or `fraud.config.json` is looked for. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** By the setting's name (`port`, `mail.url`); undefined ones do not count. */
  flags: Record<string, unknown>;
  /** Variables with the prefix that are read elsewhere. */
  otherVariables?: readonly string[];
}

type Values = Record<string, unknown>;

/**
 * The configuration: defaults, then the file in the data directory, then the environment, then flags; later ones win.
 * Throws ConfigError for unknown names, with a suggestion, and for values that do not fit.
 */
export function loadConfig<S extends ConfigSchema>(options: ConfigOptions<S>): Static<S> {
  const { schema } = options;
  const settings = settingsOf(schema);
  const problems: string[] = [];
  const values: Values = {};
  /** Where a value came from, by setting. */
  const origins = new Map<string, string>();
  const put = (setting: Setting, value: unknown, origin: string) => {
    assign(values, setting.path, value);
    origins.set(setting.name, origin);
  };
  readFile(options, settings, put, problems);
  readEnvironment(options, settings, put, problems);
  for (const [name, value] of Object.entries(options.flags)) {
    if (value === undefined) continue;
    const setting = settings.find((candidate) => candidate.name === name);
    if (setting === undefined)
      problems.push(
        unknown(
          'flag',
          name,
          settings.map((known) => known.name),
        ),
      );
    else
      put(setting, typeof value === 'string' ? settingValue(value, setting.schema) : value, `flag ${name}`);
  }
  const config = Default(schema, values);
  for (const { instancePath, message } of Errors(schema, config)) {
    const name = instancePath.slice(1).replaceAll('/', '.');
    const origin = origins.get(name) ?? origins.get(name.replace(/\.\d+$/, ''));
    problems.push(`${origin === undefined ? '' : `${origin}: `}${name}: ${message}`);
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config as Static<S>;
}

type Put = (setting: Setting, value: unknown, origin: string) => void;

function readFile(
  { name, dataDir }: ConfigOptions<ConfigSchema>,
  settings: readonly Setting[],
  put: Put,
  problems: string[],
): void {
  const path = join(dataDir, `${name.toLowerCase()}.config.json`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      problems.push(`${path}: ${(error as Error).message}`);
    return;
  }
  if (!isObject(content)) {
    problems.push(`${path}: an object is expected`);
    return;
  }
  const visit = (value: unknown, parents: readonly string[]) => {
    const setting = settings.find((candidate) => candidate.name === parents.join('.'));
    if (setting !== undefined) {
      put(setting, value, path);
      return;
    }
    const known = settings.filter(({ path: own }) => parents.every((parent, depth) => own[depth] === parent));
    if (known.length === 0) {
      const siblings = settings
        .filter(({ path: own }) => parents.slice(0, -1).every((parent, depth) => own[depth] === parent))
        .map(({ path: own }) => own.slice(0, parents.length).join('.'));
      problems.push(`${path}: ${unknown('setting', parents.join('.'), [...new Set(siblings)])}`);
    } else if (!isObject(value)) {
      problems.push(`${path}: ${parents.join('.')}: an object is expected`);
    } else {
      for (const [member, inner] of Object.entries(value)) visit(inner, [...parents, member]);
    }
  };
  visit(content, []);
}

function readEnvironment(
  { name: prefix, env, otherVariables = [] }: ConfigOptions<ConfigSchema>,
  settings: readonly Setting[],
  put: Put,
  problems: string[],
): void {
  const variables = new Map(settings.map((setting) => [`${prefix}_${setting.variable}`, setting]));
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(`${prefix}_`) || text === undefined || otherVariables.includes(variable))
      continue;
    const setting = variables.get(variable);
    const ofFile = variable.endsWith('_FILE') ? variables.get(variable.slice(0, -'_FILE'.length)) : undefined;
    if (setting !== undefined) put(setting, settingValue(text, setting.schema), variable);
    else if (ofFile?.schema.secret === true) {
      if (env[variable.slice(0, -'_FILE'.length)] !== undefined) {
        problems.push(`${variable}: the variable without _FILE is set as well`);
        continue;
      }
      try {
        put(ofFile, settingValue(readFileSync(text, 'utf8').replace(/\r?\n$/, ''), ofFile.schema), variable);
      } catch (error) {
        problems.push(`${variable}: ${(error as Error).message}`);
      }
    } else problems.push(unknown('variable', variable, [...variables.keys()]));
  }
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const suggestion = nearest(name, known);
  return `unknown ${what} ${name}${suggestion === undefined ? '' : `, did you mean ${suggestion}?`}`;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function assign(values: Values, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const inner = Object.hasOwn(values, name) && isObject(values[name]) ? values[name] : {};
  values[name] = inner;
  assign(inner as Values, rest, value);
}
