/**
 * Findings about fields in parts of muxes and images are reported, unless a later member has replaced the
 * parts.
 */
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { CONTEXT } from '../../scripts/corpus/faults.js';
import { at, type Fields, seq, type Value } from '../../scripts/corpus/notation.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

const LAYER = `${CONTEXT}.metadata.edge_layers[0]`;
const CODE = 'edge-later-index-range';

const base = { edge_layer_base: { engine_id: at('engine', 256) } };
const tensor = { layer_info: base };
const muxOf = (...predecessors: Value[]): Fields => ({ layer_mux: { predecessors } });
const imageOf = (...planes: Value[]): Fields => ({ layer_planes: { planes } });

/** Returns the findings about engines above the maximum, in the only edge layer of a message. */
async function found(layer: Value) {
  const { bytes, places } = encode(ProtoMDLMdlSchema, {
    network_groups: [{ contexts: [{ metadata: { edge_layers: [layer] } }] }],
  });
  const { diagnostics } = await validate(memorySource(bytes), { framing: 'bare' });
  return {
    engines: diagnostics
      .filter(({ code }) => code === CODE)
      .map(({ path, offset, length }) => ({ path, offset, length })),
    place: places.get('engine'),
  };
}

const LEAF = 'layer_info.edge_layer_base.engine_id';
const OWN = 'layer_mux.edge_layer_base.engine_id';

describe('an engine above the maximum', () => {
  it.each<[string, Value, string]>([
    ['of a tensor in a mux', muxOf({}, tensor), `layer_mux.predecessors[1].${LEAF}`],
    ['of a mux in a mux', muxOf({ layer_mux: base }), `layer_mux.predecessors[0].${OWN}`],
    [
      'of a tensor in a mux in a mux',
      muxOf({}, muxOf(tensor)),
      `layer_mux.predecessors[1].layer_mux.predecessors[0].${LEAF}`,
    ],
    [
      'of a mux in a mux in a mux',
      muxOf(muxOf({}, { layer_mux: base })),
      `layer_mux.predecessors[0].layer_mux.predecessors[1].${OWN}`,
    ],
    ['of a plane', imageOf({}, tensor), `layer_planes.planes[1].${LEAF}`],
    [
      'of a tensor in a mux in an image',
      imageOf(muxOf(tensor)),
      `layer_planes.planes[0].layer_mux.predecessors[0].${LEAF}`,
    ],
  ])('%s is found at its field', async (_name, layer, path) => {
    const { engines, place } = await found(layer);
    expect(engines).toEqual([{ ...place, path: `${LAYER}.${path}` }]);
  });

  it.each<[string, Value]>([
    ['in a mux before a tensor', seq(muxOf(tensor), { layer_info: { name: 'a' } })],
    ['in a mux in a mux before a tensor', seq(muxOf(muxOf(tensor)), { layer_info: { name: 'a' } })],
    ['in a mux before an image', seq(muxOf({ layer_mux: base }), imageOf({}))],
    ['in an image before a mux', seq(imageOf(tensor), muxOf({}))],
    ['in a mux in a mux, the inner one before a tensor', muxOf(seq(muxOf(tensor), { layer_info: {} }))],
  ])('%s is not reported', async (_name, layer) => {
    expect((await found(layer)).engines).toEqual([]);
  });

  it('is reported for a mux in two records, because parsers merge them', async () => {
    const { engines } = await found(seq(muxOf(tensor), muxOf({})));
    expect(engines).toMatchObject([{ path: `${LAYER}.layer_mux.predecessors[0].${LEAF}` }]);
  });
});
