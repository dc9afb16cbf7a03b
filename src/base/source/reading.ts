import type { Source } from './source.js';

/** Opens a source, reads, and closes it in every case. */
export async function reading<T>(
  opening: Source | Promise<Source>,
  read: (source: Source) => Promise<T>,
): Promise<T> {
  const source = await opening;
  try {
    return await read(source);
  } finally {
    await source.close();
  }
}
