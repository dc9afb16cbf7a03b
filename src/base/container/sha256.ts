import { createSHA256 } from 'hash-wasm';

/** SHA-256 (FIPS 180-4), being computed. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** 64 digits, lower case. To be called once, at the end. */
  digest(): string;
}

/** In WebAssembly, on every platform; in a file of its own, so that it is loaded only when it is asked for. */
export async function sha256(): Promise<Sha256> {
  const hasher = await createSHA256();
  return { update: (bytes) => hasher.update(bytes), digest: () => hasher.digest('hex') };
}
