import { describe, expect, it } from 'vitest';
import { CONTEXT, spoiled } from '../../../scripts/corpus/faults.js';
import { asGraph, OUTPUT_PAD } from '../../../scripts/corpus/invalid-graphs.js';
import type { Fields, Value } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { bytesOf, outcomeIn } from '../../runtime/predicted.js';
import { findings } from '../findings.js';

const CODES = ['post-process-pad-unconnected', 'post-process-decoder-unknown-pad'];
const WIRE = { src: OUTPUT_PAD, dst: 7 };
const OPS = 'network_groups[0].ops';

async function linesOf(nodes: readonly Fields[], edges: readonly Fields[]): Promise<readonly string[]> {
  return (await findings(spoiled(oneContext, ...asGraph(nodes, edges)), CODES)).lines;
}

const argmax = (...pads: readonly number[]): Fields => ({
  logits_op: {},
  input_pads: pads.map((index) => ({ index })),
  output_pads: [{ index: 99, name: 'classes' }],
});
const decoding = (kind: string, decoder: Fields): Fields => ({
  input_pads: [{ index: 7 }],
  output_pads: [{ index: 98, name: 'boxes' }],
  nms_op: { [kind]: { bbox_decoders: [decoder] } },
});

describe('input pads of nodes on the host', () => {
  it('must lead to an output of the device', async () => {
    expect(await linesOf([argmax(7)], [WIRE])).toEqual([]);
    expect(await linesOf([argmax(7)], [])).toEqual([`error ${CODES[0]} ${OPS}[1].input_pads[0].index`]);
    expect(await linesOf([argmax(7)], [{ src: 2, dst: 7 }])).toHaveLength(1);
    expect(await linesOf([argmax(7, 8)], [WIRE])).toEqual([
      `error ${CODES[0]} ${OPS}[1].input_pads[1].index`,
    ]);
  });

  it('use the first of several edges', async () => {
    const astray = { src: 2, dst: 7 };
    expect(await linesOf([argmax(7)], [WIRE, astray])).toEqual([]);
    expect(await linesOf([argmax(7)], [astray, WIRE])).toHaveLength(1);
  });

  it('are ignored in core ops, and without the extension for graphs', async () => {
    expect(await linesOf([{ name: 'empty', input_pads: [{ index: 9 }] }], [])).toEqual([]);
    const changes = asGraph([argmax(7)], []).filter(([path]) => path !== 'extensions');
    expect((await findings(spoiled(oneContext, ...changes), CODES)).lines).toEqual([]);
  });

  it('read an absent index as 0, and treat an absent pad of a layer as missing', async () => {
    expect(await linesOf([{ logits_op: {}, input_pads: [{}] }], [{ src: OUTPUT_PAD }])).toEqual([]);
    const edges = `${CONTEXT}.metadata.edge_layers[1]`;
    const [, ...others] = asGraph([argmax(7)], [{ src: 0, dst: 7 }]);
    expect((await findings(spoiled(oneContext, ...others), CODES)).lines).toHaveLength(1);
    const zero = [edges, (layer: Value) => ({ ...(layer as Fields), pad_index: 0 })] as const;
    expect((await findings(spoiled(oneContext, zero, ...others), CODES)).lines).toHaveLength(1);
  });
});

describe('the name of a group that is a graph, with variants for older releases', () => {
  const named = (name: string, group: Value = {}): Fields => ({
    ...(group as Fields),
    network_group_metadata: { network_group_name: name },
  });
  const linesOf = async (own: string, part: string, ...groups: readonly Fields[]) => {
    const content = spoiled(
      oneContext,
      [
        'network_groups',
        (list) => [
          {
            ...named(own),
            partial_network_groups: [{ network_group: named(part), layout: {} }],
            ops: [{ core_op: named('net', (list as Value[])[0]) }],
          },
          ...groups,
        ],
      ],
      ['extensions', (list) => [...(list as Value[]), { type_index: 13 }]],
    );
    const { lines } = await findings(content, ['core-op-name-mismatch']);
    return lines.filter((line) => line.includes('network_groups[0]'));
  };
  const mismatch = 'error core-op-name-mismatch network_groups[0]';

  it('equals the name of its first variant, and of the core op', async () => {
    expect(await linesOf('net', 'net')).toEqual([]);
    expect(await linesOf('other', 'net')).toEqual([`${mismatch}.network_group_metadata.network_group_name`]);
    const coreOp = `${mismatch}.ops[0].core_op.network_group_metadata.network_group_name`;
    expect(await linesOf('net', 'other')).toEqual([coreOp]);
  });

  it('must equal the variant’s name in the last group only, because loaders look up that group first', async () => {
    expect(await linesOf('other', 'net', named('last'))).toEqual([]);
  });
});

