import type { EnumSummary, GraphNodeSummary } from '../../read/model/summary.js';

/** A field of a frame's header that is said elsewhere, or is reserved and what it should be. */
export function isObvious(name: string, value: string | number): boolean {
  return (
    name === 'magic' || name === 'version' || (name.startsWith('reserved') && /^0+$/.test(String(value)))
  );
}

/** The value of an enum: `MERCURY (3)`. */
export function enumText({ number, name }: EnumSummary): string {
  return `${name ?? 'unknown'} (${number})`;
}

/** An extension: `NMS (7)`. */
export function extensionText({ number, name, text }: EnumSummary & { readonly text: string }): string {
  return `${name ?? (text || 'unnamed')} (${number})`;
}

/** `nms_op yolo/nms from yolo/conv1, yolo/conv2`; what runs on the device is shown by itself. */
export function nodeText({ name, kind, inputs }: GraphNodeSummary): string {
  const from = kind === 'core_op' || inputs.length === 0 ? '' : ` from ${inputs.join(', ')}`;
  return `${kind ?? 'unknown'}${name === '' ? '' : ` ${name}`}${from}`;
}

/** Numbers of the bits that are set in a layout of clusters. */
export function clusterNumbers(clusters: number): number[] {
  return Array.from({ length: 32 }, (_, i) => i).filter((i) => (clusters >>> i) & 1);
}
