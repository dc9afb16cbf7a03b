/**
 * Asks libprotobuf whether it accepts a message. A small C++ program over the installed library is built on
 * demand and used through a pipe, so that a request takes microseconds, and not the time of a `protoc`
 * process.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, type DescFile, type DescMessage, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

export interface Libprotobuf {
  /**
   * True if `protoc --decode` would accept this message. A call need not wait for the answers to earlier
   * calls.
   */
  accepts(message: Uint8Array): Promise<boolean>;
  /** As `accepts`, for many messages in one round trip. */
  acceptsAll(messages: readonly Uint8Array[]): Promise<boolean[]>;
  close(): Promise<void>;
}

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

/**
 * Builds the program if necessary and starts it.
 * @returns undefined without a compiler or libprotobuf-dev, after one line on standard error with the reason
 */
export async function openLibprotobuf(
  schema: DescMessage = ProtoMDLMdlSchema,
): Promise<Libprotobuf | undefined> {
  const program = build();
  if (program === undefined) return undefined;
  const set = create(FileDescriptorSetSchema, { file: withImports(schema.file).map(({ proto }) => proto) });
  return new Pipe(spawn(program, [schema.typeName]), toBinary(FileDescriptorSetSchema, set));
}

/** Returns a file after all its imports, each once. */
function withImports(file: DescFile): DescFile[] {
  return [...new Set([...file.dependencies.flatMap(withImports), file])];
}

let built: string | undefined | false = false;

function build(): string | undefined {
  if (built === false) built = compile();
  return built;
}

/**
 * The executable's name contains the hash of its source, so a changed source is built again, and two
 * processes do not conflict.
 */
function compile(): string | undefined {
  const source = join(here, 'accept.cc');
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const folder = join(root, 'node_modules', '.cache', 'protomdl');
  const program = join(folder, `accept-${hash}`);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const draft = `${program}.${process.pid}`;
  const result = spawnSync('g++', ['-std=c++17', '-O2', '-o', draft, source, '-lprotobuf', '-lpthread'], {
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    const why =
      result.error?.message ??
      result.stderr.split('\n').find((line) => line.includes('error')) ??
      'no reason given';
    process.stderr.write(`libprotobuf is not compared with (g++ and libprotobuf-dev are needed): ${why}\n`);
    return undefined;
  }
  renameSync(draft, program);
  return program;
}

class Pipe implements Libprotobuf {
  #waiting: { resolve: (accepted: boolean) => void; reject: (reason: Error) => void }[] = [];
  #complaints = '';
  #end: Error | undefined;
  #exited: Promise<void>;

  constructor(
    readonly child: ChildProcessWithoutNullStreams,
    schema: Uint8Array,
  ) {
    child.stdout.on('data', (answers: Buffer) => {
      for (const answer of answers) this.#waiting.shift()?.resolve(answer === 0x31);
    });
    child.stderr.on('data', (text: Buffer) => {
      this.#complaints += text.toString();
    });
    child.stdin.on('error', () => {}); // this error is ignored, because the exit code says more
    this.#exited = new Promise((resolve) => {
      child.on('close', (code, signal) => {
        const end = new Error(
          `the libprotobuf process ended (${signal ?? code}): ${this.#complaints.trim()}`,
        );
        this.#end = end;
        for (const question of this.#waiting.splice(0)) question.reject(end);
        resolve();
      });
    });
    this.#send(schema);
  }

  accepts(message: Uint8Array): Promise<boolean> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#send(message);
    });
  }

  async acceptsAll(messages: readonly Uint8Array[]): Promise<boolean[]> {
    this.child.stdin.cork();
    const answers = messages.map((message) => this.accepts(message));
    this.child.stdin.uncork();
    return Promise.all(answers);
  }

  #send(block: Uint8Array): void {
    const framed = Buffer.allocUnsafe(4 + block.length);
    framed.writeUInt32LE(block.length);
    framed.set(block, 4);
    this.child.stdin.write(framed);
  }

  async close(): Promise<void> {
    this.child.stdin.end();
    await this.#exited;
  }
}
