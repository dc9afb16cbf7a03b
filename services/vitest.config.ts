import { defineConfig } from 'vitest/config';

/** Where to leave the results as JSON, for the script that counts them. */
const report = process.env.SERVICES_TEST_REPORT;

/**
 * Workspace packages are read from their sources, as `node --conditions=source` does. These reach Node as well, so
 * neither `module` nor `import` may be among them: `require` would load ES modules.
 */
const conditions = ['source', 'node'];

/**
 * Tests run on the embedded database; `SERVICES_TEST_DATABASE=postgres` runs them on a PostgreSQL server that the
 * global set-up starts.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    globalSetup: ['kit/src/testing/global-setup.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: '100%',
    // For what starts processes and databases on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second by default, which is little while others use the processor.
    expect: { poll: { timeout: 20_000 } },
    projects: ['kit', 'chat', 'fraud'].map((name) => ({
      extends: true,
      test: {
        name,
        include: [`${name}/test/**/*.test.ts`],
        setupFiles: ['kit/src/testing/properties.ts'],
      },
    })),
  },
});
