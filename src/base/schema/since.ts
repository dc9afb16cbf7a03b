/**
 * First runtime release with additions to the specification. A separate table, not a property of the schema:
 * reports and predictions need it, readers do not, and every command loads the schema's.
 */
import { compareReleases, PUBLISHED_RELEASES, type Release } from '../diagnostics/releases.js';
import { VALUES_SINCE } from './since.gen.js';

/**
 * Returns the release that first had a value of an enum, "4.18.0"; undefined if the specification or no release has it.
 */
export function valueSince(typeName: string, number: number): string | undefined {
  return Object.hasOwn(VALUES_SINCE, typeName) ? VALUES_SINCE[typeName]?.[number] : undefined;
}

/**
 * True if a release supports an addition that came with another.
 * @param since result of the functions above: every release knows the specification
 */
export function isKnownTo(release: string, since: string | undefined): boolean {
  return since === undefined || compareReleases(since, release) <= 0;
}

/** Returns the published releases that do not yet support an addition. */
export function releasesBefore(since: string): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => !isKnownTo(release, since));
}
