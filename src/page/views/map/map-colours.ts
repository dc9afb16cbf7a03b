import { PALETTE } from '../../../show/drawing/layer-colours.js';
import { CLASS_COLOURS, CLASS_TITLES } from '../../../show/report/block-colours.js';
import type { ShownBlock } from '../../engine/folded.js';

export const MAP_COLOURS = ['kind', 'context'] as const;
type MapColouring = (typeof MAP_COLOURS)[number];

export interface MapColours {
  of(block: ShownBlock): string;
  /** Colours of the drawn blocks, in the order of the legend. */
  readonly legend: readonly { readonly title: string; readonly colour: string }[];
}

const NONE = 'in no context';
const TITLES = new Map(CLASS_TITLES);

/** @param blocks drawn blocks, in any order @param contexts paths of all contexts of the file, in order */
export function mapColours(
  by: MapColouring,
  blocks: readonly ShownBlock[],
  contexts: readonly string[],
): MapColours {
  return by === 'kind' ? byKind(blocks) : byContext(blocks, contexts);
}

function byKind(blocks: readonly ShownBlock[]): MapColours {
  const seen = new Set(blocks.map((block) => block.class));
  const legend = CLASS_TITLES.filter(([name]) => seen.has(name)).map(([name]) => ({
    title: TITLES.get(name) ?? name,
    colour: CLASS_COLOURS[name],
  }));
  return { of: (block) => CLASS_COLOURS[block.class], legend };
}

function byContext(blocks: readonly ShownBlock[], contexts: readonly string[]): MapColours {
  // A context has the same colour in every part of the map.
  const known = [...new Set([...contexts, ...blocks.flatMap(({ context }) => context ?? [])])];
  const colours = new Map(known.map((path, at) => [path, PALETTE[at % PALETTE.length] as string]));
  const of = ({ context }: ShownBlock): string =>
    (context === null ? undefined : colours.get(context)) ?? CLASS_COLOURS.frame;
  const seen = new Set(blocks.map(({ context }) => context));
  const legend = known
    .filter((path) => seen.has(path))
    .map((path) => ({ title: path, colour: colours.get(path) as string }));
  return { of, legend: seen.has(null) ? [...legend, { title: NONE, colour: CLASS_COLOURS.frame }] : legend };
}
