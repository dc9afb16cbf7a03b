import { defineConfig } from 'vitest/config';

/** Where to leave the results as JSON, for the script that counts them. */
const report = process.env.FLEET_TEST_REPORT;

/** Neither `module` nor `import`, as `require` would load ES modules. */
const conditions = ['source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // More than processors: most of the time they wait for processes and for clocks.
    maxWorkers: 3,
    // They start processes, on a machine that may be so busy that seconds become minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
