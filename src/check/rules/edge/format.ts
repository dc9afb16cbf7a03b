import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import { releasesBefore } from '../../../base/schema/since.js';
import { findingAt } from '../facts/fact-place.js';
import { DATA_BYTES, FORMAT, HOST_ARGMAX, isKnownDataBytes, isKnownFormat } from '../facts/layer.js';
import type { Rule } from '../rule.js';

/** Formats that were added after the first releases, each with its first release. */
const LATER_FORMATS = new Map([
  [13, '4.13'],
  [14, '4.10'],
  [15, '4.10'],
  [16, '4.13'],
]);

/** Checks the format and the size of a tensor's elements. */
export const edgeFormatRules: Rule = {
  codes: codesOf('edge', {
    'edge-base-missing': {
      ...REFUSED,
      summary: 'a tensor or mux without edge_layer_base: no shape, no format, no stream',
      why: 'edge_layer_base holds all values of the transfer; without edge_layer_base, all values are 0.',
      runtime: 'Rejected at load (INVALID_ARGUMENT): an element has 0 bytes.',
      wrong: 'layer_info {\n  name: "net/conv1"\n}',
      fix: 'layer_info {\n  name: "net/conv1"\n  edge_layer_base { height: 1 width: 1 features: 8 data_bytes: 1 }\n}',
    },
    'edge-format-unknown': {
      ...REFUSED,
      summary: 'a format that no release of the runtime knows',
      why: 'The host does not know the order of the elements in a frame.',
      runtime:
        'Rejected with INTERNAL_FAILURE: at load for boundary layers, at configuration for other layers. ' +
        '9, 10 and 12 have never been valid.',
      wrong: 'edge_layer_base {\n  format: 9\n}',
      fix: 'edge_layer_base {\n  format: 1  # NHCW\n}',
    },
    'edge-format-newer': {
      severity: 'warning',
      summary: 'a format that only newer releases of the runtime know',
      stage: 'load',
      refusedBy: ['4.8.0'],
      why: 'The file needs a newer runtime than deployed devices may have.',
      runtime:
        'Rejected by older releases (INTERNAL_FAILURE); 14 and 15 are accepted from 4.10, 13 and 16 from 4.13 or 4.14.',
    },
    'edge-data-bytes': {
      ...REFUSED,
      summary: 'elements that have neither 1 nor 2 bytes',
      why: 'The runtime has no other element types, and it computes frame sizes from the type.',
      runtime:
        'Rejected at load with INVALID_ARGUMENT: on boundary layers by {refusing}, on others from 4.12.',
      wrong: 'edge_layer_base {\n  data_bytes: 4\n}',
      fix: 'edge_layer_base {\n  data_bytes: 1\n}',
    },
    'edge-host-argmax-deprecated': {
      severity: 'warning',
      summary: 'an output whose argmax the host computes, which newer releases refuse',
      stage: 'load',
      refusedBy: releasesFrom('4.19.0'),
      why: 'The file no longer loads after an update of the runtime.',
      runtime:
        'Rejected at load by {refusing}: {unsupported}. Earlier releases accept it, and log a warning.',
    },
  }),
  layer: (layer, report) => {
    if (!layer.hasBase) {
      if (layer.kind === 'planes') return;
      report(findingAt(layer.place, 'edge-base-missing', 'there is no edge_layer_base'));
      return;
    }
    const format = layer.base(FORMAT);
    if (!isKnownFormat(format)) {
      const since = LATER_FORMATS.get(format);
      const code = since === undefined ? 'edge-format-unknown' : 'edge-format-newer';
      const message =
        since === undefined
          ? `no format has the number ${format}`
          : `format ${format} is known from ${since}`;
      const finding = findingAt(layer.basePlace(FORMAT), code, message);
      report(since === undefined ? finding : { ...finding, releases: releasesBefore(since) });
    }
    const bytes = layer.base(DATA_BYTES);
    if (!isKnownDataBytes(bytes)) {
      const message = () => `data_bytes is ${bytes}; it must be 1 or 2`;
      report(findingAt(layer.basePlace(DATA_BYTES), 'edge-data-bytes', message));
    }
    if (layer.base(HOST_ARGMAX) !== 0) {
      const message = 'host_argmax is set, which releases from 4.15 refuse';
      report(findingAt(layer.basePlace(HOST_ARGMAX), 'edge-host-argmax-deprecated', message));
    }
  },
};
