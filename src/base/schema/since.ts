/**
 * Which runtime release first had what the specification does not have. A table of its own, and not a
 * property of the schema's: reports and predictions ask for it, readers do not, and every command loads theirs.
 */
import { compareReleases, PUBLISHED_RELEASES, type Release } from '../diagnostics/releases.js';
import { FIELDS_SINCE, VALUES_SINCE } from './since.gen.js';

/** The release that first had a field, "4.18.0"; undefined if the specification has it, or no release does. */
export function fieldSince(typeName: string, number: number): string | undefined {
  return of(FIELDS_SINCE, typeName)?.[number];
}

/** The same for a value of an enum. */
export function valueSince(typeName: string, number: number): string | undefined {
  return of(VALUES_SINCE, typeName)?.[number];
}

/**
 * True if a release knows what came with another.
 * @param since what the functions above answer: every release knows the specification
 */
export function isKnownTo(release: string, since: string | undefined): boolean {
  return since === undefined || compareReleases(since, release) <= 0;
}

/** Published releases that do not know yet what came with another. */
export function releasesBefore(since: string): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => !isKnownTo(release, since));
}

function of<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
