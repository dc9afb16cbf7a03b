import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    // Property tests set their own; this is for what starts processes on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
