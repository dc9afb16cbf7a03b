import type { EdgeLayerBaseView, NmsInfoView } from '../../read/model/edge-layer.gen.js';
import { burstFault } from '../rules/edge/later-values.js';
import { isKnownDataBytes, isKnownFormat, NAME_BUFFER, NMS_FORMAT } from '../rules/facts/layer.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';
import { faultOf, type RuntimeFault } from './verdict.js';

const FORMAT_NHCW = 1;
/** Formats that were added later, each with its first release. */
const LATER_FORMATS: Readonly<Record<number, string>> = {
  13: '4.13.0',
  14: '4.10.0',
  15: '4.10.0',
  16: '4.13.0',
};
/** Architectures of the specification. */
const ARCHITECTURES = [0, 1, 2, 100, 101, 102, 103, 104, 105];
/** Architecture that loaders accepted before the architecture was in the schema. */
const ARCH_MARS = 108;
/** Architecture for which releases from 5.1 on do not accept lists of boxes. */
const ARCH_10H = 5;
/** A number that is not used by any architecture. */
const NO_ARCHITECTURE = -1;
const CLASS_GROUPS = 9n;
export const MAX_8_BITS = 0xff;
export const MAX_16_BITS = 0xffff;

const encoder = new TextEncoder();

/** True if the name of a layer does not fit the loader's buffer. */
export function isLongName(name: string): boolean {
  return (
    name.length >= NAME_BUFFER ||
    (name.length > NAME_BUFFER / 4 && encoder.encode(name).length >= NAME_BUFFER)
  );
}

/** Returns a name as loaders compare it: the copy in the loader ends at the first 0. */
export function loadedText(name: string): string {
  const end = name.indexOf('\0');
  return end < 0 ? name : name.slice(0, end);
}

/** Returns a product modulo 2^32, as loaders multiply. */
function times(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

/** Checks `edge_layer_base` as a release reads it. In a missing message, all fields read as 0. */
export class BaseLoad {
  constructor(
    private readonly features: Features,
    private readonly release: ReleaseFacts,
  ) {}

  /**
   * Returns the first fault that ends the load at the base of a boundary layer, in the order of the checks.
   * @param missing code for a base that is missing
   * @param mayPad true if the release computes whether the hardware pads the layer; false for parts of a mux
   */
  boundary(base: EdgeLayerBaseView | undefined, missing: string, mayPad: boolean): RuntimeFault | undefined {
    return (
      this.format(base) ??
      this.#argmax(base) ??
      this.dataBytes(base, missing) ??
      this.#architecture() ??
      this.stream(base) ??
      (mayPad && base !== undefined ? this.#padding(base) : undefined) ??
      this.place(base) ??
      (base?.format === NMS_FORMAT ? this.nms(base.additionalInfo?.nmsInfo) : undefined)
    );
  }

  format(base: EdgeLayerBaseView | undefined): RuntimeFault | undefined {
    const format = base?.format ?? 0;
    const since = LATER_FORMATS[format];
    if (isKnownFormat(format) || (since !== undefined && this.release.isFrom(since))) return undefined;
    return faultOf('INTERNAL_FAILURE', since === undefined ? 'edge-format-unknown' : 'edge-format-newer');
  }

  dataBytes(base: EdgeLayerBaseView | undefined, missing: string): RuntimeFault | undefined {
    if (base === undefined) return faultOf('INVALID_ARGUMENT', missing);
    return isKnownDataBytes(base.dataBytes) ? undefined : faultOf('INVALID_ARGUMENT', 'edge-data-bytes');
  }

  stream(base: EdgeLayerBaseView | undefined): RuntimeFault | undefined {
    if (base === undefined) return undefined;
    if (base.coreBytesPerBuffer > MAX_16_BITS) return faultOf('INVALID_HEF', 'edge-core-bytes-range');
    if (base.coreBuffersPerFrame > MAX_16_BITS) return faultOf('INVALID_HEF', 'edge-core-buffers-range');
    return undefined;
  }

  place(base: EdgeLayerBaseView | undefined): RuntimeFault | undefined {
    if (base === undefined) return undefined;
    if (base.sysIndex > MAX_8_BITS) return faultOf('INVALID_HEF', 'edge-sys-index-range');
    const hasEngine = this.release.isFrom('4.10.0') && base.engineId > MAX_8_BITS;
    return hasEngine ? faultOf('INVALID_HEF', 'edge-later-index-range') : undefined;
  }

  nms(info: NmsInfoView | undefined): RuntimeFault | undefined {
    if (this.release.isFrom('4.14.0')) {
      const fault = this.#burst(info);
      if (fault !== undefined) return fault;
    }
    const defuse = info?.defuseInfo;
    if (defuse === undefined) return undefined;
    // Loaders truncate the index to 32 bits before the check.
    if (BigInt.asUintN(32, defuse.classGroupIndex) >= CLASS_GROUPS) {
      return faultOf('INVALID_HEF', 'nms-class-group-index');
    }
    return isLongName(defuse.originalName)
      ? faultOf('INTERNAL_FAILURE', 'nms-original-name-too-long')
      : undefined;
  }

  /**
   * Returns the fault in the transfer of boxes from the device, which depends on the device's architecture.
   */
  #burst(info: NmsInfoView | undefined): RuntimeFault | undefined {
    const { arch, nmsBurst } = this.features;
    const isGone = arch === ARCH_10H && this.release.isFrom('5.1.0');
    const fault = burstFault(info, isGone ? NO_ARCHITECTURE : arch, nmsBurst);
    return fault && faultOf(fault.ending, 'edge-later-values');
  }

  #argmax(base: EdgeLayerBaseView | undefined): RuntimeFault | undefined {
    // Releases before 4.19 only log a warning.
    if (base?.hostArgmax !== true || this.release.isBefore('4.19.0')) return undefined;
    return faultOf(this.release.notSupported, 'edge-host-argmax-deprecated');
  }

  /**
   * Returns the fault of an unknown architecture: releases from 4.14 to before 5.0.1 read a property of the
   * architecture at each boundary layer.
   */
  #architecture(): RuntimeFault | undefined {
    const { features, release } = this;
    const known =
      !release.isFrom('4.14.0') ||
      release.isFrom('5.0.1') ||
      (features.arch === ARCH_MARS
        ? release.isFrom('4.21.0')
        : release.knowsValue('ProtoMDLHwArch', features.arch, ARCHITECTURES));
    return known ? undefined : faultOf('INVALID_ARGUMENT', 'hw-arch-unknown');
  }

  /**
   * Returns the fault of a layer that the hardware pads, if a row does not fit in 16 bits. The loader assumes
   * padding only for rows that fit, but it computes the size of a row in 32 bits. The check therefore only
   * fails for shapes whose product wraps.
   */
  #padding(base: EdgeLayerBaseView): RuntimeFault | undefined {
    const { format, width, features, dataBytes, coreBuffersPerFrame, height } = base;
    if (this.features.padded || format !== FORMAT_NHCW || coreBuffersPerFrame !== height) return undefined;
    const row = times(width, features);
    if (row % 8 !== 0 || times(row, dataBytes) > MAX_16_BITS) return undefined;
    return times(width, dataBytes) > MAX_16_BITS ? faultOf('INVALID_HEF', 'edge-shape-overflow') : undefined;
  }
}
