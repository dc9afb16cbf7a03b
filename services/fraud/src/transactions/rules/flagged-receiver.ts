import type { TransactionRule } from '../facts.js';

export const flaggedReceiver: TransactionRule = {
  code: 'receiver.flagged',
  title: 'A person declined payments to this receiver before',
  weight: 0.6,
  fires: ({ receiverFlagged }) => receiverFlagged,
};
