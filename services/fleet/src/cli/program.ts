import { Command } from 'commander';

/** All commands, in the order of the help; each loads only its own dependencies. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  init: async () => (await import('./init.js')).defineInit,
  scan: async () => (await import('./scan.js')).defineScan,
  watch: async () => (await import('./watch.js')).defineWatch,
  schedule: async () => (await import('./schedule.js')).defineSchedule,
  work: async () => (await import('./work.js')).defineWork,
  pause: async () => (await import('./control.js')).definePause,
  resume: async () => (await import('./control.js')).defineResume,
  cancel: async () => (await import('./control.js')).defineCancel,
  priority: async () => (await import('./control.js')).definePriority,
  status: async () => (await import('./status.js')).defineStatus,
  report: async () => (await import('./report.js')).defineReport,
  diff: async () => (await import('./diff.js')).defineDiff,
  gate: async () => (await import('./gate.js')).defineGate,
  baseline: async () => (await import('./baseline.js')).defineBaseline,
  serve: async () => (await import('./serve.js')).defineServe,
  token: async () => (await import('./token.js')).defineToken,
  prune: async () => (await import('./prune.js')).definePrune,
  doctor: async () => (await import('./doctor.js')).defineDoctor,
};

/**
 * @param words words of the command line; if none of them is a command, as in a call for help, all commands
 * are loaded
 */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('protomdl-fleet')
    .description('Validates a fleet of compiled network models. DATABASE_URL names the PostgreSQL database.')
    .version('0.1.0')
    .showHelpAfterError('(see --help)')
    .showSuggestionAfterError()
    .exitOverride();
  const named = Object.keys(COMMANDS).filter((name) => name === words[0]);
  for (const name of named.length > 0 ? named : Object.keys(COMMANDS)) {
    const define = await COMMANDS[name]?.();
    define?.(program);
  }
  return program;
}
