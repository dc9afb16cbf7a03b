import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { suiteNamed } from './kit/test/suite/suite.js';

/** Path of the results as JSON, for the script that counts them. */
const report = process.env.SERVICES_TEST_REPORT;

/**
 * With the condition `source`, workspace packages are read from their sources. Node gets these conditions as well, so
 * they must not include `module` or `import`, with which `require` would load ES modules.
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
 * Returns the project of a package's test files that share loaded modules, because loading a whole service takes 2 s of
 * processor time. Files that would disturb each other are in the project of `alone`. `--project 'chat*'` runs both.
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
    // The default of a second is too short while other processes use the processor.
    expect: { poll: { timeout: 20_000 } },
    projects: [shared('kit'), shared('chat'), alone('chat'), shared('fraud'), alone('fraud')],
  },
});
