/** Folders to test with faults, and the tests that should detect faults in them. */
export interface Area {
  readonly folder: string;
  /** Paths relative to the project's folder. */
  readonly tests: readonly string[];
  /** The project whose Vitest runs the tests: its own folder, or the root. */
  readonly project: '.' | 'services';
}

/** Area in this package. */
const own = (folder: string, ...tests: string[]): Area => ({ folder: `src/${folder}`, tests, project: '.' });
const ofServices = (folder: string, ...tests: string[]): Area => ({
  folder: `services/${folder}`,
  tests,
  project: 'services',
});

export const AREAS: readonly Area[] = [
  own('base/wire', 'test/wire', 'test/naive', 'test/tree', 'test/tape'),
  own('read/scan', 'test/naive', 'test/scan', 'test/edge/edge.test.ts'),
  own('base/container', 'test/container', 'test/rules/frame', 'test/rewrite/convert.test.ts'),
  own('base/diagnostics', 'test/diagnostics', 'test/config', 'test/corpus'),
  own(
    'check/rules',
    'test/rules',
    'test/corpus',
    'test/runtime/groups.test.ts',
    'test/runtime/boundary-layers.test.ts',
  ),
  own(
    'check/runtime',
    'test/runtime',
    'test/config/runtime-answers.test.ts',
    'test/cli/validate-runtime.test.ts',
    'test/cli/targets.test.ts',
  ),
  own('check/config', 'test/config', 'test/cli/settings.test.ts'),
  own(
    'show/report',
    'test/report',
    'test/cli/reports.test.ts',
    'test/cli/info.test.ts',
    'test/campaign/report.test.ts',
    'test/disasm',
    'test/network',
    'test/objdump',
    'test/stats',
  ),
  own('tools/query', 'test/query'),
  own('tools/text', 'test/text'),
  own('tools/diff', 'test/diff'),
  own('serve', 'test/serve', 'test/cli/view.test.ts'),
  ofServices(
    'kit/src',
    'kit/test/cli',
    'kit/test/config',
    'kit/test/db/database.test.ts',
    'kit/test/data-dir',
    'kit/test/http',
    'kit/test/jobs/jobs.test.ts',
    'kit/test/lifecycle',
    'kit/test/limiter',
    'kit/test/log',
    'kit/test/migrations',
    'kit/test/outgoing',
    'kit/test/passwords',
    'kit/test/clock',
  ),
  ofServices('chat/src/markdown', 'chat/test/markdown', 'chat/test/linkifiers'),
  ofServices(
    'fraud/src/text',
    'fraud/test/text',
    'fraud/test/detectors',
    'fraud/test/judge',
    'fraud/test/checks/checks.test.ts',
  ),
  ofServices(
    'fraud/src/transactions',
    'fraud/test/transactions',
    'fraud/test/service/transactions.test.ts',
    'fraud/test/service/statuses.test.ts',
    'fraud/test/service/payment-facts.test.ts',
    'fraud/test/advice/figures.test.ts',
    'fraud/test/service/advice.test.ts',
  ),
];
