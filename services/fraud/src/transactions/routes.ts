import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { listing, ok, type Paging, pageOf, paging, strict, Time } from '../http/answers.js';
import { notFound } from '../http/api-error.js';
import { once } from '../http/idempotency.js';
import { openText } from '../vault/envelope.js';
import type { TransactionStatus } from './decision.js';
import { toUnits } from './money.js';
import { findTransaction, listTransactions, type StoredTransaction } from './store.js';
import { checkTransaction, review, submit, type TransactionRequest } from './submit.js';

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

function shown(row: StoredTransaction) {
  return {
    transaction_id: row.id,
    timestamp: new Date(row.createdAt).toISOString(),
    sender_id: row.senderId,
    receiver_id: row.receiverId,
    amount: toUnits(row.amount),
    fraud_check: {
      requires_review: row.status === 'review',
      fraud_score: row.fraudScore / 10_000,
      status: row.status,
      rules: row.firedRules,
    },
    ...(row.reviewedAt === null ? {} : { reviewed_at: new Date(row.reviewedAt).toISOString() }),
  };
}

export function transactionRoutes(app: App, server: FastifyInstance): void {
  server.post<{ Body: TransactionRequest }>('/api/transactions/submit', {
    config: { access: 'transactions' },
    schema: {
      tags: ['transactions'],
      summary: 'Judge a payment and enter it into the ledger',
      headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
      body: strict({
        sender_id: AccountId,
        receiver_id: AccountId,
        amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: 'At most 2 decimals' }),
        description: Type.String({ maxLength: 1_000 }),
      }),
      response: ok(
        { transaction_id: Type.String({ pattern: orderedIdPattern('tx_') }), fraud_check: FraudCheck },
        409,
      ),
    },
    async handler(request, reply) {
      checkTransaction(request.body);
      const started = performance.now();
      const answer = await once(app, request, reply, async (tx) => {
        const submitted = await submit(app, tx, request.caller.user.id, request.body);
        return {
          status: 'success',
          transaction_id: submitted.transactionId,
          fraud_check: {
            requires_review: submitted.status === 'review',
            fraud_score: submitted.fraudScore,
            status: submitted.status,
            rules: submitted.firedRules,
          },
        };
      });
      app.metrics.submitted(answer.fraud_check.status, performance.now() - started);
      return answer;
    },
  });

  server.get<{ Querystring: Paging & { status?: TransactionStatus } }>('/api/transactions', {
    config: { access: 'transactions' },
    schema: {
      tags: ['transactions'],
      summary: "List the caller's transactions, newest first",
      querystring: paging({ status: Type.Optional(Status) }),
      response: listing({ transactions: Type.Array(Shown) }),
    },
    async handler({ query, caller }) {
      const { page, next } = await pageOf(
        query,
        'tx_',
        (place) => listTransactions(app.db, caller.user.id, { ...place, status: query.status }),
        ({ id }) => id,
      );
      return { status: 'success', transactions: page.map(shown), ...next };
    },
  });

  server.get<{ Params: { id: string } }>('/api/transactions/:id', {
    config: { access: 'transactions' },
    schema: {
      tags: ['transactions'],
      summary: 'A transaction',
      params: Type.Object({ id: Type.String() }),
      response: ok({ transaction: Shown }),
    },
    async handler({ params, caller }) {
      const row = await findTransaction(app.db, caller.user.id, params.id);
      if (!row) throw notFound('transaction');
      const { description: sealed, userId, id } = row;
      const context = { tenant: userId, type: 'transaction', id };
      const description = sealed === null ? '' : await openText(app.masterKeys, sealed, context);
      return { status: 'success', transaction: { ...shown(row), description } };
    },
  });

  server.post<{ Params: { id: string }; Body: { decision: 'approve' | 'decline' } }>(
    '/api/transactions/:id/review',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['transactions'],
        summary: 'Approve or decline a payment that waits for a person',
        params: Type.Object({ id: Type.String() }),
        body: strict({ decision: Type.Enum(['approve', 'decline']) }),
        response: ok({ transaction: Shown }, 409),
      },
      async handler({ params, body, caller }) {
        const row = await app.db.tx((tx) =>
          review(app, tx, { userId: caller.user.id, id: params.id, decision: body.decision }),
        );
        return { status: 'success', transaction: shown(row) };
      },
    },
  );
}
