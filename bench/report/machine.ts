import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Machine and software of a measurement. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  /** Names and versions of programs and packages. */
  readonly versions: Readonly<Record<string, string>>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['@bufbuild/protobuf', 'pbf', 'ts-proto', 'protobufjs', 'benchmark'];

export function describeMachine(): Machine {
  const processors = cpus();
  const versions: Record<string, string> = { Node: process.versions.node, V8: process.versions.v8 };
  for (const name of PACKAGES) {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    versions[name] = version;
  }
  const compiler = firstLine('g++', '--version');
  if (compiler !== undefined) versions['g++'] = /\d+\.\d+\.\d+/.exec(compiler)?.[0] ?? compiler;
  const protoc = firstLine('protoc', '--version');
  if (protoc !== undefined) versions.libprotobuf = protoc.replace('libprotoc ', '');
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    versions,
  };
}

function firstLine(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    )[0];
  } catch {
    return undefined;
  }
}
