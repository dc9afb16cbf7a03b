import { expect, it } from 'vitest';
import { type ColorMode, paletteFor } from '../../src/cli/color.js';
import { capturedHost } from './captured-host.js';

it.each<[ColorMode, boolean, Record<string, string>, boolean]>([
  ['auto', true, {}, true],
  ['auto', false, {}, false],
  ['auto', true, { NO_COLOR: '1' }, false],
  ['auto', true, { NO_COLOR: '' }, true],
  ['auto', true, { TERM: 'dumb' }, false],
  ['always', false, { NO_COLOR: '1' }, true],
  ['never', true, {}, false],
])('%s on a terminal (%s) with %o', (mode, terminal, env, colours) => {
  expect(paletteFor(mode, capturedHost({ terminal }).stdout, env).colours).toBe(colours);
});
