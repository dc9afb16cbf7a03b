import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';

/** The embedded database and nothing else: what the service's memory is compared with. */
const dataDir = await mkdtemp(join(tmpdir(), 'fraud-bench-embedded-'));
const db = await openDatabase({ dataDir, log: createLogger({ level: 'error', pretty: false }) });
await db.one(sql`select 1 as answer`);
console.log('ready at nothing');
setInterval(() => {}, 60_000);
