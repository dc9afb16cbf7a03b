import type { TestProject } from 'vitest/node';
import { build } from '../scripts/build.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Reason why the build failed; empty if it succeeded. */
    buildFailure: string;
  }
}

/**
 * Builds the command and its worker once for all tests that run them. (On Node 20, a worker cannot be
 * TypeScript.) If the build fails, only tests that need it must fail, so the reason is stored for them.
 */
export default async function setup(project: TestProject): Promise<void> {
  let buildFailure = '';
  try {
    // In a mutation run, the tests do not need the command, and building it would take longer than these
    // tests.
    if (process.env.PROTOMDL_BUILT === undefined) await build({ types: false });
  } catch (error) {
    buildFailure = error instanceof Error ? error.message : String(error);
  }
  project.provide('buildFailure', buildFailure);
}
