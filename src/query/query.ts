import type { FramingMode } from '../container/index.js';
import { openModel } from '../model/open.js';
import type { Source } from '../source/source.js';
import { parseQuery, type QueryOptions, type Question } from './question.js';
import { rowsOf } from './rows.js';
import { type QueryRow, rowOf } from './tables.js';

/**
 * Asks one question of one file. Fields mean what they mean to readers: the last of several counts, messages merge,
 * lists may be packed, and a field that is not written has its default. Of a file or memory only what is on the way
 * is read; of a stream all but its large blobs is held (256 MiB at most).
 *
 * The source is closed.
 *
 * @param question an expression, or a question that `parseQuery` made; one with an aggregate is for `QueryTable`
 * @param options `file`: what rows call the file
 * @throws QueryMistake for an expression that is none; ProtomdlError with the code of the wire-level finding where
 *   bytes that are needed are malformed, after the rows before them; `frame-unreadable`; and the codes of the source
 */
export async function* query(
  source: Source,
  question: string | Question,
  options: QueryOptions & { readonly file?: string; readonly framing?: FramingMode } = {},
): AsyncGenerator<QueryRow> {
  const { file = '', framing = 'auto' } = options;
  const model = await openModel(source, { framing });
  try {
    const asked = typeof question === 'string' ? parseQuery(question, options) : question;
    for (const current of rowsOf(model.root.view, asked, file)) yield rowOf(current, asked);
  } finally {
    await model.close();
  }
}
