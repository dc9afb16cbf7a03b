export { type BoxWords, groupTitle, shapeWords, shortName } from './box-words.js';
export {
  type FoldBy,
  type FoldedBox,
  type FoldedLink,
  type FoldedNetwork,
  type FoldOptions,
  foldNetwork,
  groupKey,
  layerKey,
} from './fold.js';
export {
  COLOUR_BY,
  type ColourBy,
  type ColourMeaning,
  familyOf,
  LayerColours,
  PALETTE,
  short,
} from './layer-colours.js';
export { type BoxSize, type Layout, layoutOf, MAX_CAREFUL, type PlacedBox } from './layout.js';
export { drawingOf, type NetworkDrawing } from './network-drawing.js';
export { rankLayout } from './rank-layout.js';
export { MAX_UNFOLDED, usualFold } from './usual-fold.js';
