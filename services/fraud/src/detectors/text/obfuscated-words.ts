import { spanOf } from '../../text/reading.js';
import type { Span, TextDetector } from '../detector.js';

export const obfuscatedWords: TextDetector = {
  code: 'text.obfuscated_words',
  title: 'Disguised words',
  class: 'high',
  meaning: 'Words are written with look-alike letters, digits, gaps or invisible characters to pass filters.',
  says: 'words are disguised to pass filters',
  detect({ reading }) {
    const { normal } = reading;
    const leet = reading.leet.map((at) => spanOf(reading, at, at + 1));
    const signs = normal.homoglyphs + normal.spacedWords * 2 + leet.length * 2 + normal.zeroWidth;
    if (signs === 0) return undefined;
    const spans: Span[] = [...leet, ...normal.hidden.map(([start, end]): Span => [start, end])].slice(0, 5);
    return { strength: Math.min(1, 0.4 + signs * 0.2), spans };
  },
};
