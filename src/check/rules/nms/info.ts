import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { DIRECTION_H2D, LAYER_INFO } from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { DATA_BYTES, FORMAT, type LayerFacts, layerField, NMS_FORMAT, recordOf } from '../facts/layer.js';
import type { Rule } from '../rule.js';
import { nmsFaults } from './nms-values.js';

const TRANSPOSED = 6;
const DATA_BYTES_OF_BOXES = 2;

/** Checks `nms_info` of lists of boxes, from which loaders compute the sizes of frames in 32 bits. */
export const nmsInfoRules: Rule = {
  codes: codesOf('nms', {
    'nms-info-missing': {
      severity: 'error',
      summary: 'a layer of format NMS without nms_info',
      stage: 'inference',
      why: 'The number of boxes is unknown, so buffers have no room for boxes.',
      runtime: 'Loaded with 0 classes and 0 boxes.',
      wrong: 'edge_layer_base {\n  format: 6  # NMS\n}',
      fix: 'edge_layer_base {\n  format: 6\n  additional_info {\n    nms_info { number_of_classes: 80 max_output_size: 100 bbox_size: 8 }\n  }\n}',
    },
    'nms-info-on-non-nms': {
      severity: 'info',
      summary: 'nms_info on a layer whose format is not NMS',
      why: 'Either nms_info or the format is wrong.',
      runtime: 'Ignored.',
    },
    'nms-values-range': {
      severity: 'error',
      summary: 'a value of nms_info that does not fit in 32 bits',
      stage: 'inference',
      why: 'The upper bits are silently dropped before every other check: 2^32 passes as 0.',
      runtime: 'Cut to 32 bits in all releases.',
      wrong: 'nms_info {\n  number_of_classes: 4294967301\n}',
      fix: 'nms_info {\n  number_of_classes: 5\n}',
    },
    'nms-class-group-index': {
      ...REFUSED,
      summary: 'a class_group_index above 8',
      why: 'An output can have at most nine parts. The limit also applies to layers that are not NMS outputs.',
      runtime: 'Rejected at load by {refusing} (INVALID_HEF).',
      wrong: 'nms_info {\n  defuse_info { class_group_index: 9 original_name: "net/nms1" }\n}',
      fix: 'nms_info {\n  defuse_info { class_group_index: 8 original_name: "net/nms1" }\n}',
    },
    'nms-original-name-too-long': {
      ...REFUSED,
      summary: 'an original_name that does not fit in 128 bytes with its terminating NUL',
      why: 'original_name is the name of a layer, and layer names have fewer than 128 bytes of UTF-8.',
      runtime: 'Rejected at load by {refusing} (INTERNAL_FAILURE).',
      wrong: 'defuse_info {\n  original_name: "net/…"  # 128 bytes or more\n}',
      fix: 'defuse_info {\n  original_name: "net/nms1"\n}',
    },
    'nms-frame-overflow': {
      severity: 'error',
      summary: 'a list of boxes whose size does not fit in 32 bits',
      stage: 'inference',
      why: 'The size wraps around: 65,536 classes of 65,536 boxes get a buffer of 128 KiB, and the device writes past it.',
      runtime: 'Loaded with buffers that are too small; data from the device is written past their end.',
      wrong: 'nms_info {\n  number_of_classes: 65536\n  max_output_size: 65536\n  bbox_size: 8\n}',
      fix: 'nms_info {\n  number_of_classes: 80\n  max_output_size: 100\n  bbox_size: 8\n}',
    },
    'nms-zero-size': {
      severity: 'warning',
      summary: 'a list of boxes with a maximum of 0 boxes',
      why: 'The output is always empty.',
      runtime: 'Accepted.',
    },
    'nms-bbox-size': {
      severity: 'warning',
      summary: 'boxes with a size other than 8 bytes',
      stage: 'inference',
      why: 'Hosts always read 8 bytes for each box; with smaller boxes they read past the end of the frame.',
      runtime: 'Loaded; up to 4.13 the decoder on the host reads 8 bytes for each box.',
    },
    'nms-data-bytes': {
      severity: 'warning',
      summary: 'a layer of format NMS whose elements are not 2 bytes',
      stage: 'inference',
      why: 'Boxes consist of 2-byte values.',
      runtime: 'Loaded; rejected when the host transforms the output (INVALID_OPERATION).',
    },
    'nms-transposed': {
      severity: 'warning',
      summary: 'a transposed list of boxes, or a list from a transposed network',
      stage: 'inference',
      why: 'A list has no rows and columns to swap, and hosts do not support it.',
      runtime: 'Loaded; rejected when the host transforms the output (INVALID_OPERATION).',
    },
    'nms-on-input': {
      severity: 'warning',
      summary: 'an input of format NMS',
      why: 'Networks return boxes, and do not read boxes.',
      runtime: 'Not checked.',
    },
    'mux-nms': {
      severity: 'error',
      summary: 'a mux of format NMS',
      stage: 'inference',
      why: 'The parts of a mux are separated by rows, and a list of boxes has no rows.',
      runtime: 'Loaded; rejected when the host splits the output (INVALID_OPERATION).',
      wrong: 'layer_mux {\n  edge_layer_base { format: 6 }  # NMS\n}',
      fix: 'layer_mux {\n  edge_layer_base { format: 1 }  # NHCW\n}',
    },
  }),
  layer: (layer, report) => {
    if (layer.isNms) {
      if (layer.kind === 'mux') {
        report(findingAt(layer.basePlace(FORMAT), 'mux-nms', 'the format of a mux is NMS'));
      } else checkBoxes(layer, report);
    } else if (layer.hasAdditionalInfo) {
      const nms = layer.nmsInfo;
      if (nms === undefined) return;
      const message = () => `there is nms_info, but the format is ${layer.base(FORMAT)}`;
      report(findingAt(recordOf(nms), 'nms-info-on-non-nms', message));
    }
  },
  coreOp: ({ metadata, contexts }, _file, report) => {
    if (metadata?.transposed !== true) return;
    const related = relatedTo([metadata], 'the network is transposed');
    const message = 'a list of boxes of a transposed network';
    for (const edge of contexts.flatMap(({ edges }) => edges)) {
      if (edge.member !== LAYER_INFO || edge.format !== NMS_FORMAT) continue;
      const { layerInfo } = edge.view;
      const base = layerInfo?.edgeLayerBase;
      if (base === undefined || layerInfo?.transposed === true) continue;
      report(findingAt(layerField(base, FORMAT), 'nms-transposed', message, related));
    }
  },
};

function checkBoxes(layer: LayerFacts, report: Report): void {
  const nms = layer.nmsInfo;
  if (nms === undefined) {
    const holder = layer.baseView?.additionalInfo ?? layer.baseView ?? layer.view;
    const message = 'the format is NMS, but there is no nms_info';
    report(findingAt(recordOf(holder), 'nms-info-missing', message));
  } else {
    for (const { code, place, message, others = [] } of nmsFaults(nms)) {
      report(findingAt(place, code, message, () => relatedTo(others, 'multiplied with it')));
    }
  }
  const bytes = layer.base(DATA_BYTES);
  if (bytes !== DATA_BYTES_OF_BOXES) {
    const message = () => `data_bytes is ${bytes}; boxes need ${DATA_BYTES_OF_BOXES}`;
    report(findingAt(layer.basePlace(DATA_BYTES), 'nms-data-bytes', message));
  }
  if (layer.transposed) {
    report(findingAt(layer.ownPlace(TRANSPOSED), 'nms-transposed', 'a list of boxes is transposed'));
  }
  if (layer.direction === DIRECTION_H2D) {
    const message = 'an input is a list of boxes';
    report(findingAt(layer.basePlace(FORMAT), 'nms-on-input', message));
  }
}
