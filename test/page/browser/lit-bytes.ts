import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { memorySource } from '../../../src/base/source/memory.js';
import { findSelected } from '../../../src/read/select/find.js';
import { parseSelector } from '../../../src/read/select/selector.js';
import type { Visit } from './visit.js';

/** Position of a record, in bytes from the beginning of the file. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Returns the position of a record in a bare message, by another reader. @param file its path */
export async function spanOf(file: string, path: string): Promise<Span> {
  const bytes = readFileSync(file);
  const found = findSelected(memorySource(bytes), parseSelector(path), { from: 0, end: bytes.length });
  for await (const { offset, length } of found) return { offset, length };
  throw new Error(`${path} is not in ${file}`);
}

/**
 * Checks that exactly these bytes are highlighted, among the visible ones, and that the first one is visible.
 */
export async function expectLit(visit: Visit, { offset, length }: Span): Promise<void> {
  const { page } = visit;
  await page.waitForSelector(`[role="gridcell"][data-offset="${offset}"][data-selected]`);
  await visit.settle();
  const cells = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="gridcell"][data-offset]')].map(({ dataset }) => ({
      at: Number(dataset.offset),
      isLit: dataset.selected !== undefined,
    })),
  );
  expect(cells.map(({ at }) => at)).toContain(offset);
  const wanted = cells.filter(({ at }) => at >= offset && at < offset + length);
  expect(cells.filter(({ isLit }) => isLit)).toEqual(wanted);
}
