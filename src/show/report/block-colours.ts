import type { BlockClass } from '../../tools/stats/block.js';

/**
 * Colours of the classes of bytes, which remain distinct in print, and for people who cannot distinguish red
 * and green.
 */
export const CLASS_COLOURS: Readonly<Record<BlockClass, string>> = {
  blob: '#4e79a7',
  notes: '#8a6450',
  resource: '#76b7b2',
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
  ['blob', 'configuration words and other data'],
  ['notes', 'the compiler’s notes'],
  ['resource', 'external resources'],
  ['configuration', 'configuration writes'],
  ['sequencer', 'sequencers and units'],
  ['flow', 'other actions'],
  ['trigger', 'triggers'],
  ['edges', 'edge layers'],
  ['structure', 'structure and names'],
  ['frame', 'outside the message'],
];

/**
 * Colours of kinds of actions and triggers: the colours of `CLASS_COLOURS` and further colours, ordered so
 * that adjacent colours differ clearly.
 */
const KIND_COLOURS = [
  '#4e79a7',
  '#f28e2b',
  '#59a14f',
  '#e15759',
  '#76b7b2',
  '#b07aa1',
  '#9c755f',
  '#edc948',
  '#ff9da7',
  '#a0cbe8',
  '#8cd17d',
  '#d37295',
  '#499894',
  '#79706e',
] as const;

/** Kinds that occur in most contexts, by their names in a disassembly; each has a different colour. */
const USUAL_KINDS: readonly string[] = [
  ...['write_ccw', 'enable_lcu', 'lcu', 'disable_lcu', 'wait_sequencer', 'enable_sequencer', 'none'],
  ...['wait_config_done', 'allow_input', 'switch_lcu_batch', 'write_by_type', 'all_received', 'all_sent'],
];

/** Returns the colour of a kind of action or trigger, the same in every context. */
export function kindColour(mnemonic: string): string {
  const at = USUAL_KINDS.indexOf(mnemonic.replace(/_ptr$/, ''));
  const sum = [...mnemonic].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return KIND_COLOURS[(at < 0 ? sum : at) % KIND_COLOURS.length] as string;
}

/**
 * Returns black or white for readable text on a colour (relative luminance of ITU-R BT.709). On the colours
 * of this file, the contrast is at least 4.5.
 */
export function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 130 ? '#000000' : '#ffffff';
}
