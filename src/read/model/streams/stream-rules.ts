import type { MdlView } from '../mdl.gen.js';
import type { StreamRelease } from './stream-info.js';

// Numbers of ProtoMDLExtensionType.
const MULTI_NETWORK_VARIABLE_BATCH_SIZE = 8;
const HW_PADDING = 11;
const NET_FLOW = 13;
const NMS_OUTPUT_BURST = 19;
const OUTPUT_SCALE_PER_FEATURE = 25;

// Numbers of ProtoMDLHwArch.
const ACCEL8 = new Set([0, 1, 2, 3]);
const IN_PARTS = new Set([3, 4]);

/** Release to use if the caller does not name a release. */
export const NEWEST_RELEASE: StreamRelease = '5.2.0';

/** Properties of a file, and of the release that reads the file, on which the file's streams depend. */
export interface StreamRules {
  readonly release: StreamRelease;
  /** True if layers name the network that they belong to. */
  readonly multiNetwork: boolean;
  /** True if groups are graphs. */
  readonly netFlow: boolean;
  /** True if groups come in variants for parts of the device. */
  readonly inParts: boolean;
  /** True if the compiler has padded the data, so that the device does not pad. */
  readonly paddedByCompiler: boolean;
  readonly nmsBurst: boolean;
  readonly scalePerFeature: boolean;
  /** Minimum size in bytes of a row that the device does not pad. */
  readonly maxPaddedRow: number;
}

/** Returns the rules for a file and a release. Extensions count only if the file's header has a version. */
export function streamRules(
  { header, extensions, optionalExtensions }: MdlView,
  release: StreamRelease = NEWEST_RELEASE,
): StreamRules {
  const counts = (header?.version ?? 0n) > 0n;
  const arch = header?.hwArch ?? 0;
  const required = counts ? new Set([...extensions].map(({ typeIndex }) => typeIndex)) : new Set<number>();
  const optional = counts
    ? new Set([...optionalExtensions].map(({ typeIndex }) => typeIndex))
    : new Set<number>();
  return {
    release,
    multiNetwork: optional.has(MULTI_NETWORK_VARIABLE_BATCH_SIZE),
    netFlow: required.has(NET_FLOW),
    inParts: IN_PARTS.has(arch),
    paddedByCompiler: optional.has(HW_PADDING),
    nmsBurst: required.has(NMS_OUTPUT_BURST),
    scalePerFeature: required.has(OUTPUT_SCALE_PER_FEATURE),
    // 5.2.0 uses the smaller limit for every architecture.
    maxPaddedRow: ACCEL8.has(arch) && release !== '5.2.0' ? 65536 : 8192,
  };
}
