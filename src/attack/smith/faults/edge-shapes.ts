/** Faults of shapes: frames that are too large, empty, or smaller with padding than without. */
import { setField } from '../../../read/tree/make.js';
import type { Random } from '../../random.js';
import {
  BUFFERS,
  DIMENSIONS,
  ELEMENT_BYTES,
  edgeFrameOf,
  everywhere,
  fits,
  isDdr,
  isFree,
  MOST_FRAME_BYTES,
  SIXTEEN_BITS,
  USER_ELEMENT,
} from './edge-frames.js';
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
import { type Expected, type Faults, needing } from './fault.js';
import { above, operationSpot, put } from './operation-places.js';
import { numberAt } from './places.js';
import type { FaultSpot } from './spots.js';

/** Largest number of features of a boundary layer. */
const MOST_FEATURES = 2 ** 20;
/** Rows of detours through the host's memory are multiples of this size. */
const DDR_ROW = 512;

function smaller({ base, isBoundary }: ShapedSite, name: string): Expected[] {
  const severity = isBoundary ? 'error' : 'warning';
  const at = operationSpot(base, `padded_${name}`);
  return [{ code: 'edge-padded-smaller', severity, at, related: spotsOf(base, name) }];
}

/** Reduces the padded number of rows; returns undefined if a frame has only one row. */
function shrunk(random: Random, site: ShapedSite): readonly Expected[] | undefined {
  const heights = sharersOf(site).map(({ base }) => numberAt(base, 'height'));
  const least = Math.min(...heights);
  if (least < 2) return undefined;
  const height = random.between(1, least - 1);
  return everywhere(site, { padded_height: height, [BUFFERS]: height }, (one) => smaller(one, 'height'));
}

/**
 * Makes the frame of a list of boxes too large. The transfer of boxes over the stream does not depend on the
 * frame.
 */
function manyBoxes(random: Random, { base }: ShapedSite): readonly Expected[] {
  const prefix = random.one(['', 'padded_']);
  const [height, width, features] = DIMENSIONS.map((name) => `${prefix}${name}`) as [string, string, string];
  const columns = random.between(1, 1000);
  const deep = random.between(1, 1000);
  const least = Math.floor(MOST_FRAME_BYTES / (columns * deep * USER_ELEMENT)) + 1;
  const related = [setField(base, width, columns), setField(base, features, deep)];
  return [{ code: 'edge-shape-overflow', at: setField(base, height, above(random, least - 1)), related }];
}

export const SHAPE_FAULTS: Faults = {
  'edge-padded-smaller': needing(anyLayers, ({ random, root }) =>
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
      // Only the unpadded dimensions grow: sizes in a mux and on a stream depend on the padded dimensions.
      setFields(base, Object.fromEntries(grown));
      return names.flatMap((name) => smaller(site, name));
    }),
  ),
  'edge-shape-overflow': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return manyBoxes(random, site);
      if (!isFree(site)) return undefined;
      const { dataBytes } = edgeFrameOf(site.base);
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
        [ELEMENT_BYTES]: width * features * dataBytes,
        [BUFFERS]: height,
      };
      const isPaddedOnly = random.chance(50);
      const shape = isPaddedOnly ? {} : { height, width, features };
      const prefix = isPaddedOnly ? 'padded_' : '';
      return everywhere(site, { ...padded, ...shape }, ({ base }) => {
        const [at, ...related] = spotsOf(base, ...DIMENSIONS.map((name) => `${prefix}${name}`));
        return [{ at: at as FaultSpot, related }];
      });
    }),
  ),
  'edge-features-huge': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site) && site.isBoundary) {
        setFields(site.base, { height: 1, width: 1 });
        const many = random.between(MOST_FEATURES + 1, 2 * MOST_FEATURES - 1);
        return [{ at: setField(site.base, 'features', many) }];
      }
      if (!isFree(site) || !site.isBoundary) return undefined;
      const { dataBytes } = edgeFrameOf(site.base);
      const each = random.between(256, Math.floor(SIXTEEN_BITS / dataBytes));
      const times = Math.floor(MOST_FEATURES / each) + 1 + random.below(8);
      const features = each * times;
      setFields(site.base, {
        height: 1,
        padded_height: 1,
        width: 1,
        padded_width: 1,
        padded_features: features,
        [ELEMENT_BYTES]: each * dataBytes,
        [BUFFERS]: times,
      });
      return [{ at: setField(site.base, 'features', features) }];
    }),
  ),
  'edge-zero-dimension': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      if (isBoxes(site)) return undefined;
      const chosen = random.shuffled(DIMENSIONS).slice(0, random.one([1, 1, 2, 3]));
      const [first] = DIMENSIONS.filter((name) => chosen.includes(name));
      for (const name of chosen) put(random, { message: site.base, name }, 0);
      return [{ at: operationSpot(site.base, first as string) }];
    }),
  ),
};
