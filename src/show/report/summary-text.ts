import type {
  ContainerSummary,
  EnumSummary,
  GraphNodeSummary,
  HeaderSummary,
  QuantizationSummary,
  Shape,
  StreamSummary,
} from '../../read/model/summary.js';
import { byteSizeText } from './text.js';

/**
 * True for a header field that need not be shown: another line contains its value, or it is reserved and has
 * the expected value.
 */
export function isObvious(name: string, value: string | number): boolean {
  return (
    name === 'magic' || name === 'version' || (name.startsWith('reserved') && /^0+$/.test(String(value)))
  );
}

/** Formats an architecture for people: `Hailo-8 (ACCEL8P)`. */
export function architectureText({ number, name, device }: HeaderSummary['hwArch']): string {
  const known = name?.replace(/^PROTO__HW_ARCH__/, '') ?? `hw_arch ${number}`;
  return device === null ? known : `${device} (${known})`;
}

/** Formats an extension: `NMS (7)`. */
export function extensionText({ number, name, text }: EnumSummary & { readonly text: string }): string {
  return `${name ?? (text || 'unnamed')} (${number})`;
}

/** Formats a node of a graph, such as `nms_op yolo/nms from yolo/conv1, yolo/conv2`. */
export function nodeText({ name, kind, inputs }: GraphNodeSummary): string {
  const from = kind === 'core_op' || inputs.length === 0 ? '' : ` from ${inputs.join(', ')}`;
  return `${kind ?? 'unknown'}${name === '' ? '' : ` ${name}`}${from}`;
}

/** Returns the numbers of the bits that are set in a layout of clusters. */
export function clusterNumbers(clusters: number): number[] {
  return Array.from({ length: 32 }, (_, i) => i).filter((i) => (clusters >>> i) & 1);
}

/**
 * Describes a file in a few words: `framed, version 3`. A file that is not a model is read as a bare message,
 * but is described by its actual type.
 * @param lookalike actual type of a file that is not a model: `a PNG picture`, or with a remedy, `a ZIP
 * archive: unpack it`
 */
export function framingWords(
  { framing, version }: { readonly framing: 'bare' | 'framed'; readonly version: number | null },
  lookalike: string | null = null,
): string {
  if (lookalike !== null) return withoutRemedy(lookalike);
  if (framing === 'bare') return 'bare message';
  return version === null ? 'framed' : `framed, version ${version}`;
}

/** Removes the remedy, which follows after a colon. Quoted texts may also contain colons. */
function withoutRemedy(lookalike: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[^":]|:(?! ))*/.exec(lookalike)?.[0] ?? lookalike;
}

/** Header fields that contain the sizes of the file's parts. */
const SIZES = ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'additional_info_size'];

/**
 * Returns the size of the file in bytes according to its header; null without a header, or if the size is not
 * a safe integer.
 */
function claimedSize({ fields, sections }: ContainerSummary): number | null {
  const header = sections.find(({ name }) => name === 'header');
  if (header === undefined) return null;
  const sum = fields.reduce(
    (all, { name, value }) => (SIZES.includes(name) ? all + Number(value) : all),
    header.length,
  );
  return Number.isSafeInteger(sum) ? sum : null;
}

/**
 * Returns `cut short: 2.5 MiB of 10.2 MiB are here (24.5 %)`; null for a file that is as long as its header
 * says.
 */
export function cutText(container: ContainerSummary, size: number): string | null {
  const claimed = claimedSize(container);
  if (claimed === null || claimed <= size) return null;
  return `cut short: ${byteSizeText(size)} of ${byteSizeText(claimed)} are here (${((size / claimed) * 100).toFixed(1)} %)`;
}

/** Formats a shape: `224x224x3`. */
export function shapeText({ height, width, features }: Shape): string {
  return `${height}x${width}x${features}`;
}

/** Describes the data of a stream: its shape, or for post-processing the number of classes and boxes. */
export function contentText({ shape, nms }: StreamSummary): string {
  return nms === null ? shapeText(shape) : `${nms.classes} classes, up to ${nms.maxOutputSize} boxes`;
}

/** Formats a data type: `NHWC uint8`. */
export function formatText({ format, dataBytes }: StreamSummary): string {
  return `${format.name ?? `format ${format.number}`} uint${dataBytes * 8}`;
}

/** Formats a quantization as the conversion's formula: `0.0039 * (q - 128)`. */
export function quantizationText({ scale, zeroPoint }: QuantizationSummary): string {
  const factor = Number(scale.toPrecision(6));
  const zero = Number(zeroPoint.toPrecision(6));
  return zero === 0 ? `${factor} * q` : `${factor} * (q ${zero < 0 ? '+' : '-'} ${Math.abs(zero)})`;
}
