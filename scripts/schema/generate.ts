/**
 * Writes everything that is made from proto/mdl.proto: the codec (src/generated), the readers' tables
 * (src/schema/mdl.gen.ts), what came with which release (src/schema/since.gen.ts), the typed views
 * (src/model/mdl.gen.ts, src/model/edge-layer.gen.ts) and the message reference in docs/format.md.
 *
 *   tsx scripts/schema/generate.ts           writes what has changed
 *   tsx scripts/schema/generate.ts --check   writes nothing; exit 1 when something is out of date
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { createFileRegistry, type DescFile, type FileRegistry } from '@bufbuild/protobuf';
import { deriveTables } from '../../src/schema/derive.js';
import { viewsModules } from '../model/generate-views.js';
import { buf, compileSchema, ROOT } from './descriptor-set.js';
import { withReference } from './generate-reference.js';
import { tablesModule } from './generate-tables.js';
import { marksOf, sinceModule } from './since.js';

const CODEC = 'src/generated';
const TABLES = 'src/schema/mdl.gen.ts';
const SINCE = 'src/schema/since.gen.ts';
const FORMAT = 'docs/format.md';

/** The schema as it is now, not as the checked-in codec has it. */
function compiledSchema(): { readonly registry: FileRegistry; readonly file: DescFile } {
  const registry = createFileRegistry(compileSchema('proto'));
  const file = registry.getFile('mdl.proto');
  if (!file) throw new Error('proto/mdl.proto was not compiled');
  return { registry, file };
}

/** What the codec's generator writes: path below the root to text. */
function codecTexts(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-generate-'));
  try {
    buf('generate', '-o', folder);
    const names = readdirSync(join(folder, CODEC));
    return new Map(
      names.map((name) => [`${CODEC}/${name}`, readFileSync(join(folder, CODEC, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function generatedTexts(): Map<string, string> {
  const { registry, file } = compiledSchema();
  const marks = marksOf(registry);
  const tables = deriveTables(file.messages[0]!, file);
  const typeNames = tables.messages.map(({ typeName }) => typeName);
  const texts = codecTexts()
    .set(TABLES, tablesModule(tables))
    .set(SINCE, sinceModule(file, marks))
    .set(FORMAT, withReference(readFileSync(ROOT + FORMAT, 'utf8'), file, marks));
  for (const [path, text] of viewsModules(file, typeNames, marks)) texts.set(path, text);
  return texts;
}

/** Paths whose text on disk is another; what the codec's folder has too much of is among them. */
function outdated(texts: ReadonlyMap<string, string>): string[] {
  const changed = [...texts].filter(([path, text]) => !isOnDisk(path, text)).map(([path]) => path);
  const present = existsSync(ROOT + CODEC) ? readdirSync(ROOT + CODEC).map((name) => `${CODEC}/${name}`) : [];
  return [...changed, ...present.filter((path) => !texts.has(path))];
}

function isOnDisk(path: string, text: string): boolean {
  return existsSync(ROOT + path) && readFileSync(ROOT + path, 'utf8') === text;
}

function write(path: string, text: string | undefined): void {
  if (text === undefined) {
    rmSync(ROOT + path);
    return;
  }
  mkdirSync(join(ROOT, path, '..'), { recursive: true });
  writeFileSync(ROOT + path, text);
}

const texts = generatedTexts();
const paths = outdated(texts);
if (argv.includes('--check')) {
  if (paths.length > 0) {
    console.error(
      `Out of date with proto/mdl.proto: ${paths.join(', ')}. Run \`npm run generate\` and commit.`,
    );
    exit(1);
  }
} else {
  for (const path of paths) write(path, texts.get(path));
  console.error(paths.length > 0 ? `Brought up to date: ${paths.join(', ')}` : 'Nothing has changed.');
}
