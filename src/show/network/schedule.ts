import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { openModel } from '../../read/model/open.js';
import { MAX_LAYERS, MAX_NAME, MAX_STEPS } from './limits.js';
import type { NetworkProblem } from './network.js';
import type { CompilerNotesView } from './notes.gen.js';
import { notesProblem, openNotes } from './read-notes.js';

/**
 * Working times of a layer in steps, ascending. The compiler simulates about three frames, in which a layer
 * has a step for each row.
 */
export interface ScheduledLayer {
  /** Name of the layer, as in `readNetwork`; `sim_portal_A_B` for the transfer between two layers. */
  readonly name: string;
  /** First cycle of each step, counted from the start of the first frame. */
  readonly starts: Float64Array;
  /** Last cycle of each step. */
  readonly ends: Float64Array;
}

/** Working times of the layers in a context, or of one network in a context. */
export interface Schedule {
  /** The compiler's name for the simulation: `context_0_MNIST_CNN`, `_mnist`. */
  readonly name: string;
  /** Layers in the order of the notes. */
  readonly layers: readonly ScheduledLayer[];
  /** Last cycle in the schedule. */
  readonly cycles: number;
}

/** The compiler's simulation of each context. */
export interface Schedules {
  /** Schedules in file order; empty if the notes have no schedules. */
  readonly schedules: readonly Schedule[];
  /** Reason why the notes have no schedules; null if they have schedules. */
  readonly problem: NetworkProblem | null;
  /** True if some schedules or steps were omitted because of a limit. */
  readonly isCut: boolean;
}

/**
 * Returns the schedules of the compiler's simulation, which are not measurements: the cycles in which each
 * layer works. Layers have the names of `readNetwork`. The source is closed only if the file is not a model.
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
    return { schedules: [], problem: notesProblem(error), isCut: false };
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
        // In a step that only reads a row, the end is before the start of the output row (see the schema).
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
