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
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: PURE } },
    ],
  },
});
