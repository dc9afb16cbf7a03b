import type { Queryable } from '@services/kit/db';
import { CATALOGUE, type FileReport } from 'protomdl';
import { type FailOn, type Format, PLAIN, reporterOf, TOOL } from 'protomdl/node';
import { shownUri } from '../objects/uri.js';
import type { Run } from '../runs/run.js';
import type { ResultFilter } from './filter.js';
import { streamResults } from './stream.js';

/** Minimum number of characters of each piece, except the last. */
const PIECE = 64 * 1_024;

export interface WrittenOptions {
  readonly format: Format;
  readonly failOn?: FailOn | undefined;
  /** True if the run has all its results. Some report formats contain this value. */
  readonly isComplete: boolean;
  readonly onFile?: (report: FileReport) => void;
}

/** Yields the report on the files that match a filter, in pieces, as `protomdl validate` writes it. */
export async function* writtenReport(
  db: Queryable,
  run: Run,
  filter: ResultFilter,
  { format, failOn, isComplete, onFile }: WrittenOptions,
): AsyncGenerator<string> {
  const reporter = await reporterOf(format, {
    tool: TOOL,
    catalogue: CATALOGUE,
    failOn: failOn ?? run.settings.failOn ?? 'error',
    palette: PLAIN,
    quiet: false,
  });
  let piece = reporter.begin();
  for await (const { uri, report } of streamResults(db, run, filter)) {
    piece += reporter.file({ path: shownUri(uri), uri, ...report });
    onFile?.(report);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + reporter.end(!isComplete);
}
