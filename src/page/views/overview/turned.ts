import type { NetworkDrawing } from '../../../show/drawing/network-drawing.js';

/** The same drawing from left to right, as a thumbnail that is wide has room for. Boxes stay as they are. */
export function turned(drawing: NetworkDrawing): NetworkDrawing {
  const { layout } = drawing;
  return {
    ...drawing,
    layout: {
      width: layout.height,
      height: layout.width,
      boxes: layout.boxes.map(({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width })),
      routes: layout.routes.map((points) => points.map((_, at) => points[at ^ 1] as number)),
    },
  };
}
