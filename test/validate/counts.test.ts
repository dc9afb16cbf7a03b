/** Counts are exact, however many findings are listed. */
import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import type { Fields } from '../../scripts/corpus/notation.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { CORE_SET } from './core-set.js';

const WRONG = 57;
const lcu = (network_index: number): Fields => ({ enable_lcu: { network_index } });
/** Without its extension, `network_index` has no meaning, and each index other than 0 causes a warning. */
const operation = (network: number, times: number): Fields => ({
  trigger: { trigger_none: {} },
  actions: [lcu(0), ...Array.from({ length: times }, () => lcu(network))],
});
const { bytes } = encode(ProtoMDLMdlSchema, {
  network_groups: [
    {
      contexts: [
        { operations: [operation(1, 40), operation(2, 7)] },
        { context_index: 1, operations: [operation(1, 10)] },
      ],
    },
  ],
});

it.each([1, 20, WRONG, 1000])('wrong references are counted exactly if %i are listed', async (maxPerCode) => {
  for (const source of [memorySource(bytes), streamSource([bytes])]) {
    const report = await validate(source, { maxPerCode, policy: CORE_SET });
    expect(report.counts).toEqual({ error: 0, warning: WRONG, info: 0 });
    expect(report.diagnostics).toHaveLength(Math.min(maxPerCode, WRONG));
    expect(report.diagnosticsCapped).toBe(maxPerCode < WRONG);
  }
});
