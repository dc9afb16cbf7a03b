import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { openModel } from '../../read/model/open.js';
import { MAX_LAYERS, MAX_NAME, MAX_STEPS } from './limits.js';
import type { NetworkProblem } from './network.js';
import type { CompilerNotesView } from './notes.gen.js';
import { openNotes, problemOf } from './read-notes.js';

/** When a layer works: its steps ascend. The compiler tries some three frames, a step for each row. */
export interface ScheduledLayer {
  /** Of the layer, as in `readNetwork`; `sim_portal_A_B` for the way between two of them. */
  readonly name: string;
  /** First and last cycles of the steps, counted from the start of the first frame. */
  readonly starts: Float64Array;
  /** Last cycle of each step. */
  readonly ends: Float64Array;
}

/** When the layers of a context, or of one network in it, work. */
export interface Schedule {
  /** As the compiler calls it: `context_0_MNIST_CNN`, `_mnist`. */
  readonly name: string;
  /** In the order of the notes. */
  readonly layers: readonly ScheduledLayer[];
  /** Last cycle of all. */
  readonly cycles: number;
}

/** The compiler's simulation of each context. */
export interface Schedules {
  /** In file order; empty where there are none. */
  readonly schedules: readonly Schedule[];
  /** Why there are none; null where there are. */
  readonly problem: NetworkProblem | null;
  /** Whether there is more than is kept. */
  readonly isCut: boolean;
}

/**
 * The compiler's schedule: for each layer the cycles in which it works. It is what the compiler planned, not what was
 * measured. Layers are named as in `readNetwork`. The source is not closed, unless it is no model.
 * @throws ProtomdlError `frame-…`, and the codes of the source
 */
export async function readSchedule(
  source: Source,
  options: { readonly framing?: FramingMode } = {},
): Promise<Schedules> {
  const { framing = 'auto' } = options;
  const { root } = await openModel(source, { framing });
  try {
    return schedulesOf(await openNotes(root.mapping));
  } catch (error) {
    return { schedules: [], problem: problemOf(error), isCut: false };
  }
}

function schedulesOf(notes: CompilerNotesView): Schedules {
  const schedules: Schedule[] = [];
  let stepsLeft = MAX_STEPS;
  let layersLeft = MAX_LAYERS;
  let isCut = false;
  for (const schedule of notes.schedules?.schedules ?? []) {
    const layers: ScheduledLayer[] = [];
    let cycles = 0;
    if (schedules.length === MAX_LAYERS) isCut = true;
    if (isCut) break;
    for (const work of schedule.works) {
      if (layersLeft-- === 0) isCut = true;
      if (isCut) break;
      const starts: number[] = [];
      const ends: number[] = [];
      for (const step of work.steps) {
        if (stepsLeft-- === 0) isCut = true;
        if (isCut) break;
        const end = Number(step.end);
        // A step that only takes a row in is over before the row that it is for begins: see the schema.
        starts.push(Math.min(Number(step.start), end));
        ends.push(end);
        if (end > cycles) cycles = end;
      }
      layers.push({
        name: work.layer.slice(0, MAX_NAME),
        starts: Float64Array.from(starts),
        ends: Float64Array.from(ends),
      });
    }
    schedules.push({ name: schedule.name.slice(0, MAX_NAME), layers, cycles });
  }
  return { schedules, problem: null, isCut };
}
