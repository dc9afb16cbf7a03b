/** Reads and changes frames of tensors: their shapes, and their transfer over a stream. */
import type { MessageNode } from '../../../read/tree/message.js';
import { isBoxes, type ShapedSite, setFields, sharersOf, spotsOf } from './edge-layers.js';
import type { Expected } from './fault.js';
import { operationSpot } from './operation-places.js';
import { CONNECTION, connectionOf, numberAt } from './places.js';

export const ELEMENT_BYTES = 'core_bytes_per_buffer';
export const BUFFERS = 'core_buffers_per_frame';
export const DIMENSIONS = ['height', 'width', 'features'] as const;
export const SIXTEEN_BITS = 0xffff;
/** Maximum size of a frame in bytes for users, who may request elements of four bytes. */
export const MOST_FRAME_BYTES = 0xffff_ffff;
export const USER_ELEMENT = 4;

/** Size of a frame on a stream, including padding. */
export interface EdgeFrame {
  readonly ph: number;
  readonly pw: number;
  readonly pf: number;
  readonly dataBytes: number;
  readonly bytes: number;
  readonly buffers: number;
}

export function edgeFrameOf(base: MessageNode): EdgeFrame {
  return {
    ph: numberAt(base, 'padded_height'),
    pw: numberAt(base, 'padded_width'),
    pf: numberAt(base, 'padded_features'),
    dataBytes: numberAt(base, 'data_bytes'),
    bytes: numberAt(base, ELEMENT_BYTES),
    buffers: numberAt(base, BUFFERS),
  };
}

/** True if the size in bytes of this number of elements fits in 32 bits. */
export function fits(elements: number, dataBytes = 1): boolean {
  return elements * Math.max(USER_ELEMENT, dataBytes) <= MOST_FRAME_BYTES;
}

export function isDdr({ edge, isPart }: ShapedSite): boolean {
  return !isPart && connectionOf(edge) === CONNECTION.DDR;
}

/** True for tensors outside of muxes, whose shape may change. */
export function isFree(site: ShapedSite): boolean {
  return site.kind === 'info' && site.mux === undefined && !isBoxes(site);
}

/** Returns the remark that buffers do not match the frame's size; empty for a list of boxes. */
export function otherSize(site: ShapedSite): Expected[] {
  const { base } = site;
  if (isBoxes(site)) return [];
  return [
    {
      code: 'edge-core-size-mismatch',
      at: operationSpot(base, ELEMENT_BYTES),
      related: spotsOf(base, BUFFERS),
    },
  ];
}

/**
 * Sets fields of a layer and of all layers whose frames must match; returns the findings for all these
 * layers.
 */
export function everywhere(
  site: ShapedSite,
  values: Readonly<Record<string, number>>,
  found: (one: ShapedSite) => readonly Expected[],
): readonly Expected[] {
  const sharers = sharersOf(site);
  for (const { base } of sharers) setFields(base, values);
  return sharers.flatMap(found);
}
