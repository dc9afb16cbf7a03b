import type { FramingMode } from '../../base/container/detect.js';
import { printSize } from '../../base/container/size.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Turns } from '../../base/source/turns.js';
import { type Model, openModel } from '../../read/model/open.js';
import { stats } from '../../tools/stats/stats.js';
import { withConfiguration } from './configuration.js';
import type { Network, NetworkProblem } from './network.js';
import { readContexts } from './read-contexts.js';
import { openNotes, problemOf, readNotes } from './read-notes.js';

/** How the network is read. */
export interface NetworkOptions {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /** Called now and then: gives others a turn, or ends it by throwing. */
  readonly turn?: Turn;
  /**
   * Whether all of the message is gone over, to say how many bytes configure each context and layer. Default: yes, but
   * not of a stream.
   */
  readonly configuration?: boolean;
}

/**
 * The network that a file was compiled from: the compiler's notes where there are any, and where there are none or they
 * contradict themselves, a layer for each context, input and output. What is wrong with notes is reported in `problem`; it
 * is never wrong with the file. The source is not closed, unless it is no model.
 * @throws ProtomdlError `frame-…`, and the codes of the source; whatever `turn` throws
 */
export async function readNetwork(source: Source, options: NetworkOptions = {}): Promise<Network> {
  const { framing = 'auto', configuration = source.randomAccess } = options;
  const network = await layersOfFile(source, options, framing);
  if (!configuration) return network;
  const read = new Turns(options.turn).through(source);
  return withConfiguration(network, await stats(read, { framing, duplicates: false }));
}

/**
 * The same, where the compiler left notes that can be believed, without a look at the rest of the file; null where it
 * did not. The source is not closed, unless it is no model.
 * @throws ProtomdlError `frame-…`, and the codes of the source
 */
export async function readNotedNetwork(
  source: Source,
  framing: FramingMode = 'auto',
): Promise<Network | null> {
  const { noted } = await notedOrProblem(source, framing);
  return 'layers' in noted ? noted : null;
}

async function layersOfFile(source: Source, options: NetworkOptions, framing: FramingMode): Promise<Network> {
  const { model, noted } = await notedOrProblem(source, framing);
  const network = 'layers' in noted ? noted : await readContexts(source, noted, options);
  const cut = cutRemark(model);
  return cut === null ? network : { ...network, remarks: [cut, ...network.remarks] };
}

/** Of a file that is shorter than its header says. */
function cutRemark({ frame, source: { size } }: Model): string | null {
  if (frame === null || size === undefined || size >= frame.claimedFileSize) return null;
  return `cut short: ${printSize(size)} of ${printSize(frame.claimedFileSize)} are here`;
}

async function notedOrProblem(
  source: Source,
  framing: FramingMode,
): Promise<{ readonly model: Model; readonly noted: Network | NetworkProblem }> {
  const model = await openModel(source, { framing });
  return { model, noted: await notesOf(model) };
}

async function notesOf({ root }: Model): Promise<Network | NetworkProblem> {
  try {
    const { mapping } = root;
    const notes = await openNotes(mapping);
    const span = { offset: mapping.offset, bytes: mapping.length };
    return { source: 'notes', problem: null, ...readNotes(notes, span) };
  } catch (error) {
    return problemOf(error);
  }
}
