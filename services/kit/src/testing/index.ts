export { type BenchResults, type BenchRow, writeBenchResults } from './bench-results.js';
export { postgresInstalled, type RunningPostgres, startPostgres } from './postgres.js';
export { memorySlope, type ProcessSample, sampleProcess } from './process-sample.js';
export { fromSources, isBuilt, program } from './program.js';
export { rows } from './rows.js';
export { type Running, startNode, startScript } from './running.js';
export { type SmallDisk, smallDisk } from './small-disk.js';
export { copyTemplate, type TestDatabase, testDatabase, testDatabaseKind } from './test-database.js';
