import { readFileSync } from 'node:fs';

/** The relative path is the same from `src/` and from `dist/`. */
export const KNOWLEDGE_FOLDER = new URL('../../knowledge/', import.meta.url);

export type Section = readonly [name: string, lines: readonly string[]];

export const readSections = (file: string) =>
  sectionsOf(readFileSync(new URL(file, KNOWLEDGE_FOLDER), 'utf8'));

/**
 * Returns the sections of a text, each of which begins with a line `[name]`. A line that begins with # is a comment, and
 * an indented line continues the line above it.
 */
export function sectionsOf(text: string): Section[] {
  const joined = text.replace(/^#.*\n/gm, '').replace(/\n {2}/g, ' ');
  return joined
    .split(/^\[(?=[^\]\n]+\]$)/m)
    .slice(1)
    .map((section): Section => {
      const [name = '', ...lines] = section.trim().split('\n');
      return [name.slice(0, -1), lines];
    });
}

/** Returns the values of lines of the form `key: value`. */
export function fieldsOf(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
}

/** Reads patterns. A section's lines are alternatives, in which `…` stands for `gap`. */
export function readPatterns(file: string, gap: string, compile: (source: string, name: string) => RegExp) {
  return readSections(file).map(
    ([name, lines]) => [name, compile(lines.join('|').replaceAll('…', gap), name)] as const,
  );
}
