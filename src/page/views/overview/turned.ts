import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';

/** Turns a drawing so that it runs from left to right, which suits a wide thumbnail. Boxes are not turned. */
export function turned(drawing: NetworkDrawing): NetworkDrawing {
  const { layout } = drawing;
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
      routes: layout.routes.map((points) => points.map((_, at) => points[at ^ 1] as number)),
    },
  };
}
