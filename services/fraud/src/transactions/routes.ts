import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { iso, Time } from '../http/answers.js';
import { found } from '../http/api-error.js';
import { KEY_HEADER, once } from '../http/idempotency.js';
import { Routes } from '../http/route.js';
import { unseal } from '../vault/sealed.js';
import { toUnits } from './money.js';
import { findTransaction, listTransactions, type StoredTransaction } from './store.js';
import { checkTransaction, fraudCheckOf, review, submit } from './submit.js';

const AccountId = Type.String({ pattern: '^[A-Za-z0-9._:@-]{1,128}$' });
const Status = Type.Enum(['approved', 'review', 'declined']);
const FraudCheck = Type.Object({
  requires_review: Type.Boolean(),
  fraud_score: Type.Number({ minimum: 0, maximum: 1 }),
  status: Status,
  rules: Type.Array(Type.String(), { description: 'Rules that fired, heaviest first' }),
});
const Shown = Type.Object({
  transaction_id: Type.String(),
  timestamp: Time,
  sender_id: Type.String(),
  receiver_id: Type.String(),
  amount: Type.Number(),
  description: Type.Optional(Type.String()),
  fraud_check: FraudCheck,
  reviewed_at: Type.Optional(Time),
});

const shown = (row: StoredTransaction) => ({
  transaction_id: row.id,
  timestamp: iso(row.createdAt),
  sender_id: row.senderId,
  receiver_id: row.receiverId,
  amount: toUnits(row.amount),
  fraud_check: fraudCheckOf(row),
  ...(row.reviewedAt === null ? {} : { reviewed_at: iso(row.reviewedAt) }),
});

export function transactionRoutes(app: App, server: FastifyInstance): void {
  const routes = new Routes(server, 'transactions', { access: 'transactions' });

  routes.post('/api/transactions/submit', {
    summary: 'Judge a payment and enter it into the ledger',
    headers: KEY_HEADER,
    body: {
      sender_id: AccountId,
      receiver_id: AccountId,
      amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: 'At most 2 decimals' }),
      description: Type.String({ maxLength: 1_000 }),
    },
    answer: { transaction_id: Type.String({ pattern: orderedIdPattern('tx_') }), fraud_check: FraudCheck },
    errors: [409],
    async handler(request, reply) {
      checkTransaction(request.body);
      const started = performance.now();
      const answer = await once(app, request, reply, async (tx) => {
        const row = await submit(app, tx, request.caller.user.id, request.body);
        return { transaction_id: row.id, fraud_check: fraudCheckOf(row) };
      });
      app.metrics.submitted(answer.fraud_check.status, performance.now() - started);
      return answer;
    },
  });

  routes.list('/api/transactions', {
    summary: "List the caller's transactions, newest first",
    query: { status: Type.Optional(Status) },
    member: 'transactions',
    row: Shown,
    id: 'transaction_id',
    prefix: 'tx_',
    read: ({ query, caller }, place) =>
      listTransactions(app.db, caller.user.id, { ...place, status: query.status }),
    show: shown,
  });

  routes.get('/api/transactions/:id', {
    summary: 'A transaction',
    answer: { transaction: Shown },
    async handler({ params, caller }) {
      const row = found(await findTransaction(app.db, caller.user.id, params.id), 'transaction');
      const sealed = row.description;
      const description = sealed ? await unseal(app, 'transaction', row.userId, row.id, sealed) : '';
      return { transaction: { ...shown(row), description } };
    },
  });

  routes.post('/api/transactions/:id/review', {
    access: 'admin',
    summary: 'Approve or decline a payment that waits for a person',
    body: { decision: Type.Enum(['approve', 'decline']) },
    answer: { transaction: Shown },
    errors: [409],
    async handler({ params: { id }, body: { decision }, caller }) {
      const row = await app.db.tx((tx) => review(app, tx, { userId: caller.user.id, id, decision }));
      return { transaction: shown(row) };
    },
  });
}
