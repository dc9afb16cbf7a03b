import { describe, expect, it } from 'vitest';
import { CONTEXT, put, spoiled } from '../../../scripts/corpus/faults.js';
import { type Fields, hex, seq, type Value } from '../../../scripts/corpus/notation.js';
import { fused, nms } from '../../../scripts/corpus/valid-features.js';
import { change, layerFindings, lifted } from '../layer-findings.js';

const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const infoOf = (layer: number) => `${LAYERS}[${layer}].layer_info.edge_layer_base.additional_info.nms_info`;
const FUSED = 'network_groups[0].fused_layers_metadata';
const WHOLE = `${FUSED}.fused_layers[0]`;

const withInfo = async (values: Fields) =>
  (await layerFindings(spoiled(nms, change(infoOf(1), values)))).codes;

const GIB_4 = 2n ** 32n;

describe('lists of boxes', () => {
  it.each<[string, Fields, string[]]>([
    [
      'as many classes as fit in 32 bits, without boxes',
      { number_of_classes: GIB_4 - 1n, max_output_size: 0n },
      ['error nms-frame-overflow', 'warning nms-zero-size'],
    ],
    [
      'one more, which is cut to 0',
      { number_of_classes: GIB_4 },
      ['error nms-values-range', 'warning nms-zero-size'],
    ],
    [
      'all four at 64 bits',
      {
        number_of_classes: 2n ** 64n - 1n,
        max_output_size: 2n ** 64n - 1n,
        bbox_size: 2n ** 64n - 1n,
        input_division_factor: 2n ** 64n - 1n,
      },
      [
        ...Array(4).fill('error nms-values-range'),
        'error nms-frame-overflow',
        'warning nms-bbox-size',
      ].sort(),
    ],
    ['the last class group', { defuse_info: { class_group_index: 8n } }, []],
    [
      'one that passes as the first',
      { defuse_info: { class_group_index: GIB_4 } },
      ['error nms-values-range'],
    ],
    [
      'one that does not',
      { defuse_info: { class_group_index: GIB_4 + 9n } },
      ['error nms-class-group-index', 'error nms-values-range'],
    ],
    ['a name that fits', { defuse_info: { original_name: 'x'.repeat(127) } }, []],
    [
      'a name of characters of four bytes',
      { defuse_info: { original_name: '😀'.repeat(32) } },
      ['error nms-original-name-too-long'],
    ],
    ['no division', { input_division_factor: 0n }, []],
    // The device's frame of 8 + 1 * 1 * (2 + 8 * max) bytes stays below 2^32 for max up to 536870910; the
    // host's frame of (1 + 5 * max) * 4 bytes for max up to 214748364.
    ['boxes that fit', { number_of_classes: 1n, max_output_size: 214748364n }, []],
    [
      'one more than fits',
      { number_of_classes: 1n, max_output_size: 214748365n },
      ['error nms-frame-overflow'],
    ],
    [
      'a division that makes it too much',
      { number_of_classes: 1n, max_output_size: 214748364n, input_division_factor: 2n },
      ['error nms-frame-overflow'],
    ],
    [
      '65,536 by 65,536',
      { number_of_classes: 65536n, max_output_size: 65536n },
      ['error nms-frame-overflow'],
    ],
  ])('%s', async (_name, values, codes) => {
    expect(await withInfo(values)).toEqual(codes);
  });

  it('are not checked if they are not outputs for boxes', async () => {
    const base = `${LAYERS}[1].layer_info.edge_layer_base`;
    const content = spoiled(
      nms,
      change(infoOf(1), { number_of_classes: GIB_4 }),
      change(base, { format: 1 }),
    );
    expect((await layerFindings(content)).codes).toEqual(['info nms-info-on-non-nms']);
  });
});

