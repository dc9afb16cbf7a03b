import type { Inspector } from '../../show/inspect/inspector.js';
import type { SearchHit, SearchQuery, SearchResult } from '../../show/inspect/search.js';

const REPORT_MS = 100;
/** Maximum number of hits of a search; another search continues after the last hit. */
const MAX_HITS = 1000;

/**
 * Searches, and reports hits while the search is running.
 * @param onFound receives the hits since the last call, and the offset up to which the search is complete
 * @returns the hits that were not reported yet; null if the search was cancelled
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
