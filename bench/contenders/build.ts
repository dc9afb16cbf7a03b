import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { plainSchema } from './plain-schema.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Each run builds all files of this folder again, from the schema and from bench/contenders. */
const CACHE = join(ROOT, '.cache', 'bench');
const SCHEMA = 'mdl.proto';

const DRIVERS = [
  'protomdl-memory',
  'protomdl-file',
  'protomdl-lazy',
  'read-whole',
  'checksum-files',
  'protobuf-es',
  'pbf',
  'ts-proto',
  'protobufjs',
] as const;

export type DriverName = (typeof DRIVERS)[number];

export interface BuiltContenders {
  /** Returns the arguments for node. */
  arguments(driver: DriverName): readonly string[];
  /** The schema without options. */
  readonly schema: string;
}

/** Runs every peer's compiler, and compiles the drivers to JavaScript. */
export async function buildContenders(): Promise<BuiltContenders> {
  const schemaFolder = join(CACHE, 'schema');
  const peers = join(CACHE, 'peers');
  const drivers = join(CACHE, 'contenders');
  for (const folder of [schemaFolder, peers]) mkdirSync(folder, { recursive: true });
  const schema = join(schemaFolder, SCHEMA);
  writeFileSync(schema, plainSchema(file_mdl));

  const pbf = join(peers, 'pbf.js');
  const bin = join(packageFolder('pbf'), 'bin', 'pbf');
  writeFileSync(pbf, execFileSync(process.execPath, [bin, schema, '--no-write']));
  const tsProto = join(peers, 'ts-proto.js');
  generateTsProto(schemaFolder, peers);
  await bundle({ 'ts-proto': join(peers, 'mdl.ts') }, peers);
  await bundle(
    Object.fromEntries(DRIVERS.map((name) => [name, join(ROOT, 'bench', 'contenders', `${name}.ts`)])),
    drivers,
  );

  const generated: Partial<Record<DriverName, string>> = { pbf, 'ts-proto': tsProto, protobufjs: schema };
  return {
    schema,
    arguments: (driver) => {
      const file = generated[driver];
      return [...NODE_FLAGS, join(drivers, `${driver}.js`), ...(file === undefined ? [] : [file])];
    },
  };
}

/**
 * Exposes the garbage collector for collections between turns, and enlarges the heap for the six million
 * objects of a full decode.
 */
const NODE_FLAGS = ['--expose-gc', '--max-old-space-size=8192'];

function generateTsProto(schemaFolder: string, out: string): void {
  const template = {
    version: 'v2',
    plugins: [
      {
        local: [process.execPath, join(packageFolder('ts-proto'), 'protoc-gen-ts_proto')],
        out,
        opt: [
          'esModuleInterop=true',
          'forceLong=bigint',
          'outputJsonMethods=false',
          'outputPartialMethods=false',
        ],
      },
    ],
  };
  const buf = join(packageFolder('@bufbuild/buf'), 'bin', 'buf');
  execFileSync(process.execPath, [buf, 'generate', schemaFolder, '--template', JSON.stringify(template)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function packageFolder(name: string): string {
  // Searches the node_modules folders, because a package's exports need not include its package.json.
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      readFileSync(join(path, name, 'package.json'));
      return join(path, name);
    } catch {
      // the folder does not contain the package
    }
  }
  throw new Error(`${name} is not installed: npm ci`);
}

async function bundle(input: Record<string, string>, dir: string): Promise<void> {
  const made = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    // Packages are used as published; only our own code is compiled to JavaScript.
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  });
  await made.write({ dir, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  await made.close();
}
