import type { ModelGlance, StreamSummary } from '../../../read/model/summary.js';
import type { Network } from '../../../show/network/network.js';

/**
 * Streams that feed a layer or receive its output: streams of its name, and of adjacent inputs and outputs.
 */
export function streamsOf(
  { layers, edges }: Network,
  position: number,
  glance: ModelGlance | null,
): readonly StreamSummary[] {
  const layer = layers[position];
  if (layer === undefined || glance === null) return [];
  const isEnd = (at: number): boolean => ['input', 'output'].includes(layers[at]?.kind ?? '');
  const beside = edges
    .filter(
      ({ from, to }) =>
        (from === position && (isEnd(position) || isEnd(to))) ||
        (to === position && (isEnd(position) || isEnd(from))),
    )
    .map(({ from, to }) => (from === position ? to : from));
  const names = new Set([position, ...beside].map((at) => layers[at]?.name ?? ''));
  const streams = glance.networkGroups.flatMap(({ coreOps }) => coreOps.flatMap((op) => op.streams));
  return streams.filter(({ name, mux }) => names.has(name) || (mux !== null && names.has(mux))).slice(0, 8);
}