describe('decoders of boxes', () => {
  it('name outputs of the device, in different fields for each kind', async () => {
    const good = OUTPUT_PAD;
    for (const [kind, fields] of [
      ['yolo_nms_op', ['pad_index']],
      ['yolo_seg_op', ['pad_index']],
      ['yolox_nms_op', ['reg_pad_index', 'cls_pad_index', 'obj_pad_index']],
      ['ssd_nms_op', ['reg_pad_index', 'cls_pad_index']],
      ['yolov8_nms_op', ['reg_pad_index', 'cls_pad_index']],
    ] as const) {
      const all = Object.fromEntries(fields.map((name) => [name, good]));
      expect(await linesOf([decoding(kind, all)], [WIRE]), kind).toEqual([]);
      for (const name of fields) {
        expect(await linesOf([decoding(kind, { ...all, [name]: 7 })], [WIRE])).toEqual([
          `error ${CODES[1]} ${OPS}[1].nms_op.${kind}.bbox_decoders[0].${name}`,
        ]);
      }
    }
  });
});

describe('nodes that no release supports', () => {
  const LATER = ['post-process-unknown', 'post-process-pads', 'post-process-decoders'] as const;
  const codesOf = async (node: Fields): Promise<readonly string[]> => {
    const { lines } = await findings(spoiled(oneContext, ...asGraph([node], [WIRE])), [...LATER]);
    return lines.map((line) => line.split(' ')[1] ?? '');
  };
  const pads = { input_pads: [{ index: 7 }], output_pads: [{ index: 99, name: 'out' }] };
  const pad = { pad_index: OUTPUT_PAD };

  it.each<[string, Fields, readonly string[]]>([
    ['a node without op', pads, [LATER[0]]],
    ['boxes of no kind', { ...pads, nms_op: {} }, [LATER[0]]],
    ['logits of no type', { ...pads, logits_op: { logits_type: 2 } }, [LATER[0]]],
    ['softmax', { ...pads, logits_op: { logits_type: 1 } }, []],
    ['logits without an output', { logits_op: {}, input_pads: [{ index: 7 }] }, [LATER[1]]],
    ['boxes without an output', { nms_op: { iou_op: {} }, input_pads: [{ index: 7 }] }, [LATER[1]]],
    ['anchors', { ...pads, nms_op: { yolo_nms_op: { bbox_decoders: [{ ...pad, h: [1], w: [1] }] } } }, []],
    [
      'anchors that differ in number',
      { ...pads, nms_op: { yolo_nms_op: { bbox_decoders: [{ ...pad, h: [1, 2], w: [1] }] } } },
      [LATER[2]],
    ],
    [
      'an input without decoder',
      { ...pads, nms_op: { bbox_decoding_only: true, yolo_nms_op: {} } },
      [LATER[2]],
    ],
    ['an input without decoder, which is chosen from', { ...pads, nms_op: { yolo_nms_op: {} } }, []],
    ['a segmentation of another layer', { ...pads, nms_op: { yolo_seg_op: {} } }, [LATER[2]]],
  ])('%s', async (_about, node, codes) => {
    expect(await codesOf(node)).toEqual(codes);
  });
});

describe('releases', () => {
  const of = (nodes: readonly Fields[], edges: readonly Fields[]) =>
    outcomeIn(bytesOf(spoiled(oneContext, ...asGraph(nodes, edges))), '4.20.0');
  const unknown = decoding('yolo_nms_op', { pad_index: 7 });

  it('refuse nodes without input, and crash for decoders without a node', async () => {
    expect(await of([argmax(7)], [WIRE])).toBe('accepts');
    expect(await of([argmax(7)], [])).toBe('load 26 post-process-pad-unconnected');
    expect(await of([unknown], [WIRE])).toBe('load crashes post-process-decoder-unknown-pad');
  });

  it('check node by node, and the edges to each node first', async () => {
    expect(await of([unknown, argmax(8)], [WIRE])).toBe('load crashes post-process-decoder-unknown-pad');
    expect(await of([unknown, argmax(8)], [])).toBe('load 26 post-process-pad-unconnected');
  });
});
