import { orderedId } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { iso, Time } from '../http/answers.js';
import { ApiError, found, invalidRequest } from '../http/api-error.js';
import { Routes } from '../http/route.js';
import { sealText } from '../vault/sealed.js';
import { KIND_RULES, LIST_KINDS, LISTS, normalEntry } from './entries.js';
import { type KeptEntry, readEntries } from './lists.js';
import { deleteEntry, insertEntry } from './store.js';

const Kind = Type.Enum([...LIST_KINDS], {
  description:
    'domain and address: of the sender; number: called from or named; link: host of a link; phrase: words in a row',
});
const Shown = Type.Object({ id: Type.String(), kind: Kind, value: Type.String(), created_at: Time });
const params = { list: Type.Enum([...LISTS]) };

const shown = ({ id, kind, value, createdAt }: KeptEntry) => ({
  id,
  kind,
  value,
  created_at: iso(createdAt),
});

export function listRoutes(app: App, server: FastifyInstance): void {
  const routes = new Routes(server, 'lists', { access: 'check' });

  routes.get('/api/lists/:list', {
    summary: "The caller's list of what is let through or taken for fraud",
    params,
    answer: { entries: Type.Array(Shown) },
    async handler({ params, caller }) {
      const entries = await readEntries(app, caller.user.id, params.list);
      return { entries: entries.map(shown) };
    },
  });

  routes.post('/api/lists/:list', {
    summary: 'Put a sender, a number, a link or a phrase on a list',
    description:
      'A sender on the allow list counts only if its domain vouches for the mail (DMARC, DKIM or SPF).',
    params,
    body: { kind: Kind, value: Type.String({ minLength: 1, maxLength: 320 }) },
    answer: { entry: Shown },
    errors: [409],
    async handler({ params: { list }, body: { kind, value: given }, caller }) {
      const userId = caller.user.id;
      const value = normalEntry(kind, given.toWellFormed());
      if (value === undefined) throw invalidRequest('/value', KIND_RULES[kind]);
      const { perUser } = app.config.lists;
      if ((await readEntries(app, userId)).length >= perUser)
        throw new ApiError('CONFLICT', `There are ${perUser} entries already; delete one first.`);
      const id = orderedId('le_', app.clock, app.random);
      const createdAt = app.clock.now();
      const sealed = await sealText(app, 'list', userId, id, JSON.stringify([kind, value]));
      const lookup = keyedHash(app.secrets.lookup, 'list', String(userId), kind, value);
      const row = { id, userId, list, kind, lookup, sealed, createdAt };
      if (!(await app.db.tx((tx) => insertEntry(tx, row))))
        throw new ApiError('CONFLICT', 'The value is on one of the lists already.');
      return { entry: shown({ id, list, kind, value, createdAt }) };
    },
  });

  routes.delete('/api/lists/:list/:id', {
    summary: 'Take an entry off a list',
    params,
    answer: {},
    async handler({ params: { list, id }, caller }) {
      found(await app.db.tx((tx) => deleteEntry(tx, caller.user.id, list, id)), 'entry');
      return {};
    },
  });
}
