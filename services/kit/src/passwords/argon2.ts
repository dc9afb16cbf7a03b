import { randomBytes } from 'node:crypto';

/** argon2id with 19 MiB, 2 passes, 1 lane: the minimum in OWASP's password storage cheat sheet. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;

/** Maximum number of hashes at a time: each hash takes a core and 19 MiB, and libuv has four threads. */
const AT_ONCE = 4;

interface Argon2 {
  hash(text: string): Promise<string>;
  verify(text: string, hash: string): Promise<boolean>;
}

let loading: Promise<Argon2> | undefined;

/**
 * The native binding works on libuv's threads. Platforms without a build of it use WebAssembly, whose hashes are the
 * same.
 */
function argon2(): Promise<Argon2> {
  loading ??= native().catch(webAssembly);
  return loading;
}

async function native(): Promise<Argon2> {
  const { hash, verify } = await import('@node-rs/argon2');
  const options = { memoryCost: MEMORY_KIB, timeCost: PASSES, parallelism: LANES };
  return { hash: (text) => hash(text, options), verify: (text, known) => verify(known, text) };
}

async function webAssembly(): Promise<Argon2> {
  const { argon2id, argon2Verify } = await import('hash-wasm');
  const options = { memorySize: MEMORY_KIB, iterations: PASSES, parallelism: LANES, hashLength: 32 };
  return {
    hash: (password) => argon2id({ ...options, password, salt: randomBytes(16), outputType: 'encoded' }),
    verify: (password, hash) => argon2Verify({ password, hash }),
  };
}

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Normalises the password to one Unicode form, because keyboards encode letters such as é in different forms. */
function normal(text: string): string {
  return text.normalize('NFKC');
}

/** Returns a hash in the PHC text form, with its parameters and a random salt. */
export async function hashPassword(text: string): Promise<string> {
  const { hash } = await argon2();
  return inTurn(() => hash(normal(text)));
}

let unknownUsersHash: Promise<string> | undefined;

/**
 * Returns true if the password belongs to the hash. Without a hash (an unknown user), returns false after the same
 * work, so that the response time does not reveal which users exist. Also returns false for an unreadable hash.
 */
export async function verifyPassword(text: string, hash: string | undefined): Promise<boolean> {
  unknownUsersHash ??= hashPassword(randomBytes(16).toString('hex'));
  const compared = hash ?? (await unknownUsersHash);
  const { verify } = await argon2();
  const matches = await inTurn(() => verify(normal(text), compared).catch(() => false));
  return matches && hash !== undefined;
}
