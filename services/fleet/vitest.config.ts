import { defineConfig } from 'vitest/config';

/** File for the results as JSON, which a script counts. */
const report = process.env.FLEET_TEST_REPORT;

/** The conditions leave out `module` and `import`, because with these, `require` would load ES modules. */
const conditions = ['source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // More workers than processors, because the tests mostly wait for processes and timers.
    maxWorkers: 3,
    // Tests start processes, which take minutes instead of seconds on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
