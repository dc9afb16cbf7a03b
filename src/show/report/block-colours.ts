import type { BlockClass } from '../../tools/stats/block.js';

/** Distinct in print, and for people who cannot distinguish red and green. */
export const CLASS_COLOURS: Readonly<Record<BlockClass, string>> = {
  blob: '#4e79a7',
  configuration: '#a0cbe8',
  sequencer: '#f28e2b',
  flow: '#59a14f',
  trigger: '#b6992d',
  edges: '#d37295',
  structure: '#bab0ac',
  frame: '#79706e',
};

/** Names of the colours, in the order of a legend. */
export const CLASS_TITLES: readonly (readonly [BlockClass, string])[] = [
  ['blob', 'blobs'],
  ['configuration', 'configuration writes'],
  ['sequencer', 'sequencers and units'],
  ['flow', 'other actions'],
  ['trigger', 'triggers'],
  ['edges', 'edge layers'],
  ['structure', 'structure and names'],
  ['frame', 'outside the message'],
];

/**
 * Returns black or white for readable text on a colour (relative luminance of ITU-R BT.709). On the colours
 * above, the contrast is at least 4.5.
 */
export function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 130 ? '#000000' : '#ffffff';
}
