import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { BlobHandle } from '../../src/read/model/blob.js';
import type { List } from '../../src/read/model/list.js';
import { type ElementValue, MessageView } from '../../src/read/model/message-view.js';

/**
 * Returns everything that a view returns, field by field, as lines of text to compare; an error takes the
 * place of a value. Errors that are not ours are thrown on, because they are bugs.
 */
export function answers(view: MessageView, base: number): string[] {
  const lines: string[] = [];
  collect(view, base, '', lines);
  return lines;
}

function collect(view: MessageView, base: number, at: string, lines: string[]): void {
  for (const { number, repeated, name } of view.table.fields) {
    const path = `${at}.${name}`;
    attempt(lines, base, path, () => {
      const span = view.fieldSpan(number);
      lines.push(`${path} has ${view.has(number)}${span ? ` at ${span.offset - base}+${span.length}` : ''}`);
    });
    attempt(lines, base, path, () => {
      const value = view.get(number);
      if (!repeated) show(value as ElementValue | undefined, base, path, lines);
      else if (value instanceof Map) lines.push(`${path}: map of ${value.size}`);
      else {
        let i = 0;
        for (const element of value as List<ElementValue>) show(element, base, `${path}[${i++}]`, lines);
      }
    });
  }
  for (const { name } of view.table.oneofs) {
    attempt(lines, base, name, () => lines.push(`${at}.${name}: ${view.whichOneof(name)}`));
  }
  attempt(lines, base, `${at}.#`, () => {
    for (const { number, wireType, span } of view.unknownFields()) {
      lines.push(`${at}.#${number}: ${wireType} at ${span.offset - base}+${span.length}`);
    }
  });
}

function show(value: ElementValue | undefined, base: number, path: string, lines: string[]): void {
  if (value instanceof MessageView) {
    lines.push(`${value.path} at ${value.span.offset - base}+${value.span.length}`);
    collect(value, base, path, lines);
  } else if (value instanceof BlobHandle) {
    lines.push(`${path}: ${value.length} bytes at ${value.offset < 0 ? -1 : value.offset - base}`);
  } else lines.push(`${path}: ${Object.is(value, -0) ? '-0' : String(value)}`);
}

function attempt(lines: string[], base: number, path: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    lines.push(`${path}: ${error.code} at ${error.offset - base} in ${error.path}`);
  }
}

export function errorsOf(lines: readonly string[]): string[] {
  return lines.filter((line) => /: (wire|string|message)-/.test(line));
}
