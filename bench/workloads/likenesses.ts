import { readFileSync } from 'node:fs';
import type { Workload } from './catalogue.js';
import { likenessModel } from './likeness.js';
import type { LikenessProfile } from './likeness-profile.js';

/** Profiles of real files, by file name: written by bench/likenesses.ts. */
export const PROFILES = JSON.parse(
  readFileSync(new URL('likenesses.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, LikenessProfile>>;

/** Returns workloads in the likeness of the profiled files. */
export function likenesses(): Workload[] {
  return Object.entries(PROFILES).map(([name, profile]) => ({
    name: `like-${name}`,
    title: `in the likeness of ${name}`,
    model: likenessModel(profile),
  }));
}
