import type { Inspector } from '../../show/inspect/inspector.js';
import type { SearchHit, SearchQuery, SearchResult } from '../../show/inspect/search.js';

const REPORT_MS = 100;
/** Hits in one answer: ask again from there for more. */
const MAX_HITS = 1000;

/**
 * Searches, and reports hits on the way.
 * @param onFound receives hits since the last time, and to which offset everything was looked at
 * @returns with the hits that were not reported yet; null where it was given up
 */
export async function pacedSearch(
  inspector: Inspector,
  query: SearchQuery,
  signal: AbortSignal,
  onFound: (hits: readonly SearchHit[], offset: number) => void,
): Promise<SearchResult | null> {
  let hits: SearchHit[] = [];
  let last = performance.now();
  const report = (offset: number): void => {
    const now = performance.now();
    if (now - last < REPORT_MS) return;
    last = now;
    onFound(hits, offset);
    hits = [];
  };
  try {
    const { next } = await inspector.search(query, {
      signal,
      limit: MAX_HITS,
      onHit: (hit) => hits.push(hit),
      onProgress: report,
    });
    return { hits, next };
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
