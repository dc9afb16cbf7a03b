import { defineConfig } from 'vitest/config';

/** Where to leave the results as JSON, for whoever counts them. */
const report = process.env.PROTOMDL_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    // Property tests set their own; this is for what starts processes on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
