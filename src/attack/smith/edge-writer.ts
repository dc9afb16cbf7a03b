import type { RecordWriter } from '../../base/wire/record-writer.js';
import {
  BOUNDARY,
  type Edge,
  isMux,
  type Layer,
  type Mux,
  type NmsInfo,
  type Planes,
  type Quantization,
} from './edges.js';
import { BBOX_SIZE } from './layer-smith.js';

const TYPE = { info: 0, mux: 1, planes: 2 } as const;

/** Returns the name of a context that its layers and their peers refer to. */
export function contextName(index: number): string {
  return `context_${index}`;
}

/** Writes an element of ProtoMDLContextMetadata.edge_layers. */
export function writeEdge(writer: RecordWriter, edge: Edge): void {
  const { direction, content, network, padIndex, sys } = edge;
  writer.begin(2).scalar(1, direction).scalar(2, TYPE[content.kind]);
  if (content.kind === 'info') writeLayer(writer, 3, content.layer, sys);
  else if (content.kind === 'mux') writeMux(writer, 4, content.mux, sys);
  writeSwitch(writer, edge);
  writer.scalar(6, network);
  if (padIndex !== undefined) writer.uint(7, padIndex);
  if (content.kind === 'planes') writePlanes(writer, content.planes, sys);
  writer.end();
}

/** Writes a ProtoMDLEdgeLayerInfo into the given field. */
export function writeLayer(writer: RecordWriter, field: number, layer: Layer, sys: number): void {
  writer.begin(field).text(1, layer.name);
  writeBase(writer, layer, sys);
  if (layer.quantization !== undefined) writeQuantization(writer, 3, layer.quantization);
  writer.text(4, layer.outputName);
  for (const name of layer.originals) writer.string(5, name);
  writer.flag(6, layer.transposed).end();
}

function writeMux(
  writer: RecordWriter,
  field: number,
  { layer, turns, ratios, parts }: Mux,
  sys: number,
): void {
  writer.begin(field).text(1, layer.name);
  writeBase(writer, layer, sys);
  writer.begin(3).uint(1, parts.length).uint(2, turns).uint(3, ratios.length).packed(4, ratios).end();
  writer.text(4, layer.outputName);
  for (const part of parts) {
    writer.begin(5);
    if (isMux(part)) writeMux(writer, 2, part, sys);
    else writeLayer(writer, 1, part, sys);
    writer.end();
  }
  for (const name of layer.originals) writer.string(6, name);
  writer.end();
}

function writePlanes(writer: RecordWriter, planes: Planes, sys: number): void {
  writer.begin(8).text(1, planes.name).scalar(2, planes.format);
  for (const plane of planes.planes) {
    writer.begin(3);
    writeLayer(writer, 1, plane, sys);
    writer.end();
  }
  writer.uint(4, planes.height).uint(5, planes.width).uint(6, 3).end();
}

function writeBase(writer: RecordWriter, layer: Layer, sys: number): void {
  const { tensor, nms, buffer } = layer;
  writer.begin(2).scalar(1, tensor.height).scalar(2, tensor.paddedHeight);
  writer.scalar(3, tensor.width).scalar(4, tensor.paddedWidth);
  writer.scalar(5, tensor.features).scalar(6, tensor.paddedFeatures);
  writer.scalar(7, tensor.format).scalar(8, sys);
  writer.scalar(9, tensor.coreBytes).scalar(10, tensor.coreBuffers);
  if (nms !== undefined) {
    writer.begin(11);
    writeNms(writer, 1, nms);
    writer.end();
  }
  writer.uint(12, tensor.dataBytes);
  writer.begin(13).scalar(1, buffer.index).scalar(2, buffer.cluster).end();
  writer.flag(14, layer.hostArgmax).scalar(15, layer.maxShmifo).scalar(16, layer.engine).end();
}

export function writeNms(writer: RecordWriter, field: number, nms: NmsInfo): void {
  writer.begin(field).scalar(1, nms.type).scalar(2, nms.classes).scalar(3, nms.maxOutput).uint(4, BBOX_SIZE);
  if (nms.defused !== undefined) {
    writer.uint(5, 1).begin(6).scalar(1, nms.defused.index).text(3, nms.defused.original).end();
  }
  writer.scalar(7, nms.divisionFactor).scalar(8, nms.burstSize).scalar(9, nms.burstType).end();
}

/** Writes a ProtoMDLEdgeLayerNumericInfo into the given field. Zeros are omitted, as encoders do. */
export function writeQuantization(writer: RecordWriter, field: number, of: Quantization): void {
  writer.begin(field);
  for (const [i, value] of [of.zeroPoint, of.scale, of.least, of.most].entries()) {
    if (value !== 0) writer.float(i + 1, value);
  }
  writer.packedDoubles(5, of.zeroPoints).packedDoubles(6, of.scales).end();
}

function writeSwitch(writer: RecordWriter, edge: Edge): void {
  const { context, connection, peers, buffers, cacheId } = edge;
  writer.begin(5).scalar(1, context).string(2, contextName(context)).scalar(3, connection);
  const [first] = peers;
  if (connection === BOUNDARY || first === undefined) {
    writer.scalar(6, buffers).end();
    return;
  }
  writer.scalar(4, first.context).string(5, contextName(first.context));
  writer.scalar(6, buffers).scalar(7, first.sys);
  for (const peer of peers) {
    writer.begin(8).scalar(1, peer.context).string(2, contextName(peer.context)).scalar(3, peer.sys);
    writer.scalar(4, engineOf(peer)).end();
  }
  writer.int32(9, cacheId).end();
}

function engineOf({ content }: Edge): number {
  return content.kind === 'info' ? content.layer.engine : 0;
}
