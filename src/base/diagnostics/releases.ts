/** Published releases of the runtime, and selectors that name one or more releases. */

/**
 * Releases whose behaviour is predicted, oldest first: all published releases from 4.17 on, and the oldest
 * known release.
 */
export const PUBLISHED_RELEASES = [
  '4.8.0',
  '4.17.0',
  '4.17.1',
  '4.18.0',
  '4.19.0',
  '4.20.0',
  '4.20.1',
  '4.21.0',
  '4.21.1',
  '4.22.0',
  '4.23.0',
  '5.0.0',
  '5.0.1',
  '5.0.2',
  '5.1.0',
  '5.1.1',
  '5.2.0',
] as const;

/** A release of the runtime whose behaviour is predicted. */
export type Release = (typeof PUBLISHED_RELEASES)[number];

export const LATEST_RELEASE = PUBLISHED_RELEASES.at(-1) as Release;

/** Returns the published releases from `since` up to `until`, both included. */
export function releasesFrom(since: Release, until: Release = LATEST_RELEASE): readonly Release[] {
  return PUBLISHED_RELEASES.filter(
    (release) => compareReleases(release, since) >= 0 && compareReleases(release, until) <= 0,
  );
}

/** First release after a gap: 4.9 to 4.16 are not known, so spans do not cross the gap. */
const AFTER_GAP: Release = '4.17.0';

/**
 * Formats releases for people: `4.17 to 4.19, 4.20.1, 5.2.0`. The ends of a span have no patch number if the
 * span includes all patches of their minor release.
 * @param to text between the ends of a span
 */
export function releaseSpans(releases: readonly Release[], to = ' to '): string {
  const spans: [Release, Release][] = [];
  for (const [index, release] of PUBLISHED_RELEASES.entries()) {
    if (!releases.includes(release)) continue;
    const span = spans.at(-1);
    const follows = span?.[1] === PUBLISHED_RELEASES[index - 1] && release !== AFTER_GAP;
    if (span !== undefined && follows) span[1] = release;
    else spans.push([release, release]);
  }
  return spans.map((span) => spanText(span, to)).join(', ');
}

function spanText([first, last]: readonly [Release, Release], to: string): string {
  if (first === last) return first;
  const [from, until] = [shortName(first, first, last), shortName(last, first, last)];
  return from === until ? from : `${from}${to}${until}`;
}

/** Returns a release without its patch number, if the span includes all patches of that minor release. */
function shortName(release: Release, first: Release, last: Release): string {
  const minor = truncated(release, 2);
  const alike = PUBLISHED_RELEASES.filter((one) => truncated(one, 2) === minor);
  const isWhole = alike.every((one) => compareReleases(one, first) >= 0 && compareReleases(one, last) <= 0);
  return isWhole ? minor : release;
}

/** Result for a text that selects releases. */
export interface ReleaseSelection {
  /** The selected releases, oldest first; never empty. */
  readonly releases: readonly Release[];
  /** A sentence for the user if the selection differs from the text. */
  readonly remark?: string;
}

/** Result for a text that selects no release. */
export interface ReleaseProblem {
  /** The reason, with the nearest releases. */
  readonly problem: string;
}

/** Ways to name releases, for messages of options that accept releases. */
export const RELEASE_SELECTORS =
  'a release such as 4.20.0, a prefix such as 4.20 or 5, a range such as 4.18-4.23, latest, or all';

const NUMBER = /^v?(\d{1,4}(?:\.\d{1,4}){0,2})$/;
const RANGE = /^(.+?)\s*(?:-|–|\.\.)\s*(.+)$/;

/**
 * Finds the releases for a text: `4.20.1`, a prefix (`4.20`, `5`), a range (`4.18-4.23`, both ends included),
 * `latest` or `all`. A release after all known releases selects the latest release, with a remark.
 */
