/**
 * A process that keeps Vitest and its transformed modules, and runs tests on request: a trial costs only its
 * tests.
 */
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node';

/** Tests of one file, by their ids. */
export interface Chosen {
  readonly file: string;
  readonly ids?: readonly string[];
}

export interface Ran {
  readonly file: string;
  readonly id: string;
  readonly name: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** Places that ran in the test, each with its number of runs. */
  readonly places: readonly (readonly [number, number])[];
  /** Places that ran before the test, when modules were loaded or tests were collected. */
  readonly outside: readonly number[];
}

export interface Order {
  readonly changed: readonly string[];
  readonly tests: readonly Chosen[];
  readonly bail: boolean;
  /** Place of the fault, and how often it may run at most: more runs count as an endless loop. */
  readonly place?: { readonly id: number; readonly most: number };
}

/** Sequencer that keeps the requested order of files. */
class AsAsked {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

async function answer(vitest: Vitest, { changed, tests, bail, place }: Order): Promise<Ran[] | 'failed'> {
  for (const file of changed) vitest.invalidateFile(file);
  for (const project of vitest.projects) {
    const limit = place === undefined ? '' : `${place.id} ${place.most}`;
    project.config.env = { ...project.config.env, PROTOMDL_MUTANT_LIMIT: limit };
  }
  const all = await vitest.globTestSpecifications(tests.map(({ file }) => file));
  const specifications = tests.flatMap(({ file, ids }) =>
    all
      .filter(({ moduleId }) => moduleId.includes(file))
      .map((specification) => {
        const testIds = ids === undefined ? undefined : [...ids];
        return specification.project.createSpecification(
          specification.moduleId,
          testIds === undefined ? {} : { testIds },
        );
      }),
  );
  const chosen = tests.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0);
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ran = testModules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ranOf(module.moduleId, test)),
  );
  if (!bail) return ran;
  const failed = testModules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => ranOf(module.moduleId, test)),
  );
  if (failed.length > 0) return failed;
  if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return 'failed';
  if (ran.filter(({ passed }) => passed).length < chosen)
    throw new Error('tests that were chosen do not run');
  return [];
}

function ranOf(file: string, test: TestCase): Ran {
  const { ran = [], outside = [] } = test.meta() as { ran?: [number, number][]; outside?: number[] };
  const passed = test.result().state === 'passed';
  return {
    file,
    id: test.id,
    name: test.fullName,
    passed,
    durationMs: test.diagnostic()?.duration ?? 0,
    places: ran,
    outside,
  };
}

const vitest = await createVitest('test', {
  watch: true,
  pool: 'forks',
  maxWorkers: 1,
  isolate: false,
  fileParallelism: false,
  reporters: [{}],
  sequence: { sequencer: AsAsked },
});
// Only requested tests run, so the watcher, which starts tests after a change, is closed.
await vitest.vite.watcher.close();
process.on('message', (order: Order) => {
  answer(vitest, order).then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.('ready');
