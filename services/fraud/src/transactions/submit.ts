import { orderedId } from '@services/kit/clock';
import type { Transaction } from '@services/kit/db';
import type { App } from '../app.js';
import type { FraudConfig } from '../config/schema.js';
import { ApiError, found, invalidRequest } from '../http/api-error.js';
import { sealIfAny } from '../vault/sealed.js';
import { emit } from '../webhooks/emit.js';
import { decide } from './decision.js';
import type { Flow, RuleBounds } from './facts.js';
import { gatherFacts } from './gather.js';
import { amountProblem, toCents } from './money.js';
import { descriptionScore } from './note-score.js';
import { enter, findTransaction, lockAccounts, move, type StoredTransaction, setReviewed } from './store.js';

export interface TransactionRequest {
  sender_id: string;
  receiver_id: string;
  amount: number;
  description: string;
}

/** Checks the rules that the schema cannot express; throws INVALID_REQUEST. */
export function checkTransaction({ sender_id, receiver_id, amount, description }: TransactionRequest): void {
  if (sender_id === receiver_id) throw invalidRequest('/receiver_id', 'must differ from the sender');
  const problem = amountProblem(amount);
  if (problem) throw invalidRequest('/amount', problem);
  if (description.includes('\0')) throw invalidRequest('/description', 'must not hold NUL characters');
}

/** Converts the settings to the bounds of the rules: units become cents. */
export function ruleBounds(config: FraudConfig['transactions']): RuleBounds {
  const cents = (units: number) => Math.round(units * 100);
  const flow = ({ count, sum }: Flow) => ({ count, sum: cents(sum) });
  const { in10Minutes, inHour, inDay } = config.velocity;
  return {
    ...config,
    velocity: { in10Minutes: flow(in10Minutes), inHour: flow(inHour), inDay: flow(inDay) },
    reportingLimits: config.reportingLimits.map(cents),
    largeAmount: cents(config.largeAmount),
    firstPaymentAmount: cents(config.firstPaymentAmount),
    roundTripMinimum: cents(config.roundTripMinimum),
  };
}

/** Members of a decision that every response and every event has. */
export const fraudCheckOf = ({
  status,
  fraudScore,
  firedRules,
}: Pick<StoredTransaction, 'status' | 'fraudScore' | 'firedRules'>) => ({
  requires_review: status === 'review',
  fraud_score: fraudScore / 10_000,
  status,
  rules: firedRules,
});

/**
 * Decides on a payment, updates the ledger and stores the record, in the given transaction; both accounts are locked.
 */
export async function submit(
  app: App,
  tx: Transaction,
  userId: number,
  request: TransactionRequest,
): Promise<Omit<StoredTransaction, 'reviewedAt'>> {
  const { transactions } = app.config;
  const { sender_id: senderId, receiver_id: receiverId } = request;
  const amount = toCents(request.amount);
  const opening = Math.round(transactions.openingBalance * 100);
  const accounts = await lockAccounts(tx, userId, [senderId, receiverId], opening, app.clock.now());
  // The clock is read after the accounts are locked, so that the times of payments have the order of the payments.
  const now = app.clock.now();
  const bounds = ruleBounds(transactions);
  const { balance } = accounts.get(senderId)!;
  const receiverSince = accounts.get(receiverId)!.createdAt;
  const facts = await gatherFacts(tx, { userId, senderId, receiverId, amount, now, receiverSince }, bounds);
  const { status, score, fired } = decide(
    {
      ...facts,
      now,
      amount,
      balance,
      receiverSince,
      descriptionScore: descriptionScore(request.description.toWellFormed(), app.models),
    },
    bounds,
    { review: transactions.reviewScore, decline: transactions.declineScore },
  );
  const id = orderedId('tx_', app.clock, app.random);
  const row = {
    id,
    userId,
    senderId,
    receiverId,
    amount,
    description: await sealIfAny(app, 'transaction', userId, id, request.description),
    fraudScore: score,
    firedRules: fired.map(({ code }) => code),
    status,
    createdAt: now,
  };
  await enter(tx, row);
  if (status === 'review')
    await emit(app, tx, userId, 'transaction.review', { transaction_id: id, ...fraudCheckOf(row) });
  return row;
}

/**
 * Decides a payment in review. Throws NOT_FOUND, or CONFLICT if the review is already decided, or if the balance is no
 * longer sufficient.
 */
export async function review(
  app: App,
  tx: Transaction,
  { userId, id, decision }: { userId: number; id: string; decision: 'approve' | 'decline' },
) {
  const row = found(await findTransaction(tx, userId, id, { lock: true }), 'transaction');
  if (row.status !== 'review') {
    throw new ApiError('CONFLICT', `The transaction is not in review: it is ${row.status}.`);
  }
  const { senderId, receiverId, amount } = row;
  if (decision === 'approve') {
    const accounts = await lockAccounts(tx, userId, [senderId, receiverId], 0, app.clock.now());
    if (accounts.get(senderId)!.balance < amount) {
      throw new ApiError('CONFLICT', 'The balance of the sender would fall below zero.');
    }
    await move(tx, { userId, senderId, receiverId, amount });
  }
  const status = decision === 'approve' ? ('approved' as const) : ('declined' as const);
  const reviewedAt = app.clock.now();
  await setReviewed(tx, id, { status, at: reviewedAt, by: userId });
  return { ...row, status, reviewedAt };
}
