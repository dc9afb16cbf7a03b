/** Facts about layers from one pass equal those from protobuf's own codec. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EdgeFacts } from '../../../src/check/rules/facts/edge.js';
import { readEdge, readNames } from '../../../src/check/rules/facts/edge-reader.js';
import { ExactSum } from '../../../src/check/rules/facts/exact-sum.js';
import {
  CORE_BYTES,
  FORMAT,
  HOST_ARGMAX,
  type LayerFacts,
  PADDED_WIDTH,
  SYS_INDEX,
} from '../../../src/check/rules/facts/layer.js';
import { visitLayers } from '../../../src/check/rules/facts/layer-reader.js';
import {
  type ProtoMDLEdgeLayerInfo,
  type ProtoMDLEdgeLayerMux,
  type ProtoMDLEdgeLayerPlanes,
  ProtoMDLEdgeLayerSchema,
  type ProtoMdlEdge,
} from '../../../src/generated/mdl_pb.js';
import { arbitraryMessage } from '../../arbitrary/arbitrary-message.js';

const RUNS = Number(process.env.PROTOMDL_RUNS ?? 10_000) / 5;

type Layer = ProtoMDLEdgeLayerInfo | ProtoMDLEdgeLayerMux | ProtoMDLEdgeLayerPlanes;

/** Returns the layers in the order of the visit: parts before their containers. */
function layersOf(edge: { readonly case?: string | undefined; readonly value?: unknown }): Layer[] {
  const layer = edge.value as Layer | undefined;
  if (layer === undefined) return [];
  const parts = (list: readonly ProtoMdlEdge[]) => list.flatMap((part) => layersOf(part.edge));
  if (edge.case === 'layerMux') {
    const mux = layer as ProtoMDLEdgeLayerMux;
    return [...parts(mux.predecessors.slice(0, mux.muxData?.numberOfPredecessors ?? 0)), mux];
  }
  return edge.case === 'layerPlanes' ? [...parts((layer as ProtoMDLEdgeLayerPlanes).planes), layer] : [layer];
}

/** Returns the indexes of the first non-finite value, and of the first zero, in a list of doubles. */
const oddOnes = (list: readonly number[] = []) => ({
  length: list.length,
  nonfinite: list.findIndex((value) => !Number.isFinite(value)),
  zero: list.indexOf(0),
});

function said(layer: Layer): object {
  const info = layer.$typeName === 'ProtoMDLEdgeLayerInfo' ? layer : undefined;
  const base = 'edgeLayerBase' in layer ? layer.edgeLayerBase : undefined;
  const numeric = info?.numericInfo;
  return {
    nameBytes: Buffer.byteLength(layer.name),
    hasBase: base !== undefined,
    scalars: [
      base?.paddedWidth ?? 0,
      base?.format ?? 0,
      base?.sysIndex ?? 0,
      base?.coreBytesPerBuffer ?? 0,
      base?.hostArgmax === true ? 1 : 0,
    ],
    bufferCount: base?.bufferIndices.length ?? 0,
    classes: base?.additionalInfo?.nmsInfo?.numberOfClasses,
    transposed: info?.transposed ?? false,
    numeric: numeric && {
      scalars: [0, numeric.qpZp, numeric.qpScale, numeric.limvalsMin, numeric.limvalsMax],
      zeroPoints: oddOnes(numeric.qpZps),
      scales: oddOnes(numeric.qpScales),
    },
  };
}

function read(layer: LayerFacts): object {
  const { nameBytes, hasBase, bufferCount, transposed, numeric } = layer;
  const list = ({ length, nonfinite, zero }: { length: number; nonfinite: number; zero: number }) => ({
    length,
    nonfinite,
    zero,
  });
  return {
    nameBytes,
    hasBase,
    scalars: [PADDED_WIDTH, FORMAT, SYS_INDEX, CORE_BYTES, HOST_ARGMAX].map((field) => layer.base(field)),
    bufferCount,
    classes: layer.nmsInfo?.numberOfClasses,
    transposed,
    numeric: numeric && {
      scalars: [...numeric.scalars],
      zeroPoints: list(numeric.zeroPoints),
      scales: list(numeric.scales),
    },
  };
}

