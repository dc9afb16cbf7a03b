import { CLASS_TITLES } from '../../../show/report/block-colours.js';
import { bytesText, grouped } from '../../../show/report/text.js';
import type { ShownBlock } from '../../engine/folded.js';
import { shownText } from '../../text/shown-text.js';

const TITLES = new Map(CLASS_TITLES);

/** Returns the description of a block in lines; the first line is its name. */
export function blockLines(block: ShownBlock, whole: number): string[] {
  return [
    shownText(block.name, 300),
    `${bytesText(block.bytes)}, ${exactShare(block.bytes, whole)} of the file`,
    ...(block.count === null ? [] : [`${grouped(block.count)} of them`]),
    classTitle(block),
    ...(block.context === null ? [] : [shownText(block.context, 200)]),
    ...leadWords(block),
  ];
}

function leadWords(block: ShownBlock): string[] {
  if (canEnter(block)) return ['click: look inside'];
  if (hasPlace(block)) return ['click: to its bytes'];
  const lead = leadOf(block);
  if (lead === null) return [];
  return [
    'key' in lead ? 'click: all steps of the context, one by one' : 'click: to the part that contains them',
  ];
}

/**
 * Returns the target of a click on a block that has neither parts nor a place: a place around the block; null
 * without a surrounding place.
 */
export function leadOf({
  around,
}: ShownBlock):
  | { readonly key: string }
  | { readonly path: string | null; readonly offset: number | null }
  | null {
  const { operations, path, offset } = around;
  if (operations !== null) return { key: operations };
  return path === null && offset === null ? null : { path, offset };
}

export function classTitle(block: ShownBlock): string {
  return TITLES.get(block.class) ?? block.class;
}

/** Formats a share as `12.34 %`. A size above 0 never has the share 0. */
export function exactShare(bytes: number, whole: number): string {
  const share = (bytes / Math.max(1, whole)) * 100;
  return bytes > 0 && share < 0.01 ? '< 0.01 %' : `${share.toFixed(2)} %`;
}

export function canEnter(block: ShownBlock): boolean {
  return block.isFolded || block.children.length > 0;
}

export function hasPlace(block: ShownBlock): boolean {
  return block.path !== null || block.offset !== null;
}

const COLUMNS = ['name', 'bytes', 'count'] as const;
export type MapColumn = (typeof COLUMNS)[number];

/** Sorts blocks by a column. Equal blocks keep their order. */
export function sortedBlocks(
  blocks: readonly ShownBlock[],
  column: MapColumn,
  isAscending: boolean,
): readonly ShownBlock[] {
  const sign = isAscending ? 1 : -1;
  const by: Record<MapColumn, (a: ShownBlock, b: ShownBlock) => number> = {
    name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
    bytes: (a, b) => a.bytes - b.bytes,
    count: (a, b) => (a.count ?? -1) - (b.count ?? -1),
  };
  return [...blocks].sort((a, b) => sign * by[column](a, b));
}