/** Makes a network with parts that have these class groups, and with the layer that they form. */
function parts(groups: readonly bigint[], more: (index: number) => Fields = () => ({})): Fields {
  return spoiled(
    fused,
    [
      LAYERS,
      (layers) => {
        const [input, part] = layers as [Fields, Fields];
        return [input, ...groups.map((group, i) => partOf(part, group, i, more(i)))];
      },
    ],
    change(WHOLE, { defused_layers_names: groups.map((_, i) => `part${i}`) }),
    change(`${WHOLE}.nms_info`, { number_of_classes: 2n * BigInt(groups.length) }),
  );
}

function partOf(part: Fields, group: bigint, i: number, more: Fields): Value {
  const { layer_info: tensor, ...edge } = part;
  const { edge_layer_base: base } = tensor as Fields;
  const nms_info = {
    number_of_classes: 2n,
    max_output_size: 20n,
    bbox_size: 8n,
    is_defused: true,
    defuse_info: { class_group_index: group, original_name: 'fuse/nms1' },
    ...more,
  };
  return {
    ...edge,
    layer_info: {
      ...(tensor as Fields),
      name: `part${i}`,
      original_names: [],
      edge_layer_base: { ...(base as Fields), sys_index: 3 + i, additional_info: { nms_info } },
    },
  };
}

const many = (count: number) => Array.from({ length: count }, (_, i) => BigInt(i));
const INDEX = 'error defuse-class-group-index';

describe('parts of a fused layer', () => {
  it.each<[string, readonly bigint[], string[]]>([
    ['in any order', [2n, 0n, 1n], []],
    ['nine of them', many(9), []],
    ['twice the same', [0n, 0n, 1n], [INDEX]],
    ['with a gap', [0n, 2n], [INDEX]],
    ['without the first', [1n], [INDEX]],
    ['ten of them', [...many(9), 9n], [INDEX, 'error nms-class-group-index']],
  ])('%s', async (_name, groups, codes) => {
    expect((await layerFindings(parts(groups))).codes).toEqual(codes);
  });

  it('have their finding at the first part, with the others as related places', async () => {
    const { diagnostics } = await layerFindings(parts([0n, 0n, 1n]));
    expect(diagnostics).toMatchObject([
      { path: `${LAYERS}[1]`, related: [{ path: `${LAYERS}[2]` }, { path: `${LAYERS}[3]` }] },
    ]);
  });

  it.each([
    ['number_of_classes', 3n, 'number_of_classes is 4; the parts have 5 in total'],
    ['max_output_size', 21n, 'max_output_size is 20, but differs in a part'],
    ['bbox_size', 10n, 'bbox_size is 8, but differs in a part'],
  ])('do not add up if one has another %s', async (field, value, message) => {
    const content = parts([0n, 1n], (i) => (i === 0 ? {} : { [field]: value }));
    const { diagnostics } = await layerFindings(content);
    expect(diagnostics.filter(({ code }) => code === 'fused-nms-sum')).toMatchObject([
      { path: `${WHOLE}.nms_info.${field}`, message: expect.stringContaining(message) },
    ]);
  });

  it('are added up with 32 bits, as loaders do', async () => {
    const wide = 2n ** 32n;
    for (const [values, codes] of [
      [{ max_output_size: 20n + wide, bbox_size: 8n + 7n * wide }, []],
      [{ max_output_size: 21n + wide }, ['warning fused-nms-sum']],
    ] as const) {
      const content = parts([0n, 1n], (i) => (i === 0 ? {} : values));
      const found = (await layerFindings(content)).codes.filter((code) => code !== 'error nms-values-range');
      expect(found).toEqual(codes);
    }
  });

  it('do not count if they are not outputs', async () => {
    const content = spoiled(() => parts([0n, 1n]), change(`${LAYERS}[2]`, { direction: 0 }));
    const { codes } = await layerFindings(content);
    // Of the two parts that are listed and added up, only the part with class group 0 is left.
    expect(codes).toEqual([
      'warning fused-defused-names-mismatch',
      'warning fused-nms-sum',
      'warning nms-on-input',
    ]);
  });

  it('cause one error each if their fused layer is missing from the list', async () => {
    const content = spoiled(() => parts([0n, 1n]), change(`${WHOLE}.layer_info`, { name: 'other' }));
    expect((await layerFindings(content)).codes).toEqual([
      'error fused-layer-missing',
      'error fused-layer-missing',
      'warning fused-defused-names-mismatch',
    ]);
  });

  it('are checked in later layouts, too', async () => {
    const { codes, diagnostics } = await layerFindings(spoiled(() => parts([0n, 2n]), lifted));
    expect(codes).toEqual([INDEX]);
    expect(diagnostics[0]?.path).toMatch(/^network_groups\[0\]\.ops\[0\]\.core_op\./);
  });

  it('are not reported as missing if an edge layer cannot be read', async () => {
    const broken = seq({ direction: 1 }, hex('0e'));
    const content = spoiled(() => parts([1n]), [LAYERS, (layers) => [...(layers as Value[]), broken]]);
    expect((await layerFindings(content)).codes).toEqual([]);
  });

  it.each<[string, readonly (Fields | Uint8Array)[], boolean]>([
    ['judged together where the context ends after them', [], true],
    ['not judged together where it breaks off after them', [hex('0e')], false],
    [
      'not judged together where an operation of it cannot be read',
      [{ operations: [seq(hex('0e'))] }],
      false,
    ],
  ])('are %s', async (_, rest, isMissed) => {
    const content = spoiled(() => parts([1n]), [CONTEXT, (context) => seq(context as Fields, ...rest)]);
    expect((await layerFindings(content)).codes.includes(INDEX)).toBe(isMissed);
  });

  it('need no fused layer if some fused layer cannot be read', async () => {
    const content = spoiled(
      () => parts([0n]),
      change(`${WHOLE}.layer_info`, { name: 'other' }),
      change(WHOLE, { defused_layers_names: [] }),
      [`${FUSED}.fused_layers`, (layers) => [...(layers as Value[]), seq({}, hex('0e'))]],
    );
    expect((await layerFindings(content)).codes).toEqual([]);
  });
});