/** Complete records with each field once, which randomly generated records seldom are. */
const WHOLE = [
  { direction: 1, edge: tensorWith({}) },
  { direction: 1, edge: tensorWith({ numericInfo: { qpScales: [1] } }) },
  { contextSwitchInfo: { connectedContexts: [1, 2, 3].map((index) => ({ index, sysIndex: index + 5 })) } },
].map((layer) => toBinary(ProtoMDLEdgeLayerSchema, create(ProtoMDLEdgeLayerSchema, layer)));

function tensorWith(numeric: object) {
  return { case: 'layerInfo', value: { name: 'n', edgeLayerBase: { features: 3 }, ...numeric } } as const;
}

it('layers are read as protobuf’s own codec reads them', { timeout: 60_000 }, () => {
  const property = fc.property(
    arbitraryMessage(ProtoMDLEdgeLayerSchema, { depth: 6, records: 16 }).map(({ bytes }) => bytes),
    (bytes) => {
      const plain = Uint8Array.from(bytes);
      const length = plain.length;
      const fields = {
        offset: 0,
        length,
        bytes: plain,
        start: 0,
        end: length,
        list: 'l',
        index: 0,
        depth: 4,
      };
      const edge = new EdgeFacts(fields);
      const oracle = fromBinary(ProtoMDLEdgeLayerSchema, bytes);
      const seen: object[] = [];
      visitLayers(edge, edge.view, (layer) => seen.push(read(layer)));
      expect(seen).toEqual(layersOf(oracle.edge).map(said));
      expect(edge).toMatchObject({ type: oracle.edgeLayerType, direction: oracle.direction });
      // Most layers have a tensor and no fields that merge; these are read without views.
      const direct = readEdge(fields);
      if (direct === undefined) return;
      expect(direct.tensor === undefined ? [] : [read(direct.tensor)]).toEqual(seen);
      expect({ ...direct.edge, known: undefined, tensor: undefined }).toEqual({ ...edge, known: undefined });
      const info = oracle.edge.case === 'layerInfo' ? oracle.edge.value : undefined;
      const names = info && { name: info.name, originalNames: info.originalNames };
      expect(readNames(direct.edge)).toEqual(names);
      const { tensor } = direct.edge;
      if (tensor === undefined) return;
      const { numericInfo } = info ?? {};
      const { layerInfo } = edge.view;
      const place = layerInfo?.numericInfo?.span ?? layerInfo?.span;
      expect(tensor).toMatchObject({
        features: info?.edgeLayerBase?.features,
        zeroPoints: numericInfo?.qpZps.length ?? 0,
        scales: numericInfo?.qpScales.length ?? 0,
        hasNumeric: numericInfo !== undefined,
        numericAt: place?.offset,
        numericLength: place?.length,
      });
    },
  );
  fc.assert(property, { numRuns: RUNS, examples: WHOLE.map((bytes) => [bytes]) });
});

it('sizes are exact', () => {
  const factor = fc.oneof(fc.nat(5), fc.integer({ min: 0, max: 0xffff_ffff }));
  const products = fc.array(fc.tuple(factor, factor, factor, factor), { maxLength: 5 });
  const property = fc.property(products, (list) => {
    const sum = new ExactSum();
    for (const [a, b, c, d] of list) sum.add(a, b, c, d);
    const expected = list.reduce((all, product) => all + product.reduce((p, n) => p * BigInt(n), 1n), 0n);
    expect(BigInt(sum.value)).toBe(expected);
    // Each sum has only one representation, so that `===` can compare sums.
    expect(typeof sum.value).toBe(expected <= BigInt(Number.MAX_SAFE_INTEGER) ? 'number' : 'bigint');
  });
  fc.assert(property, { numRuns: RUNS });
});

it.each([
  { direction: 0, edgeConnectionType: 0, known: true },
  { direction: 1, edgeConnectionType: 3, known: true },
  { direction: 2, edgeConnectionType: 0, known: false },
  { direction: 0, edgeConnectionType: 4, known: false },
  { direction: 0, edgeConnectionType: -1, known: false },
])(
  'ends with the direction $direction and the connection $edgeConnectionType: known $known',
  ({ direction, edgeConnectionType, known }) => {
    const bytes = toBinary(
      ProtoMDLEdgeLayerSchema,
      create(ProtoMDLEdgeLayerSchema, { direction, contextSwitchInfo: { edgeConnectionType } }),
    );
    const { length } = bytes;
    const fields = { offset: 0, length, bytes, start: 0, end: length, list: 'l', index: 0, depth: 4 };
    expect(new EdgeFacts(fields).hasKnownEnds).toBe(known);
  },
);
