/** Results of functions in expressions, compared with loops over protobuf-es' message. */
import { fromBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { query } from '../../src/tools/query/query.js';
import type { QueryJson } from '../../src/tools/query/value.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 100);

const models = fc
  .record({
    seed: fc.nat(3000),
    contexts: fc.integer({ min: 1, max: 4 }),
    actions: fc.integer({ min: 1, max: 40 }),
  })
  .map((options) => smithBytes({ ...options, layout: 'classic', uncommon: options.seed % 2 === 0 }));

type Columns = Readonly<Record<string, QueryJson>>;

/** Returns the values of the columns, as a list for each row. */
async function ask(bytes: Uint8Array, selector: string, columns: readonly string[]): Promise<Columns[]> {
  const rows: Columns[] = [];
  const expression = [selector, ...columns].join(', ');
  for await (const row of query(memorySource(bytes), expression, { framing: 'bare' })) rows.push(row.columns);
  return rows;
}

const snake = (name: string | undefined) =>
  name?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? 'unset';

const characters = (text: string) => [...text].length;

describe('functions of expressions', () => {
  it('equal loops over the message, for an action and the messages around it', async () => {
    await fc.assert(
      fc.asyncProperty(models, async (bytes) => {
        const model = fromBinary(ProtoMDLMdlSchema, bytes);
        const due: Columns[] = [];
        for (const [g, group] of model.networkGroups.entries()) {
          for (const [c, context] of group.contexts.entries()) {
            for (const [o, operation] of context.operations.entries()) {
              for (const [a, { action }] of operation.actions.entries()) {
                const around = `network_groups[${g}].contexts[${c}]`;
                due.push({
                  'has(enable_lcu)': action.case === 'enableLcu',
                  'has(trigger)': operation.trigger !== undefined,
                  'has(networks_names[1])': group.networksNames.length > 1,
                  'has($.header)': model.header !== undefined,
                  'which(action)': snake(action.case),
                  'which(trigger)':
                    operation.trigger === undefined ? null : snake(operation.trigger.trigger.case),
                  'which(actions[0])': snake(operation.actions[0]?.action.case),
                  'size(actions)': operation.actions.length,
                  'size(operations)': context.operations.length,
                  'size(networks_names)': group.networksNames.length,
                  'size(networks_names[0])':
                    group.networksNames[0] === undefined ? null : characters(group.networksNames[0]),
                  'size($.network_groups)': model.networkGroups.length,
                  'size($.header.sdk_version)':
                    model.header === undefined ? null : characters(model.header.sdkVersion),
                  'index()': a,
                  'index(operations)': o,
                  'index(contexts)': c,
                  'path(contexts)': around,
                  'path()': `${around}.operations[${o}].actions[${a}]`,
                  context_index: context.contextIndex,
                  '$.network_groups[99].network_group_metadata.network_group_name': null,
                });
              }
            }
          }
        }
        const columns = Object.keys(due[0] ?? {});
        const selector = 'network_groups[*].contexts[*].operations[*].actions[*]';
        if (columns.length > 0) expect(await ask(bytes, selector, columns)).toEqual(due);
      }),
      { numRuns: RUNS },
    );
  });

  it('return nothing for a missing member of a oneof, and the field number for a member of a later release', async () => {
    const action = (...bytes: readonly number[]) =>
      lenRecord(2, lenRecord(3, lenRecord(2, lenRecord(2, Uint8Array.from(bytes)))));
    // Actions with a known member, without a member, with a message that the schema does not know, and with a
    // number that it does not know.
    const bytes = concat(action(0x12, 0), action(), action(0xc2, 0x3e, 0), action(0xc0, 0x3e, 0));
    const rows = await ask(bytes, 'network_groups[*].contexts[*].operations[*].actions[*]', [
      'which(action)',
    ]);
    expect(rows.map((row) => row['which(action)'])).toEqual(['write_data', 'unset', 'unknown', 'unset']);
  });

  it('return the lengths of strings and blobs that are also selected', async () => {
    await fc.assert(
      fc.asyncProperty(models, async (bytes) => {
        const model = fromBinary(ProtoMDLMdlSchema, bytes);
        const names = model.networkGroups.flatMap(({ networksNames }) => networksNames);
        const rows = await ask(bytes, 'network_groups[*].networks_names[*]', ['size(value)', 'value']);
        expect(rows).toEqual(names.map((name) => ({ 'size(value)': characters(name), value: name })));
        const blobs = model.networkGroups.flatMap(({ preliminaryConfig }) =>
          (preliminaryConfig?.operation ?? []).flatMap(({ actions }) =>
            actions.flatMap(({ action }) =>
              action.case === 'writeDataCcw' ? [action.value.data.length] : [],
            ),
          ),
        );
        const selector = 'network_groups[*].preliminary_config.operation[*].actions[*].write_data_ccw.data';
        expect(await ask(bytes, selector, ['size(value)'])).toEqual(
          blobs.map((size) => ({ 'size(value)': size })),
        );
      }),
      { numRuns: RUNS },
    );
  });
});
