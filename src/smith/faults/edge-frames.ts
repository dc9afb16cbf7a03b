/** Faults of shapes, and of how frames go over a stream. */
import { type MessageNode, setField } from '../../tree/index.js';
import type { Random } from '../random.js';
import {
  anyLayers,
  atAny,
  isBoxes,
  type ShapedSite,
  setFields,
  shapedSites,
  sharersOf,
  spotsOf,
} from './edge-layers.js';
import type { Expected, Fault } from './fault.js';
import { above, put, spotOf } from './operation-places.js';
import { CONNECTION, connectionOf, numberAt } from './places.js';
import type { Spot } from './spots.js';

const BYTES = 'core_bytes_per_buffer';
const BUFFERS = 'core_buffers_per_frame';
const DIMENSIONS = ['height', 'width', 'features'] as const;
const SIXTEEN_BITS = 0xffff;
/** Bytes of a frame that sizes have room for; users may ask for elements of four bytes. */
const MOST_FRAME_BYTES = 0xffff_ffff;
const USER_ELEMENT = 4;
/** Features that boundary layers have at the most. */
const MOST_FEATURES = 2 ** 20;
/** Rows of detours through the host's memory are of multiples of this. */
const DDR_ROW = 512;

interface Frame {
  readonly ph: number;
  readonly pw: number;
  readonly pf: number;
  readonly dataBytes: number;
  readonly bytes: number;
  readonly buffers: number;
}

function frameOf(base: MessageNode): Frame {
  return {
    ph: numberAt(base, 'padded_height'),
    pw: numberAt(base, 'padded_width'),
    pf: numberAt(base, 'padded_features'),
    dataBytes: numberAt(base, 'data_bytes'),
    bytes: numberAt(base, BYTES),
    buffers: numberAt(base, BUFFERS),
  };
}

/** Whether sizes of so many elements fit in what they are kept in. */
function fits(elements: number, dataBytes = 1): boolean {
  return elements * Math.max(USER_ELEMENT, dataBytes) <= MOST_FRAME_BYTES;
}

function isDdr({ edge, isPart }: ShapedSite): boolean {
  return !isPart && connectionOf(edge) === CONNECTION.DDR;
}

/** Tensors that may have another shape: none that shares a mux. */
function isFree(site: ShapedSite): boolean {
  return site.kind === 'info' && site.mux === undefined && !isBoxes(site);
}

/** The remark that buffers are not as large as the frame, which lists of boxes are spared. */
function otherSize(site: ShapedSite): Expected[] {
  const { base } = site;
  if (isBoxes(site)) return [];
  return [{ code: 'edge-core-size-mismatch', at: spotOf(base, BYTES), related: spotsOf(base, BUFFERS) }];
}

/** Gives a layer and those that share its frames other values, and says what is found at each of them. */
function everywhere(
  site: ShapedSite,
  values: Readonly<Record<string, number>>,
  found: (one: ShapedSite) => readonly Expected[],
): readonly Expected[] {
  const sharers = sharersOf(site);
  for (const { base } of sharers) setFields(base, values);
  return sharers.flatMap(found);
}

/** A number of 2 to 16 that is none of those that elements have. */
const ODD_ELEMENTS = [3, 4, 5, 6, 8, 16] as const;

const elementBytes: Fault = {
  code: 'edge-data-bytes',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      const code = 'edge-data-bytes';
      if (random.chance(20)) {
        const at = put(random, { message: site.base, name: 'data_bytes' }, 0);
        return [{ code, at }, ...otherSize(site)];
      }
      const { ph, pw, pf, dataBytes } = frameOf(site.base);
      const odd = isDdr(site) ? random.one([4, 8, 16]) : random.one(ODD_ELEMENTS);
      const row = numberAt(site.base, BYTES) * (odd / dataBytes);
      if (row > SIXTEEN_BITS || !Number.isInteger(row) || !fits(ph * pw * pf, odd)) return undefined;
      // Frames keep their size in what shares them, whatever their elements are there.
      return everywhere(site, { data_bytes: odd, [BYTES]: row }, ({ base }) => [
        { code, at: spotOf(base, 'data_bytes') },
      ]);
    }),
};

