export { postgresInstalled, type RunningPostgres, startPostgres } from './postgres.js';
export { program, scriptArguments } from './program.js';
export { type TestDatabase, testDatabase, testDatabaseKind } from './test-database.js';
