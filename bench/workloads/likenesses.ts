import { readFileSync } from 'node:fs';
import type { Workload } from './catalogue.js';
import { likenessModel } from './likeness.js';
import type { LikenessProfile } from './likeness-profile.js';

/** What real files are like, by the names of the files: written by bench/likenesses.ts. */
export const PROFILES = JSON.parse(
  readFileSync(new URL('likenesses.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, LikenessProfile>>;

/** A workload in the likeness of each file that there is a profile of. */
export function likenesses(): Workload[] {
  return Object.entries(PROFILES).map(([name, profile]) => ({
    name: `like-${name}`,
    title: `in the likeness of ${name}`,
    model: likenessModel(profile),
  }));
}
