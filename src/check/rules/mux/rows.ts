import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { exactProduct } from '../facts/exact-sum.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { HEIGHT, type LayerFacts, PADDED_FEATURES, PADDED_HEIGHT, PADDED_WIDTH } from '../facts/layer.js';
import type { MuxFacts } from '../facts/mux.js';
import type { Rule } from '../rule.js';

/**
 * Checks how the rows of a mux's predecessors alternate. The demuxer uses only height_gcd and
 * height_ratios_list: it repeats height_gcd times to copy, for each predecessor, the number of rows in
 * height_ratios_list.
 */
export const muxRowRules: Rule = {
  codes: codesOf('mux', {
    'mux-height-ratios-len': {
      severity: 'error',
      summary: 'a height_ratios_list_len that differs from the length of height_ratios_list',
      stage: 'load',
      why: 'The loader allocates memory for height_ratios_list_len entries: a large number can use all memory.',
      runtime:
        'With a small difference, the file loads. With 2^32 - 1 entries, all releases run out of memory ' +
        'and abort (crash).',
      wrong: 'mux_data {\n  height_ratios_list_len: 4294967295\n  height_ratios_list: [1, 2]\n}',
      fix: 'mux_data {\n  height_ratios_list_len: 2\n  height_ratios_list: [1, 2]\n}',
    },
    'mux-height-ratios-short': {
      severity: 'error',
      summary: 'a height_ratios_list with fewer entries than the mux has predecessors',
      stage: 'inference',
      why: 'The host computes row sizes from memory after the list.',
      runtime: 'Loaded; creating the demuxer reads past the end of the list, all releases.',
      wrong:
        'mux_data {\n  number_of_predecessors: 2\n  height_ratios_list_len: 1\n  height_ratios_list: [1]\n}',
      fix: 'mux_data {\n  number_of_predecessors: 2\n  height_ratios_list_len: 2\n  height_ratios_list: [1, 2]\n}',
    },
    'mux-demux-overflow': {
      severity: 'error',
      summary: 'a mux whose turns together take more rows than a predecessor or the mux has',
      stage: 'inference',
      why: 'The demuxer copies without a bounds check, past the buffer of an output or of the stream.',
      runtime: 'Loaded; the first frame is copied past the end of a buffer, all releases.',
      wrong:
        'mux_data {\n  height_gcd: 8\n  height_ratios_list: [2]  # 16 rows\n}\n# while the predecessor has padded_height: 8',
      fix: 'mux_data {\n  height_gcd: 8\n  height_ratios_list: [1]\n}',
    },
    'mux-height-ratio-mismatch': {
      severity: 'warning',
      summary: 'a tensor in a mux that receives fewer rows (height_gcd × ratio) than it has',
      stage: 'inference',
      why: 'Some rows of the output stay empty, and rows of other outputs are misplaced.',
      runtime: 'Loaded; only part of the output is filled.',
    },
    'mux-height-gcd-zero': {
      severity: 'warning',
      summary: 'a mux whose height_gcd is 0, so that no rows are copied',
      stage: 'inference',
      implies: ['mux-height-ratio-mismatch'],
      why: 'All outputs of the mux stay empty.',
      runtime: 'Loaded; nothing is copied.',
    },
    'mux-size-mismatch': {
      severity: 'warning',
      summary: 'a mux whose size differs from the total of its predecessors',
      stage: 'inference',
      why: 'A frame of the mux cannot be split into frames of its outputs.',
      runtime: 'Loaded; rejected when a frame is split (INVALID_ARGUMENT).',
    },
  }),
  layer: (layer, report) => {
    const { mux, holder } = layer;
    if (holder !== undefined && layer.kind === 'info' && layer.hasBase) checkLeaf(layer, holder, report);
    if (mux !== undefined) checkMux(layer, mux, report);
  },
};

/** Checks a tensor in a mux. A ratio that is missing from the list is reported at the mux. */
function checkLeaf(layer: LayerFacts, mux: MuxFacts, report: Report): void {
  const { ratio } = layer;
  if (ratio === undefined) return;
  const gcd = mux.heightGcd;
  const rows = layer.base(PADDED_HEIGHT);
  const taken = Math.min(gcd, layer.base(HEIGHT)) * ratio;
  if (gcd * ratio === rows && taken <= rows) return;
  const place = layer.basePlace(PADDED_HEIGHT);
  if (taken > rows) {
    const message = () => `${taken} rows are copied, ${ratio} in a turn; padded_height is ${rows}`;
    const related = () => relatedTo([mux.heightGcdPlace], 'the turns');
    report(findingAt(place, 'mux-demux-overflow', message, related));
  }
  if (gcd * ratio === rows) return;
  const related = () => {
    const message = gcd === 0 ? 'there are no turns' : 'the turns';
    return relatedTo([mux.heightGcdPlace], message);
  };
  const message = () => `${gcd} turns of ${ratio} rows do not add up to padded_height (${rows})`;
  report(findingAt(place, 'mux-height-ratio-mismatch', message, related));
}

function checkMux(layer: LayerFacts, mux: MuxFacts, report: Report): void {
  if (mux.ratiosSaid !== mux.ratioCount) {
    const message = () =>
      `height_ratios_list_len is ${mux.ratiosSaid}; the list has ${mux.ratioCount} entries`;
    report(findingAt(mux.ratiosSaidPlace, 'mux-height-ratios-len', message));
  }
  if (mux.ratioCount < mux.said) {
    const message = () => `height_ratios_list has ${mux.ratioCount} entries for ${mux.said} predecessors`;
    report(findingAt(mux.dataPlace, 'mux-height-ratios-short', message));
  }
  if (mux.read === 0) return;
  if (mux.heightGcd === 0) {
    const message = 'height_gcd is 0: no rows are copied';
    report(findingAt(mux.heightGcdPlace, 'mux-height-gcd-zero', message));
  }
  // Missing ratios and sizes are already reported, and findings about sums would only repeat these faults.
  if (!layer.hasBase || mux.unknown > 0 || mux.said > mux.count) return;
  const [height, width, features] = [PADDED_HEIGHT, PADDED_WIDTH, PADDED_FEATURES].map((field) =>
    layer.base(field),
  ) as [number, number, number];
  const own = exactProduct(height, width, features);
  const taken = mux.taken.value;
  const elements = mux.elements.value;
  if (taken > own) {
    const message = () => `${taken} elements are copied, the mux has ${own}`;
    const related = () => relatedTo([layer.basePlace(PADDED_HEIGHT)], 'the size of the mux');
    report(findingAt(mux.heightGcdPlace, 'mux-demux-overflow', message, related));
  }
  // Predecessors that the loader drops do not add to the sum.
  if (elements !== own && mux.said === mux.count) {
    const message = () => `the mux has ${own} elements, its predecessors have ${elements}`;
    report(findingAt(layer.basePlace(PADDED_HEIGHT), 'mux-size-mismatch', message));
  }
}
