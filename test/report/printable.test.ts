import { describe, expect, it } from 'vitest';
import { escapeText } from '../../src/show/report/escape.js';
import { FORMATS } from '../../src/show/report/formats.js';
import { hostileFile, hostileUnreadable } from './hostile.js';
import { rendered } from './rendered.js';

/** Control characters, format characters, separators of lines and paragraphs, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function unsafeCharacters(): string[] {
  const found: string[] = [];
  for (let code = 0; code < 0x110000; code++) {
    const isInnerSurrogate = code > 0xd800 && code < 0xdfff;
    const character = String.fromCodePoint(code);
    if (!isInnerSurrogate && UNSAFE.test(character)) found.push(character);
  }
  return found;
}

const CHARACTERS = unsafeCharacters();

/** Returns the lines of a report on files with such characters in names, paths and messages. */
async function linesOf(format: (typeof FORMATS)[number], text: string): Promise<string[]> {
  return (await rendered(format, [hostileFile(text), hostileUnreadable(text)])).split('\n');
}

describe.each(FORMATS)('%s', (format) => {
  it('has no control, format or separator characters from a name, a path or a message', async () => {
    expect(CHARACTERS.length).toBeGreaterThan(200);
    // Letters are between the characters, so that two characters cannot combine.
    for (const text of [CHARACTERS.join('x'), ...'\n\r\t\v\f\u0085\u2028\u2029'].map((one) => `a${one}b`)) {
      const lines = await linesOf(format, text);
      // The report must have as many lines as with letters of the same length, because long names have lines
      // of their own.
      const harmless = await linesOf(format, 'y'.repeat(escapeText(text).length));
      expect(lines).toHaveLength(harmless.length);
      expect(lines.filter((line) => UNSAFE.test(line))).toEqual([]);
    }
  });
});
