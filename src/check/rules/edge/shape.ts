import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { exactProduct } from '../facts/exact-sum.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import {
  DATA_BYTES,
  FEATURES_FIELD,
  HEIGHT,
  type LayerFacts,
  PADDED_FEATURES,
  PADDED_HEIGHT,
  PADDED_WIDTH,
  WIDTH,
} from '../facts/layer.js';
import type { Rule } from '../rule.js';

const DIMENSIONS = [
  { name: 'height', field: HEIGHT, padded: PADDED_HEIGHT },
  { name: 'width', field: WIDTH, padded: PADDED_WIDTH },
  { name: 'features', field: FEATURES_FIELD, padded: PADDED_FEATURES },
] as const;
const MAX_FRAME_BYTES = 0xffff_ffff;
/** Size of the largest element of a user's buffer in bytes: a float. */
const USER_ELEMENT = 4;
const MAX_FEATURES = 1 << 20;

/** Checks shapes, from which loaders compute sizes of buffers in 32 bits. */
export const edgeShapeRules: Rule = {
  codes: codesOf('edge', {
    'edge-padded-smaller': {
      severity: 'error',
      summary: 'a padded dimension that is smaller than the unpadded dimension',
      stage: 'inference',
      why:
        'The padding is the unsigned difference of the two dimensions: about 4 GB are written past the end ' +
        'of a buffer. On layers other than boundary layers this is a warning, because the host does not ' +
        'pad them.',
      runtime:
        'Loaded. In all releases, transforming a frame writes (input) or reads (output) past the end of a ' +
        'buffer on the heap, unless the hardware does the padding.',
      wrong: 'edge_layer_base {\n  width: 224\n  padded_width: 200\n}',
      fix: 'edge_layer_base {\n  width: 224\n  padded_width: 224\n}',
    },
    'edge-shape-overflow': {
      severity: 'error',
      summary: 'a frame whose size does not fit in 32 bits',
      stage: 'inference',
      why:
        'Sizes are multiplied in 32 bits: the buffer is too small, and the frame is written past its end. ' +
        'The check assumes 4 bytes for each element, because a user may request floats.',
      runtime:
        'Loaded; the host writes past the end of buffers that are too small. The check in releases from ' +
        '4.14 also multiplies in 32 bits.',
      wrong: 'edge_layer_base {\n  height: 65536\n  width: 65536\n  features: 1\n}',
      fix: 'edge_layer_base {\n  height: 256\n  width: 256\n  features: 1\n}',
    },
    'edge-features-huge': {
      severity: 'warning',
      summary: 'more than 2^20 features on a boundary layer',
      stage: 'load',
      why: 'A small file can use all memory of the machine that loads it.',
      runtime: 'From 4.15, the loader allocates a record for each feature.',
    },
    'edge-zero-dimension': {
      severity: 'warning',
      summary: 'a shape with a dimension of 0',
      why: 'Frames of this layer are empty.',
      runtime: 'Accepted.',
    },
  }),
  layer: (layer, report) => {
    if (!layer.hasBase) return;
    const height = layer.base(HEIGHT);
    const width = layer.base(WIDTH);
    const features = layer.base(FEATURES_FIELD);
    const paddedHeight = layer.base(PADDED_HEIGHT);
    const paddedWidth = layer.base(PADDED_WIDTH);
    const paddedFeatures = layer.base(PADDED_FEATURES);
    if (!layer.isNms) {
      const smaller = paddedHeight < height || paddedWidth < width || paddedFeatures < features;
      if (smaller) checkPadding(layer, report);
      if (height === 0 || width === 0 || features === 0) reportZeros(layer, report);
    }
    // A product that exceeds the limit also exceeds it after rounding.
    const elementBytes = Math.max(USER_ELEMENT, layer.base(DATA_BYTES));
    if (height * width * features * elementBytes > MAX_FRAME_BYTES) {
      reportOverflow(layer, [HEIGHT, WIDTH, FEATURES_FIELD], elementBytes, report);
    } else if (paddedHeight * paddedWidth * paddedFeatures * elementBytes > MAX_FRAME_BYTES) {
      reportOverflow(layer, [PADDED_HEIGHT, PADDED_WIDTH, PADDED_FEATURES], elementBytes, report);
    }
    if (features > MAX_FEATURES && layer.isBoundary) {
      const message = () => `features is ${features}, more than ${MAX_FEATURES}`;
      report(findingAt(layer.basePlace(FEATURES_FIELD), 'edge-features-huge', message));
    }
  },
};

function checkPadding(layer: LayerFacts, report: Report): void {
  for (const { name, field, padded } of DIMENSIONS) {
    if (layer.base(padded) >= layer.base(field)) continue;
    report(
      findingAt(
        layer.basePlace(padded),
        'edge-padded-smaller',
        () => `padded_${name} is ${layer.base(padded)}, less than ${name} (${layer.base(field)})`,
        () => relatedTo([layer.basePlace(field)], 'without padding'),
        layer.isBoundary ? 'error' : 'warning',
      ),
    );
  }
}

function reportZeros(layer: LayerFacts, report: Report): void {
  const zeros = DIMENSIONS.filter(({ field }) => layer.base(field) === 0);
  const [first] = zeros;
  if (first === undefined) return;
  const names = zeros.map(({ name }) => name).join(' and ');
  const message = () => `${names} ${zeros.length === 1 ? 'is' : 'are'} 0`;
  report(findingAt(layer.basePlace(first.field), 'edge-zero-dimension', message));
}

function reportOverflow(
  layer: LayerFacts,
  fields: readonly [number, number, number],
  elementBytes: number,
  report: Report,
): void {
  const [height, width, features] = fields.map((field) => layer.base(field)) as [number, number, number];
  const [first, ...others] = fields.map((field) => layer.basePlace(field));
  if (first === undefined) return;
  const message = () => {
    const bytes = exactProduct(height, width, features, elementBytes);
    return `a frame of ${height} x ${width} x ${features} elements of ${elementBytes} bytes has ${bytes}; the maximum is ${MAX_FRAME_BYTES}`;
  };
  const related = () => relatedTo(others, 'another dimension');
  report(findingAt(first, 'edge-shape-overflow', message, related));
}
