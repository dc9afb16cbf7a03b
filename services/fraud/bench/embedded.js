import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';

/** Opens the embedded database in a folder and does nothing else: the README compares the service's memory with it. */
const dataDir = process.argv[2] ?? '';
const db = await openDatabase({ dataDir, log: createLogger({ level: 'error', pretty: false }) });
await db.one(sql`select 1 as answer`);
console.log('ready at nothing');
process.once('SIGTERM', () => db.close().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
