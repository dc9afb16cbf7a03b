import { ARCHITECTURES_IN_PARTS } from '../rules/facts/core-op-choice.js';
import {
  HW_PADDING,
  hasExtension,
  isMultiNetwork,
  isNetFlow,
  isVersioned,
  NET_FLOW,
  NMS_OUTPUT_BURST,
  OUTPUT_SCALE_PER_FEATURE,
} from '../rules/facts/features.js';
import type { FileFacts } from '../rules/facts/file.js';
import type { PostProcessFacts } from '../rules/facts/graph.js';
import type { ReleaseFacts } from './release.js';

// Numbers of ProtoMDLExtensionType.
const PERIPH_CALCULATION_IN_HAILORT = 26;
const SHARED_CONFIG = 32;

/**
 * Features of a file that a release uses. Extensions only count in a file whose header has a version. The
 * older `included_features` have no flags for these features.
 */
export interface Features {
  readonly arch: number;
  /** Layers name one of several networks. */
  readonly multiNetwork: boolean;
  /** Groups are graphs, with the core op as a node. */
  readonly netFlow: boolean;
  /** Groups come in variants for parts of the device. */
  readonly inParts: boolean;
  /** True if the compiler has padded the layers, so that loaders do not compute padding. */
  readonly padded: boolean;
  readonly nmsBurst: boolean;
  /** Outputs have a scale for each feature. */
  readonly scalePerFeature: boolean;
  readonly periphCalculation: boolean;
  /**
   * True if configuration words are aligned, and the release accepts aligned words only in container version
   * 3.
   */
  readonly alignedWords: boolean;
}

export function featuresOf(file: FileFacts, release: ReleaseFacts): Features {
  const arch = file.header?.hwArch.value ?? 0;
  const counts = isVersioned(file);
  const has = (type: number, since: string): boolean =>
    counts && release.isFrom(since) && hasExtension(file, type);
  return {
    arch,
    multiNetwork: isMultiNetwork(file),
    netFlow: has(NET_FLOW, '4.12.0'),
    inParts: ARCHITECTURES_IN_PARTS.some((one) => one.arch === arch && release.isFrom(one.since)),
    padded:
      counts &&
      release.isFrom('4.16.0') &&
      file.optionalExtensions.some(({ typeIndex }) => typeIndex === HW_PADDING),
    nmsBurst: has(NMS_OUTPUT_BURST, '4.14.0'),
    scalePerFeature: has(OUTPUT_SCALE_PER_FEATURE, '4.14.0'),
    periphCalculation: has(PERIPH_CALCULATION_IN_HAILORT, '4.14.0'),
    alignedWords: release.isBefore('5.0.0') && has(SHARED_CONFIG, '4.21.0'),
  };
}

/** Extension by which a file requires a runtime library of the same version as the compiler. */
const STRICT_VERSIONS = 35;

/**
 * Returns the parts of a file that predictions do not check, each as a sentence for the user; usually empty.
 */
export function uncheckedParts(file: FileFacts): readonly string[] {
  const parts: string[] = [];
  if (isNetFlow(file)) {
    const nodes = file.groups.flatMap(({ graph }) => graph?.nodes ?? []);
    const kinds = [...new Set(nodes.map(kindOf))].sort();
    for (const kind of kinds) parts.push(`post-processing of kind ${kind} was not checked beyond the load`);
    if (file.groups.some(({ graph }) => graph?.isWhole === false)) {
      parts.push('graphs were checked only in part: they have more pads than protomdl keeps');
    }
  }
  if (file.extensions.some(({ typeIndex }) => typeIndex === STRICT_VERSIONS)) {
    parts.push('the library version that extension 35 requires was not checked');
  }
  return parts;
}

function kindOf({ kind, method, logitsType }: PostProcessFacts): string {
  if (kind === 'nms') return method.replace(/_(?:nms_)?op$/, '');
  return kind === 'logits' ? (logitsType === 0 ? 'argmax' : 'softmax') : 'unknown';
}
