import { type Document, isMap, isNode, isScalar, type LineCounter, visit } from 'yaml';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { suggestion } from './nearest.js';
import { configError } from './vocabulary.js';
import { parseYaml } from './yaml.js';

/** A parsed document, with the line numbers of its text. */
interface Located {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * A value in a file of settings. The value keeps its position, so that each error names file, line and
 * column. All methods throw ProtomdlError (`config-invalid`).
 */
export class Setting {
  private constructor(
    private readonly document: Located | undefined,
    private readonly name: string,
    private readonly at: readonly (string | number)[],
    readonly value: unknown,
  ) {}

  /** @param name file name, for messages; @param text YAML, of which JSON is a subset */
  static parse(text: string, name: string): Setting {
    const parsed = parseYaml(text);
    const { lines } = parsed;
    if ('message' in parsed) {
      const { line, col } = lines.linePos(parsed.at);
      throw configError(`${name}:${line}:${col}: ${parsed.message}`);
    }
    const { document } = parsed;
    const twice = keyGivenTwice(document);
    if (twice !== undefined) {
      const { line, col } = lines.linePos(twice);
      throw configError(`${name}:${line}:${col}: Map keys must be unique`);
    }
    try {
      // Aliases of aliases can expand a small file to a huge value. The YAML library limits aliases to a
      // hundred.
      return new Setting({ document, lines }, name, [], document.toJS());
    } catch (error) {
      throw configError(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Parses JSON that a program has written, which may be large. Errors have no line numbers. */
  static parseJson(text: string, name: string): Setting {
    try {
      return new Setting(undefined, name, [], JSON.parse(text));
    } catch (error) {
      throw configError(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Throws an error at this value, or at one of its keys. */
  fail(message: string, key?: string): never {
    throw configError(`${this.name}${this.#place(key)}: ${message}`);
  }

  /** Runs a further check of the value, and adds the value's position to errors of the check. */
  checked<T>(check: () => T): T {
    try {
      return check();
    } catch (error) {
      if (error instanceof ProtomdlError) this.fail(error.message);
      throw error;
    }
  }

  /**
   * Returns the members of an object, in which only the given keys are allowed. For null, the value of an
   * empty file, returns no members.
   * @param otherNames keys of other tools, each with the corresponding key of this tool
   */
  object(keys: readonly string[], otherNames: ReadonlyMap<string, string> = new Map()): Map<string, Setting> {
    const members = this.entries();
    for (const key of members.keys()) {
      if (keys.includes(key)) continue;
      const meant = otherNames.get(key);
      const hint = meant === undefined ? suggestion(key, keys) : `; did you mean ${meant}?`;
      this.fail(`${this.#what()} has no key ${key}${hint || `; it has ${keys.join(', ')}`}`, key);
    }
    return members;
  }

  /** Returns the members of an object with arbitrary keys. */
  entries(): Map<string, Setting> {
    const { value } = this;
    if (value === null || value === undefined) return new Map();
    if (typeof value !== 'object' || Array.isArray(value)) this.fail(`${this.#what()} must be an object`);
    return new Map(Object.entries(value).map(([key, member]) => [key, this.#member(key, member)]));
  }

  list(): Setting[] {
    const { value } = this;
    if (!Array.isArray(value)) this.fail(`${this.#what()} must be a list`);
    return value.map((member, index) => this.#member(index, member));
  }

  /** Returns the members of a list; a single value counts as a list with one member. */
  oneOrMore(): Setting[] {
    const members = Array.isArray(this.value) ? this.list() : [this];
    if (members.length === 0) this.fail(`${this.#what()} is empty`);
    return members;
  }

  text(): string {
    const { value } = this;
    if (typeof value !== 'string' || value.trim() === '') this.fail(`${this.#what()} must be a string`);
    return value;
  }

  choice<T extends string>(choices: readonly T[]): T {
    const text = shown(this.value);
    const found = choices.find((choice) => choice === this.value);
    return (
      found ?? this.fail(`${this.#what()} is ${choices.join(', ')}, not ${text}${suggestion(text, choices)}`)
    );
  }

  wholeNumber(least: number, most: number): number {
    const { value } = this;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return this.fail(`${this.#what()} must be a whole number from ${least} to ${most}`);
  }

  #member(key: string | number, value: unknown): Setting {
    return new Setting(this.document, this.name, [...this.at, key], value);
  }

  /** Returns the name of this value in messages: its key path. */
  #what(): string {
    const path = this.at.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
    return path === '' ? 'the configuration' : path.replace(/^\./, '');
  }

  #place(key?: string): string {
    if (this.document === undefined) return '';
    const { document, lines } = this.document;
    const node = this.at.length === 0 ? document.contents : document.getIn(this.at, true);
    const pair =
      key === undefined || !isMap(node)
        ? undefined
        : node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    const where = pair !== undefined && isNode(pair.key) ? pair.key : node;
    if (!isNode(where) || where.range == null) return '';
    const { line, col } = lines.linePos(where.range[0]);
    return `:${line}:${col}`;
  }
}

/** Returns the offset of the first key that occurs twice in one object. */
function keyGivenTwice(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          offset = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return offset;
}

/**
 * Formats a value for a message. Objects are not converted by `String`, because their `toString` may not be a
 * function.
 */
function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
