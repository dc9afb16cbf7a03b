import { coversImage } from '../../read/model/streams/image-cover.js';
import type {
  BoxDecoder,
  HardwareStream,
  NmsOutput,
  PostProcessing,
  StreamQuantization,
  VirtualStream,
} from '../../read/model/streams/stream-info.js';
import type { ApplicationSummary } from '../../read/model/summary.js';
import { quantizationText, shapeText } from './summary-text.js';
import { columnsOf } from './table.js';
import { counted, grouped } from './text.js';

/** Maximum number of listed anchors of a decoder. */
const MAX_ANCHORS = 9;

export const STREAM_COLUMNS = columnsOf(
  ' | stream | network | shape | padded | format | >frame bytes | quantisation | >context',
);

export const DECODER_COLUMNS = columnsOf(
  '>decoder | >stride | grid | boxes from | classes from | objects from | everything from | ' +
    'anchors (height x width)',
);

export function streamRows(
  { inputs, outputs, hardwareStreams, networkNames }: ApplicationSummary,
  manyContexts: boolean,
): string[][] {
  const channels = new Map(hardwareStreams.map((stream) => [`${stream.direction} ${stream.name}`, stream]));
  return [...inputs, ...outputs].flatMap((vstream) => [
    vstreamRow(vstream, networkNames.length > 1),
    ...vstream.hardware.flatMap((name) => {
      const channel = channels.get(`${vstream.direction} ${name}`);
      return channel === undefined ? [] : [channelRow(channel, vstream, manyContexts)];
    }),
  ]);
}

function vstreamRow(stream: VirtualStream, manyNetworks: boolean): string[] {
  return [
    stream.direction === 'input' ? 'in' : 'out',
    stream.name,
    manyNetworks ? stream.network : '',
    stream.nms === null ? (stream.shape === null ? '' : shapeText(stream.shape)) : boxesText(stream.nms),
    '',
    `${stream.order} ${stream.type}${stream.transposed ? ', transposed' : ''}`,
    grouped(stream.frameBytes),
    stream.nms === null ? scaleText(stream.quantization) : '',
    '',
  ];
}

function channelRow(stream: HardwareStream, whole: VirtualStream, manyContexts: boolean): string[] {
  const { shape, paddedShape, nms } = stream;
  const isWhole = whole.hardware.length === 1 && whole.shape !== null && !stream.isMux;
  const content = shape === null ? deviceBoxesText(nms) : shapeText(shape);
  const padded = paddedShape === null ? '' : shapeText(paddedShape);
  return [
    '',
    `└ ${stream.name}`,
    '',
    isWhole ? '' : content,
    padded === content ? '' : padded,
    `${stream.order} ${stream.type}`,
    grouped(stream.frameBytes),
    isWhole || stream.isMux ? '' : scaleText(stream.quantization),
    manyContexts ? String(stream.context) : '',
  ];
}

function boxesText({ classes, maxBoxesPerClass }: NmsOutput): string {
  return `${counted(classes, 'class', 'classes')} x ${counted(maxBoxesPerClass, 'box', 'boxes')}`;
}

function deviceBoxesText(nms: HardwareStream['nms']): string {
  if (nms === null) return '';
  const chunks = nms.chunks === 1 ? '' : ` x ${nms.chunks} chunks`;
  return `${counted(nms.classes, 'class', 'classes')} x ${counted(nms.maxBoxesPerClass, 'box', 'boxes')}${chunks}`;
}

/** Formats a quantization: `0.0039 * (q - 128)`, or the range of scales of all features. */
function scaleText(quantization: StreamQuantization): string {
  const { perFeature, scale, zeroPoint } = quantization;
  if (perFeature === null) return scale === 0 && zeroPoint === 0 ? '' : quantizationText(quantization);
  const { scales } = perFeature;
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of scales) {
    least = Math.min(least, one);
    greatest = Math.max(greatest, one);
  }
  return `${counted(scales.length, 'scale')}, ${digits(least)} to ${digits(greatest)}`;
}

/** Rounds a threshold, because thresholds in files are doubles that were converted from floats. */
function digits(value: number): number {
  return Number(value.toPrecision(6));
}

