import type { RawLayer } from './layers.js';
import type { LayerFigures } from './network.js';
import type { NotedFiguresView, NotedNetworkView } from './notes.gen.js';

/** Figures of the layers by index, and values derived from them. */
interface Figures {
  readonly of: readonly (LayerFigures | undefined)[];
  readonly clock: number | null;
  readonly slowest: number | null;
}

/**
 * Returns the figures of the layers from the compiler's notes. Figures refer to a layer by id; figures
 * without a matching layer are omitted.
 */
export function figuresOf(
  network: NotedNetworkView,
  layers: readonly RawLayer[],
  remarks: string[],
): Figures {
  const positions = new Map(layers.map(({ id }, at) => [id, at]));
  const of: (LayerFigures | undefined)[] = layers.map(() => undefined);
  let clock: number | null = null;
  let strangers = 0;
  network.figures.forEach((view) => {
    const at = positions.get(view.layer);
    if (at === undefined) strangers++;
    else {
      of[at] ??= figureOf(view);
      if (view.clock > 0n) clock = Number(view.clock);
    }
  });
  if (strangers > 0) remarks.push(`${strangers} records of figures belong to missing layers`);
  const missing = of.filter((each) => each === undefined).length;
  if (missing > 0) remarks.push(`${missing} layers have no figures`);
  return { of, clock, slowest: slowestOf(of) };
}

function figureOf(view: NotedFiguresView): LayerFigures {
  return {
    cycles: Number(view.cycles),
    firstCycle: positive(view.firstCycle),
    lastCycle: positive(view.lastCycle),
    inputBytesPerSecond: positive(view.inputRate) * 1e6,
    outputBytesPerSecond: positive(view.outputRate) * 1e6,
    utilization: Math.min(1, positive(view.utilization)),
    subclusters: view.subclusters,
    activationUnits: view.activationUnits,
    inputAligners: view.inputAligners,
  };
}

/** Replaces an invalid number by 0. */
function positive(value: number): number {
  return value > 0 && Number.isFinite(value) ? value : 0;
}

function slowestOf(figures: readonly (LayerFigures | undefined)[]): number | null {
  let slowest: number | null = null;
  let most = 0;
  for (const [at, figure] of figures.entries()) {
    if (figure !== undefined && figure.cycles > most) {
      most = figure.cycles;
      slowest = at;
    }
  }
  return slowest;
}
