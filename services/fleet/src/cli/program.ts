import { Command } from 'commander';
import { defineDiff } from './diff.js';
import { defineDoctor } from './doctor.js';
import { defineInit } from './init.js';
import { definePrune } from './prune.js';
import { defineReport } from './report.js';
import { defineScan } from './scan.js';
import { defineServe } from './serve.js';
import { defineStatus } from './status.js';
import { defineWork } from './work.js';

export function createProgram(): Command {
  const program = new Command('protomdl-fleet')
    .description('Validates a fleet of compiled network models. DATABASE_URL names the PostgreSQL database.')
    .version('0.1.0')
    .showHelpAfterError('(--help shows what there is)')
    .showSuggestionAfterError()
    .exitOverride();
  for (const define of [
    defineInit,
    defineScan,
    defineWork,
    defineStatus,
    defineReport,
    defineDiff,
    defineServe,
    definePrune,
    defineDoctor,
  ]) {
    define(program);
  }
  return program;
}
