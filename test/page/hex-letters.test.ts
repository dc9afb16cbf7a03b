/** Bytes of a line as characters: all of them, grouped by look. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { BytePages } from '../../src/page/views/structure/byte-pages.js';
import { asciiText, lettersOf, lightOf } from '../../src/page/views/structure/hex-text.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';

const BYTES = readFileSync(new URL('../../corpus/valid/one-context.mdl', import.meta.url));

describe('the characters of a line', () => {
  it('are those of its bytes, each in the look of its byte', async () => {
    const inspector = await Inspector.open(memorySource(BYTES));
    const pages = await new Promise<BytePages>((resolve, reject) => {
      const made: BytePages = new BytePages(BYTES.length, inspector, () => resolve(made), reject);
      made.want(0, BYTES.length);
    });
    const part = (await inspector.find('header.sdk_version')).parts.at(-1) as Part;
    for (let line = 0; line < BYTES.length; line += 16) {
      const offsets = Array.from({ length: Math.min(16, BYTES.length - line) }, (_, at) => line + at);
      const cursor = line + 5;
      const letters = lettersOf(
        offsets.map((offset) => ({ offset, known: pages.at(offset) })),
        part,
        cursor,
      );
      expect(letters.map(({ text }) => text).join('')).toBe(
        [...BYTES.subarray(line, line + 16)].map(asciiText).join(''),
      );
      const looks = letters.flatMap(({ text, looks: look }) => new Array<string>(text.length).fill(look));
      offsets.forEach((offset, at) => {
        const classes = looks[at]?.split(' ');
        expect(classes).toContain(`byte-${pages.at(offset)?.class}`);
        expect(classes?.includes('cursor')).toBe(offset === cursor);
        expect(classes?.find((name) => name === 'value' || name === 'record') ?? null).toBe(
          lightOf(part, offset),
        );
      });
      letters.reduce((next, { offset, text }) => {
        expect(offset).toBe(next);
        return next + text.length;
      }, line);
      expect(letters.every(({ looks: look }, at) => look !== letters[at - 1]?.looks)).toBe(true);
    }
  });

  it('are blanks until they are known', () => {
    const cells = [7, 8].map((offset) => ({ offset, known: undefined }));
    expect(lettersOf(cells, null, 0)).toEqual([{ offset: 7, text: '  ', looks: 'byte-unread' }]);
  });
});
