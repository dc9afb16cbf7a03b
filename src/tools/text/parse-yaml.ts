import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml';
import { parseYaml } from '../../check/config/yaml.js';
import type { InputText } from './input-text.js';
import { type TextPlace, textError } from './parse-error.js';
import type { ValueSink } from './parse-json.js';

/**
 * YAML is read as a whole, and takes about thirty times its size in memory; large texts from programs should
 * use JSON.
 */
const MAX_YAML_BYTES = 32 * 1024 * 1024;
/**
 * The library makes an object for each value, which takes 25 µs and 2.3 KB: a list of a million numbers, 4 MB
 * of text, took 25 s and 2.3 GB. The limit counts marks, after which values can begin; texts of real models
 * have up to 10,000.
 */
const MAX_YAML_MARKS = 500_000;

const encoder = new TextEncoder();

/** Reads YAML 1.2 into a sink, restricted to content that JSON can express. */
export class YamlReader {
  #at = 0;
  #text = '';
  #lines = new LineCounter();

  constructor(
    private readonly input: InputText,
    private readonly sink: () => ValueSink,
  ) {}

  async read(): Promise<void> {
    const { bytes, end } = this.input;
    if (end > MAX_YAML_BYTES) this.#tooLarge();
    refuseMany(bytes, end);
    try {
      this.#text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw textError('text-syntax', 'the text is not UTF-8', { line: 1, column: 1, offset: 0 });
    }
    const parsed = parseYaml(this.#text, true);
    this.#lines = parsed.lines;
    if ('message' in parsed) {
      this.#at = parsed.at;
      throw textError('text-syntax', parsed.message, this.place());
    }
    await this.#emit(parsed.document.contents);
  }

  place(): TextPlace {
    if (this.#text === '') return { line: 1, column: 1, offset: 0 };
    const { line, col } = this.#lines.linePos(this.#at);
    return { line, column: col, offset: encoder.encode(this.#text.slice(0, this.#at)).length };
  }

  #tooLarge(): never {
    const message = `YAML of more than ${MAX_YAML_BYTES >> 20} MiB is not read: use JSON or textproto`;
    throw textError('text-syntax', message, { line: 1, column: 1, offset: 0 });
  }

  async #emit(node: Node | null): Promise<void> {
    const sink = this.sink();
    if (node?.range != null) this.#at = node.range[0];
    if (isMap(node)) {
      sink.beginObject();
      for (const { key, value } of node.items) {
        const name = key as Node | null;
        if (name?.range != null) this.#at = name.range[0];
        if (!isScalar(name) || name.value === null)
          throw textError('text-syntax', 'a key must be a name', this.place());
        const bytes = encoder.encode(typeof name.value === 'string' ? name.value : (name.source ?? ''));
        sink.key(bytes, 0, bytes.length, false);
        await this.#emit(value as Node | null);
      }
      if (node.range != null) this.#at = node.range[0];
      await sink.endObject();
    } else if (isSeq(node)) {
      sink.beginList();
      for (const item of node.items) await this.#emit(item as Node | null);
      await sink.endList();
    } else if (isScalar(node)) await this.#scalar(node.value, node.source ?? '', sink);
    else if (isAlias(node)) {
      throw textError('text-syntax', 'aliases are not supported: write the value itself', this.place());
    } else sink.literal(undefined);
  }

  async #scalar(value: unknown, source: string, sink: ValueSink): Promise<void> {
    if (value === null || typeof value === 'boolean') {
      sink.literal(value ?? undefined);
      return;
    }
    if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
      // Numbers keep all digits and the sign of a zero; forms that JSON does not have (0x1f, +1.5, .5) are
      // converted.
      const text = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(source) ? source : String(value);
      const bytes = encoder.encode(text);
      await sink.number(bytes, 0, bytes.length);
      return;
    }
    const bytes = encoder.encode(String(value));
    if (typeof value === 'string' && LONE_SURROGATE.test(value)) {
      throw textError(
        'text-value-invalid',
        'the string contains half a character (a lone surrogate)',
        this.place(),
      );
    }
    await sink.string(bytes, 0, bytes.length, false);
  }
}

/**
 * Refuses a text with too many marks, after which values can begin: ends of lines, commas, brackets, and `-
 * `, `: `, `? `.
 * @throws ProtomdlError for a text with too many marks
 */
function refuseMany(bytes: Uint8Array, end: number): void {
  let marks = 0;
  let line = 1;
  let start = 0;
  for (let at = 0; at < end; at++) {
    const isMark = MARKS[bytes[at] as number] === 1 || isBeforeSpace(bytes, at, end);
    if (isMark && ++marks > MAX_YAML_MARKS) {
      const count = MAX_YAML_MARKS.toLocaleString('en');
      throw textError(
        'text-syntax',
        `YAML of more than ${count} marks (ends of lines, commas, brackets, "- ", ": ") is not read: use JSON or textproto`,
        { line, column: at - start + 1, offset: at },
      );
    }
    if (bytes[at] !== LINE_FEED) continue;
    line++;
    start = at + 1;
  }
}

const LINE_FEED = 0x0a;
const MARKS = marksOf('\n\r,[{');
const MARKS_BEFORE_SPACE = marksOf('-:?');
const SPACES = marksOf(' \t');

function marksOf(characters: string): Uint8Array {
  const marks = new Uint8Array(256);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}

function isBeforeSpace(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    MARKS_BEFORE_SPACE[bytes[at] as number] === 1 && at + 1 < end && SPACES[bytes[at + 1] as number] === 1
  );
}

const LONE_SURROGATE = /\p{Cs}/u;
