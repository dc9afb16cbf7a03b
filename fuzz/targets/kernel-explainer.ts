import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { concat } from '../../test/arbitrary/wire-writer.js';
import { countedKernel } from '../../test/kernel/counted-passes.js';
import { MODEL_PLAN } from '../../test/kernel/model-plan.js';
import { Random } from '../../test/kernel/random.js';
import { MessageWriter } from '../../test/kernel/random-message.js';
import { randomSchema, randomSubscription } from '../../test/kernel/random-schema.js';
import { scanLog } from '../../test/kernel/scan-log.js';
import { windowed } from '../../test/source/windowed.js';
import { agree, type Target } from '../target.js';

/** Number of plans; the first is the model format's. */
const PLANS = 24;
/** Sizes of windows, from the smallest possible one. */
const WINDOWS = [64, 65, 100, 300, 1000];

interface Case {
  readonly plan: Plan;
  readonly schema: SchemaTables | undefined;
  readonly kernels: readonly ReturnType<typeof countedKernel>['kernel'][];
}

const cases = new Map<number, Case>();

/** Returns a plan by its number, with kernels that learn shapes always, never, and as usual. */
function caseOf(number: number): Case {
  let made = cases.get(number);
  if (made === undefined) {
    const random = new Random(number * 7919);
    const schema = number === 0 ? undefined : randomSchema(random);
    const plan = schema === undefined ? MODEL_PLAN : planOf(schema, randomSubscription(random, schema));
    const tables = kernelTables(plan);
    const kernels =
      tables === undefined
        ? []
        : [countedKernel(tables, 1, 0), countedKernel(tables, 0), countedKernel(tables)];
    made = { plan, schema, kernels: kernels.map(({ kernel }) => kernel) };
    cases.set(number, made);
  }
  return made;
}

export const kernelExplainer: Target = {
  name: 'kernel-explainer',
  about: 'a scan reports the same with the kernel and without, for the model format and for random schemas',
  shape: 'message',
  prefix: 2,
  async seeds() {
    const { ofShape } = await import('../beginnings.js');
    const models = ofShape('message').map((bytes) => concat(Uint8Array.of(0, 0), bytes));
    const others = Array.from({ length: PLANS - 1 }, (_, i) => {
      const { schema } = caseOf(i + 1);
      const random = new Random(i + 1);
      return [0, 10].map((odd) => {
        const message = new MessageWriter(random, schema!, odd).message(0, 500);
        return concat(Uint8Array.of(i + 1, i), message);
      });
    });
    return [...models, ...others.flat()];
  },
  async open() {
    return {
      async run(input) {
        const [number = 0, window = 0] = input;
        const { plan, kernels } = caseOf(number % PLANS);
        const bytes = input.slice(2);
        const expected = (await scanLog(plan, memorySource(bytes), undefined)).join('\n');
        const windowSize = WINDOWS[window % WINDOWS.length]!;
        for (const [i, kernel] of kernels.entries()) {
          const kind = `kernel ${['that learns', 'without shapes', 'as usual'][i]}`;
          agree(kind, (await scanLog(plan, memorySource(bytes), kernel)).join('\n'), expected);
          const through = await scanLog(plan, windowed(bytes), kernel, windowSize);
          agree(`${kind}, window`, through.join('\n'), expected);
        }
        return undefined;
      },
    };
  },
};
