export { postgresInstalled, type RunningPostgres, startPostgres } from './postgres.js';
export { type TestDatabase, testDatabase, testDatabaseKind } from './test-database.js';
