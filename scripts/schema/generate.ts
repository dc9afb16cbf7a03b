/**
 * Writes all files that are generated from the schemas. From proto/mdl.proto: the codec (src/generated), the
 * readers' tables (src/base/schema/mdl.gen.ts), the releases that added fields
 * (src/base/schema/since.gen.ts), the typed views (src/read/model/mdl.gen.ts,
 * src/read/model/edge-layer.gen.ts) and the message reference in docs/format.md. From proto/mapping.proto,
 * the guessed schema of the compiler's notes: codec, tables and views (src/show/network/notes.gen.ts).
 *
 *   tsx scripts/schema/generate.ts           writes changed files
 *   tsx scripts/schema/generate.ts --check   writes nothing; exit 1 if a file is out of date
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileRegistry, type DescFile, type FileRegistry } from '@bufbuild/protobuf';
import { deriveTables } from '../../src/base/schema/derive.js';
import { bringUpToDate } from '../generated-files.js';
import { notesViewsModule, viewsModules } from '../model/generate-views.js';
import { buf, compileSchema, ROOT } from './descriptor-set.js';
import { withReference } from './generate-reference.js';
import { tablesModule } from './generate-tables.js';
import { marksOf, sinceModules } from './since.js';

const CODEC = 'src/generated';
const TABLES = 'src/base/schema/mdl.gen.ts';
const NOTES = 'src/base/schema/mapping.gen.ts';
const SINCE = 'src/base/schema/since.gen.ts';
const FIELDS_SINCE = 'src/base/schema/fields-since.gen.ts';
const FORMAT = 'docs/format.md';

const MDL_MODULE = {
  proto: 'mdl.proto',
  name: 'MDL',
  about: 'The model format: ProtoMDLMdl, what it reaches, then what is defined but used nowhere.',
};
const NOTES_MODULE = {
  proto: 'mapping.proto',
  name: 'NOTES',
  about: "The compiler's notes, as far as they could be guessed: what the format's mapping blob holds.",
};

/** Returns the current schema, not the schema of the checked-in codec. */
function compiledSchema() {
  const registry = createFileRegistry(compileSchema('proto'));
  return { registry, file: fileOf(registry, 'mdl.proto'), notes: fileOf(registry, 'mapping.proto') };
}

function fileOf(registry: FileRegistry, name: string): DescFile {
  const file = registry.getFile(name);
  if (!file) throw new Error(`proto/${name} was not compiled`);
  return file;
}

/** Returns the output of the codec's generator: the texts by their paths below the root. */
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
  const { registry, file, notes } = compiledSchema();
  const marks = marksOf(registry);
  const tables = deriveTables(file.messages[0]!, file);
  const typeNames = tables.messages.map(({ typeName }) => typeName);
  const notesTables = deriveTables(notes.messages[0]!, notes);
  const noteNames = notesTables.messages.map(({ typeName }) => typeName);
  const texts = codecTexts()
    .set(TABLES, tablesModule(tables, MDL_MODULE))
    .set(NOTES, tablesModule(notesTables, NOTES_MODULE))
    .set(SINCE, sinceModules(file, marks).values)
    .set(FIELDS_SINCE, sinceModules(file, marks).fields)
    .set(FORMAT, withReference(readFileSync(ROOT + FORMAT, 'utf8'), file, marks));
  for (const [path, text] of viewsModules(file, typeNames, marks)) texts.set(path, text);
  texts.set(...notesViewsModule(notes, noteNames));
  return texts;
}

/** Returns surplus files in the codec's folder. */
function strangers(texts: ReadonlyMap<string, string>): string[] {
  const present = existsSync(ROOT + CODEC) ? readdirSync(ROOT + CODEC).map((name) => `${CODEC}/${name}`) : [];
  return present.filter((path) => !texts.has(path));
}

const texts = generatedTexts();
bringUpToDate(texts, 'Out of date with proto/mdl.proto', strangers(texts));
