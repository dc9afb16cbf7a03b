import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';

/** Swaps the axes of a high drawing, so that it runs from left to right in a wide thumbnail. */
export function turned(drawing: NetworkDrawing): NetworkDrawing {
  const { layout } = drawing;
  if (layout.width >= layout.height) return drawing;
  return {
    ...drawing,
    layout: {
      width: layout.height,
      height: layout.width,
      boxes: layout.boxes.map(({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width })),
      clusters: layout.clusters.map(({ cluster, x, y, width, height }) => ({
        cluster,
        x: y,
        y: x,
        width: height,
        height: width,
      })),
      middles: layout.middles.map(([x, y]) => [y, x] as const),
      routes: layout.routes.map((points) => points.map((_, at) => points[at ^ 1] as number)),
    },
  };
}
