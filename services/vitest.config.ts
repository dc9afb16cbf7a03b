import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { suiteNamed } from './kit/test/suite/suite.js';

/** Path of the results as JSON, for the script that counts them. */
const report = process.env.SERVICES_TEST_REPORT;

/**
 * Workspace packages are read from their sources, as `node --conditions=source` does. These reach Node as well, so
 * neither `module` nor `import` may be among them: `require` would load ES modules.
 */
const conditions = ['source', 'node'];

/** Test files that change the environment or globals, or measure their own process: each has its own worker. */
const ALONE = [
  'chat/test/clients/zulip-js.test.ts',
  'chat/test/reliability/disk-full.test.ts',
  'chat/test/reliability/slow-clients.test.ts',
  'chat/test/reliability/soak.test.ts',
  'fraud/test/evaluate/**/*.test.ts',
  'fraud/test/reliability/disk-full.test.ts',
  'fraud/test/reliability/soak.test.ts',
  'fraud/test/service/privacy.test.ts',
];

const { exclude } = suiteNamed(process.env.SERVICES_TESTS ?? 'all');

/** Set-up that runs once before the tests of a package: builds the page of the chat service. */
function setUpOf(name: string): TestProjectInlineConfiguration['test'] {
  const setUp = `${name}/test/page/build.ts`;
  return existsSync(new URL(setUp, import.meta.url)) ? { globalSetup: [setUp] } : {};
}

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, setupFiles: ['kit/src/testing/properties.ts'], ...test } };
}

/**
 * The files of a package share loaded modules, file after file, except those that would disturb each other:
 * loading a whole service takes 2 s of processor time. `--project 'chat*'` means both kinds.
 */
function shared(name: string): TestProjectInlineConfiguration {
  return project(`${name}-together`, {
    ...setUpOf(name),
    include: [`${name}/test/**/*.test.ts`],
    exclude: [...ALONE, ...exclude],
    isolate: false,
  });
}

function alone(name: string): TestProjectInlineConfiguration {
  const include = ALONE.filter((pattern) => pattern.startsWith(`${name}/`));
  return project(`${name}-alone`, { ...setUpOf(name), include, exclude: [...exclude] });
}

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
    // Enough for processes and databases that start on a busy machine, and for SERVICES_RUNS runs of a property.
    testTimeout: 60_000 * Math.max(1, Number(process.env.SERVICES_RUNS ?? 0) / 60),
    hookTimeout: 120_000,
    // A second by default, which is little while others use the processor.
    expect: { poll: { timeout: 20_000 } },
    projects: [shared('kit'), shared('chat'), alone('chat'), shared('fraud'), alone('fraud')],
  },
});
