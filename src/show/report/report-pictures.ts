import { isProtomdlError } from '../../base/diagnostics/error.js';
import { type Source, unclosed } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import { blocksOf } from '../../tools/stats/block.js';
import { stats } from '../../tools/stats/stats.js';
import { usualFold } from '../drawing/fold.js';
import { LayerColours } from '../drawing/layer-colours.js';
import { drawingOf } from '../drawing/network-drawing.js';
import { readNetwork } from '../network/read-network.js';
import { networkSvg } from './network-svg.js';
import type { ReportPicture } from './reporter.js';
import { treemapSvg } from './stats-treemap.js';

export interface PicturesOptions {
  readonly framing?: 'auto' | 'bare' | 'framed';
  /** Called from time to time, to let other work run. */
  readonly turn?: Turn;
}

/**
 * Makes the pictures for a file's report: its network, and a map of its bytes. A broken file has fewer
 * pictures, possibly an empty list. The source is not closed.
 * @param source source of the file, with random access
 */
export async function reportPictures(
  source: Source,
  name: string,
  options: PicturesOptions = {},
): Promise<ReportPicture[]> {
  const pictures: ReportPicture[] = [];
  for (const make of [networkPicture, mapPicture]) {
    try {
      pictures.push(...(await make(source, name, options)));
    } catch (error) {
      if (!isProtomdlError(error)) throw error;
    }
  }
  return pictures;
}

async function networkPicture(
  source: Source,
  name: string,
  options: PicturesOptions,
): Promise<ReportPicture[]> {
  const network = await readNetwork(unclosed(source), options);
  if (network.layers.length === 0) return [];
  const drawing = await drawingOf(network, usualFold(network));
  const svg = networkSvg(network, drawing, new LayerColours(network, 'kind'), name);
  return [{ title: 'The network', svg }];
}

async function mapPicture(
  source: Source,
  name: string,
  { framing = 'auto', turn }: PicturesOptions,
): Promise<ReportPicture[]> {
  const read = new Yielder(turn).through(unclosed(source));
  const counted = await stats(read, { duplicates: false, framing });
  const svg = await treemapSvg(blocksOf(counted, name), 'areas show bytes; point at a block for its name');
  return [{ title: 'Where the bytes are', svg }];
}
