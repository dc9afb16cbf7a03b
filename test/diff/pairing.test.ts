/** Elements are paired in this way if neither their content nor their keys decide. */
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { diffBytes } from './models.js';

/**
 * Makes a context whose edge layers have these names and sizes. The names match those of other contexts, and
 * all streams differ.
 */
function layers(...sides: readonly (readonly [name: string, side: number])[]): Uint8Array {
  const edge_layers = sides.map(([name, side]) => ({
    network_index: side,
    layer_info: {
      name,
      edge_layer_base: { sys_index: name.charCodeAt(0), width: side, height: side, features: side },
    },
  }));
  const contexts = [{ metadata: { edge_layers } }];
  return encode(ProtoMDLMdlSchema, { network_groups: [{ contexts }] } as never).bytes;
}

async function told(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const { changes } = await diffBytes(before, after);
  const short = (path: string | undefined) => path?.replace(/^.*edge_layers/, '') ?? '-';
  return changes.map((change) => `${change.kind} ${short(change.before?.path)} ${short(change.after?.path)}`);
}

const fieldsOf = (from: number, to: number) =>
  [
    'network_index',
    'layer_info.name',
    ...['height', 'width', 'features', 'sys_index'].map((name) => `layer_info.edge_layer_base.${name}`),
  ].map((name) => `changed [${from}].${name} [${to}].${name}`);

describe('elements with different keys and different contents', () => {
  it('are paired by position if both sides have the same number of elements', async () => {
    // The old second layer is similar to the new first layer, but no layer was added or removed.
    const found = await told(layers(['a', 10], ['b', 20]), layers(['c', 20], ['d', 30]));
    expect(found.sort()).toEqual([...fieldsOf(0, 0), ...fieldsOf(1, 1)].sort());
  });

  it('are paired by their common content if one side has more elements', async () => {
    const found = await told(layers(['a', 10], ['b', 20]), layers(['c', 20]));
    expect(found.sort()).toEqual([
      'changed [1].layer_info.edge_layer_base.sys_index [0].layer_info.edge_layer_base.sys_index',
      'changed [1].layer_info.name [0].layer_info.name',
      'removed [0] -',
    ]);
    const added = await told(layers(['c', 20]), layers(['a', 10], ['b', 20]));
    expect(added.filter((line) => line.startsWith('added'))).toEqual(['added - [0]']);
  });

  it('are not paired by a key that several of them have', async () => {
    // Two layers share a name and a stream, so the key pairs neither of them with the third.
    const found = await told(layers(['a', 10], ['a', 20]), layers(['a', 30], ['b', 40], ['c', 50]));
    expect(found.filter((line) => /^changed \[1\].* \[0\]/.test(line))).toEqual([]);
  });

  it('are listed in the order of the second file, with additions', async () => {
    const found = await told(layers(['b', 20], ['c', 30]), layers(['a', 10], ['b', 21], ['c', 31]));
    const first = found
      .map((line) => line.split(' '))
      .map(([kind, , after]) => `${kind} ${after?.slice(0, 3)}`);
    expect([...new Set(first)]).toEqual(['added [0]', 'changed [1]', 'changed [2]']);
  });
});
