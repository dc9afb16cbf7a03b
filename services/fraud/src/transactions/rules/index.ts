import type { TransactionRule } from '../facts.js';
import { amountUnusual } from './amount-unusual.js';
import { description } from './description.js';
import { dormantLarge } from './dormant-large.js';
import { doubleSubmit } from './double-submit.js';
import { firstLarge } from './first-large.js';
import { flaggedReceiver } from './flagged-receiver.js';
import { manyReceivers } from './many-receivers.js';
import { manySenders } from './many-senders.js';
import { newReceiverLarge } from './new-receiver-large.js';
import { overdraft } from './overdraft.js';
import { roundTrip } from './round-trip.js';
import { structuring } from './structuring.js';
import { velocity } from './velocity.js';

export const TRANSACTION_RULES: readonly TransactionRule[] = [
  overdraft,
  amountUnusual,
  velocity,
  newReceiverLarge,
  firstLarge,
  flaggedReceiver,
  manyReceivers,
  manySenders,
  structuring,
  roundTrip,
  dormantLarge,
  doubleSubmit,
  description,
];
