import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const corpus = (name: string): string => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));

/** A framed file without findings. */
export const VALID_FILE = corpus('valid/framed-v0.hef');

export const validBytes = (): Buffer => readFileSync(VALID_FILE);

/** A frame with an error: its length differs from its header. */
export const cutBytes = (): Buffer => validBytes().subarray(0, -1);
