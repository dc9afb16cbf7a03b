import { describe, expect, it } from 'vitest';
import { CONTEXT, put, spoiled } from '../../../scripts/corpus/faults.js';
import { boundaryInput, boundaryOutput, ddrPair, shape } from '../../../scripts/corpus/layers.js';
import { context, model, networkGroup, preliminary } from '../../../scripts/corpus/network.js';
import { type Fields, hex, seq } from '../../../scripts/corpus/notation.js';
import { Ids } from '../../../scripts/corpus/operations.js';
import { Random } from '../../../scripts/corpus/random.js';
import { ddr } from '../../../scripts/corpus/valid-networks.js';
import { asOp, findings } from '../findings.js';

const CODES = ['no-boundary-layers', 'streams-limit', 'dma-channel-budget'];
const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const of = shape(16, 64, 16);

/** Makes contexts, each with these numbers of inputs, outputs and DDR pairs. */
function network(
  channels: number,
  ...counts: readonly (readonly [inputs: number, outputs: number, pairs: number])[]
): Fields {
  const ids = new Ids();
  const random = new Random(80);
  const list = (count: number) => Array.from({ length: count }, (_, i) => i);
  const contexts = counts.map(([inputs, outputs, pairs], index) => {
    const layer = (name: string, sys: number) => ({
      name: `${name}${index}.${sys}`,
      shape: of,
      sys,
      context: index,
    });
    const layers = [
      ...list(inputs).map((i) => boundaryInput(layer('in', i))),
      ...list(outputs).map((i) => boundaryOutput(layer('out', i))),
      ...list(pairs).flatMap((i) => ddrPair(layer('ddr', 100 + 2 * i), 101 + 2 * i)),
    ];
    return context(ids, random, { index, layers, writes: [], lcus: [] });
  });
  const before = preliminary(ids, random, { writes: [], lcus: [] });
  return model({ groups: [networkGroup({ name: 'n', preliminary: before, contexts, channels })] });
}

describe('channels', () => {
  it.each([
    [1, [[15, 16, 0]], 0],
    [1, [[16, 0, 0]], 1],
    [0, [[15, 0, 0]], 0],
    [2, [[15, 0, 0]], 1],
    [1, [[0, 17, 0]], 1],
    // Boundary layers of all contexts are added up; other layers only count in their context.
    [
      1,
      [
        [7, 0, 0],
        [8, 0, 0],
      ],
      0,
    ],
    [
      1,
      [
        [8, 0, 0],
        [8, 0, 0],
      ],
      1,
    ],
    [
      1,
      [
        [1, 1, 14],
        [0, 0, 14],
      ],
      0,
    ],
    [
      1,
      [
        [1, 1, 14],
        [0, 0, 15],
      ],
      1,
    ],
    [
      1,
      [
        [1, 1, 15],
        [0, 0, 16],
      ],
      2,
    ],
    // The configuration alone takes all channels; another rule reports this.
    [16, [[15, 0, 0]], 0],
    [200, [[17, 0, 0]], 1],
  ] as const)('%i of the configuration, %j', async (channels, counts, found) => {
    const { diagnostics } = await findings(network(channels, ...counts), CODES);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(found).fill('dma-channel-budget'));
  });

  it('are reported as too many even if a layer could not be read', async () => {
    const broken = spoiled(() => network(1, [1, 18, 0]), [`${LAYERS}[3].layer_info`, () => seq(hex('0a7f'))]);
    expect((await findings(broken, CODES)).lines).toEqual([`warning dma-channel-budget ${LAYERS}[1]`]);
  });
});

describe('streams', () => {
  it('may be at most 32', async () => {
    expect((await findings(network(1, [16, 16, 0]), ['streams-limit'])).lines).toEqual([]);
    const { lines, diagnostics } = await findings(network(1, [16, 19, 0]), CODES);
    expect(lines).toEqual([
      `warning dma-channel-budget ${LAYERS}[0]`,
      `warning dma-channel-budget ${LAYERS}[16]`,
      `warning streams-limit ${LAYERS}[32]`,
    ]);
    const related = diagnostics.map((one) => one.related.map(({ path }) => path));
    expect(related[0]?.[0]).toBe(`${LAYERS}[32]`);
    expect(related[2]).toEqual([`${LAYERS}[33]`, `${LAYERS}[34]`]);
  });

  it('must exist, in later layouts too', async () => {
    const inner = [0, 3].map((i) =>
      put(`${LAYERS}[${i}].context_switch_info`, `${i}`, { edge_connection_type: 2 }),
    );
    expect((await findings(spoiled(ddr, ...inner), CODES)).lines).toEqual([
      'warning no-boundary-layers network_groups[0]',
    ]);
    expect((await findings(spoiled(ddr, ...inner, asOp), CODES)).lines).toEqual([
      'warning no-boundary-layers network_groups[0].ops[1].core_op',
    ]);
    // A layer with an unknown connection may be a boundary layer.
    const unknown = put(`${LAYERS}[3].context_switch_info`, 'unknown', { edge_connection_type: 9 });
    expect((await findings(spoiled(ddr, ...inner, unknown), CODES)).lines).toEqual([]);
  });
});
