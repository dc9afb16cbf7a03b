/** Copies what the compiler leaves: workers in plain JavaScript, SQL and data, from src to dist of a package. */
import { cpSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const COPIED = new Set(['.mjs', '.sql', '.json', '.css', '.html', '.txt']);
const services = fileURLToPath(new URL('..', import.meta.url));

for (const name of process.argv.slice(2)) {
  const source = join(services, name, 'src');
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COPIED.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    cpSync(path, join(services, name, 'dist', relative(source, path)));
  }
}
