import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { openModel } from '../../read/model/open.js';
import { parseQuery, type QueryOptions, type Question } from './question.js';
import type { Current } from './row.js';
import { queryRows } from './rows.js';
import { type QueryRow, type QueryTable, rowOf } from './tables.js';

/**
 * Runs one query on one file. Fields have the values that readers see: the last of several records counts,
 * records of a message are merged, lists may be packed, and an absent field has its default. From a file or
 * memory only the parts on the path are read. A stream is held in memory without its large blobs (256 MiB at
 * most).
 *
 * The source is closed.
 *
 * @param question an expression, or a question made by `parseQuery`; a question with an aggregate needs a
 * `QueryTable`
 * @param options `file`: name of the file in rows
 * @throws QueryMistake for an invalid expression; ProtomdlError with the code of the wire-level finding if
 * required bytes are malformed, after the rows before these bytes; `frame-…`; and the codes of the source
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
 * Adds the rows of a file to a table, for questions that count: see `QueryTable.groups`. The source is
 * closed.
 * @throws ProtomdlError as in `query`; rows before the fault have been counted
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
 * Yields all selected rows, in batches that can be iterated without waiting. Each row is the same object:
 * read its values before moving to the next row. The source is closed.
 * @throws ProtomdlError as in `query`
 */
export async function* batchesOf(
  source: Source,
  question: Question,
  file: string,
  framing: FramingMode = 'auto',
): AsyncGenerator<Iterable<Current>> {
  const model = await openModel(source, { framing });
  try {
    yield queryRows(model.root.view, question, file);
  } finally {
    await model.close();
  }
}
