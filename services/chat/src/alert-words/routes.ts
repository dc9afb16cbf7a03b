import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest, invalidVariable } from '../http/errors.js';
import { texts } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { alertWordsOf, deleteAlertWords, insertAlertWords } from './store.js';

const PATH = '/users/me/alert_words';
/** Limit for a word, in code points. */
const MAX_WORD = 100;
/**
 * Maximum number of words of one user. The limit exists because each message is searched for the words of all its
 * receivers.
 */
const MAX_WORDS = 100;

const params = { alert_words: texts({ maxItems: MAX_WORDS }) };
const returns = Type.Object({ alert_words: Type.Array(Type.String()) });

/** Returns the trimmed words without repeats; words that differ only in case count as repeats. */
function checkedWords(given: readonly string[]): string[] {
  const words = new Map<string, string>();
  for (const word of given.map((text) => text.trim()).filter((text) => text !== '')) {
    if ([...word].length > MAX_WORD)
      throw invalidVariable('alert_words', `has a word that is too long (limit: ${MAX_WORD} characters)`);
    if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
  }
  return [...words.values()];
}

async function changed(tx: WriteTx, userId: number): Promise<{ alert_words: string[] }> {
  const alert_words = await alertWordsOf(tx, userId);
  tx.emit({ type: 'alert_words', alert_words }, { users: [userId] });
  return { alert_words };
}

export const alertWordRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: PATH,
    auth: 'user',
    summary: 'The alert words of the caller',
    params: {},
    returns,
    handler: async ({ app, user }) => ({ alert_words: await alertWordsOf(app.db, user.id) }),
  }),
  defineRoute({
    method: 'POST',
    path: PATH,
    auth: 'user',
    summary: 'Adds alert words',
    params,
    returns,
    handler: ({ write, params }) =>
      write(async (tx, actor) => {
        const known = await alertWordsOf(tx, actor.id);
        const keys = new Set(known.map((word) => word.toLowerCase()));
        const added = checkedWords(params.alert_words).filter((word) => !keys.has(word.toLowerCase()));
        if (known.length + added.length > MAX_WORDS)
          throw badRequest(`A user can have at most ${MAX_WORDS} alert words.`);
        if (added.length === 0) return { alert_words: known };
        await insertAlertWords(tx, actor.id, added);
        return changed(tx, actor.id);
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    auth: 'user',
    summary: 'Removes alert words',
    params,
    returns,
    handler: ({ write, params }) =>
      write(async (tx, actor) => {
        const removed = await deleteAlertWords(tx, actor.id, checkedWords(params.alert_words));
        return removed === 0 ? { alert_words: await alertWordsOf(tx, actor.id) } : changed(tx, actor.id);
      }),
  }),
];
