import { orderedId } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { ok, strict, Time } from '../http/answers.js';
import { ApiError, invalidRequest, notFound } from '../http/api-error.js';
import { seal } from '../vault/envelope.js';
import { KIND_RULES, LIST_KINDS, LISTS, type ListKind, type ListName, normalEntry } from './entries.js';
import { entryContext, type KeptEntry, readEntries } from './lists.js';
import { deleteEntry, insertEntry } from './store.js';

const Kind = Type.Enum([...LIST_KINDS], {
  description:
    'domain and address: of the sender; number: called from or named; link: host of a link; phrase: words in a row',
});
const Shown = Type.Object({
  id: Type.String(),
  kind: Kind,
  value: Type.String(),
  created_at: Time,
});
const Params = Type.Object({ list: Type.Enum([...LISTS]) });

const shown = ({ id, kind, value, createdAt }: KeptEntry) => ({
  id,
  kind,
  value,
  created_at: new Date(createdAt).toISOString(),
});

export function listRoutes(app: App, server: FastifyInstance): void {
  server.get<{ Params: { list: ListName } }>('/api/lists/:list', {
    config: { access: 'check' },
    schema: {
      tags: ['lists'],
      summary: "The caller's list of what is let through or taken for fraud",
      params: Params,
      response: ok({ entries: Type.Array(Shown) }),
    },
    async handler({ params, caller }) {
      const entries = await readEntries(app, caller.user.id, params.list);
      return { status: 'success', entries: entries.map(shown) };
    },
  });

  server.post<{ Params: { list: ListName }; Body: { kind: ListKind; value: string } }>('/api/lists/:list', {
    config: { access: 'check' },
    schema: {
      tags: ['lists'],
      summary: 'Put a sender, a number, a link or a phrase on a list',
      description:
        'A sender on the allow list counts only if its domain vouches for the mail (DMARC, DKIM or SPF).',
      params: Params,
      body: strict({ kind: Kind, value: Type.String({ minLength: 1, maxLength: 320 }) }),
      response: ok({ entry: Shown }, 409),
    },
    async handler({ params, body, caller }) {
      const userId = caller.user.id;
      const value = normalEntry(body.kind, body.value.toWellFormed());
      if (value === undefined) throw invalidRequest('/value', KIND_RULES[body.kind]);
      const { perUser } = app.config.lists;
      if ((await readEntries(app, userId)).length >= perUser)
        throw new ApiError('CONFLICT', `There are ${perUser} entries already; delete one first.`);
      const entry: KeptEntry = {
        id: orderedId('le_', app.clock, app.random),
        list: params.list,
        kind: body.kind,
        value,
        createdAt: app.clock.now(),
      };
      const sealed = await seal(
        app.masterKeys,
        app.random,
        JSON.stringify([entry.kind, value]),
        entryContext(userId, entry.id),
      );
      const lookup = keyedHash(app.secrets.lookup, 'list', String(userId), entry.kind, value);
      if (!(await app.db.tx((tx) => insertEntry(tx, { ...entry, userId, sealed, lookup }))))
        throw new ApiError('CONFLICT', 'The value is on one of the lists already.');
      return { status: 'success', entry: shown(entry) };
    },
  });

  server.delete<{ Params: { list: ListName; id: string } }>('/api/lists/:list/:id', {
    config: { access: 'check' },
    schema: {
      tags: ['lists'],
      summary: 'Take an entry off a list',
      params: Type.Object({ list: Type.Enum([...LISTS]), id: Type.String() }),
      response: ok({}),
    },
    async handler({ params, caller }) {
      if (!(await app.db.tx((tx) => deleteEntry(tx, caller.user.id, params.list, params.id))))
        throw notFound('entry');
      return { status: 'success' };
    },
  });
}