export function selectReleases(text: string): ReleaseSelection | ReleaseProblem {
  const wanted = text.trim();
  if (wanted === 'all') return { releases: PUBLISHED_RELEASES };
  if (wanted === 'latest') return { releases: [LATEST_RELEASE] };
  const number = NUMBER.exec(wanted)?.[1];
  if (number !== undefined) return selectNumber(number);
  const [, from = '', to = ''] = RANGE.exec(wanted) ?? [];
  const least = from === 'latest' ? LATEST_RELEASE : NUMBER.exec(from)?.[1];
  const most = to === 'latest' ? LATEST_RELEASE : NUMBER.exec(to)?.[1];
  if (least === undefined || most === undefined) {
    return { problem: `${JSON.stringify(wanted)} is not a release: give ${RELEASE_SELECTORS}` };
  }
  const releases = PUBLISHED_RELEASES.filter(
    (release) => compareReleases(release, least) >= 0 && isUpTo(release, most),
  );
  if (releases.length > 0) return { releases };
  return {
    problem: `no release from ${least} to ${most} is known; known releases: ${PUBLISHED_RELEASES.join(', ')}`,
  };
}

function selectNumber(number: string): ReleaseSelection | ReleaseProblem {
  const parts = number.split('.').length;
  const releases = PUBLISHED_RELEASES.filter(
    (release) => compareReleases(truncated(release, parts), number) === 0,
  );
  if (releases.length > 0) return { releases };
  if (compareReleases(number, LATEST_RELEASE) > 0) {
    const remark = `release ${number} is not known yet: it is judged as ${LATEST_RELEASE}, the latest known one`;
    return { releases: [LATEST_RELEASE], remark };
  }
  const next = PUBLISHED_RELEASES.find((release) => compareReleases(release, number) > 0);
  const before = PUBLISHED_RELEASES.findLast((release) => compareReleases(release, number) < 0);
  const nearest = [before, next].filter((release) => release !== undefined);
  return { problem: `release ${number} is not known; nearest: ${nearest.join(', ')}` };
}

/** True if a release is not after the end of a range. The end `4.23` includes 4.23.1. */
function isUpTo(release: string, most: string): boolean {
  return compareReleases(truncated(release, most.split('.').length), most) <= 0;
}

function truncated(release: string, parts: number): string {
  return release.split('.').slice(0, parts).join('.');
}

export function newestContainer(release: string): 0 | 1 | 2 | 3 {
  if (compareReleases(release, '4.21.0') >= 0) return 3;
  if (compareReleases(release, '4.20.0') >= 0) return 2;
  return compareReleases(release, '4.18.0') >= 0 ? 1 : 0;
}

/**
 * Returns the container versions by release, as a sentence: `4.8, 4.17 read version 0; 4.18, 4.19 up to 1`.
 */
export function containerSupportText(): string {
  const parts = ([0, 1, 2, 3] as const).map((version) => {
    const reading = PUBLISHED_RELEASES.filter((release) => newestContainer(release) === version);
    return `${releaseSpans(reading)} ${version === 0 ? 'read version 0' : `up to ${version}`}`;
  });
  return parts.join('; ');
}

/** Compares two releases: negative if `a` is older, 0 if they are equal. "4.9.0" is older than "4.10.0". */
export function compareReleases(a: string, b: string): number {
  return rankOf(a) - rankOf(b);
}

const PARTS = 3;
/** Parts of a release have at most four digits. */
const PART = 10_000;

/**
 * Converts a release to a number. Digits are read one by one, because this is fast, and a prediction compares
 * releases thousands of times.
 */
function rankOf(release: string): number {
  let rank = 0;
  let part = 0;
  let parts = 1;
  for (let i = 0; i < release.length; i++) {
    const digit = release.charCodeAt(i) - 0x30;
    if (digit >= 0) part = part * 10 + digit;
    else {
      rank = rank * PART + part;
      part = 0;
      parts++;
    }
  }
  rank = rank * PART + part;
  for (; parts < PARTS; parts++) rank *= PART;
  return rank;
}
