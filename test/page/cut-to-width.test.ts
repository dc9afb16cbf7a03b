import { describe, expect, it } from 'vitest';
import { cutToWidth, nameAmong, nameToWidth } from '../../src/page/text/cut-to-width.js';

/** All letters have the same width. */
const letters = (text: string): number => text.length;
const names = [41, 42, 52, 53].map((layer) => `output_from_conv${layer}_to_yolov8_nms_postprocess`);

describe('a name in a list', () => {
  it('begins with the first difference if it would otherwise look like its neighbour', () => {
    const shown = names.map((name, at) =>
      nameAmong(name, names.slice(Math.max(0, at - 1), at + 2), 20, letters),
    );
    expect(shown).toEqual([
      '…conv41_to_yolov8_n…',
      '…conv42_to_yolov8_n…',
      '…conv52_to_yolov8_n…',
      '…conv53_to_yolov8_n…',
    ]);
  });

  it('is cut in its middle if the ends distinguish it, and not at all if there is room', () => {
    expect(nameAmong('conv_feature_splitter1_1', ['conv_feature_splitter1_2'], 14, letters)).toBe(
      'conv…litter1_1',
    );
    expect(nameAmong('conv1', ['conv2'], 14, letters)).toBe('conv1');
    // Nothing is left out before the first word.
    expect(nameAmong('aaaaaaaaaXbbbbbbbbb', ['aaaaaaaaaYbbbbbbbbb'], 9, letters)).toBe('aa…bbbbbb');
  });
});

it.each<[string, number, string, string]>([
  ['abcdefghij', 10, 'abcdefghij', 'abcdefghij'],
  ['abcdefghij', 9, 'abcdefgh…', 'ab…efghij'],
  ['abcdefghij', 4, 'abc…', 'a…ij'],
  // Three letters are the least that is shown.
  ['abcdefghij', 3, '', ''],
  ['abcdefghij', 0, '', ''],
  ['', 0, '', ''],
  ['abc', -1, '', ''],
  // A character of two code units is never divided.
  ['😀😀😀😀😀😀', 9, '😀😀😀😀…', '😀…😀😀😀'],
])('%j in a width of %i', (text, width, atEnd, inMiddle) => {
  expect(cutToWidth(text, width, letters)).toBe(atEnd);
  expect(nameToWidth(text, width, letters)).toBe(inMiddle);
});

it('a cut text is as long as the width allows', () => {
  for (let width = 4; width < 40; width++) {
    for (const cut of [cutToWidth, nameToWidth])
      expect(cut('x'.repeat(40), width, letters)).toHaveLength(width);
  }
});
