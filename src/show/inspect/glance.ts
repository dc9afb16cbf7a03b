import type { FramingMode } from '../../base/container/detect.js';
import { hold } from '../../base/source/held.js';
import { type Source, unclosed } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import { openThrough } from '../../read/model/open.js';
import { MAX_TEXT } from '../../read/model/readable.js';
import { RememberedStore } from '../../read/model/remembered.js';
import { summarizeModel, tallyOf } from '../../read/model/summarize.js';
import type { CoreOpGlance, CoreOpSummary, ModelGlance, ModelSummary } from '../../read/model/summary.js';
import type { TallyDepth } from '../../read/model/tally.js';

/** Options for reading a file. */
export interface GlanceOptions {
  /** Framing of the file: a bare message, or with a header (default: detected). */
  readonly framing?: FramingMode;
  /** Called from time to time, to let other work run. An error that it throws ends the reading. */
  readonly turn?: Turn;
}

/**
 * Describes a file without reading its operations: framing, header, tool chain, features, groups, networks,
 * contexts, streams. Skips operations, which takes one read for each operation of some kilobytes. For a
 * broken file, returns the readable part and `problems`. The source is not closed.
 * @throws ProtomdlError `frame-…`, `source-too-large` (a stream of more than 1 GiB), the codes of the source,
 * and `model-too-large` (see `openModel`) for an asynchronous source; any error from `turn`
 */
export async function glance(source: Source, options: GlanceOptions = {}): Promise<ModelGlance> {
  const { bytes: _, networkGroups, ...rest } = await described(source, options, 'outline');
  return {
    ...rest,
    networkGroups: networkGroups.map((group) => ({ ...group, coreOps: group.coreOps.map(outlineOf) })),
  };
}

/**
 * Returns the same summary as `summarize`. Reads all operations, and lets other work run from time to time.
 * The source is not closed. @throws ProtomdlError as in `glance`
 */
export function survey(source: Source, options: GlanceOptions = {}): Promise<ModelSummary> {
  return described(source, options, 'all');
}

async function described(
  source: Source,
  { framing = 'auto', turn }: GlanceOptions,
  depth: TallyDepth,
): Promise<ModelSummary> {
  const turns = new Yielder(turn);
  const file = unclosed(source.randomAccess ? source : await hold(unclosed(source)));
  let store: RememberedStore | undefined;
  const model = await openThrough(file, { framing, partial: true, maxText: MAX_TEXT }, (end) => {
    store = new RememberedStore(file, end);
    return store;
  });
  const tally = await tallyOf(model, turns.through(store?.firstPass ?? file), depth);
  return summarizeModel(model, tally, () => (turns.isDue ? turns.take() : undefined));
}

/** Removes the properties that require reading the operations. */
function outlineOf({ actions: _, contexts, ...rest }: CoreOpSummary): CoreOpGlance {
  return {
    ...rest,
    contexts: contexts.map(({ operations, edgeLayers, bytes }) => ({ operations, edgeLayers, bytes })),
  };
}