/** Divides a frame into buffers in another way, with one of its two numbers too large; undefined where it cannot be. */
function divided(
  random: Random,
  { bytes, buffers }: Frame,
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

const rowTooLarge: Fault = {
  code: 'edge-core-bytes-range',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const code = 'edge-core-bytes-range';
      const found = ({ base }: ShapedSite) => [{ code, at: spotOf(base, BYTES) }];
      if (isBoxes(site)) return everywhere(site, { [BYTES]: above(random, SIXTEEN_BITS) }, found);
      const frame = frameOf(site.base);
      const other = isDdr(site) ? undefined : divided(random, frame, 'bytes');
      if (other !== undefined && random.chance(50)) {
        return everywhere(site, { [BYTES]: other[0], [BUFFERS]: other[1] }, found);
      }
      if (!isFree(site) || frame.bytes === 0) return undefined;
      // Padding makes a row as long as one likes.
      const times = roundUp(
        Math.ceil((SIXTEEN_BITS + 1) / frame.bytes) + random.below(4),
        isDdr(site) ? 8 : 1,
      );
      if (!fits(frame.ph * frame.pw * frame.pf * times)) return undefined;
      return everywhere(site, { padded_features: frame.pf * times, [BYTES]: frame.bytes * times }, found);
    }),
};

const tooManyRows: Fault = {
  code: 'edge-core-buffers-range',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const code = 'edge-core-buffers-range';
      const found = ({ base }: ShapedSite) => [{ code, at: spotOf(base, BUFFERS) }];
      if (isBoxes(site)) return everywhere(site, { [BUFFERS]: above(random, SIXTEEN_BITS) }, found);
      const frame = frameOf(site.base);
      const other = isDdr(site) ? undefined : divided(random, frame, 'buffers');
      if (other !== undefined && random.chance(50)) {
        return everywhere(site, { [BYTES]: other[0], [BUFFERS]: other[1] }, found);
      }
      if (!isFree(site) || frame.ph === 0) return undefined;
      const height = SIXTEEN_BITS + 1 + (random.chance(50) ? 0 : random.below(1000));
      if (!fits(height * frame.pw * frame.pf)) return undefined;
      return everywhere(site, { padded_height: height, [BUFFERS]: height }, found);
    }),
};

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}

const nothing: Fault = {
  code: 'edge-zero-transfer',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const zeros = random.one([[BYTES], [BUFFERS], [BYTES, BUFFERS]]);
      return sharersOf(site).flatMap((one): Expected[] => {
        for (const name of zeros) put(random, { message: one.base, name }, 0);
        return [{ code: 'edge-zero-transfer', at: spotOf(one.base, zeros[0] as string) }, ...otherSize(one)];
      });
    }),
};

const otherTransfer: Fault = {
  code: 'edge-core-size-mismatch',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      const name = isDdr(site) || random.chance(50) ? BUFFERS : BYTES;
      const old = numberAt(site.base, name);
      const value = random.one([old - 1, old + 1, random.between(1, SIXTEEN_BITS)]);
      if (value < 1 || value > SIXTEEN_BITS || value === old) return undefined;
      return everywhere(site, { [name]: value }, otherSize);
    }),
};

const smallerPadded: Fault = {
  code: 'edge-padded-smaller',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const { base } = site;
      if (isBoxes(site)) return undefined;
      const names = random.shuffled(DIMENSIONS).slice(0, random.one([1, 1, 2, 3]));
      const grown = names.map((name): [string, number] => [
        name,
        numberAt(base, `padded_${name}`) + random.one([1, 1, random.between(1, 40)]),
      ]);
      const size = DIMENSIONS.reduce(
        (product, name) => product * (grown.find(([own]) => own === name)?.[1] ?? numberAt(base, name)),
        1,
      );
      if (!fits(size) || grown.some(([, value]) => value > MOST_FEATURES)) return undefined;
      if (!site.isPart && isFree(site) && random.chance(40)) return shrunk(random, site);
      // Elements that are padded away are not what a mux or a stream counts.
      setFields(base, Object.fromEntries(grown));
      return names.flatMap((name) => smaller(site, name));
    }),
};

