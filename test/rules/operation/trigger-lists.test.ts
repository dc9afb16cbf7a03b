import { describe, expect, it } from 'vitest';
import { encode, type Place } from '../../../scripts/corpus/encode.js';
import { type Change, CONTEXT, label, SECOND, spoiled } from '../../../scripts/corpus/faults.js';
import type { Fields } from '../../../scripts/corpus/notation.js';
import { whenReady } from '../../../scripts/corpus/operations.js';
import { twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { encoded, findingsIn, found, LIFTED } from '../core-op-findings.js';

const metadata = (more: Fields): Change => [
  `${CONTEXT}.metadata`,
  (value) => ({ ...(value as Fields), ...more }),
];
const ends = (...entries: readonly (readonly [cluster: number, id: number])[]): Change =>
  metadata({
    cluster_end_guarantee: entries.map(([cluster, id]) => ({
      cluster_index: cluster,
      trigger: { unique_id: id, ...whenReady },
    })),
  });
const order = (...ids: number[]): Change =>
  metadata({ trigger_order: ids.map((id) => ({ triggers: { unique_id: id, ...whenReady } })) });

const END = `${CONTEXT}.metadata.cluster_end_guarantee`;

describe('the end of clusters', () => {
  it('may be guaranteed only once', async () => {
    const code = 'cluster-end-guarantee-duplicate';
    expect(await found(twoContexts, code, ends([0, 1], [1, 2], [7, 3]))).toEqual([]);
    // An absent index is read as cluster 0.
    expect(await found(twoContexts, code, ends([0, 1], [4, 2], [0, 3]))).toEqual([`warning ${END}[0]`]);
    const content = spoiled(twoContexts, ends([4, 1], [4, 2], [5, 1], [4, 3]));
    const findings = await findingsIn(memorySource(encoded(content)), code);
    expect(findings).toMatchObject([
      { path: `${END}[0].cluster_index`, related: [`${END}[1].cluster_index`, `${END}[3].cluster_index`] },
    ]);
  });

  it('must be guaranteed by a trigger of the group, in any of its contexts', async () => {
    const code = 'cluster-end-trigger-unknown';
    const [last] = await found(twoContexts, code, ends([1, 0], [2, 1], [3, 5], [4, 6]));
    expect(last).toBeUndefined();
    expect(await found(twoContexts, code, ends([1, 1], [2, 4000], [3, 4000]))).toEqual([
      `info ${END}[1].trigger.unique_id`,
      `info ${END}[2].trigger.unique_id`,
    ]);
  });
});

describe('the order of triggers', () => {
  it.each(LIFTED)(
    'may contain existing triggers only, also in core ops of later layouts',
    async (lift, path) => {
      const content = lift(spoiled(twoContexts, order(1, 2, 4000)));
      const findings = await findingsIn(memorySource(encoded(content)), 'trigger-order-unknown');
      expect(findings.map((finding) => finding.path)).toEqual([
        `${path}.contexts[0].metadata.trigger_order[2].triggers.unique_id`,
      ]);
    },
  );

  it('is not checked if an operation could not be read', async () => {
    const content = spoiled(twoContexts, order(4000), label(`${SECOND}.operations[2]`, 'cut'));
    const { bytes, places } = encode(ProtoMDLMdlSchema, content);
    expect(await findingsIn(memorySource(bytes), 'trigger-order-unknown')).toHaveLength(1);
    const { offset } = places.get('cut') as Place;
    const cut = bytes.slice(0, offset + 5);
    expect(await findingsIn(memorySource(cut), 'trigger-order-unknown', 'wire-truncated')).toMatchObject([
      { code: 'wire-truncated' },
    ]);
  });
});
