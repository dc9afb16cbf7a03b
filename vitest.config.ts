import { availableParallelism } from 'node:os';
import picomatch from 'picomatch';
import { defineConfig } from 'vitest/config';
import { ALL_RUNS, chosenSeed, LONG_RUNS, QUICK_RUNS, suiteNamed } from './test/suite.js';

/** Where to leave the results as JSON, for a script that counts them. */
const report = process.env.PROTOMDL_TEST_REPORT;

/**
 * What changes the folder or the environment, sets flags of V8, or measures the process that it runs in: one of its own
 * each. The others share loaded modules, file after file: loading them anew takes 1.4 s of processor time for each.
 */
const ALONE = [
  'test/cli/collect.test.ts',
  'test/cli/examples.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/spool-room.test.ts',
  'test/cli/workflows.test.ts',
  'test/fuzz/driver.test.ts',
  'test/model/allocation.test.ts',
  'test/process/run-command.test.ts',
  'test/source/file.test.ts',
  'test/outline/allocation.test.ts',
  'test/validate/pool.test.ts',
];

/** The page in a real browser. */
const BROWSER = 'test/page/browser/**/*.test.ts';

const { name, only = ['test/**/*.test.ts'], exclude } = suiteNamed(process.env.PROTOMDL_TESTS ?? 'quick');
const isWanted = picomatch([...only]);

const runs = { quick: QUICK_RUNS, long: LONG_RUNS, 'of-node': LONG_RUNS, all: ALL_RUNS }[name];

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    globalSetup: ['test/build-once.ts'],
    setupFiles: ['test/seed.ts'],
    env: {
      PROTOMDL_SEED: String(chosenSeed(name)),
      PROTOMDL_RUNS: process.env.PROTOMDL_RUNS ?? String(runs.cases),
      PROTOMDL_KERNEL_RUNS: process.env.PROTOMDL_KERNEL_RUNS ?? String(runs.schemas),
      PROTOMDL_FAULT_SEEDS: process.env.PROTOMDL_FAULT_SEEDS ?? String(runs.faults),
    },
    // Property tests set their own; this is for what starts processes on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One fewer unless told: on two processors half of them would wait. A browser waits a third of its time for clocks.
    maxWorkers: name === 'long' ? availableParallelism() + 1 : '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: [...only],
          exclude: [...ALONE, BROWSER, ...exclude],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE.filter((file) => isWanted(file)), exclude: [...exclude] },
      },
      // A browser has processes and clocks of its own, and two processors are few for it: two more tries.
      {
        extends: true,
        test: { name: 'browser', include: [BROWSER], exclude: [...exclude], isolate: false, retry: 2 },
      },
    ],
  },
});
