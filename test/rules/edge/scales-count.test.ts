/** Scales and zero points of boundary layers: each edge layer with a wrong count or wrong values has one finding. */
import { expect, it } from 'vitest';
import { CONTEXT, change, spoiled } from '../../../scripts/corpus/faults.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { layerFindings } from '../layer-findings.js';

// The input has three features, the output ten.
const [INPUT, OUTPUT] = [0, 1].map((at) => `${CONTEXT}.metadata.edge_layers[${at}].layer_info.numeric_info`);
const ONES = Array<number>(10).fill(1);

it.each<[string, readonly number[], readonly number[], (string | undefined)[]]>([
  ['as many as features', [1, 1, 1], ONES, []],
  ['one more for the input', [1, 1, 1, 2], ONES, []],
  ['none for the input', [], ONES, [INPUT]],
  ['too few for the input', [1, 1], ONES, [INPUT]],
  ['different ones for the input', [1, 2, 1], ONES, [INPUT]],
  ['one less for the output', [1, 1, 1], ONES.slice(1), [OUTPUT]],
  ['one more for the output', [1, 1, 1], [...ONES, 1], [OUTPUT]],
  ['different ones for the output', [1, 1, 1], [...ONES.slice(1), 2], []],
  ['faults in both', [1, 2, 1], [], [INPUT, OUTPUT]],
])('%s', async (_name, input, output, paths) => {
  const content = spoiled(
    oneContext,
    change(INPUT as string, { qp_zps: [...input], qp_scales: [...input] }),
    change(OUTPUT as string, { qp_zps: [...output], qp_scales: [...output] }),
    ['extensions', (list) => [...(list as []), { type_index: 25 }]],
  );
  const { diagnostics } = await layerFindings(content);
  const found = diagnostics.filter(({ code }) => code === 'edge-scales-count');
  expect(found.map(({ path }) => path)).toEqual(paths);
});
