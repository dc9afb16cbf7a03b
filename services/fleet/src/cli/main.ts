#!/usr/bin/env node
import { endOnSignals } from './signals.js';

// The signal handlers are installed before other modules are loaded, because a signal may come at any moment.
if (process.argv.slice(2).some((word) => ['work', 'serve', 'watch'].includes(word))) endOnSignals();

const { EXIT, exitCodeOf } = await import('./exit.js');
const { shortageOf } = await import('../work/shortage.js');

/** Prints an error and returns its exit code. */
function told(error: unknown): number {
  const code = exitCodeOf(error);
  // The parser has already printed its message.
  if ((error as { code?: string }).code?.startsWith('commander.') !== true) {
    const { message, stack } =
      shortageOf(error) ?? (error instanceof Error ? error : new Error(String(error)));
    process.stderr.write(`protomdl-fleet: ${code === EXIT.bug ? (stack ?? message) : message}\n`);
  }
  return code;
}

process.on('uncaughtException', (error) => process.exit(told(error)));

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? EXIT.ok);
});

try {
  const { createProgram } = await import('./program.js');
  const program = await createProgram(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  process.exitCode = told(error);
}