export function postProcessingLines(node: PostProcessing, output: VirtualStream | undefined): string[] {
  const { kind, nms, masks, ssd, regressionLength } = node;
  const lines = [`${kind}${node.name === '' ? '' : ` (${node.name})`}: ${node.output}`];
  if (nms === null) lines.push(`from ${node.inputs.join(', ')}`);
  else {
    const parts = [
      `score threshold ${digits(nms.scoreThreshold)}`,
      `IoU threshold ${digits(nms.iouThreshold)}`,
      counted(nms.classes, 'class', 'classes'),
      `at most ${counted(nms.maxBoxesPerClass, 'box', 'boxes')} a class`,
    ];
    if (nms.backgroundClass !== null) parts.push(`class ${nms.backgroundClass} is the background`);
    if (nms.boxDecodingOnly) parts.push('boxes are decoded, and none suppressed');
    if (nms.image !== null) parts.push(`image of ${nms.image.height} x ${nms.image.width} (height x width)`);
    if (regressionLength !== null) parts.push(`${regressionLength} values for a side`);
    lines.push(parts.join(', '));
    const grids = uncoveredBy(node);
    if (grids !== undefined) {
      lines.push(`boxes have the wrong size: the grids cover ${grids} (post-process-image-size)`);
    }
  }
  if (masks !== null) {
    lines.push(
      `masks from ${masks.stream}: ${masks.prototypes} prototypes, stride ${masks.stride}, threshold ${digits(masks.threshold)}`,
    );
  }
  if (ssd !== null) {
    lines.push(
      `a box has y at ${ssd.y}, x at ${ssd.x}, height at ${ssd.height}, width at ${ssd.width}; ` +
        `centres are divided by ${ssd.centersScale}, sizes by ${ssd.sizesScale}`,
    );
  }
  if (output !== undefined) lines.push(...frameLines(output));
  return lines;
}

/**
 * Lists the sizes of grids that do not cover the image; undefined if all grids cover the image, or if sizes
 * are unknown.
 */
function uncoveredBy({ nms, decoders }: PostProcessing): string | undefined {
  const image = nms?.image;
  if (image == null) return undefined;
  const { height, width } = image;
  const sizes = decoders.flatMap(({ stride, streams }) => {
    const shape = streams.find(({ shape }) => shape !== null)?.shape;
    if (stride === null || stride === 0 || shape == null) return [];
    const grid = { stride, rows: shape.height, columns: shape.width };
    // Both orientations are compared, because the device may transpose an output.
    if (coversImage(grid, height, width) || coversImage(grid, width, height)) return [];
    return [`${grid.rows * stride} x ${grid.columns * stride}`];
  });
  return sizes.length === 0 ? undefined : [...new Set(sizes)].join(', ');
}

/** Explains the size of a frame with boxes; empty for a tensor. */
export function frameLines({ nms, frameBytes }: VirtualStream): string[] {
  if (nms === null) return [];
  const bytes = `a frame has ${grouped(frameBytes)} bytes`;
  if (nms.by === 'score') {
    return [
      `${bytes}: a count of 2, ${counted(nms.maxBoxes, 'box', 'boxes')}, and masks of ${grouped(nms.maxMaskBytes)}`,
    ];
  }
  return [
    `${bytes}: ${counted(nms.classes, 'class', 'classes')} x ` +
      `(1 count + ${counted(nms.maxBoxesPerClass, 'box', 'boxes')} x 5 numbers) x 4 bytes`,
    'a box is y_min, x_min, y_max, x_max (shares of the image), score',
  ];
}

/** Returns a row for each decoder: the stride of its grid, and the role of each output of the device. */
export function decoderRows(decoders: readonly BoxDecoder[]): string[][] {
  return decoders.map((decoder, index) => {
    const grid = decoder.streams.find(({ shape }) => shape !== null)?.shape;
    return [
      String(index),
      decoder.stride === null ? '' : String(decoder.stride),
      grid == null ? '' : `${grid.height}x${grid.width}`,
      ...(['box', 'class', 'object', 'all'] as const).map((role) => streamIn(decoder, role)),
      anchorsText(decoder.anchors),
    ];
  });
}

function streamIn({ streams }: BoxDecoder, role: string): string {
  const stream = streams.find((one) => one.role === role);
  if (stream === undefined) return '';
  return stream.name ?? `pad ${stream.pad}, which no output has`;
}

function anchorsText(anchors: BoxDecoder['anchors']): string {
  const texts = anchors
    .slice(0, MAX_ANCHORS)
    .map(({ height, width }) => `${Number(height.toPrecision(5))}x${Number(width.toPrecision(5))}`);
  const more = anchors.length - texts.length;
  return [...texts, ...(more > 0 ? [`… and ${more} more`] : [])].join(' ');
}
