import type { Queryable, SQL } from '@services/kit/db';
import type { App } from '../../app.js';
import { badNarrow } from '../../http/errors.js';
import type { DirectoryView } from '../../organization/directory.js';
import type { Account } from '../../users/account.js';
import { defaultAvatar } from '../../users/payload.js';
import { flagNames } from '../flags/bits.js';
import { type ResolvedTerm, resolveNarrow } from '../narrow/resolve.js';
import { highlight } from '../narrow/search.js';
import { NarrowError, type Term } from '../narrow/terms.js';
import { type ClientMessage, type MessageView, messageFor } from '../payload.js';
import { loadMessages } from '../wide.js';

/** Parameters by which a client chooses the form of messages. */
export interface ViewChoice {
  apply_markdown: boolean;
  client_gravatar: boolean;
  allow_empty_topic_name: boolean;
}

export type ListedMessage = ClientMessage & {
  flags: string[];
  match_content?: string;
  match_subject?: string;
};

export async function messageView(app: App, choice: ViewChoice): Promise<MessageView> {
  const { settings } = await app.directory.organization();
  return {
    applyMarkdown: choice.apply_markdown,
    clientGravatar: choice.client_gravatar,
    allowEmptyTopicName: choice.allow_empty_topic_name,
    emptyTopicDisplayName: settings.empty_topic_display_name,
    defaultAvatar,
  };
}

/** Returns the terms with ids instead of names; throws BAD_NARROW if the reader may not know of a named thing. */
export async function resolveTerms(
  directory: DirectoryView,
  db: Queryable,
  reader: Account,
  terms: readonly Term[],
): Promise<ResolvedTerm[]> {
  const { settings } = await directory.organization();
  try {
    return await resolveNarrow(db, reader, terms, settings.empty_topic_display_name);
  } catch (error) {
    throw error instanceof NarrowError ? badNarrow(error.message) : error;
  }
}

/**
 * Returns the messages that a query finds, in the form that the client chose. If the terms include a search, found
 * words are marked.
 */
export async function listMessages(
  app: App,
  db: Queryable,
  hits: SQL,
  terms: readonly ResolvedTerm[],
  choice: ViewChoice,
): Promise<ListedMessage[]> {
  const view = await messageView(app, choice);
  const { settings } = await app.directory.organization();
  const found = await loadMessages({ app, db, directory: app.directory }, hits);
  const messages = found.map(
    ({ message, flags }): ListedMessage => ({ ...messageFor(message, view), flags: flagNames(flags) }),
  );
  const queries = searchQueries(terms);
  if (queries.length === 0 || messages.length === 0) return messages;
  const matches = await highlight(db, messages, queries, settings.default_language);
  return messages.map((message, index) => ({ ...message, ...matches[index]! }));
}

export function searchQueries(terms: readonly ResolvedTerm[]): string[] {
  return terms.flatMap((term) => (term.operator === 'search' && !term.negated ? [term.query] : []));
}
