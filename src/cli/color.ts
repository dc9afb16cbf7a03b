import { ANSI, type Palette, PLAIN } from '../show/report/palette.js';
import type { Host, Output } from './host.js';

export const COLOR_MODES = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

/**
 * Returns the colours for a mode. `auto` means colours on a terminal that supports colours, unless NO_COLOR
 * is set (no-color.org).
 */
export function paletteFor(mode: ColorMode, output: Output, env: Host['env']): Palette {
  if (mode === 'always') return ANSI;
  if (mode === 'never') return PLAIN;
  const refused = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return output.isTerminal && !refused ? ANSI : PLAIN;
}