describe('a fused layer', () => {
  const INVALID = 'error fused-layer-invalid';

  it.each<[string, string, Fields, string[]]>([
    ['of a newer format', `${WHOLE}.layer_info.edge_layer_base`, { format: 14 }, [INVALID]],
    ['of a format that is none', `${WHOLE}.layer_info.edge_layer_base`, { format: 9 }, [INVALID]],
    ['without a base', `${WHOLE}.layer_info`, { edge_layer_base: undefined as unknown as Value }, [INVALID]],
    ['of values past 32 bits', `${WHOLE}.nms_info`, { input_division_factor: GIB_4 + 1n }, [INVALID]],
    ['without boxes', WHOLE, { nms_info: undefined as unknown as Value }, [INVALID]],
  ])('%s', async (_name, path, values, codes) => {
    expect((await layerFindings(spoiled(fused, change(path, values)))).codes).toEqual(codes);
  });

  it('is not checked if nothing refers to it', async () => {
    const other = { layer_info: { name: 'other', edge_layer_base: { data_bytes: 9 } } };
    const content = spoiled(fused, [`${FUSED}.fused_layers`, (layers) => [...(layers as Value[]), other]]);
    expect((await layerFindings(content)).codes).toEqual([]);
  });

  it('must name all its parts', async () => {
    const content = spoiled(fused, put(`${WHOLE}.defused_layers_names`, 'names', ['fuse/nms1_d0']));
    const { diagnostics } = await layerFindings(content);
    expect(diagnostics).toMatchObject([
      { code: 'fused-defused-names-mismatch', path: WHOLE, related: [{ path: `${LAYERS}[2]` }] },
    ]);
  });
});
