import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, drop, put, SECOND, spoiled } from '../../../scripts/corpus/faults.js';
import { append } from '../../../scripts/corpus/invalid-file.js';
import { type Fields, hex, raw, seq, type Value, varint } from '../../../scripts/corpus/notation.js';
import { fused } from '../../../scripts/corpus/valid-features.js';
import { nestedMux, oneContext, twoContexts, twoNetworks } from '../../../scripts/corpus/valid-networks.js';
import { asOp, asPartial, findings } from '../findings.js';

const CODES = [
  'sorted-outputs-missing',
  'sorted-output-missing-name',
  'sorted-output-unknown-name',
  'sorted-output-duplicate',
  'boundary-layer-name-duplicate',
  'vstream-name-duplicate',
  'original-name-duplicate',
];
const LIST = 'network_groups[0].sorted_outputs_order';
const FUSED = 'network_groups[0].fused_layers_metadata';
const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const PARTS = `${LAYERS}[1].layer_mux.predecessors`;
const set = (path: string, value: Value): Change => [path, () => value];

async function linesOf(make: () => Fields, ...changes: readonly Change[]): Promise<readonly string[]> {
  return (await findings(spoiled(make, ...changes), CODES)).lines;
}

describe('the list of outputs', () => {
  it('is the last context’s list if the group has none', async () => {
    expect(await linesOf(twoContexts, drop(LIST))).toEqual([]);
    const last = `${SECOND}.metadata.sorted_outputs_order`;
    expect(await linesOf(twoContexts, drop(LIST), set(last, ['else']))).toHaveLength(2);
    expect(await linesOf(twoContexts, drop(LIST), drop(last))).toEqual([
      'error sorted-outputs-missing network_groups[0]',
    ]);
  });

  it('is the list of the fused layers if the flag is set', async () => {
    expect(await linesOf(fused)).toEqual([]);
    expect(await linesOf(fused, drop(`${FUSED}.updated_sorted_output_names`))).toEqual([
      `error sorted-outputs-missing ${FUSED}`,
    ]);
    // Without the flag, the group's own list counts, and it has the same entries.
    const unset = [drop(`${FUSED}.updated_sorted_output_names`), drop(`${FUSED}.network_has_fused_layers`)];
    expect(await linesOf(fused, ...unset)).toEqual([]);
  });

  it('contains the parts of fused layers under the name of the whole', async () => {
    const parts = ['fuse/nms1_d0', 'fuse/nms1_d1'];
    expect(await linesOf(fused, set(`${FUSED}.updated_sorted_output_names`, parts))).toEqual([
      `warning sorted-output-unknown-name ${FUSED}.updated_sorted_output_names[0]`,
      `warning sorted-output-unknown-name ${FUSED}.updated_sorted_output_names[1]`,
      `warning sorted-output-missing-name ${FUSED}.fused_layers[0].layer_info.name`,
    ]);
  });

  it('contains the leaves of muxes, and not the muxes themselves', async () => {
    expect(await linesOf(nestedMux, set(LIST, ['heads/mux1', 'heads/box', 'heads/class']))).toEqual([
      `error sorted-output-missing-name ${PARTS}[2].layer_mux.predecessors[0].layer_info.name`,
      `error sorted-output-missing-name ${PARTS}[2].layer_mux.predecessors[1].layer_info.name`,
      `warning sorted-output-unknown-name ${LIST}[0]`,
    ]);
  });

  it('reports a missing leaf at the leaf', async () => {
    expect(await linesOf(nestedMux, drop(`${PARTS}[0].layer_info.name`))).toEqual([
      `error sorted-output-missing-name ${PARTS}[0].layer_info`,
      `warning sorted-output-unknown-name ${LIST}[0]`,
    ]);
  });

  it('is checked less strictly in a graph of ops', async () => {
    const names = set(LIST, ['net/postprocess']);
    const graph = append('extensions', { type_index: 13 });
    const { lines } = await findings(spoiled(twoNetworks, names, graph, asOp), CODES);
    // A stream may end in an operation on the host.
    expect(lines).toEqual([]);
    // Without the extension, the loader sorts the outputs itself.
    const strict = await findings(spoiled(twoNetworks, names, asPartial), CODES);
    expect(strict.lines.filter((line) => line.startsWith('error'))).toHaveLength(3);
  });

  it('is not compared with unreadable or unknown layers', async () => {
    const other = set(LIST, ['else']);
    const broken: Change = [`${LAYERS}[1].layer_info`, () => seq(hex('0a7f'))];
    expect(await linesOf(oneContext, other, broken)).toEqual([]);
    const newer: Change = [LAYERS, (list) => [(list as Value[])[0] as Value, seq(raw(90, varint(1)))]];
    expect(await linesOf(oneContext, other, newer)).toEqual([]);
  });

  it('is not compared with an empty mux', async () => {
    expect(await linesOf(nestedMux, drop(PARTS))).toEqual([]);
    expect(await linesOf(nestedMux, drop(`${PARTS}[2].layer_mux.predecessors`))).toEqual([]);
  });

  it('contains outputs in planes, too', async () => {
    const planes: Change = [
      `${LAYERS}[1]`,
      (layer) => {
        const { layer_info, ...rest } = layer as Fields;
        return {
          ...rest,
          edge_layer_type: 2,
          layer_planes: { name: 'tiny/image', planes: [{ layer_info }] },
        };
      },
    ];
    expect(await linesOf(oneContext, planes, set(LIST, ['tiny/image']))).toEqual([]);
  });
});

