import { describe, expect, it } from 'vitest';
import { encode, type Place } from '../../../scripts/corpus/encode.js';
import { type Change, CONTEXT, label, SECOND, spoiled, without } from '../../../scripts/corpus/faults.js';
import { idle } from '../../../scripts/corpus/invalid-operations.js';
import { base, shape } from '../../../scripts/corpus/layers.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { allowInput, doNothing, operation, whenReady } from '../../../scripts/corpus/operations.js';
import { ddr, oneContext, twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { encoded, findingsIn, found, LIFTED, set } from '../core-op-findings.js';

const EDGES = `${CONTEXT}.metadata.edge_layers`;

const merged =
  (more: Fields) =>
  (value: Value): Value => ({ ...(value as Fields), ...more });

describe('the content of a context', () => {
  it('is not reported as missing if it could not be read', async () => {
    const content = spoiled(twoContexts, label(`${SECOND}.operations[1]`, 'cut'));
    const { bytes, places } = encode(ProtoMDLMdlSchema, content);
    const cut = bytes.slice(0, (places.get('cut') as Place).offset + 3);
    const codes = [
      'context-metadata-missing',
      'context-no-edge-layers',
      'allow-input-runs',
      'cfg-channel-gap',
    ];
    expect(await findingsIn(memorySource(cut), ...codes)).toEqual([]);
  });

  it('has at most 255 operations', async () => {
    const count = (more: number): Change => [
      `${CONTEXT}.operations`,
      (operations) => [...(operations as Value[]), ...idle(more)],
    ];
    expect(await found(oneContext, 'context-operation-count', count(250))).toEqual([]);
    expect(await found(oneContext, 'context-operation-count', count(251))).toEqual([`warning ${CONTEXT}`]);
  });

  it.each(LIFTED)('is reported as missing in core ops of later layouts', async (lift, path) => {
    const content = lift(spoiled(oneContext, [CONTEXT, (context) => without(context, 'metadata')]));
    const codes = ['context-metadata-missing', 'context-no-edge-layers', 'allow-input-sys-index-unmatched'];
    expect(await findingsIn(memorySource(encoded(content)), ...codes)).toMatchObject([
      { code: 'context-metadata-missing', path: `${path}.contexts[0]`, related: [] },
      { code: 'context-no-edge-layers', path: `${path}.contexts[0]`, related: [`${path}.contexts[0]`] },
    ]);
  });

  it('causes a remark if its shmiglue_info is empty, and a warning if a field of it is set', async () => {
    const glue = (fields: Fields): Change => [`${CONTEXT}.metadata`, merged({ shmiglue_info: fields })];
    const severity = async (fields: Fields) =>
      (await found(oneContext, 'shmiglue-deprecated', glue(fields)))[0]?.split(' ')[0];
    expect(await severity({})).toBe('info');
    expect(await severity({ should_use_shmiglue: true })).toBe('warning');
    expect(await severity({ shmiglue_index: 1 })).toBe('warning');
  });
});

describe('input data of a context', () => {
  const actions = (...lists: readonly (readonly (number | undefined)[])[]): Change => [
    `${CONTEXT}.operations`,
    (operations) => {
      const [, ...rest] = operations as Fields[];
      let id = 10_000;
      const first = lists.map((inputs) =>
        operation(
          { unique_id: id++, ...whenReady },
          ...inputs.map((sys) => ({
            unique_id: id++,
            ...(sys === undefined ? doNothing : allowInput(sys)),
          })),
        ),
      );
      return [...first, ...rest];
    },
  ];

  it.each<[string, readonly (readonly (number | undefined)[])[], readonly string[]]>([
    ['once', [[1]], []],
    ['in a row', [[undefined, 1, 1, 1, undefined]], []],
    ['never', [[undefined]], [`warning ${CONTEXT}`]],
    ['twice', [[1, undefined, 1]], [`warning ${CONTEXT}.operations[0].actions[0]`]],
    ['in two operations', [[undefined, 1], [1]], [`warning ${CONTEXT}.operations[0].actions[1]`]],
  ])('%s', async (_, lists, expected) => {
    expect(await found(oneContext, 'allow-input-runs', actions(...lists))).toEqual(expected);
  });

  it('comes through an edge layer of the same kind at the other end', async () => {
    const code = 'allow-input-connection-type';
    const type = (make: () => Fields, context: string, value: number) =>
      found(
        make,
        code,
        set(`${context}.operations[0].actions[0].allow_input_dataflow.connection_type`, value),
      );
    expect(await type(oneContext, CONTEXT, 0)).toEqual([]);
    expect(await type(oneContext, CONTEXT, 3)).toHaveLength(1);
    expect(await type(twoContexts, SECOND, 1)).toEqual([]);
    // A missing type is read as 0, a boundary; the finding points at the message, because there is no record.
    expect(await type(twoContexts, SECOND, 0)).toEqual([
      `warning ${SECOND}.operations[0].actions[0].allow_input_dataflow`,
    ]);
  });

  it('comes through an edge layer of an unknown kind, which has its own finding', async () => {
    const code = 'allow-input-connection-type';
    for (const kind of [4, 2 ** 31 - 1, -1]) {
      const unknown: Change = [`${EDGES}[0].context_switch_info`, merged({ edge_connection_type: kind })];
      expect(await found(oneContext, code, unknown)).toEqual([]);
      expect(await found(oneContext, 'edge-connection-type-unknown', unknown)).toHaveLength(1);
    }
  });
});

describe('edges inside the model', () => {
  const info = `${EDGES}[1].context_switch_info`;

  it('are not compared as muxes if one end has an unknown connection', async () => {
    const code = 'inter-context-mux';
    const mux: Change = [`${EDGES}[1]`, merged({ edge_layer_type: 1 })];
    const connection = (kind: number): Change => [info, merged({ edge_connection_type: kind })];
    for (const [kind, count] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
      [-1, 0],
    ] as const) {
      expect(await found(oneContext, code, mux, connection(kind))).toHaveLength(count);
    }
  });

  it('have at most 65535 buffers in DDR memory, and any number elsewhere', async () => {
    expect(await found(ddr, 'ddr-buffers-range', set(`${info}.buffers`, 65535))).toEqual([]);
    expect(await found(ddr, 'ddr-buffers-range', set(`${info}.buffers`, 65536))).toEqual([
      `error ${info}.buffers`,
    ]);
    expect(await found(twoContexts, 'ddr-buffers-range')).toEqual([]);
  });

  it.each([
    [0, true],
    [64, true],
    [128, true],
    [192, false],
    [256, true],
    [511, false],
    [512, true],
    [513, false],
    [1536, true],
  ])('have rows of %i bytes in DDR memory: %s', async (bytes, fits) => {
    const row = set(`${EDGES}[1].layer_info.edge_layer_base.core_bytes_per_buffer`, bytes);
    expect(await found(ddr, 'ddr-row-size', row)).toHaveLength(fits ? 0 : 1);
  });

  it.each<[string, Change, string | undefined]>([
    ['rows', set(`${EDGES}[2].layer_info.edge_layer_base.core_bytes_per_buffer`, 512), 'bytes'],
    ['their number', set(`${EDGES}[2].layer_info.edge_layer_base.core_buffers_per_frame`, 8), 'number'],
    ['network', [`${EDGES}[2]`, merged({ network_index: 1 })], 'network'],
    ['nothing', set(`${EDGES}[2].layer_info.edge_layer_base.max_shmifo_size`, 1), undefined],
  ])('are read back from DDR memory as written: %s', async (_, change, differs) => {
    expect(await found(ddr, 'ddr-pair-mismatch', change)).toEqual(
      differs === undefined ? [] : [`error ${EDGES}[1]`],
    );
  });

  it('have one input from DDR memory: further inputs are named as related places, up to a limit', async () => {
    const peers = `${EDGES}[1].context_switch_info.connected_contexts`;
    const more = (count: number): Change => [
      peers,
      (list) => [...(list as Value[]), ...Array.from({ length: count }, () => ({ sys_index: 9 }))],
    ];
    const others = async (count: number) => {
      const source = memorySource(encoded(spoiled(ddr, more(count))));
      const [finding] = await findingsIn(source, 'ddr-connected-contexts-count');
      return finding?.related;
    };
    expect(await others(0)).toBe(undefined);
    expect(await others(2)).toEqual([`${peers}[1]`, `${peers}[2]`]);
    expect(await others(100)).toHaveLength(16);
    expect(await found(ddr, 'ddr-pair-unmatched', more(2))).toEqual([]);
  });

  it('without an input from DDR memory: the finding refers to the finding about more outputs than inputs, if there is one', async () => {
    const related = async (...changes: readonly Change[]) => {
      const source = memorySource(encoded(spoiled(ddr, ...changes)));
      const [finding] = await findingsIn(source, 'ddr-pair-unmatched');
      return finding?.related;
    };
    const peer = `${EDGES}[1].context_switch_info.connected_contexts[0]`;
    expect(await related([EDGES, (list) => (list as Value[]).filter((_, i) => i !== 2)])).toEqual([
      `${EDGES}[1]`,
    ]);
    expect(await related(set(`${peer}.sys_index`, 9))).toEqual([]);
  });

  const entry = `${SECOND}.metadata.edge_layers[0].context_switch_info.connected_contexts[0]`;

  it.each<[string, Fields, readonly string[]]>([
    ['a context that is there', { index: 1 }, []],
    ['one that is not', { index: 2 }, [`${entry}.index`]],
    ['a stream', { sys_index: 255 }, []],
    ['a stream past all', { sys_index: 256 }, [`${entry}.sys_index`]],
  ])('without an output name the wrong index, if that is the cause: %s', async (_, fields, due) => {
    const source = memorySource(encoded(spoiled(twoContexts, [entry, merged(fields)])));
    const [missing] = await findingsIn(source, 'inter-context-source-missing');
    expect(missing?.related).toEqual(due);
  });

  it('read from earlier contexts, and in some releases also from their own', async () => {
    const order = (index: number) => found(twoContexts, 'inter-context-order', [entry, merged({ index })]);
    expect(await order(0)).toEqual([]);
    expect(await order(1)).toEqual([`warning ${entry}.index`]);
    expect(await order(2)).toEqual([`error ${entry}.index`]);
    // In the first context, a missing index is read as the context's own index. The finding points at
    // `connected_contexts`, whose text also names the index.
    const [group] = twoContexts().network_groups as [Fields];
    const [, second] = group.contexts as [Fields, Fields];
    const [sink] = (second.metadata as Fields).edge_layers as [Fields];
    expect(await found(twoContexts, 'inter-context-order', set(`${EDGES}[0]`, sink))).toEqual([
      `warning ${EDGES}[0].context_switch_info.connected_contexts[0]`,
    ]);
  });

  it('may have different rows at each end, if the number of bytes is the same', async () => {
    const sink = `${SECOND}.metadata.edge_layers[0].layer_info.edge_layer_base`;
    const code = 'inter-context-size-mismatch';
    expect(await found(twoContexts, code, [sink, () => base(shape(8, 16, 16), 2)])).toEqual([]);
    expect(await found(twoContexts, code, [sink, () => base(shape(8, 16, 8), 2)])).toEqual([
      `warning ${EDGES}[1]`,
    ]);
  });

  it('need the extension for padded buffers, or its flag in files without a header version', async () => {
    const code = 'ddr-extension-missing';
    const none: Change = ['extensions', () => []];
    const old = set('header.version', 0n);
    expect(await found(ddr, code)).toEqual([]);
    expect(await found(ddr, code, none)).toEqual([`error ${EDGES}[1]`]);
    expect(await found(ddr, code, none, old)).toEqual([]);
    expect(await found(ddr, code, old, set('included_features.padded_ddr_buffers', false))).toHaveLength(1);
    expect(await found(twoContexts, code, none)).toEqual([]);
  });

  it.each<[string, Fields, number]>([
    ['nothing', {}, 0],
    ['a context', { connected_context_index: 1 }, 1],
    ['a stream', { connected_sys_index: 1 }, 1],
    ['a name', { connected_context_name: 'x' }, 1],
    ['an entry of the list', { connected_contexts: [{}] }, 1],
  ])('are the only edges that may name a peer: %s', async (_, fields, count) => {
    const link = `${EDGES}[0].context_switch_info`;
    expect(await found(oneContext, 'boundary-connected-info', [link, merged(fields)])).toHaveLength(count);
  });

  it('name a context as it names itself, if both names exist', async () => {
    const code = 'connected-context-name-mismatch';
    const name = (value: string | Uint8Array): Change => [`${CONTEXT}.metadata`, merged({ name: value })];
    expect(await found(twoContexts, code, name('context_0'))).toEqual([]);
    // A name that is not UTF-8 is not compared.
    expect(await found(twoContexts, code, name(Uint8Array.of(0x63, 0xff)))).toEqual([]);
    expect(await found(twoContexts, code, name('other'))).toHaveLength(2);
    // An edge at the boundary has no peer.
    const boundary: Change = [`${EDGES}[0].context_switch_info`, merged({ connected_context_name: 'x' })];
    expect(await found(oneContext, code, name('context_0'), boundary)).toEqual([]);
    const nameless: Change = [
      `${SECOND}.metadata.edge_layers[0].context_switch_info`,
      (link) => ({
        ...without(link, 'connected_context_name'),
        connected_contexts: [{ index: 0, sys_index: 0 }],
      }),
    ];
    expect(await found(twoContexts, code, name('other'), nameless)).toEqual([]);
  });
});
