/** Faults of transfers over a stream: sizes of elements, of buffers, of whole frames. */

import type { Random } from '../../random.js';
import { roundUp } from '../tensors.js';
import {
  BUFFERS,
  type EdgeFrame,
  ELEMENT_BYTES,
  edgeFrameOf,
  everywhere,
  fits,
  isDdr,
  isFree,
  otherSize,
  SIXTEEN_BITS,
} from './edge-frames.js';
import { anyLayers, atAny, isBoxes, type ShapedSite, shapedSites, sharersOf } from './edge-layers.js';
import { type Expected, type Faults, needing } from './fault.js';
import { above, operationSpot, put } from './operation-places.js';
import { numberAt } from './places.js';

/** Invalid sizes of an element in bytes. */
const ODD_ELEMENTS = [3, 4, 5, 6, 8, 16] as const;

/**
 * Divides a frame into other buffers, so that the size or the number of buffers is too large; returns
 * undefined if no division is too large.
 */
function divided(
  random: Random,
  { bytes, buffers }: EdgeFrame,
  of: 'bytes' | 'buffers',
): [number, number] | undefined {
  const total = bytes * buffers;
  const divisors: number[] = [];
  for (let divisor = 1; divisor <= Math.min(4096, total / (SIXTEEN_BITS + 1)); divisor++) {
    if (total % divisor === 0) divisors.push(divisor);
  }
  if (divisors.length === 0) return undefined;
  const small = random.one(divisors);
  return of === 'bytes' ? [total / small, small] : [small, total / small];
}

export const TRANSFER_FAULTS: Faults = {
  'edge-data-bytes': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      if (random.chance(20)) {
        const at = put(random, { message: site.base, name: 'data_bytes' }, 0);
        return [{ at }, ...otherSize(site)];
      }
      // Edges with planes are excluded, because all planes of an image have elements of one size.
      if (sharersOf(site).some(({ edge }) => edge.field('layer_planes') !== undefined)) return undefined;
      const { ph, pw, pf, dataBytes } = edgeFrameOf(site.base);
      const odd = isDdr(site) ? random.one([4, 8, 16]) : random.one(ODD_ELEMENTS);
      const row = numberAt(site.base, ELEMENT_BYTES) * (odd / dataBytes);
      if (row > SIXTEEN_BITS || !Number.isInteger(row) || !fits(ph * pw * pf, odd)) return undefined;
      // Sets the element size in all layers with this frame, with the matching size of a row.
      return everywhere(site, { data_bytes: odd, [ELEMENT_BYTES]: row }, ({ base }) => [
        { at: operationSpot(base, 'data_bytes') },
      ]);
    }),
  ),
  'edge-core-bytes-range': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const found = ({ base }: ShapedSite) => [{ at: operationSpot(base, ELEMENT_BYTES) }];
      if (isBoxes(site)) return everywhere(site, { [ELEMENT_BYTES]: above(random, SIXTEEN_BITS) }, found);
      const frame = edgeFrameOf(site.base);
      const other = isDdr(site) ? undefined : divided(random, frame, 'bytes');
      if (other !== undefined && random.chance(50)) {
        return everywhere(site, { [ELEMENT_BYTES]: other[0], [BUFFERS]: other[1] }, found);
      }
      if (!isFree(site) || frame.bytes === 0) return undefined;
      // Adds padding to make a row too long.
      const times = roundUp(
        Math.ceil((SIXTEEN_BITS + 1) / frame.bytes) + random.below(4),
        isDdr(site) ? 8 : 1,
      );
      if (!fits(frame.ph * frame.pw * frame.pf * times)) return undefined;
      return everywhere(
        site,
        { padded_features: frame.pf * times, [ELEMENT_BYTES]: frame.bytes * times },
        found,
      );
    }),
  ),
  'edge-core-buffers-range': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const found = ({ base }: ShapedSite) => [{ at: operationSpot(base, BUFFERS) }];
      if (isBoxes(site)) return everywhere(site, { [BUFFERS]: above(random, SIXTEEN_BITS) }, found);
      const frame = edgeFrameOf(site.base);
      const other = isDdr(site) ? undefined : divided(random, frame, 'buffers');
      if (other !== undefined && random.chance(50)) {
        return everywhere(site, { [ELEMENT_BYTES]: other[0], [BUFFERS]: other[1] }, found);
      }
      if (!isFree(site) || frame.ph === 0) return undefined;
      const height = SIXTEEN_BITS + 1 + (random.chance(50) ? 0 : random.below(1000));
      if (!fits(height * frame.pw * frame.pf)) return undefined;
      return everywhere(site, { padded_height: height, [BUFFERS]: height }, found);
    }),
  ),
  'edge-zero-transfer': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const zeros = random.one([[ELEMENT_BYTES], [BUFFERS], [ELEMENT_BYTES, BUFFERS]]);
      return sharersOf(site).flatMap((one): Expected[] => {
        for (const name of zeros) put(random, { message: one.base, name }, 0);
        const at = operationSpot(one.base, zeros[0] as string);
        // In loaders, zeros cause an endless loop only for layers that are not boundary layers.
        const severity = one.isBoundary ? 'info' : 'warning';
        return [{ severity, at }, ...otherSize(one)];
      });
    }),
  ),
  'edge-core-size-mismatch': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      const name = isDdr(site) || random.chance(50) ? BUFFERS : ELEMENT_BYTES;
      const old = numberAt(site.base, name);
      const value = random.one([old - 1, old + 1, random.between(1, SIXTEEN_BITS)]);
      if (value < 1 || value > SIXTEEN_BITS || value === old) return undefined;
      return everywhere(site, { [name]: value }, otherSize);
    }),
  ),
};