describe('names of streams', () => {
  const name = (layer: number, value: string) =>
    put(`${LAYERS}[${layer}].layer_info.name`, `${layer}`, value);

  it('differ between contexts and directions', async () => {
    const { lines, diagnostics } = await findings(
      spoiled(
        twoContexts,
        put(`${SECOND}.metadata.edge_layers[1].layer_info.name`, 'out', 'pair/input_layer1'),
        set(LIST, ['pair/input_layer1']),
      ),
      CODES,
    );
    expect(lines).toEqual([`error boundary-layer-name-duplicate ${LAYERS}[0]`]);
    expect(diagnostics[0]?.related.map(({ path }) => path)).toEqual([`${SECOND}.metadata.edge_layers[1]`]);
  });

  it('may repeat in layers inside the model', async () => {
    const inner = put(`${LAYERS}[1].layer_info.name`, 'inner', 'pair/input_layer1');
    expect(await linesOf(twoContexts, inner)).toEqual([]);
  });

  it('include the names of muxes when layers are compared', async () => {
    const both = [put(`${LAYERS}[1].layer_mux.name`, 'mux', 'heads/input_layer1')];
    expect(await linesOf(nestedMux, ...both)).toEqual([`error boundary-layer-name-duplicate ${LAYERS}[0]`]);
  });

  it('include the names of leaves when streams are compared', async () => {
    const leaf = put(`${PARTS}[0].layer_info.name`, 'leaf', 'heads/input_layer1');
    expect(await linesOf(nestedMux, leaf, set(LIST, ['heads/class', 'heads/score', 'heads/centre']))).toEqual(
      [
        `warning vstream-name-duplicate ${LAYERS}[0]`,
        `error sorted-output-missing-name ${PARTS}[0].layer_info.name`,
      ],
    );
  });

  it('may be the same in variants, because these belong to other networks', async () => {
    const group = (oneContext().network_groups as Fields[])[0] as Fields;
    const two = spoiled(
      oneContext,
      asPartial,
      append('network_groups[0].partial_network_groups', { network_group: group }),
    );
    expect((await findings(two, CODES)).lines).toEqual([]);
  });

  it('duplicate original names are reported once per layer', async () => {
    const originals = (layer: number, ...list: string[]) =>
      set(`${LAYERS}[${layer}].layer_info.original_names`, list);
    expect(await linesOf(twoNetworks, originals(2, 'a', 'a', 'b'))).toEqual([]);
    const { lines, diagnostics } = await findings(
      spoiled(twoNetworks, originals(2, 'a', 'b'), originals(3, 'c', 'b', 'b'), originals(0, 'c')),
      CODES,
    );
    expect(lines).toEqual([
      `info original-name-duplicate ${LAYERS}[0]`,
      `info original-name-duplicate ${LAYERS}[2]`,
    ]);
    expect(diagnostics.map(({ related }) => related.map(({ path }) => path))).toEqual([
      [`${LAYERS}[3]`],
      [`${LAYERS}[3]`],
    ]);
  });

  it('are not missing if there is no layer', async () => {
    expect(await linesOf(twoNetworks, name(2, 'faces/conv9b'), append(LIST, 'faces/conv9b'))).toEqual([
      `warning sorted-output-unknown-name ${LIST}[0]`,
    ]);
  });
});
