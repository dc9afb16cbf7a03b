/**
 * Writes src/validate/md5.gen.ts: MD5 (RFC 1321) as WebAssembly, put together instruction by instruction, so
 * that its 64 steps stand in a row. `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const GENERATED = fileURLToPath(new URL('../../src/validate/md5.gen.ts', import.meta.url));

/** The module: its memory is the state in the first 16 bytes, then blocks; `blocks(end)` goes through them. */
export function md5Module(): Uint8Array {
  const code = blocksCode();
  const body = [1, 5, I32, ...code];
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('blocks'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

const BLOCK = 64;
/** Where blocks begin. */
const BUFFER = 64;

/** Of each round: how far its four kinds of steps rotate, and which word of the block a step takes. */
const ROUNDS = [
  { shifts: [7, 12, 17, 22], word: (i: number) => i },
  { shifts: [5, 9, 14, 20], word: (i: number) => 5 * i + 1 },
  { shifts: [4, 11, 16, 23], word: (i: number) => 3 * i + 5 },
  { shifts: [6, 10, 15, 21], word: (i: number) => 7 * i },
] as const;

// WebAssembly's numbers for what is used here.
const I32 = 0x7f;
const GET = 0x20;
const SET = 0x21;
const LOAD = 0x28;
const STORE = 0x36;
const CONST = 0x41;
const LESS = 0x49;
const ADD = 0x6a;
const AND = 0x71;
const OR = 0x72;
const XOR = 0x73;
const ROTATE = 0x77;

/** Local variables: the parameter, where the block is, and the state. */
const END = 0;
const AT = 1;
const STATE = 2;

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** do { a … d = state; 64 steps; state += a … d } while (at < end) */
function blocksCode(): number[] {
  const load = (address: number, offset: number) => [GET, address, LOAD, 2, offset];
  const code: number[] = [CONST, ...signed(BUFFER), SET, AT, 0x03, 0x40];
  for (let i = 0; i < 4; i++) code.push(CONST, 0, LOAD, 2, 4 * i, SET, STATE + i);
  for (let step = 0; step < 64; step++) {
    const { shifts, word } = ROUNDS[step >> 4]!;
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => STATE + ((i - step) & 3)) as [
      number,
      number,
      number,
      number,
    ];
    const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0;
    code.push(GET, a, ...mixed(step >> 4, b, c, d), ADD, CONST, ...signed(constant), ADD);
    code.push(...load(AT, 4 * (word(step) & 15)), ADD, CONST, shifts[step & 3]!, ROTATE, GET, b, ADD, SET, a);
  }
  for (let i = 0; i < 4; i++) {
    code.push(CONST, 0, CONST, 0, LOAD, 2, 4 * i, GET, STATE + i, ADD, STORE, 2, 4 * i);
  }
  code.push(GET, AT, CONST, ...signed(BLOCK), ADD, SET, AT);
  code.push(GET, AT, GET, END, LESS, 0x0d, 0, 0x0b, 0x0b);
  return code;
}

/** What a step adds of three words of the state. */
function mixed(round: number, b: number, c: number, d: number): number[] {
  if (round === 0) return [GET, d, GET, b, GET, c, GET, d, XOR, AND, XOR];
  if (round === 1) return [GET, c, GET, d, GET, b, GET, c, XOR, AND, XOR];
  if (round === 2) return [GET, b, GET, c, XOR, GET, d, XOR];
  return [GET, c, GET, b, GET, d, CONST, ...signed(-1), XOR, OR, XOR];
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const last = value >= -0x40 && value < 0x40;
  return last ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

export function md5Source(): string {
  const wasm = md5Module();
  return `// Made by scripts/md5/generate.ts: ${wasm.length} bytes of WebAssembly.
export const MD5 =
  '${Buffer.from(wasm).toString('base64')}';
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!process.argv.includes('--check')) writeFileSync(GENERATED, md5Source());
  else if (readFileSync(GENERATED, 'utf8') !== md5Source()) {
    console.error('src/validate/md5.gen.ts is not what scripts/md5/generate.ts makes');
    process.exitCode = 1;
  }
}
