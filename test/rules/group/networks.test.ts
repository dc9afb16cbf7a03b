import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, drop, put, spoiled } from '../../../scripts/corpus/faults.js';
import { type Fields, hex, seq, type Value } from '../../../scripts/corpus/notation.js';
import { oneContext, twoNetworks } from '../../../scripts/corpus/valid-networks.js';
import { asOp, asPartial, findings } from '../findings.js';

const CODES = [
  'networks-names-empty',
  'too-many-networks',
  'network-name-duplicate',
  'network-name-empty',
  'network-without-layers',
  'no-boundary-layers',
];
const NAMES = 'network_groups[0].networks_names';
const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const names = (...list: readonly string[]): Change => [NAMES, () => list];

async function linesOf(...changes: readonly Change[]): Promise<readonly string[]> {
  return (await findings(spoiled(twoNetworks, ...changes), CODES)).lines;
}

describe('names of networks', () => {
  it('are not needed without the extension for several networks', async () => {
    expect((await findings(spoiled(oneContext, drop(NAMES)), CODES)).lines).toEqual([]);
    expect(await linesOf(drop(NAMES), drop('header.version'))).toEqual([]);
  });

  it.each([[asPartial], [asOp]])('are needed in later layouts (%#)', async (lift) => {
    const { lines } = await findings(spoiled(twoNetworks, drop(NAMES), lift), CODES);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('error networks-names-empty network_groups[0].');
  });

  it('may be at most eight', async () => {
    const many = (count: number) => names(...Array.from({ length: count }, (_, i) => `net${i}`));
    const limited = async (count: number) => (await findings(spoiled(oneContext, many(count)), CODES)).lines;
    expect(await limited(8)).toEqual([]);
    expect(await limited(9)).toEqual([`error too-many-networks ${NAMES}[8]`]);
  });

  it('are compared as a whole, including empty names', async () => {
    const { lines } = await findings(spoiled(oneContext, names('a', '', 'A', 'ab', '', 'a')), CODES);
    expect(lines).toEqual([
      `warning network-name-duplicate ${NAMES}[0]`,
      `warning network-name-duplicate ${NAMES}[1]`,
      `warning network-name-empty ${NAMES}[1]`,
      `warning network-name-empty ${NAMES}[4]`,
    ]);
  });
});

describe('layers of networks', () => {
  const network = (layer: number, value: number) =>
    put(`${LAYERS}[${layer}].network_index`, `${layer}`, value);

  it('must include an input and an output for each network', async () => {
    // Without the only input of the second network, and then without its only output.
    for (const layer of [1, 4]) {
      expect(await linesOf(network(layer, 0))).toEqual([`warning network-without-layers ${NAMES}[1]`]);
    }
    expect(await linesOf(network(2, 1))).toEqual([]);
  });

  it('are those of the host: layers inside the device do not count', async () => {
    const inner = put(`${LAYERS}[4].context_switch_info`, 'info', { edge_connection_type: 2 });
    expect(await linesOf(inner)).toEqual([`warning network-without-layers ${NAMES}[1]`]);
  });

  it('are not reported as missing if a layer could not be read', async () => {
    const broken: Change = [`${LAYERS}[4].layer_info`, () => seq(hex('0a7f'))];
    expect(await linesOf(broken)).toEqual([]);
  });

  it('are reported as missing for every network if no network has them', async () => {
    const none: Change = [
      LAYERS,
      (layers) =>
        (layers as Fields[]).map((layer) => ({
          ...layer,
          context_switch_info: { ...(layer.context_switch_info as Fields), edge_connection_type: 2 } as Value,
        })),
    ];
    expect(await linesOf(none)).toEqual([
      'warning no-boundary-layers network_groups[0]',
      `warning network-without-layers ${NAMES}[0]`,
      `warning network-without-layers ${NAMES}[1]`,
    ]);
  });
});
