import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileRegistry, type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { deriveTables } from '../../src/base/schema/derive.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { temporaryDirectory } from '../cli/temporary.js';

const SCALARS =
  'int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 float double bool string bytes';

/** A message with fields of every type, each alone, with presence, and repeated. */
export const ALL_KINDS_PROTO = `syntax = "proto3";
message All {
  enum Kind { ZERO = 0; ONE = 1; MINUS = -1; }
${[...SCALARS.split(' '), 'Kind', 'All']
  .map((type, i) => {
    const name = type === 'Kind' || type === 'All' ? type.toLowerCase() : type;
    return `  ${type} a_${name} = ${i + 1}; optional ${type} o_${name} = ${i + 31}; repeated ${type} r_${name} = ${i + 61};`;
  })
  .join('\n')}
  oneof pick { int32 pick_int = 101; string pick_text = 102; All pick_all = 103; }
}
`;

export const hasProtoc = spawnSync('protoc', ['--version']).status === 0;

export interface AllKinds {
  readonly desc: DescMessage;
  readonly tables: SchemaTables;
  /** Encodes textproto by protoc; returns undefined if protoc refuses the text. */
  encode(text: string | Uint8Array): Uint8Array | undefined;
}

/** Call this function in a test, because the schema is in a temporary folder. */
export function allKinds(): AllKinds {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'all.proto'), ALL_KINDS_PROTO);
  const made = spawnSync('protoc', [
    `-I${folder}`,
    `--descriptor_set_out=${join(folder, 'set')}`,
    'all.proto',
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  const set = fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, 'set')));
  const desc = createFileRegistry(set).getMessage('All') as DescMessage;
  return {
    desc,
    tables: deriveTables(desc),
    encode(text) {
      const done = spawnSync('protoc', [`-I${folder}`, '--encode=All', 'all.proto'], { input: text });
      return done.status === 0 ? new Uint8Array(done.stdout) : undefined;
    },
  };
}
