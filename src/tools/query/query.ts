import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import type { Source } from '../../base/source/source.js';
import { openModel } from '../../read/model/open.js';
import { parseQuery, type QueryOptions, type Question } from './question.js';
import type { Current } from './row.js';
import { rowsOf } from './rows.js';
import { streamableLevel, streamedRows } from './streamed.js';
import { type QueryRow, type QueryTable, rowOf } from './tables.js';

/**
 * Asks one question of one file. Fields mean what they mean to readers: the last of several counts, messages merge,
 * lists may be packed, and a field that is not written has its default. Of a file or memory only what is on the way
 * is read. Of a stream an element is held at a time; or, where a question looks at what is around elements, all but
 * the large blobs (256 MiB at most).
 *
 * The source is closed.
 *
 * @param question an expression, or a question that `parseQuery` made; one with an aggregate is for `QueryTable`
 * @param options `file`: what rows call the file
 * @throws QueryMistake for an expression that is none; ProtomdlError with the code of the wire-level finding where
 *   bytes that are needed are malformed, after the rows before them; `frame-…`; and the codes of the source
 */
export async function* query(
  source: Source,
  question: string | Question,
  options: QueryOptions & { readonly file?: string; readonly framing?: FramingMode } = {},
): AsyncGenerator<QueryRow> {
  const { file = '', framing = 'auto' } = options;
  const asked = typeof question === 'string' ? parseQuery(question, options) : question;
  for await (const batch of batchesOf(source, asked, file, framing)) {
    for (const current of batch) yield rowOf(current, asked);
  }
}

/**
 * Counts what a file answers to the question of a table, for questions that count: see `QueryTable.groups`. The source
 * is closed.
 * @throws ProtomdlError as `query` does; what comes before the place has been counted
 */
export async function tabulate(
  source: Source,
  table: QueryTable,
  options: { readonly file?: string; readonly framing?: FramingMode } = {},
): Promise<void> {
  const { file = '', framing = 'auto' } = options;
  for await (const batch of batchesOf(source, table.question, file, framing)) {
    for (const current of batch) table.add(current);
  }
}

/**
 * Everything that a question selects, by stretches that can be gone over without waiting. Rows are the same object
 * each time: what is to be kept has to be read out before the next. The source is closed.
 * @throws ProtomdlError as `query` does
 */
export async function* batchesOf(
  source: Source,
  question: Question,
  file: string,
  framing: FramingMode = 'auto',
): AsyncGenerator<Iterable<Current>> {
  const level = source.randomAccess ? undefined : streamableLevel(question);
  if (level === undefined) {
    const model = await openModel(source, { framing });
    try {
      yield rowsOf(model.root.view, question, file);
    } finally {
      await model.close();
    }
    return;
  }
  try {
    const { source: begun, from, end } = await openMessage(source, framing);
    yield* streamedRows(begun, from, end, question, level, file);
  } finally {
    await source.close();
  }
}
