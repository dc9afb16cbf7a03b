#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, exitCodeOf } from './exit.js';
import { createProgram } from './program.js';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? EXIT.ok);
});

try {
  await createProgram().parseAsync();
} catch (error) {
  const code = exitCodeOf(error);
  if (!(error instanceof CommanderError)) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`protomdl-fleet: ${code === EXIT.bug ? (stack ?? message) : message}\n`);
  }
  process.exitCode = code;
}
