import { MDL } from '../../base/schema/mdl.gen.js';
import { TYPE_MESSAGE } from '../../base/schema/table.js';
import { hexOf } from '../../base/wire/bytes.js';
import { WIRE_LEN, WIRE_TYPE_NAMES } from '../../base/wire/tag.js';
import { MARK_NAMES, type Row, type RowProblem, UNKNOWN_FIELD } from '../../tools/objdump/row.js';
import { shownValue } from '../../tools/objdump/value.js';
import { escapeText, printableJson } from './escape.js';
import { type Palette, PLAIN } from './palette.js';
import { bytesText, counted, grouped, offsetText } from './text.js';

export const OBJDUMP_FORMATS = ['human', 'ndjson'] as const;
export type ObjdumpFormat = (typeof OBJDUMP_FORMATS)[number];

/** Number of bytes of a row that the option `hex` shows. */
const HEX_BYTES = 8;

interface ObjdumpTextOptions {
  readonly palette?: Palette;
  /** True to show the first bytes of each row. */
  readonly hex?: boolean;
}

/** Formats lines for a terminal. Text from the file is escaped. */
export class ObjdumpText {
  readonly #palette: Palette;
  readonly #hex: boolean;

  constructor({ palette = PLAIN, hex = false }: ObjdumpTextOptions = {}) {
    this.#palette = palette;
    this.#hex = hex;
  }

  row(row: Row): string {
    const palette = this.#palette;
    const offset = palette.dim(row.offset.toString(16).padStart(8, '0'));
    const bytes = this.#hex ? `  ${palette.dim(this.#bytes(row))}` : '';
    return `${offset}${bytes}  ${'  '.repeat(row.depth)}${this.#text(row)}${this.#marks(row)}\n`;
  }

  #bytes({ bytes, start, shown, length }: Row): string {
    const seen = Math.min(shown, length, HEX_BYTES);
    const text =
      hexOf(bytes.subarray(start, start + seen), ' ') + (length > seen && seen === HEX_BYTES ? ' …' : '');
    return text.padEnd(HEX_BYTES * 3 + 1);
  }

  #text(row: Row): string {
    const palette = this.#palette;
    switch (row.kind) {
      case 'header':
        return `${row.name.padEnd(24)} ${row.value}${remarkText(row, palette)}`;
      case 'section':
        return `${palette.bold(sectionName(row.name))}  ${bytesText(row.length)}${remarkText(row, palette)}`;
      case 'broken':
        return row.length === 0
          ? palette.red('!!')
          : palette.red(`!! ${bytesText(row.length)} not to be read as records`);
      case 'group-end':
        return `#${row.number} EGROUP`;
      default:
        return this.#record(row);
    }
  }

  #record(row: Row): string {
    const palette = this.#palette;
    const { field, number, wireType, kind } = row;
    const place = field?.repeated === true ? `[${row.index}]` : '';
    const name = field === undefined ? `#${number}` : `${field.name}${place} (${number})`;
    const type = WIRE_TYPE_NAMES[wireType] ?? String(wireType);
    const length = wireType === WIRE_LEN ? ` ${grouped(row.claimed)}` : '';
    const head = `${kind === 'message' || kind === 'group' ? palette.cyan(name) : name} ${palette.dim(type + length)}`;
    const value = this.#value(row);
    return value === '' ? head : `${head}  ${value}`;
  }

  #value(row: Row): string {
    const palette = this.#palette;
    const value = shownValue(row, MDL);
    switch (value.kind) {
      case 'number':
        return value.name === undefined ? String(value.value) : `${value.value} ${palette.dim(value.name)}`;
      case 'text':
        return palette.green(`"${escapeText(value.value).replaceAll('"', '\\"')}"${value.isCut ? '…' : ''}`);
      case 'list':
        return `[${value.value.join(', ')}${value.isCut ? ', …' : ''}]`;
      case 'bytes':
        return value.value === ''
          ? ''
          : `${(value.value.match(/../g) as string[]).join(' ')}${value.isCut ? ' …' : ''}`;
      default:
        return row.kind === 'record' && row.field?.type === TYPE_MESSAGE ? palette.dim('…') : '';
    }
  }

  #marks({ marks, problems }: Row): string {
    if (marks === 0 && problems.length === 0) return '';
    const palette = this.#palette;
    let text = '';
    for (const [mark, name] of MARK_NAMES) {
      if (marks & mark) text += `  ${mark === UNKNOWN_FIELD ? palette.dim(name) : palette.yellow(name)}`;
    }
    for (const problem of problems) text += `  ${palette.red(problemText(problem))}`;
    return text;
  }
}

function remarkText({ remark, isRight }: Row, palette: Palette): string {
  if (isRight) return `  ${palette.green('ok')}`;
  return remark === '' ? '' : `  ${palette.yellow(remark)}`;
}

function problemText({ code, offset, detail }: RowProblem): string {
  return `${code} at ${offsetText(offset)}${detail === '' ? '' : `: ${escapeText(detail)}`}`;
}

function sectionName(name: string): string {
  return name === 'ccws' ? 'configuration words' : name.replace('-', ' ');
}

/** Returns the final line of a dump. */
export function objdumpEnd(problems: number, palette: Palette = PLAIN): string {
  return problems === 0 ? '' : `${palette.red(`${counted(problems, 'problem')}`)}\n`;
}

export function objdumpLine(file: string, row: Row): string {
  const { kind, offset, length, depth, number, wireType, headLength, claimed, field, problems } = row;
  const isRecord = kind === 'record' || kind === 'message' || kind === 'group' || kind === 'group-end';
  const value = shownValue(row, MDL);
  const marks = MARK_NAMES.filter(([mark]) => row.marks & mark).map(([, name]) => name);
  return `${printableJson({
    schemaVersion: 1,
    file,
    kind,
    offset,
    length,
    depth,
    path: row.path(),
    ...(isRecord
      ? {
          number,
          field: field?.name ?? null,
          wireType: WIRE_TYPE_NAMES[wireType] ?? null,
          headLength,
          ...(wireType === WIRE_LEN ? { claimed } : {}),
        }
      : {}),
    ...(kind === 'header' ? { name: row.name, value: row.value, isRight: row.isRight } : {}),
    ...(kind === 'section' ? { name: row.name, claimed } : {}),
    ...(value.kind === 'none' ? {} : { type: value.kind, value: value.value }),
    ...('isCut' in value && value.isCut ? { valueCut: true } : {}),
    ...('name' in value && value.name !== undefined ? { valueName: value.name } : {}),
    ...(row.remark === '' ? {} : { remark: row.remark }),
    marks,
    problems,
  })}\n`;
}
