import { randomText } from '@services/kit/clock';
import type { App } from '../app.js';
import { encodePicture } from './encode.js';
import { onlyFile } from './receive.js';

const SIDE = 256;

/**
 * Stores the uploaded picture and calls `use` with its path, which begins with `2/FOLDER/`. If `use` fails, the picture
 * is removed.
 */
export async function withPicture<T>(
  app: App,
  files: Parameters<typeof onlyFile>[0],
  folder: 'avatars' | 'icons',
  use: (path: string) => Promise<T>,
): Promise<T> {
  const picture = await encodePicture(onlyFile(files), { side: SIDE, fit: 'cover', moves: false });
  const path = `2/${folder}/${randomText(app.random, 32)}.${picture.extension}`;
  await app.files.write(`avatars/${path}`, picture.bytes);
  try {
    return await use(path);
  } catch (error) {
    await app.files.remove(`avatars/${path}`);
    throw error;
  }
}
