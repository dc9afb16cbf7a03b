import { orderedId } from '@services/kit/clock';
import type { Transaction } from '@services/kit/db';
import type { App } from '../app.js';
import type { FraudConfig } from '../config/schema.js';
import { ApiError, invalidRequest } from '../http/api-error.js';
import { seal } from '../vault/envelope.js';
import { emit } from '../webhooks/emit.js';
import { decide, type TransactionStatus } from './decision.js';
import type { Flow, RuleBounds } from './facts.js';
import { gatherFacts } from './gather.js';
import { amountProblem, toCents } from './money.js';
import { descriptionScore } from './note-score.js';
import { enter, findTransaction, lockAccounts, move, setReviewed } from './store.js';

export interface TransactionRequest {
  sender_id: string;
  receiver_id: string;
  amount: number;
  description: string;
}

export interface Submitted {
  transactionId: string;
  status: TransactionStatus;
  /** Score from 0 to 1, with 4 decimals. */
  fraudScore: number;
  firedRules: string[];
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
  const flow = ({ count, sum }: Flow) => ({ count, sum: Math.round(sum * 100) });
  const { velocity } = config;
  return {
    velocity: {
      in10Minutes: flow(velocity.in10Minutes),
      inHour: flow(velocity.inHour),
      inDay: flow(velocity.inDay),
    },
    reportingLimits: config.reportingLimits.map((limit) => Math.round(limit * 100)),
    dormantDays: config.dormantDays,
    largeAmount: Math.round(config.largeAmount * 100),
    firstPaymentShare: config.firstPaymentShare,
    firstPaymentAmount: Math.round(config.firstPaymentAmount * 100),
    roundTripMinimum: Math.round(config.roundTripMinimum * 100),
    receiversInHour: config.receiversInHour,
    sendersInDay: config.sendersInDay,
    establishedDays: config.establishedDays,
  };
}

/**
 * Decides on a payment, updates the ledger and stores the record, in the given transaction; both accounts are locked.
 */
export async function submit(
  app: App,
  tx: Transaction,
  userId: number,
  request: TransactionRequest,
): Promise<Submitted> {
  const { config } = app;
  const senderId = request.sender_id;
  const receiverId = request.receiver_id;
  const amount = toCents(request.amount);
  const opening = Math.round(config.transactions.openingBalance * 100);
  const accounts = await lockAccounts(tx, userId, [senderId, receiverId], opening, app.clock.now());
  // The clock is read after the accounts are locked, so that the times of payments have the order of the payments.
  const now = app.clock.now();
  const bounds = ruleBounds(config.transactions);
  const receiverSince = accounts.get(receiverId)!.createdAt;
  const facts = await gatherFacts(tx, { userId, senderId, receiverId, amount, now, receiverSince }, bounds);
  const description = request.description.toWellFormed();
  const decision = decide(
    {
      ...facts,
      now,
      amount,
      balance: accounts.get(senderId)!.balance,
      receiverSince,
      descriptionScore: descriptionScore(description, app.models),
    },
    bounds,
    { review: config.transactions.reviewScore, decline: config.transactions.declineScore },
  );
  const id = orderedId('tx_', app.clock, app.random);
  const firedRules = decision.fired.map(({ code }) => code);
  const entry = {
    id,
    userId,
    senderId,
    receiverId,
    amount,
    description:
      description === ''
        ? null
        : await seal(app.masterKeys, app.random, description, { tenant: userId, type: 'transaction', id }),
    fraudScore: decision.score,
    firedRules,
    status: decision.status,
    createdAt: now,
  };
  await enter(tx, entry);
  const fraudScore = decision.score / 10_000;
  if (decision.status === 'review') {
    await emit(app, tx, userId, 'transaction.review', {
      transaction_id: id,
      requires_review: true,
      fraud_score: fraudScore,
      status: decision.status,
      rules: firedRules,
    });
  }
  return { transactionId: id, status: decision.status, fraudScore, firedRules };
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
  const found = await findTransaction(tx, userId, id, { lock: true });
  if (!found) throw new ApiError('NOT_FOUND', 'There is no such transaction.');
  if (found.status !== 'review') {
    throw new ApiError('CONFLICT', `The transaction is not in review: it is ${found.status}.`);
  }
  const { senderId, receiverId, amount } = found;
  if (decision === 'approve') {
    const accounts = await lockAccounts(tx, userId, [senderId, receiverId], 0, app.clock.now());
    if (accounts.get(senderId)!.balance < amount) {
      throw new ApiError('CONFLICT', 'The balance of the sender would fall below zero.');
    }
    await move(tx, { userId, senderId, receiverId, amount });
  }
  const status = decision === 'approve' ? ('approved' as const) : ('declined' as const);
  const at = app.clock.now();
  await setReviewed(tx, id, { status, at, by: userId });
  return { ...found, status, reviewedAt: at };
}
