import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { isTopic, type Topic } from '../advice/topics.js';

/** Folder of the films that `npm run clips` makes: `TOPIC.webm`, its captions `.vtt` and its picture `.png`. */
export const CLIPS_FOLDER = new URL('../../web/clips/', import.meta.url);

const PARTS = ['.webm', '.vtt', '.png'] as const;

/** The lessons' films: for each topic, its files by extension. */
export type Clips = ReadonlyMap<Topic, ReadonlyMap<string, Buffer>>;

/** Reads the films that have all of their files. The result is empty if no films were built. */
export async function readClips(folder: URL = CLIPS_FOLDER): Promise<Clips> {
  const names = new Set(await readdir(folder).catch(() => []));
  const clips = new Map<Topic, Map<string, Buffer>>();
  for (const name of names) {
    const topic = name.slice(0, -'.webm'.length);
    if (extname(name) !== '.webm' || !isTopic(topic)) continue;
    if (!PARTS.every((part) => names.has(topic + part))) continue;
    const files = new Map<string, Buffer>();
    for (const part of PARTS) files.set(part, await readFile(new URL(topic + part, folder)));
    clips.set(topic, files);
  }
  return clips;
}
