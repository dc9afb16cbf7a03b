import type { FoldBy, FoldOptions } from '../../../show/drawing/fold.js';
import { COLOUR_BY, type ColourBy } from '../../../show/drawing/layer-colours.js';
import { ORDERS, type OrderName } from './layer-order.js';

export const PICTURES = [
  { name: 'graph', title: 'Layers' },
  { name: 'schedule', title: 'Schedule' },
  { name: 'placement', title: 'Placement' },
] as const;
export type PictureName = (typeof PICTURES)[number]['name'];

/** What of a network is shown, as the address has it. */
export interface NetworkPlace {
  readonly picture: PictureName;
  /** Name of the layer that is chosen; null for none. */
  readonly layer: string | null;
  /** Undefined where none was chosen: what is usual for the network. */
  readonly by: FoldBy | undefined;
  readonly open: readonly string[];
  readonly plumbing: boolean;
  readonly colour: ColourBy;
  /** What is looked for. */
  readonly find: string;
  /** What the list is sorted by. */
  readonly order: OrderName;
}

type More = Readonly<Record<string, string>>;
const FOLDS: readonly FoldBy[] = ['none', 'context', 'cluster'];

/** Whatever the address says, the result makes sense. */
export function networkPlaceOf(more: More): NetworkPlace {
  return {
    picture: PICTURES.find(({ name }) => name === more.picture)?.name ?? 'graph',
    layer: more.layer ?? null,
    by: FOLDS.find((by) => by === more.fold),
    open: (more.open ?? '').split(',').filter((key) => key !== ''),
    plumbing: more.plumbing === '1',
    colour: COLOUR_BY.find((by) => by === more.colour) ?? 'kind',
    find: more.find ?? '',
    order: ORDERS.find(({ name }) => name === more.order)?.name ?? 'file',
  };
}

/** For the address; what is as it is at first is left out. */
export function moreOf({ picture, layer, by, open, plumbing, colour, find, order }: NetworkPlace): More {
  return {
    ...(picture === 'graph' ? {} : { picture }),
    ...(layer === null ? {} : { layer }),
    ...(by === undefined ? {} : { fold: by }),
    ...(open.length === 0 ? {} : { open: open.join(',') }),
    ...(plumbing ? { plumbing: '1' } : {}),
    ...(colour === 'kind' ? {} : { colour }),
    ...(find === '' ? {} : { find }),
    ...(order === 'file' ? {} : { order }),
  };
}

export function foldOptionsOf({ by, open, plumbing }: NetworkPlace, usual: FoldBy): FoldOptions {
  return { by: by ?? usual, open: new Set(open), plumbing };
}
