import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { findingAt } from '../facts/fact-place.js';
import {
  DATA_BYTES,
  FORMAT,
  type FusedFacts,
  isKnownDataBytes,
  isKnownFormat,
  type LayerFacts,
  NAME_BUFFER,
  recordOf,
} from '../facts/layer.js';
import { fusedTensor } from '../facts/layer-reader.js';
import { nmsFaults } from './nms-values.js';

const NAME = 1;
const INVALID = 'fused-layer-invalid';

/**
 * Reports faults of a fused layer to which parts refer. The loader reads such a layer like a boundary layer.
 */
export function reportFusedFaults(fused: FusedFacts, report: Report): void {
  const { layerInfo } = fused.view;
  const layer = layerInfo && fusedTensor(layerInfo);
  if (layer === undefined || !layer.hasBase) {
    report(findingAt(layer?.place ?? fused, INVALID, 'there is no edge_layer_base'));
    return;
  }
  reportBase(layer, report);
  const nms = fused.view.nmsInfo;
  if (nms !== undefined) {
    for (const { severity, place, message } of nmsFaults(nms)) {
      if (severity === 'error') report(findingAt(place, INVALID, message));
    }
  } else if (layer.isNms) {
    report(findingAt(fused, INVALID, 'the format is NMS, but there is no nms_info'));
  }
}

function reportBase(layer: LayerFacts, report: Report): void {
  const format = layer.base(FORMAT);
  const bytes = layer.base(DATA_BYTES);
  if (layer.nameBytes >= NAME_BUFFER) {
    const message = () => `the name has ${layer.nameBytes} bytes; the maximum is ${NAME_BUFFER - 1}`;
    report(findingAt(layer.ownPlace(NAME), INVALID, message));
  }
  if (!isKnownFormat(format)) {
    const message = () => `no format that all releases know has the number ${format}`;
    report(findingAt(layer.basePlace(FORMAT), INVALID, message));
  }
  if (!isKnownDataBytes(bytes)) {
    const message = () => `data_bytes is ${bytes}; it must be 1 or 2`;
    report(findingAt(layer.basePlace(DATA_BYTES), INVALID, message));
  }
  const { baseView, bufferCount } = layer;
  if (bufferCount > 0 || baseView === undefined) return;
  const message = 'buffer_indices is empty';
  report(findingAt(recordOf(baseView), 'fused-buffer-indices-missing', message));
}
