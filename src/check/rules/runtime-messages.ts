import type { Code } from '../../base/diagnostics/code.gen.js';

/**
 * Sentences of the runtime's log, without the parts that vary between files, and the codes of faults that
 * cause these sentences.
 */
export const RUNTIME_MESSAGES: readonly (readonly [sentence: string, codes: readonly Code[]])[] = [
  ['HEF version does not match', ['frame-version-unsupported', 'frame-length-mismatch']],
  ['Unsupported hef version', ['frame-version-unsupported', 'frame-bad-magic']],
  ['HEF magic does not match', ['frame-bad-magic']],
  ['HEF file length does not match', ['frame-length-mismatch']],
  ['HEF md5 does not match', ['frame-checksum-mismatch']],
  ['HEF crc does not match', ['frame-checksum-mismatch']],
  ['HEF xxhash does not match', ['frame-checksum-mismatch']],
  ['HEF proto xxhash does not match', ['frame-proto-checksum-mismatch']],
  ['Invalid HEF header', ['frame-truncated-header']],
  [
    'Failed parsing HEF file',
    [
      'wire-truncated',
      'wire-varint-overflow',
      'wire-invalid-tag',
      'wire-invalid-type',
      'message-nesting-too-deep',
      'string-not-utf8',
    ],
  ],
  [
    'Failed opening non-compatible HEF with the following unsupported extensions',
    ['extension-not-loadable', 'extension-reserved'],
  ],
  ['this HEF is outdated and no longer supported. Please update HEF', ['extension-not-loadable']],
  ['Please update Hef to SDK version newer than 3.24', ['extension-not-loadable']],
  ['Unknown device architecture', ['hw-arch-unknown']],
  ['HEF format is not compatible with device', ['hw-arch-not-configurable', 'hw-arch-unknown']],
  ['is not valid. Please use HailoRT v5.x instead', ['hw-arch-not-configurable']],
  ['Using legacy implementation of Argmax in host', ['edge-host-argmax-deprecated']],
  [
    'not implemented',
    ['action-unset', 'action-unknown-variant', 'action-write-data-legacy', 'action-write-compressed-data'],
  ],
  ['Invalid quantization infos vector in HEF', ['edge-scales-count']],
  ['Different quantization infos are not allowed for input streams', ['edge-scales-count']],
  ['nms burst extension is disabled yet burst type', ['edge-later-values']],
  ['Sorted output names is not set up in the HEF', ['sorted-outputs-missing']],
  ['not found in sorted output names', ['sorted-output-missing-name']],
  ['Unsupported Net-Flow Op', ['post-process-unknown']],
  ['Unsupported Net-Flow NMS-Op', ['post-process-unknown']],
  ['not connected to core-op', ['post-process-pad-unconnected']],
  ['is not connected to any core output stream', ['post-process-pad-unconnected']],
  ['bbox_only is not supported for', ['post-process-decoders']],
  ['Core-op with name', ['core-op-name-mismatch']],
];
