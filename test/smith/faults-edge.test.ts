import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { complaints, testFaults } from './fault-family.js';

describe('faults of edge layers', () => {
  testFaults(FAMILIES.edge.flatMap(Object.keys));

  it('need fewer features if options exclude some', { timeout: 60_000 }, async () => {
    const codes = ['edge-direction-unknown', 'edge-core-buffers-range', 'edge-unset'];
    for (const code of codes) {
      for (let seed = 1; seed <= 8; seed++) {
        const model = await smithInvalid(code, { seed, ethernet: true });
        expect(model.model.features).not.toContain('inter-context');
        expect(await complaints(model), `${code}, seed ${seed}`).toEqual([]);
      }
    }
    // If options contradict each other, this is the reason of the refusal, before the needs of the fault.
    const impossible = smithInvalid('edge-unset', { with: ['ddr'], ethernet: true });
    await expect(impossible).rejects.toMatchObject({
      code: 'smith-option',
      message: expect.stringContaining('ethernet contradict'),
    });
  });

  it('occur in layers at all places', { timeout: 60_000 }, async () => {
    const paths: string[] = [];
    for (const code of ['edge-format-unknown', 'edge-buffer-indices-count']) {
      for (let seed = 1; seed <= 60; seed++) {
        const { findings } = await smithInvalid(code, { seed });
        paths.push(...findings.map(({ path }) => path));
      }
    }
    const EDGE = /^network_groups.*\.edge_layers\[\d+\]/.source;
    for (const place of [
      `${EDGE}.layer_info.edge_layer_base.format$`,
      `${EDGE}.layer_mux.edge_layer_base`,
      `${EDGE}.layer_mux.predecessors[^.]*.layer_info`,
      `${EDGE}.layer_mux.predecessors[^.]*.layer_mux.predecessors[^.]*.layer_info`,
      `${EDGE}.layer_planes.planes[^.]*.layer_info`,
      // Only in layers inside the model must the value be above zero.
      `${EDGE}.layer_info.edge_layer_base$`,
      /^network_groups\[0\]\.contexts\[[1-9]/.source,
      /^network_groups\[[1-9]\]\./.source,
      'partial_network_groups',
      /ops\[\d+\]\.core_op\.contexts/.source,
      'partial_core_ops',
    ]) {
      expect(paths.filter((path) => new RegExp(place).test(path)).length, place).toBeGreaterThan(0);
    }
  });
});
