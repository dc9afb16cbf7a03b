import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { exactProduct } from '../facts/exact-sum.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import {
  CORE_BUFFERS,
  CORE_BYTES,
  DATA_BYTES,
  type LayerFacts,
  PADDED_FEATURES,
  PADDED_HEIGHT,
  PADDED_WIDTH,
  SYS_INDEX,
} from '../facts/layer.js';
import type { Rule } from '../rule.js';

const MAX_8_BITS = 0xff;
const MAX_16_BITS = 0xffff;
/** Number of hardware streams in each direction. */
const STREAMS = 32;

/** Checks the values by which a frame is sent over a stream. Loaders store these values in fewer bits. */
export const edgeTransferRules: Rule = {
  codes: codesOf('edge', {
    'edge-core-bytes-range': {
      ...REFUSED,
      summary: 'a core_bytes_per_buffer that does not fit in 16 bits',
      why: 'The hardware register for this value has 16 bits.',
      runtime:
        'Rejected with INVALID_HEF: at load for boundary layers, at load or configuration for other layers.',
      wrong: 'edge_layer_base {\n  core_bytes_per_buffer: 65536\n  core_buffers_per_frame: 8\n}',
      fix: 'edge_layer_base {\n  core_bytes_per_buffer: 32768\n  core_buffers_per_frame: 16\n}',
    },
    'edge-core-buffers-range': {
      ...REFUSED,
      summary: 'a core_buffers_per_frame that does not fit in 16 bits',
      why: 'The hardware register for it has 16 bits.',
      runtime:
        'Rejected with INVALID_HEF: at load for boundary layers, at load or configuration for other layers.',
      wrong: 'edge_layer_base {\n  core_bytes_per_buffer: 8\n  core_buffers_per_frame: 65536\n}',
      fix: 'edge_layer_base {\n  core_bytes_per_buffer: 16\n  core_buffers_per_frame: 32768\n}',
    },
    'edge-sys-index-range': {
      ...REFUSED,
      summary: 'a sys_index that does not fit in 8 bits',
      implies: ['edge-sys-index-hw'],
      why: 'The field is the number of a stream of the device, which has 8 bits.',
      runtime: 'Rejected by {refusing}: INVALID_HEF.',
      wrong: 'edge_layer_base {\n  sys_index: 256\n}',
      fix: 'edge_layer_base {\n  sys_index: 3\n}',
    },
    'edge-sys-index-hw': {
      severity: 'warning',
      summary: 'a sys_index past the 32 streams of the hardware',
      stage: 'configure',
      why: 'No device has such a stream; inside the runtime, 255 means that there is no stream.',
      runtime: 'Accepted at load up to 255.',
    },
    'edge-zero-transfer': {
      severity: 'warning',
      summary: 'an edge layer that transfers no bytes',
      stage: 'configure',
      why:
        'The last index of a loop over the buffers of a frame is computed as 0 - 1, which wraps around: ' +
        'for a layer between contexts, the loop keeps a host busy for minutes.',
      runtime: 'Loaded. On intermediate layers, 4.8 loops over 2^32 - 1 descriptors for each frame.',
    },
    'edge-core-size-mismatch': {
      severity: 'info',
      summary: 'buffers of the device whose total size differs from the padded frame',
      why: 'Compilers may do this on purpose. Check the buffer sizes if the data is garbled.',
      runtime: 'Not checked.',
    },
  }),
  layer: (layer, report) => {
    if (!layer.hasBase) return;
    const bytes = layer.base(CORE_BYTES);
    const buffers = layer.base(CORE_BUFFERS);
    const sysIndex = layer.base(SYS_INDEX);
    if (bytes > MAX_16_BITS) {
      const message = () => `core_bytes_per_buffer is ${bytes}; the maximum is ${MAX_16_BITS}`;
      report(findingAt(layer.basePlace(CORE_BYTES), 'edge-core-bytes-range', message));
    }
    if (buffers > MAX_16_BITS) {
      const message = () => `core_buffers_per_frame is ${buffers}; the maximum is ${MAX_16_BITS}`;
      report(findingAt(layer.basePlace(CORE_BUFFERS), 'edge-core-buffers-range', message));
    }
    if (sysIndex >= STREAMS) checkSysIndex(layer, sysIndex, report);
    if (bytes === 0 || buffers === 0) {
      const [field, name] =
        bytes === 0 ? [CORE_BYTES, 'core_bytes_per_buffer'] : [CORE_BUFFERS, 'core_buffers_per_frame'];
      const message = () => `${name} is 0: no bytes are transferred`;
      // For a boundary layer, this is only a remark: loaders loop endlessly only over inner layers, and
      // compilers write boundary outputs that transfer no bytes.
      const finding = findingAt(layer.basePlace(field), 'edge-zero-transfer', message);
      report(layer.isBoundary ? { ...finding, severity: 'info' } : finding);
    }
    if (!layer.isNms) checkSize(layer, bytes * buffers, report);
  },
};

function checkSysIndex(layer: LayerFacts, sysIndex: number, report: Report): void {
  const place = layer.basePlace(SYS_INDEX);
  const past = sysIndex > MAX_8_BITS;
  if (past) {
    const message = () => `sys_index is ${sysIndex}; the maximum is ${MAX_8_BITS}`;
    report(findingAt(place, 'edge-sys-index-range', message));
  }
  const message = () => `sys_index is ${sysIndex}; the hardware has streams 0 to ${STREAMS - 1}`;
  const related = () => (past ? relatedTo([place], 'does not fit in 8 bits') : []);
  report(findingAt(place, 'edge-sys-index-hw', message, related));
}

/**
 * @param transferred a product of two 32-bit values; a product above 2^53 is rounded, but is larger than any
 * realistic frame
 */
function checkSize(layer: LayerFacts, transferred: number, report: Report): void {
  const height = layer.base(PADDED_HEIGHT);
  const width = layer.base(PADDED_WIDTH);
  const features = layer.base(PADDED_FEATURES);
  const size = height * width * features * layer.base(DATA_BYTES);
  if (size === transferred) return;
  const exact = exactProduct(height, width, features, layer.base(DATA_BYTES));
  const related = () => relatedTo([layer.basePlace(CORE_BUFFERS)], 'buffers of a frame');
  const message = () =>
    `buffers of a frame have ${transferred} bytes together; the padded frame has ${exact}`;
  report(findingAt(layer.basePlace(CORE_BYTES), 'edge-core-size-mismatch', message, related));
}
