import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';

/** The embedded database in a folder and nothing else: the baseline of the service's memory. */
const dataDir = process.argv[2] ?? '';
const db = await openDatabase({ dataDir, log: createLogger({ level: 'error', pretty: false }) });
await db.one(sql`select 1 as answer`);
console.log('ready at nothing');
process.once('SIGTERM', () => db.close().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
