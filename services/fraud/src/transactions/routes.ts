import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { errorAnswers } from '../http/answers.js';
import { notFound } from '../http/api-error.js';
import { once } from '../http/idempotency.js';
import { open } from '../vault/envelope.js';
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
  timestamp: Type.String({ format: 'date-time' }),
  sender_id: Type.String(),
  receiver_id: Type.String(),
  amount: Type.Number(),
  description: Type.Optional(Type.String()),
  fraud_check: FraudCheck,
  reviewed_at: Type.Optional(Type.String({ format: 'date-time' })),
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
      body: Type.Object(
        {
          sender_id: AccountId,
          receiver_id: AccountId,
          amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: 'At most 2 decimals' }),
          description: Type.String({ maxLength: 1_000 }),
        },
        { additionalProperties: false },
      ),
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          transaction_id: Type.String({ pattern: '^tx_[0-9A-HJKMNP-TV-Z]{26}$' }),
          fraud_check: FraudCheck,
        }),
        ...errorAnswers(400, 401, 403, 409, 413, 415, 429),
      },
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

  server.get<{ Querystring: { cursor?: string; limit: number; status?: TransactionStatus } }>(
    '/api/transactions',
    {
      config: { access: 'transactions' },
      schema: {
        tags: ['transactions'],
        summary: "List the caller's transactions, newest first",
        querystring: Type.Object(
          {
            cursor: Type.Optional(Type.String({ maxLength: 40 })),
            limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
            status: Type.Optional(Status),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            status: Type.Literal('success'),
            transactions: Type.Array(Shown),
            next_cursor: Type.Optional(Type.String()),
          }),
          ...errorAnswers(400, 401, 403, 429),
        },
      },
      async handler({ query, caller }) {
        const { cursor, limit, status } = query;
        const rows = await listTransactions(app.db, caller.user.id, { cursor, status, limit: limit + 1 });
        const page = rows.slice(0, limit);
        return {
          status: 'success',
          transactions: page.map(shown),
          ...(rows.length > limit ? { next_cursor: page.at(-1)?.id } : {}),
        };
      },
    },
  );

  server.get<{ Params: { id: string } }>('/api/transactions/:id', {
    config: { access: 'transactions' },
    schema: {
      tags: ['transactions'],
      summary: 'A transaction',
      params: Type.Object({ id: Type.String() }),
      response: {
        200: Type.Object({ status: Type.Literal('success'), transaction: Shown }),
        ...errorAnswers(401, 403, 404, 429),
      },
    },
    async handler({ params, caller }) {
      const row = await findTransaction(app.db, caller.user.id, params.id);
      if (!row) throw notFound('transaction');
      const description =
        row.description === null
          ? ''
          : await open(app.masterKeys, row.description, {
              tenant: row.userId,
              type: 'transaction',
              id: row.id,
            });
      return { status: 'success', transaction: { ...shown(row), description: description.toString() } };
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
        body: Type.Object({ decision: Type.Enum(['approve', 'decline']) }, { additionalProperties: false }),
        response: {
          200: Type.Object({ status: Type.Literal('success'), transaction: Shown }),
          ...errorAnswers(400, 401, 403, 404, 409, 429),
        },
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
