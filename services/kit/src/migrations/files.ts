import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './error.js';

export interface Migration {
  /** `chat/0001-organization.sql`: the package's folder and the file. */
  name: string;
  source: string;
  number: number;
  text: string;
  /** SHA-256 of the text, independent of its line ends. */
  checksum: string;
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Returns the migrations of one folder (`…/chat/migrations/`), by number. Throws MigrationError for names that break
 * the order.
 */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const path = fileURLToPath(folder).replace(/\/$/, '');
  const source = basename(dirname(path));
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const file of files) {
    const number = Number(FILE_NAME.exec(file)?.[1] ?? Number.NaN);
    if (Number.isNaN(number))
      throw new MigrationError(`${source}/${file}: a name like 0001-words.sql is expected`);
    if (migrations.some((earlier) => earlier.number === number)) {
      throw new MigrationError(`${source}/${file}: another migration has this number`);
    }
    const text = (await readFile(`${path}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    migrations.push({ name: `${source}/${file}`, source, number, text, checksum });
  }
  return migrations;
}
