import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { TYPE_BYTES } from '../../base/schema/table.js';
import { hold } from '../../base/source/held.js';
import { type Source, unclosed } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import { openModel } from '../../read/model/open.js';
import { MAX_TEXT } from '../../read/model/readable.js';
import { summarizeModel, tallyOf } from '../../read/model/summarize.js';
import type { CoreOpGlance, CoreOpSummary, ModelGlance, ModelSummary } from '../../read/model/summary.js';
import type { TallyDepth } from '../../read/model/tally.js';
import { entriesOf, type MessageEntries } from '../../read/outline/entries.js';
import { loadOutline } from '../../read/outline/load.js';
import type { Outline } from '../../read/outline/outline.js';

/** Limit for the outline of a file. Only files without large blobs reach this limit. */
const MAX_OUTLINE_BYTES = 32 * 1024 * 1024;

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
    networkGroups: networkGroups.map((group) => ({ ...group, coreOps: group.coreOps.map(glanceOf) })),
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
  const held = file.bytes === undefined ? await outlineOf(turns.through(file), framing, depth) : undefined;
  const model = await openModel(held ?? file, { framing, partial: true, maxText: MAX_TEXT });
  const tally = await tallyOf(model, turns.through(held?.withoutBlobs ?? file), depth);
  return summarizeModel(model, tally, () => (turns.isDue ? turns.take() : undefined));
}

/**
 * Loads the outline of a file, because tally and views would each read the heads of all blobs, which takes
 * seconds in a web page.
 * @returns undefined if the outline is too large: then the file itself is read, without its blobs
 */
async function outlineOf(
  file: Source,
  framing: FramingMode,
  depth: TallyDepth,
): Promise<Outline | undefined> {
  const { source, from, end: claimed, isImmediate } = await openMessage(file, framing);
  const end = Math.min(claimed, file.size ?? Number.MAX_SAFE_INTEGER);
  const shape = depth === 'outline' ? shapeWithoutOperations() : entriesOf(MDL).messages[0];
  const maxBytes = MAX_OUTLINE_BYTES;
  // The scan enters a message that runs past the message around it.
  const options = { maxBytes, isImmediate, dropsUnknown: true, entersCut: true };
  try {
    return (await loadOutline(source, Math.min(from, end), end, shape as MessageEntries, options)).outline;
  } catch (error) {
    if (isProtomdlError(error) && error.code === 'model-too-large') return undefined;
    throw error;
  }
}

let withoutOperations: MessageEntries | undefined;

/** Returns the shape of a model whose operations are bytes, so that an outline leaves them out. */
function shapeWithoutOperations(): MessageEntries | undefined {
  const operation = messageByName(MDL, 'ProtoMDLOperation')?.index;
  withoutOperations ??= entriesOf({
    ...MDL,
    messages: MDL.messages.map((table) => ({
      ...table,
      fields: table.fields.map((field) =>
        field.message === operation ? { ...field, type: TYPE_BYTES, message: -1 } : field,
      ),
    })),
  }).messages[0];
  return withoutOperations;
}

/** Removes the properties that require reading the operations. */
function glanceOf({ actions: _, contexts, ...rest }: CoreOpSummary): CoreOpGlance {
  return {
    ...rest,
    contexts: contexts.map(({ operations, edgeLayers, bytes }) => ({ operations, edgeLayers, bytes })),
  };
}
