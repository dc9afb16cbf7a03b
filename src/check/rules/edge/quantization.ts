import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { EdgeLayerInfoView, EdgeLayerNumericInfoView } from '../../../read/model/edge-layer.gen.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import {
  elementOf,
  type LayerFacts,
  LIMVALS_MAX,
  LIMVALS_MIN,
  layerField,
  type NumericFacts,
  QP_SCALE,
  QP_SCALES,
  QP_ZP,
  QP_ZPS,
} from '../facts/layer.js';
import type { Rule } from '../rule.js';

const SCALARS = [QP_ZP, QP_SCALE, LIMVALS_MIN, LIMVALS_MAX];

/** Checks the values by which the host converts a user's numbers into elements, and back. */
export const edgeQuantizationRules: Rule = {
  codes: codesOf('edge', {
    'edge-numeric-info-missing': {
      severity: 'warning',
      summary: 'a boundary layer or a part of a mux without numeric_info',
      stage: 'inference',
      why:
        'Without a scale the host cannot quantize values. Layers between contexts need no numeric_info, ' +
        'and usually have none.',
      runtime: 'Loaded; the scale is 0.',
    },
    'edge-quant-scale-zero': {
      severity: 'warning',
      summary: 'a quantization scale of 0 on a boundary layer or a part of a mux',
      stage: 'inference',
      why: 'The host divides inputs by the scale and multiplies outputs with it: all values become infinite, or 0.',
      runtime: 'Loaded; divides by 0 when a frame is quantized.',
    },
    'edge-quant-nonfinite': {
      severity: 'warning',
      summary: 'a NaN or an infinity in numeric_info',
      stage: 'inference',
      why: 'The conversion of NaN or infinity to an integer is undefined, and differs between machines.',
      runtime: 'Loaded; undefined behaviour when a frame is quantized.',
    },
    'edge-quant-limvals': {
      severity: 'warning',
      summary: 'a limvals_min above limvals_max',
      stage: 'inference',
      why: 'No value lies between these limits.',
      runtime: 'Loaded; clipping a frame to the limits is undefined.',
    },
  }),
  layer: (layer, report) => {
    const { numeric, isBoundary } = layer;
    if (numeric === undefined) {
      if (!isBoundary || layer.kind !== 'info') return;
      report(findingAt(layer.place, 'edge-numeric-info-missing', 'there is no numeric_info'));
      return;
    }
    const { scales, zeroPoints } = numeric;
    const scale = numeric.scalar(QP_SCALE);
    if (isBoundary && (scales.length === 0 ? scale === 0 : scales.zero >= 0))
      reportZeroScale(layer, numeric, report);
    const sum = numeric.scalar(QP_ZP) + scale + numeric.scalar(LIMVALS_MIN) + numeric.scalar(LIMVALS_MAX);
    // The sum of four finite 32-bit floats is finite as a double, so a non-finite sum proves that a summand
    // is not finite.
    if (!Number.isFinite(sum) || zeroPoints.nonfinite >= 0 || scales.nonfinite >= 0) {
      reportNonfinite(layer, numeric, report);
    }
    if (numeric.scalar(LIMVALS_MIN) > numeric.scalar(LIMVALS_MAX)) reportLimits(layer, numeric, report);
  },
};

/** Returns a view of `numeric_info`, for a tensor that has it. */
function numericView(layer: LayerFacts): EdgeLayerNumericInfoView {
  return (layer.view as EdgeLayerInfoView).numericInfo as EdgeLayerNumericInfoView;
}

function reportZeroScale(layer: LayerFacts, { scales }: NumericFacts, report: Report): void {
  const view = numericView(layer);
  const listed = scales.length > 0;
  const place = listed ? elementOf(view, QP_SCALES, scales.zero) : layerField(view, QP_SCALE);
  const message = () => (listed ? `qp_scales[${scales.zero}] is 0` : 'qp_scale is 0');
  report(findingAt(place, 'edge-quant-scale-zero', message));
}

function reportNonfinite(layer: LayerFacts, numeric: NumericFacts, report: Report): void {
  const code = 'edge-quant-nonfinite';
  const view = numericView(layer);
  for (const field of SCALARS) {
    const value = numeric.scalar(field);
    if (Number.isFinite(value)) continue;
    report(
      findingAt(
        layerField(view, field),
        code,
        () => `${view.view.layout.field(field).table.name} is ${value}`,
      ),
    );
  }
  const lists = [
    { field: QP_ZPS, at: numeric.zeroPoints.nonfinite },
    { field: QP_SCALES, at: numeric.scales.nonfinite },
  ];
  for (const { field, at } of lists) {
    if (at < 0) continue;
    const message = () => `${view.view.layout.field(field).table.name}[${at}] is not a finite number`;
    report(findingAt(elementOf(view, field, at), code, message));
  }
}

function reportLimits(layer: LayerFacts, numeric: NumericFacts, report: Report): void {
  const view = numericView(layer);
  const [min, max] = [numeric.scalar(LIMVALS_MIN), numeric.scalar(LIMVALS_MAX)];
  report(
    findingAt(
      layerField(view, LIMVALS_MIN),
      'edge-quant-limvals',
      () => `limvals_min is ${min}, above limvals_max (${max})`,
      () => relatedTo([layerField(view, LIMVALS_MAX)], 'the other limit'),
    ),
  );
}
