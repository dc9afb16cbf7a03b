import { defineConfig } from 'vitest/config';
import { ALL_RUNS, chosenSeed, LONG_RUNS, QUICK_RUNS, suiteNamed } from './test/suite.js';

/** Where to leave the results as JSON, for a script that counts them. */
const report = process.env.PROTOMDL_TEST_REPORT;

/**
 * Areas whose tests only call functions: they share loaded modules, file after file, which halves their time. The
 * others start processes, change directories or measure, and get a process of their own each.
 */
const PURE = [
  'config',
  'container',
  'corpus',
  'diagnostics',
  'diff',
  'disasm',
  'drawing',
  'edge',
  'inspect',
  'kernel',
  'mutate',
  'naive',
  'network',
  'objdump',
  'page',
  'query',
  'report',
  'rules',
  'runtime',
  'scan',
  'schema',
  'select',
  'smith',
  'stats',
  'tape',
  'text',
  'tree',
  'wire',
].map((area) => `test/${area}/**/*.test.ts`);

/** The page in a real browser. */
const BROWSER = 'test/page/browser/**/*.test.ts';

const { name, only, exclude } = suiteNamed(process.env.PROTOMDL_TESTS ?? 'quick');
const files = (patterns: readonly string[]) =>
  only === undefined ? [...patterns] : only.filter((file) => patterns.includes(areaOf(file)));

/** The pattern above that a file belongs to. */
function areaOf(file: string): string {
  if (file.startsWith('test/page/browser/')) return BROWSER;
  const pattern = `test/${file.split('/')[1]}/**/*.test.ts`;
  return PURE.includes(pattern) ? pattern : ANYWHERE;
}
const ANYWHERE = 'test/**/*.test.ts';

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
    // One fewer unless told: on two processors half of them would wait.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: files(PURE), exclude: [BROWSER, ...exclude], isolate: false },
      },
      {
        extends: true,
        test: { name: 'apart', include: files([ANYWHERE]), exclude: [...PURE, BROWSER, ...exclude] },
      },
      // A browser has processes and clocks of its own, and two processors are few for it: two more tries.
      {
        extends: true,
        test: { name: 'browser', include: files([BROWSER]), exclude: [...exclude], retry: 2 },
      },
    ],
  },
});
