import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox/type';
import { Default, Errors } from 'typebox/value';
import { ConfigError } from './error.js';
import { nearest } from './nearest.js';
import { type Setting, type SettingSchema, settingsOf, settingValue, variableOf } from './setting.js';

/** A TypeBox object with defaults; `secret: true` on a member keeps it from being shown and allows `NAME_*_FILE`. */
export type ConfigSchema = TSchema;

export interface ConfigOptions<S extends ConfigSchema> {
  /** Prefix of the environment's variables. */
  name: 'CHAT' | 'FRAUD';
  schema: S;
  /** Folder of `chat.config.json` or `fraud.config.json`. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** Values by the setting's name (`port`, `mail.url`); undefined values are ignored. */
  flags: Record<string, unknown>;
  /** Environment variables with the prefix that are not settings, because other code reads them. */
  otherVariables?: readonly string[];
}

type Values = Record<string, unknown>;

/**
 * Returns the configuration: defaults, then the file in the data directory, then the environment, then flags; later
 * values take precedence. A group of settings may be given as a JSON object. Throws ConfigError for unknown names,
 * with a suggestion, and for invalid values.
 */
export function loadConfig<S extends ConfigSchema>(options: ConfigOptions<S>): Static<S> {
  const { schema } = options;
  const given = new GivenValues(settingsOf(schema));
  readFile(options, given);
  readEnvironment(options, given);
  for (const [name, value] of Object.entries(options.flags)) {
    if (value === undefined) continue;
    const origin = `flag ${name}`;
    if (!given.isKnown(name)) given.problems.push(unknown('flag', name, given.names()));
    else if (typeof value === 'string') given.putText(name, value, origin);
    else given.put(name.split('.'), value, origin);
  }
  const { problems, origins } = given;
  const config = Default(schema, given.values);
  for (const { instancePath, message } of Errors(schema, config)) {
    const name = instancePath.slice(1).replaceAll('/', '.');
    const origin = origins.get(name) ?? origins.get(name.replace(/\.\d+$/, ''));
    problems.push(`${origin === undefined ? '' : `${origin}: `}${name}: ${message}`);
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config as Static<S>;
}

/** Values from all sources, as a tree in which settings are leaves and groups of settings are branches. */
class GivenValues {
  readonly values: Values = {};
  readonly problems: string[] = [];
  readonly origins = new Map<string, string>();
  readonly #settings: ReadonlyMap<string, Setting>;

  constructor(settings: readonly Setting[]) {
    this.#settings = new Map(settings.map((setting) => [setting.name, setting]));
  }

  names(): string[] {
    return [...this.#settings.keys()];
  }

  isKnown(name: string): boolean {
    return this.#settings.has(name) || this.names().some((known) => known.startsWith(`${name}.`));
  }

  /** Returns the settings and groups by the name of the environment's variable without the prefix. */
  variables(): Map<string, { name: string; schema: SettingSchema | undefined }> {
    const found = new Map<string, { name: string; schema: SettingSchema | undefined }>();
    for (const { path, name, variable, schema } of this.#settings.values()) {
      for (let depth = 1; depth < path.length; depth += 1) {
        const group = path.slice(0, depth);
        found.set(variableOf(group), { name: group.join('.'), schema: undefined });
      }
      found.set(variable, { name, schema });
    }
    return found;
  }

  /** Stores a value that is given as the text of a setting, or as JSON of a group. */
  putText(name: string, text: string, origin: string): void {
    const schema = this.#settings.get(name)?.schema ?? { type: 'object' };
    this.put(name.split('.'), settingValue(text, schema), origin);
  }

  put(path: readonly string[], value: unknown, origin: string): void {
    const name = path.join('.');
    const setting = this.#settings.get(name);
    if (setting !== undefined) {
      assign(this.values, setting.path, value);
      this.origins.set(name, origin);
    } else if (path.length > 0 && !this.isKnown(name)) {
      const parents = path.slice(0, -1);
      const siblings = [...this.#settings.values()]
        .filter(({ path: own }) => parents.every((parent, depth) => own[depth] === parent))
        .map(({ path: own }) => own.slice(0, path.length).join('.'));
      this.problems.push(`${origin}: ${unknown('setting', name, [...new Set(siblings)])}`);
    } else if (!isObject(value)) {
      this.problems.push(`${origin}: ${name === '' ? '' : `${name}: `}an object is expected`);
    } else {
      for (const [member, inner] of Object.entries(value)) this.put([...path, member], inner, origin);
    }
  }
}

function readFile({ name, dataDir }: ConfigOptions<ConfigSchema>, given: GivenValues): void {
  const path = join(dataDir, `${name.toLowerCase()}.config.json`);
  try {
    given.put([], JSON.parse(readFileSync(path, 'utf8')), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      given.problems.push(`${path}: ${(error as Error).message}`);
  }
}

function readEnvironment(
  { name: prefix, env, otherVariables = [] }: ConfigOptions<ConfigSchema>,
  given: GivenValues,
): void {
  const variables = new Map(
    [...given.variables()].map(([variable, setting]) => [`${prefix}_${variable}`, setting]),
  );
  // The variable of a group sorts before the variables of its members, which take precedence.
  for (const [variable, text] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!variable.startsWith(`${prefix}_`) || text === undefined || otherVariables.includes(variable))
      continue;
    const setting = variables.get(variable);
    const ofFile = variable.endsWith('_FILE') ? variables.get(variable.slice(0, -'_FILE'.length)) : undefined;
    if (setting !== undefined) given.putText(setting.name, text, variable);
    else if (ofFile?.schema?.secret === true) {
      if (env[variable.slice(0, -'_FILE'.length)] !== undefined) {
        given.problems.push(`${variable}: the variable without _FILE is set as well`);
        continue;
      }
      try {
        given.putText(ofFile.name, readFileSync(text, 'utf8').replace(/\r?\n$/, ''), variable);
      } catch (error) {
        given.problems.push(`${variable}: ${(error as Error).message}`);
      }
    } else given.problems.push(unknown('variable', variable, [...variables.keys()]));
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
