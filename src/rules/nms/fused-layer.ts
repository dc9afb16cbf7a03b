import type { Report } from '../../diagnostics/diagnostic.js';
import {
  DATA_BYTES,
  FORMAT,
  type FusedFacts,
  fusedTensor,
  isKnownDataBytes,
  isKnownFormat,
  type LayerFacts,
  NAME_BUFFER,
  placeOf,
} from '../facts/index.js';
import { nmsFaults } from './nms-values.js';

const NAME = 1;
const INVALID = 'fused-layer-invalid';

/** What is wrong with a fused layer that parts refer to: the loader reads it as it reads boundary layers. */
export function reportFusedFaults(fused: FusedFacts, report: Report): void {
  const { layerInfo } = fused.view;
  const layer = layerInfo && fusedTensor(layerInfo);
  if (layer === undefined || !layer.hasBase) {
    const place = layer?.place ?? placeOf(fused);
    report({ ...place, code: INVALID, message: 'there is no edge_layer_base' });
    return;
  }
  reportBase(layer, report);
  const nms = fused.view.nmsInfo;
  if (nms !== undefined) {
    for (const { severity, place, message } of nmsFaults(nms)) {
      if (severity === 'error') report({ ...place, code: INVALID, message });
    }
  } else if (layer.isNms) {
    report({ ...placeOf(fused), code: INVALID, message: 'the format is NMS, and there is no nms_info' });
  }
}

function reportBase(layer: LayerFacts, report: Report): void {
  const format = layer.base(FORMAT);
  const bytes = layer.base(DATA_BYTES);
  if (layer.nameBytes >= NAME_BUFFER) {
    const message = `the name has ${layer.nameBytes} bytes, at most ${NAME_BUFFER - 1} fit`;
    report({ ...layer.ownPlace(NAME), code: INVALID, message });
  }
  if (!isKnownFormat(format)) {
    const message = `no format that all releases know has the number ${format}`;
    report({ ...placeOf(layer.basePlace(FORMAT)), code: INVALID, message });
  }
  if (!isKnownDataBytes(bytes)) {
    const message = `data_bytes is ${bytes}, it can be 1 or 2`;
    report({ ...placeOf(layer.basePlace(DATA_BYTES)), code: INVALID, message });
  }
  const { baseView, bufferCount } = layer;
  if (bufferCount > 0 || baseView === undefined) return;
  const message = 'buffer_indices is empty';
  report({ ...baseView.span, path: baseView.path, code: 'fused-buffer-indices-missing', message });
}
