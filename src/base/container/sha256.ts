import { createSHA256 } from 'hash-wasm';

/** SHA-256 (FIPS 180-4), being computed. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** 64 digits in lower case. Call once, at the end. */
  digest(): string;
}

/** SHA-256 in WebAssembly, on every platform. A separate file, so that it is loaded only when needed. */
export async function sha256(): Promise<Sha256> {
  const hasher = await createSHA256();
  return { update: (bytes) => hasher.update(bytes), digest: () => hasher.digest('hex') };
}
