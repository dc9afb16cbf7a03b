import { defineConfig } from 'vitest/config';

/** Where to leave the results as JSON, for whoever counts them. */
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
  'edge',
  'inspect',
  'kernel',
  'mutate',
  'objdump',
  'query',
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

/**
 * What is the same on every Node, since it asks nothing of it but to compute: `PROTOMDL_TESTS=of-node` leaves it out,
 * for a second one.
 */
const SAME_ON_EVERY_NODE = [
  'test/architecture/**',
  'test/bench/**',
  'test/diff/**',
  'test/edge/**',
  'test/fuzz/**',
  'test/inspect/**',
  'test/mutate/**',
  'test/package/declarations.test.ts',
  'test/page/**',
  'test/readme/**',
  'test/smith/**',
  'test/text/**',
];
const exclude = process.env.PROTOMDL_TESTS === 'of-node' ? SAME_ON_EVERY_NODE : [];

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    globalSetup: ['test/build-once.ts'],
    // Property tests set their own; this is for what starts processes on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One fewer unless told: on two processors half of them would wait.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude, isolate: false } },
      {
        extends: true,
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...PURE, BROWSER, ...exclude] },
      },
      // A browser has processes and clocks of its own, and two processors are few for it: two more tries.
      { extends: true, test: { name: 'browser', include: [BROWSER], exclude, retry: 2 } },
    ],
  },
});
