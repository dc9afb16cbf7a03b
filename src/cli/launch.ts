/**
 * Module that the bin runs. This module is small and imports little, because Node compiles it at every start.
 * The command starts from cached code (start-cached.ts).
 */
import { join } from 'node:path';
import type * as command from './main.js';
import { optimizeSooner } from './optimizer.js';
import { startCached } from './start-cached.js';

void startCached(join(__dirname, '..'), 'command.js', process.argv[2] ?? '', require).then((loaded) =>
  (loaded as typeof command).main(__dirname, optimizeSooner),
);
