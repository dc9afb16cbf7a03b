import type { EnumSummary, GraphNodeSummary, HeaderSummary } from '../../read/model/summary.js';

/** True for a header field that is shown elsewhere, or is reserved and has the expected value. */
export function isObvious(name: string, value: string | number): boolean {
  return (
    name === 'magic' || name === 'version' || (name.startsWith('reserved') && /^0+$/.test(String(value)))
  );
}

/** Formats an architecture for people: `Hailo-8 (ACCEL8P)`. */
export function deviceText({ number, name, device }: HeaderSummary['hwArch']): string {
  const known = name?.replace(/^PROTO__HW_ARCH__/, '') ?? `hw_arch ${number}`;
  return device === null ? known : `${device} (${known})`;
}

/** Formats an extension: `NMS (7)`. */
export function extensionText({ number, name, text }: EnumSummary & { readonly text: string }): string {
  return `${name ?? (text || 'unnamed')} (${number})`;
}

/**
 * Formats a node, such as `nms_op yolo/nms from yolo/conv1, yolo/conv2`; nodes that run on the device are
 * shown separately.
 */
export function nodeText({ name, kind, inputs }: GraphNodeSummary): string {
  const from = kind === 'core_op' || inputs.length === 0 ? '' : ` from ${inputs.join(', ')}`;
  return `${kind ?? 'unknown'}${name === '' ? '' : ` ${name}`}${from}`;
}

/** Returns the numbers of the bits that are set in a layout of clusters. */
export function clusterNumbers(clusters: number): number[] {
  return Array.from({ length: 32 }, (_, i) => i).filter((i) => (clusters >>> i) & 1);
}
