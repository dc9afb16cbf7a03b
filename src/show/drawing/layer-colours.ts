import { namesOfContexts } from '../network/names.js';
import type { Network, NetworkLayer } from '../network/network.js';

export const COLOUR_BY = ['kind', 'context', 'cluster', 'weights', 'cycles'] as const;
export type ColourBy = (typeof COLOUR_BY)[number];

interface ColourMeaning {
  readonly colour: string;
  readonly title: string;
}

/** Colours that remain distinct in print, and for people who cannot distinguish red and green. */
export const PALETTE = [
  '#4e79a7',
  '#f28e2b',
  '#59a14f',
  '#b6992d',
  '#d37295',
  '#76b7b2',
  '#9c755f',
  '#a0cbe8',
  '#b07aa1',
  '#e15759',
] as const;
const NEUTRAL = '#bab0ac';

/** Families of kinds of layers that network engineers consider similar; a family has one colour. */
const FAMILIES: readonly (readonly [title: string, kinds: readonly string[]])[] = [
  ['convolution', ['conv']],
  ['depthwise', ['dw']],
  ['fully connected', ['fc']],
  ['pooling', ['maxpool', 'avgpool']],
  ['activation', ['activation', 'softmax', 'normalization']],
  ['element by element', ['ew_add', 'ew_sub', 'ew_mult', 'ew_div', 'square', 'reduce_sum']],
  ['shape', ['concat', 'reshape', 'feature_splitter', 'resize', 'external_pad']],
  ['input and output', ['input', 'output']],
  ['context', ['context']],
];
const FAMILY_OF = new Map(FAMILIES.flatMap(([title, kinds]) => kinds.map((kind) => [kind, title])));

/** Colours of amounts, from small to large. */
const SCALE = ['#dbe9f6', '#a9cfe9', '#6baed6', '#3787c0', '#1b5a96', '#0a3161'] as const;

function familyOf({ kind, isPlumbing }: NetworkLayer): string {
  return isPlumbing ? 'plumbing' : (FAMILY_OF.get(kind) ?? 'other');
}

export class LayerColours {
  readonly legend: readonly ColourMeaning[];
  readonly #titles: readonly string[];
  readonly #colours: ReadonlyMap<string, string>;

  constructor(network: Network, by: ColourBy) {
    const amounts = by === 'weights' || by === 'cycles';
    this.#titles = amounts ? steps(network, by) : network.layers.map((layer) => titleOf(network, layer, by));
    const found = new Set(this.#titles);
    const ordered = by === 'kind' ? FAMILIES.map(([title]) => title) : [...found].sort(byNumber);
    const known = ordered.filter((title) => found.has(title) && !isNeutral(title));
    const palette: readonly string[] = amounts ? SCALE : PALETTE;
    const fixed = by === 'kind' ? FAMILIES.map(([title]) => title) : known;
    const colourOf = (title: string): string =>
      isNeutral(title) ? NEUTRAL : (palette[fixed.indexOf(title) % palette.length] ?? NEUTRAL);
    const all = [...known, ...[...found].filter(isNeutral)];
    this.#colours = new Map(all.map((title) => [title, colourOf(title)]));
    this.legend = all.map((title) => ({ title, colour: colourOf(title) }));
  }

  /** @param position index of the layer */
  of(position: number): string {
    return this.#colours.get(this.#titles[position] ?? '') ?? NEUTRAL;
  }
}

const NEUTRALS = ['plumbing', 'other', 'in no context', 'on no cluster', 'none'];

function isNeutral(title: string): boolean {
  return NEUTRALS.includes(title);
}

function titleOf(network: Network, layer: NetworkLayer, by: ColourBy): string {
  if (by === 'kind') return familyOf(layer);
  if (by === 'context') {
    return layer.context === null
      ? 'in no context'
      : (namesOfContexts(network)[layer.context] ?? `context ${layer.context}`);
  }
  return layer.clusters[0] === undefined ? 'on no cluster' : `cluster ${layer.clusters[0]}`;
}

/**
 * Returns steps of amounts. Each step is twice the previous step, because a few layers have most of the
 * total.
 */
function steps({ layers }: Network, by: 'weights' | 'cycles'): string[] {
  const amounts = layers.map(
    (layer) => (by === 'weights' ? layer.weights : (layer.figures?.cycles ?? null)) ?? 0,
  );
  const most = amounts.reduce((a, b) => Math.max(a, b), 0);
  return amounts.map((amount) => {
    if (amount <= 0) return 'none';
    const halvings = Math.min(SCALE.length - 1, Math.floor(Math.log2(most / amount)));
    const from = most / 2 ** (halvings + 1);
    return halvings === SCALE.length - 1 ? `up to ${short(from * 2)}` : `from ${short(from)}`;
  });
}

/** Formats a number such as `1.2 M`. */
export function short(amount: number): string {
  if (amount >= 1e9) return `${(amount / 1e9).toPrecision(3)} G`;
  if (amount >= 1e6) return `${(amount / 1e6).toPrecision(3)} M`;
  if (amount >= 1e3) return `${(amount / 1e3).toPrecision(3)} k`;
  return String(Math.round(amount));
}

const UNITS: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9 };

/** Compares titles by their numbers; a title with `up to` comes before all titles with `from`. */
function byNumber(a: string, b: string): number {
  const value = (title: string): number => {
    const [, digits = '', unit = ''] = /([\d.]+)(?: ([kMG]))?/.exec(title) ?? [];
    return title.startsWith('up to') ? -1 : Number(digits || 0) * (UNITS[unit] ?? 1);
  };
  return value(a) - value(b) || a.localeCompare(b, 'en');
}
