import type { FramingMode } from '../../base/container/detect.js';
import { printSize } from '../../base/container/layout.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import type { Model } from '../../read/model/open.js';
import { stats } from '../../tools/stats/stats.js';
import { withConfiguration } from './configuration.js';
import type { Network } from './network.js';
import { readContexts } from './read-contexts.js';
import { notedOrProblem } from './read-notes.js';
import { withTransfers } from './transfers.js';

/** Options for reading the network. */
export interface NetworkOptions {
  /** Framing of the file: a bare message, or with a header (default: detected). */
  readonly framing?: FramingMode;
  /** Called from time to time, to let other work run. An error that it throws ends the reading. */
  readonly turn?: Turn;
  /**
   * True to read the whole message, which gives the configuration bytes of each context and layer (default:
   * true, except for streams).
   */
  readonly configuration?: boolean;
}

/**
 * Returns the network from which a file was compiled. The layers come from the compiler's notes; without
 * consistent notes, the network has a layer for each context, input and output. Faults of the notes are in
 * `problem`, and are not faults of the file. The source is closed only if the file is not a model.
 * @throws ProtomdlError `frame-…`, and the codes of the source; any error from `turn`
 */
export async function readNetwork(source: Source, options: NetworkOptions = {}): Promise<Network> {
  const { framing = 'auto', configuration = source.randomAccess } = options;
  const network = await layersOfFile(source, options, framing);
  if (!configuration) return network;
  const read = new Yielder(options.turn).through(source);
  return withConfiguration(network, await stats(read, { framing, duplicates: false }));
}

async function layersOfFile(source: Source, options: NetworkOptions, framing: FramingMode): Promise<Network> {
  const { model, noted } = await notedOrProblem(source, framing);
  const network =
    'layers' in noted
      ? await withTransfers(noted, source, { ...options, framing })
      : await readContexts(source, noted, options);
  const cut = cutRemark(model);
  return cut === null ? network : { ...network, remarks: [cut, ...network.remarks] };
}

/** Returns a remark about a file that is shorter than its header claims; null for other files. */
function cutRemark({ frame, source: { size } }: Model): string | null {
  if (frame === null || size === undefined || size >= frame.claimedFileSize) return null;
  return `cut short: ${printSize(size)} of ${printSize(frame.claimedFileSize)} are here`;
}
