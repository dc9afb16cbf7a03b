/** For each limit, the nearest values with a finding and without. */
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../scripts/corpus/encode.js';
import { CONTEXT, drop, put, spoiled, withoutWait } from '../../../scripts/corpus/faults.js';
import { explicit, type Fields, type Value } from '../../../scripts/corpus/notation.js';
import { nestedMux, oneContext, twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { change, layerFindings, lifted } from '../layer-findings.js';

const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const OUTPUT = `${LAYERS}[1]`;
const BASE = `${OUTPUT}.layer_info.edge_layer_base`;
const NUMERIC = `${OUTPUT}.layer_info.numeric_info`;
const LEAF = `${OUTPUT}.layer_mux.predecessors[0].layer_info`;

/**
 * Returns the findings in a model after values of its output's base are changed; findings about the resulting
 * sizes are left out.
 */
async function withBase(values: Fields): Promise<readonly string[]> {
  const content = spoiled(oneContext, change(BASE, values), [`${CONTEXT}.operations`, withoutWait(0)]);
  const { codes } = await layerFindings(content);
  return codes.filter((code) => code !== 'info edge-core-size-mismatch');
}

const RANGE = ['error edge-sys-index-range', 'warning edge-sys-index-hw'];

describe('the base of a boundary layer', () => {
  it.each<[string, Fields, string[]]>([
    ['the last format of the first releases', { format: 11 }, []],
    ['a hole among the formats', { format: 10 }, ['error edge-format-unknown']],
    ['a later format', { format: 13 }, ['info edge-format-newer']],
    ['the last later format', { format: 16 }, ['info edge-format-newer']],
    ['what is after it', { format: 17 }, ['error edge-format-unknown']],
    ['a format of 32 bits', { format: 0xffffffff }, ['error edge-format-unknown']],
    ['two bytes', { data_bytes: 2 }, []],
    ['three bytes', { data_bytes: 3 }, ['error edge-data-bytes']],
    ['no bytes', { data_bytes: 0 }, ['error edge-data-bytes']],
    ['a buffer that fits', { core_bytes_per_buffer: 65535 }, []],
    ['a buffer that does not', { core_bytes_per_buffer: 65536 }, ['error edge-core-bytes-range']],
    ['buffers that fit', { core_buffers_per_frame: 65535 }, []],
    ['too many buffers', { core_buffers_per_frame: 65536 }, ['error edge-core-buffers-range']],
    ['no buffers', { core_buffers_per_frame: 0 }, ['info edge-zero-transfer']],
    ['the last stream', { sys_index: 31 }, []],
    ['what hardware has not', { sys_index: 32 }, ['warning edge-sys-index-hw']],
    ['what fits', { sys_index: 255 }, ['warning edge-sys-index-hw']],
    ['what does not', { sys_index: 256 }, RANGE],
    ['a stream past 2^31', { sys_index: 0x80000000 }, RANGE],
    ['all features it may have', { features: 2 ** 20, padded_features: 2 ** 20 }, []],
    ['one more', { features: 2 ** 20 + 1, padded_features: 2 ** 20 + 1 }, ['warning edge-features-huge']],
    ['no padding', { features: 16 }, []],
    ['less than none', { features: 17 }, ['error edge-padded-smaller']],
    ['in three ways', { height: 2, width: 2, features: 17 }, Array(3).fill('error edge-padded-smaller')],
    [
      'boxes, which have no padding',
      { features: 17, format: 6 },
      ['error nms-info-missing', 'warning nms-data-bytes'],
    ],
    ['three zeros', { height: 0, width: 0, features: 0 }, ['warning edge-zero-dimension']],
    ['argmax', { host_argmax: true }, ['warning edge-host-argmax-deprecated']],
  ])('%s', async (_name, values, codes) => {
    expect(await withBase(values)).toEqual(codes);
  });

  it('overflows from 2^32 bytes of floats on', async () => {
    const square = (height: number, width: number) => ({
      height,
      padded_height: height,
      width,
      padded_width: width,
      features: 1,
      padded_features: 1,
    });
    // The first layer has 2^30 - 1 elements, the second 2^30.
    expect(await withBase(square(32767, 32769))).toEqual([]);
    expect(await withBase(square(32768, 32768))).toEqual(['error edge-shape-overflow']);
    expect(await withBase({ padded_height: 32768, padded_width: 32768 })).toEqual([
      'error edge-shape-overflow',
    ]);
    // Elements of eight bytes are twice as large as floats.
    const wide = { ...square(16384, 32767), data_bytes: 8 };
    expect(await withBase({ ...wide, width: 32768, padded_width: 32768 })).toEqual([
      'error edge-data-bytes',
      'error edge-shape-overflow',
    ]);
    expect(await withBase(wide)).toEqual(['error edge-data-bytes']);
    // A product that overflows 32 bits, or the 53 bits of a double.
    expect(await withBase(square(0xffffffff, 0xffffffff))).toEqual(['error edge-shape-overflow']);
  });
});

describe('quantization', () => {
  it.each<[string, Fields, string[]]>([
    ['a NaN', { limvals_max: Number.NaN }, ['warning edge-quant-nonfinite']],
    [
      'two infinities',
      { limvals_min: -Infinity, qp_scale: Infinity },
      Array(2).fill('warning edge-quant-nonfinite'),
    ],
    ['the largest float', { limvals_max: 3.4028234663852886e38, qp_zp: 3.4028234663852886e38 }, []],
    ['limits that are one', { limvals_min: 7.96875 }, []],
    ['limits the wrong way round', { limvals_min: 8 }, ['warning edge-quant-limvals']],
    ['scales that count instead of the one', { qp_scale: 0, qp_scales: [1, 2] }, []],
    ['a scale of several that is 0', { qp_scales: [1, 0] }, ['warning edge-quant-scale-zero']],
    ['a zero point that is 0', { qp_zps: [1, 0], qp_scales: [1, 1] }, []],
    ['NaN among several', { qp_zps: [0, Number.NaN], qp_scales: [1, 1] }, ['warning edge-quant-nonfinite']],
  ])('%s', async (_name, values, codes) => {
    expect((await layerFindings(spoiled(oneContext, change(NUMERIC, values)))).codes).toEqual(codes);
  });

  it('has its finding at the scale that is invalid, if there are several', async () => {
    const { diagnostics } = await layerFindings(
      spoiled(oneContext, change(NUMERIC, { qp_scales: [1, 2, 0] })),
    );
    expect(diagnostics).toMatchObject([{ path: `${NUMERIC}.qp_scales[2]`, message: 'qp_scales[2] is 0' }]);
  });
});

describe('names', () => {
  const named = (name: string) => change(`${LAYERS}[0].layer_info`, { name });

  it.each([
    ['x'.repeat(127), []],
    ['x'.repeat(128), ['error edge-name-too-long']],
    // 124 and 128 bytes: 31 and 32 characters of four bytes each.
    ['😀'.repeat(31), []],
    ['😀'.repeat(32), ['error edge-name-too-long']],
  ])('%s', async (name, codes) => {
    expect((await layerFindings(spoiled(oneContext, named(name)))).codes).toEqual(codes);
  });

  it('may be long between contexts, because they are not copied there', async () => {
    const content = spoiled(twoContexts, change(`${OUTPUT}.layer_info`, { name: 'x'.repeat(500) }));
    expect((await layerFindings(content)).codes).toEqual([]);
  });
});

describe('layers between contexts', () => {
  it.each<[string, Fields, string[]]>([
    ['without a stream buffer', { buffer_indices: [] }, ['warning edge-buffer-indices-count']],
    [
      'with less padding than none',
      { padded_height: 15, core_buffers_per_frame: 15 },
      ['warning edge-padded-smaller'],
    ],
    ['with elements of 4 bytes', { data_bytes: 4, core_bytes_per_buffer: 512 }, ['error edge-data-bytes']],
  ])('%s', async (_name, values, codes) => {
    const { codes: found } = await layerFindings(spoiled(twoContexts, change(BASE, values)));
    expect(found).toEqual(codes);
  });

  it('need no quantization', async () => {
    expect((await layerFindings(twoContexts())).codes).toEqual([]);
  });
});

describe('parts', () => {
  it('of a mux are checked as boundary layers, whatever the connection of the mux is', async () => {
    const changes = [drop(`${LEAF}.numeric_info`), change(`${LEAF}.edge_layer_base`, { buffer_indices: [] })];
    const codes = ['error edge-buffer-indices-missing', 'warning edge-numeric-info-missing'];
    expect((await layerFindings(spoiled(nestedMux, ...changes))).codes).toEqual(codes);
    const between = change(`${OUTPUT}.context_switch_info`, { edge_connection_type: 1 });
    expect((await layerFindings(spoiled(nestedMux, between, ...changes))).codes).toEqual(codes);
  });

  it('are not checked if the loader drops them', async () => {
    const dropped = `${OUTPUT}.layer_mux.predecessors[2].layer_mux.edge_layer_base`;
    const said = put(`${OUTPUT}.layer_mux.mux_data.number_of_predecessors`, 'said', 2);
    const content = spoiled(nestedMux, said, change(dropped, { buffer_indices: [], data_bytes: 9 }));
    expect((await layerFindings(content)).codes).toEqual(['warning mux-predecessors-ignored']);
  });

  const withImage = async (connection: number, planes: readonly Fields[], more: Fields = {}, type = 2) => {
    const [group] = oneContext().network_groups as [Fields];
    const [context] = group.contexts as [Fields];
    const [image] = (context.metadata as Fields).edge_layers as [Fields];
    const { layer_info: plane, ...edge } = image;
    const { edge_layer_base: base, ...tensor } = plane as Fields;
    const layer: Fields = {
      ...edge,
      context_switch_info: { ...(edge.context_switch_info as Fields), edge_connection_type: connection },
      edge_layer_type: type,
      layer_planes: {
        name: 'planes',
        planes: planes.map((values) => ({
          layer_info: { ...tensor, edge_layer_base: { ...(base as Fields), ...values } },
        })),
        ...more,
      },
    };
    const content = spoiled(oneContext, [LAYERS, (layers) => [...(layers as Value[]), layer]]);
    return (await layerFindings(content)).codes;
  };

  it('of an image in planes are checked too', async () => {
    const found = (connection: number, values: Fields) => withImage(connection, [values]);
    expect(await found(0, {})).toEqual(['warning edge-layer-type-unknown']);
    expect(await found(0, { buffer_indices: [] })).toEqual([
      'error edge-buffer-indices-missing',
      'warning edge-layer-type-unknown',
    ]);
    expect(await found(1, { buffer_indices: [] })).toEqual([
      'warning edge-buffer-indices-count',
      'warning edge-layer-type-unknown',
    ]);
  });

  it.each<[string, readonly Fields[], Fields, boolean]>([
    ['of the last known format', [{}, {}], { planes_format: 2 }, true],
    ['of one after it', [{}, {}], { planes_format: 3 }, false],
    ['with elements of one size', [{ data_bytes: 2 }, { data_bytes: 2 }], {}, true],
    ['with elements of two', [{ data_bytes: 1 }, { data_bytes: 2 }], {}, false],
    ['none', [], {}, false],
    ['255', Array(255).fill({}), {}, true],
    ['256', Array(256).fill({}), {}, false],
    ['of another kind', [{}], { planes: [{}] }, false],
  ])('of an image are planes that releases accept: %s', async (_name, planes, more, isTaken) => {
    const isSaid = (codes: readonly string[]) => codes.includes('error edge-later-values');
    expect(isSaid(await withImage(0, planes, more))).toBe(!isTaken);
    // Parts of layers between contexts are not checked.
    expect(isSaid(await withImage(1, planes, more))).toBe(false);
  });

  it('of an image are not checked if the layer has the type of a tensor', async () => {
    const codes = await withImage(0, [{}], { planes_format: 3 }, 0);
    expect(codes).toContain('error edge-type-mismatch');
    expect(codes).not.toContain('error edge-later-values');
  });
});

describe('kinds', () => {
  it.each<[string, Fields, string[]]>([
    ['a type past 2 without what is known', { edge_layer_type: 3 }, ['error edge-layer-type-unknown']],
    ['a negative type', { edge_layer_type: -1 }, ['error edge-layer-type-unknown']],
    ['planes without any', { edge_layer_type: 2 }, ['error edge-layer-type-unknown']],
    ['a negative direction', { direction: -1 }, ['error edge-direction-unknown']],
  ])('%s', async (_name, values, codes) => {
    expect((await layerFindings(spoiled(oneContext, change(OUTPUT, values)))).codes).toEqual(codes);
  });

  it('of connections have different findings, because some releases know a cache', async () => {
    const to = (edge_connection_type: number) =>
      layerFindings(spoiled(oneContext, change(`${OUTPUT}.context_switch_info`, { edge_connection_type })));
    expect((await to(3)).codes).toEqual(['warning edge-connection-type-unknown']);
    expect((await to(4)).codes).toEqual(['error edge-connection-type-unknown']);
    expect((await to(-1)).codes).toEqual(['error edge-connection-type-unknown']);
  });
});

it('layers are also checked in core ops of later layouts', async () => {
  const content = spoiled(oneContext, put(`${BASE}.format`, 'here', 9), lifted);
  const { diagnostics, places } = await layerFindings(content);
  expect(diagnostics).toMatchObject([{ code: 'edge-format-unknown', ...places.get('here') }]);
  expect(diagnostics[0]?.path).toMatch(/^network_groups\[0\]\.ops\[0\]\.core_op\.contexts\[0\]/);
});

describe('an empty name', () => {
  const name = `${OUTPUT}.layer_info.name`;

  it('is reported at its record, or at its layer if there is no record', async () => {
    const written = await layerFindings(spoiled(oneContext, put(name, 'here', explicit(''))));
    const { offset, length } = written.places.get('here') as Place;
    expect(written.diagnostics).toMatchObject([{ code: 'edge-name-empty', offset, length, path: name }]);
    const left = await layerFindings(spoiled(oneContext, drop(name)));
    expect(left.diagnostics).toMatchObject([{ code: 'edge-name-empty', path: `${OUTPUT}.layer_info` }]);
  });
});
