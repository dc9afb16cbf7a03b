import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeGroups } from '../../src/check/config/groups.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import type { Command } from '../measure/contender-process.js';
import { type BuiltContenders, buildContenders, type DriverName } from './build.js';
import { buildFiles, buildLibprotobuf, buildScan, findProtoc, type NativeProgram } from './build-native.js';

/**
 * Work that a contender does with a file. Compare only contenders with the same work, or state the
 * difference.
 */
export type Does = 'validate' | 'parse only' | 'full decode' | 'one field an operation' | 'read only';

export interface Contender {
  readonly id: string;
  readonly title: string;
  readonly does: Does;
  /** Location of the file when the clock starts. */
  readonly place: 'memory' | 'file' | 'mapped file';
  readonly language: 'JavaScript' | 'C++';
  /** Undefined if the contender is not available on this machine. */
  readonly command: Command | undefined;
  readonly missing?: string;
}

export interface Contenders {
  readonly all: readonly Contender[];
  readonly protoc: NativeProgram;
  /** Program that opens, reads and closes the files of the folder in its argument. */
  readonly files: NativeProgram;
  /** Arguments with which node reads the files of a folder and computes checksums; the folder follows. */
  readonly checksumFiles: readonly string[];
  /** Folder and file of the schema without options. */
  readonly schema: string;
  get(id: string): Contender;
}

/** Codes for `--only core`: the codes that the C++ scan checks. */
const CORE = codeGroups(CATALOGUE).get('core') ?? [];

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
export const COMMAND = join(DIST, 'cli', 'protomdl.js');

export async function openContenders(): Promise<Contenders> {
  const built = await buildContenders();
  const scan = buildScan();
  const libprotobuf = buildLibprotobuf(built.schema);
  const script = scripts(built);
  const all: Contender[] = [
    { ...script('protomdl-memory', CORE), title: 'protomdl', does: 'validate', place: 'memory' },
    { ...script('protomdl-file', CORE), title: 'protomdl', does: 'validate', place: 'file' },
    {
      ...script('protomdl-memory'),
      id: 'protomdl-memory-all',
      title: 'protomdl, whole catalogue',
      does: 'validate',
      place: 'memory',
    },
    {
      ...script('protomdl-file'),
      id: 'protomdl-file-all',
      title: 'protomdl, whole catalogue',
      does: 'validate',
      place: 'file',
    },
    { ...script('protomdl-lazy'), title: 'protomdl, lazy', does: 'one field an operation', place: 'file' },
    { ...native('scan', scan, 'memory'), title: 'C++ scan', does: 'validate', place: 'memory' },
    { ...native('scan-mapped', scan, 'mmap'), title: 'C++ scan', does: 'validate', place: 'mapped file' },
    {
      ...native('libprotobuf-arena', libprotobuf, 'arena'),
      title: 'libprotobuf, arena',
      does: 'parse only',
      place: 'memory',
    },
    {
      ...native('libprotobuf-heap', libprotobuf, 'heap'),
      title: 'libprotobuf, heap',
      does: 'parse only',
      place: 'memory',
    },
    { ...script('pbf'), title: 'pbf', does: 'full decode', place: 'memory' },
    { ...script('ts-proto'), title: 'ts-proto', does: 'full decode', place: 'memory' },
    { ...script('protobufjs'), title: 'protobufjs', does: 'full decode', place: 'memory' },
    { ...script('protobuf-es'), title: 'protobuf-es', does: 'full decode', place: 'memory' },
    { ...script('read-whole'), title: 'reading the file whole', does: 'read only', place: 'file' },
  ];
  return {
    all,
    protoc: findProtoc(),
    files: buildFiles(),
    checksumFiles: built.arguments('checksum-files'),
    schema: built.schema,
    get: (id) => {
      const contender = all.find((candidate) => candidate.id === id);
      if (contender === undefined) throw new Error(`there is no contender ${id}`);
      return contender;
    },
  };
}

function scripts(built: BuiltContenders) {
  return (id: DriverName, codes: readonly string[] = []): Pick<Contender, 'id' | 'language' | 'command'> => ({
    id,
    language: 'JavaScript',
    command: {
      program: process.execPath,
      arguments: built.arguments(id),
      environment: { PROTOMDL_DIST: DIST, PROTOMDL_CODES: codes.join() },
    },
  });
}

function native(
  id: string,
  { program, missing }: NativeProgram,
  mode: string,
): Pick<Contender, 'id' | 'language' | 'command' | 'missing'> {
  return {
    id,
    language: 'C++',
    command: program === undefined ? undefined : { program, arguments: [mode] },
    ...(missing !== undefined && { missing }),
  };
}
