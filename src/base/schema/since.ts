/**
 * First runtime release of each addition to the specification. This data is separate from the schema's
 * tables, which every command loads, because only reports and predictions need this data.
 */
import { compareReleases, PUBLISHED_RELEASES, type Release } from '../diagnostics/releases.js';
import { VALUES_SINCE } from './since.gen.js';

/**
 * Returns the release that first had a value of an enum, such as "4.18.0"; undefined if the value is in the
 * specification, or in no release.
 */
export function valueSince(typeName: string, number: number): string | undefined {
  return Object.hasOwn(VALUES_SINCE, typeName) ? VALUES_SINCE[typeName]?.[number] : undefined;
}

/**
 * True if a release supports an addition that first appeared in the release `since`.
 * @param since result of `valueSince` or `fieldSince`; undefined for the specification, which every release
 * knows
 */
export function isKnownTo(release: string, since: string | undefined): boolean {
  return since === undefined || compareReleases(since, release) <= 0;
}

/** Returns the published releases that do not yet support an addition. */
export function releasesBefore(since: string): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => !isKnownTo(release, since));
}