function smaller({ base, isBoundary }: ShapedSite, name: string): Expected[] {
  const severity = isBoundary ? 'error' : 'warning';
  const at = spotOf(base, `padded_${name}`);
  return [{ code: 'edge-padded-smaller', severity, at, related: spotsOf(base, name) }];
}

/** Fewer rows than there are; undefined where there is but one. */
function shrunk(random: Random, site: ShapedSite): readonly Expected[] | undefined {
  const heights = sharersOf(site).map(({ base }) => numberAt(base, 'height'));
  const least = Math.min(...heights);
  if (least < 2) return undefined;
  const height = random.between(1, least - 1);
  return everywhere(site, { padded_height: height, [BUFFERS]: height }, (one) => smaller(one, 'height'));
}

const overflow: Fault = {
  code: 'edge-shape-overflow',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (!isFree(site)) return undefined;
      const { dataBytes } = frameOf(site.base);
      const sharers = sharersOf(site);
      const features = Math.max(...sharers.map(({ base }) => numberAt(base, 'features')));
      const unit = isDdr(site) ? DDR_ROW / features / dataBytes : 1;
      const widest = Math.floor(SIXTEEN_BITS / features / dataBytes / unit);
      if (!Number.isInteger(unit) || widest < 1) return undefined;
      const width = random.between(Math.ceil(widest * 0.7), widest) * unit;
      const least = Math.floor(MOST_FRAME_BYTES / (width * features * USER_ELEMENT)) + 1;
      const height = random.chance(50) ? least : random.between(least, SIXTEEN_BITS);
      if (height > SIXTEEN_BITS) return undefined;
      const padded = {
        padded_height: height,
        padded_width: width,
        padded_features: features,
        [BYTES]: width * features * dataBytes,
        [BUFFERS]: height,
      };
      const isPaddedOnly = random.chance(50);
      const shape = isPaddedOnly ? {} : { height, width, features };
      const prefix = isPaddedOnly ? 'padded_' : '';
      return everywhere(site, { ...padded, ...shape }, ({ base }) => {
        const [at, ...related] = spotsOf(base, ...DIMENSIONS.map((name) => `${prefix}${name}`));
        return [{ code: 'edge-shape-overflow', at: at as Spot, related }];
      });
    }),
};

const manyFeatures: Fault = {
  code: 'edge-features-huge',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (!isFree(site) || !site.isBoundary) return undefined;
      const { dataBytes } = frameOf(site.base);
      const each = random.between(256, Math.floor(SIXTEEN_BITS / dataBytes));
      const times = Math.floor(MOST_FEATURES / each) + 1 + random.below(8);
      const features = each * times;
      setFields(site.base, {
        height: 1,
        padded_height: 1,
        width: 1,
        padded_width: 1,
        padded_features: features,
        [BYTES]: each * dataBytes,
        [BUFFERS]: times,
      });
      return [{ code: 'edge-features-huge', at: setField(site.base, 'features', features) }];
    }),
};

const noElements: Fault = {
  code: 'edge-zero-dimension',
  needs: anyLayers,
  apply: ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      const chosen = random.shuffled(DIMENSIONS).slice(0, random.one([1, 1, 2, 3]));
      const [first] = DIMENSIONS.filter((name) => chosen.includes(name));
      for (const name of chosen) put(random, { message: site.base, name }, 0);
      return [{ code: 'edge-zero-dimension', at: spotOf(site.base, first as string) }];
    }),
};

export const FRAME_FAULTS: readonly Fault[] = [
  elementBytes,
  rowTooLarge,
  tooManyRows,
  nothing,
  otherTransfer,
  smallerPadded,
  overflow,
  manyFeatures,
  noElements,
];
