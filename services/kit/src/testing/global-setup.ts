import { startPostgres } from './postgres.js';
import { POSTGRES_URL, templateFolder, testDatabaseKind } from './test-database.js';

/** Runs once before all test files: creates the database template or starts the server that they share. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (testDatabaseKind() === 'pglite') {
    await templateFolder();
    return undefined;
  }
  const server = await startPostgres();
  process.env[POSTGRES_URL] = server.url;
  return () => server.stop();
}
