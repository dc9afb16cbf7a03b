import type { TestProject } from 'vitest/node';
import { build } from '../scripts/build.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Reason why the build failed; empty for success. */
    buildFailure: string;
  }
}

/**
 * Builds the command and its worker once for all tests that run them (a worker cannot be TypeScript on Node
 * 20). A failure is stored for these tests, because other tests do not need the build.
 */
export default async function setup(project: TestProject): Promise<void> {
  let buildFailure = '';
  try {
    // A mutation run changes sources whose tests need no command: building the command would take longer than
    // these tests.
    if (process.env.PROTOMDL_BUILT === undefined) await build({ types: false });
  } catch (error) {
    buildFailure = error instanceof Error ? error.message : String(error);
  }
  project.provide('buildFailure', buildFailure);
}
