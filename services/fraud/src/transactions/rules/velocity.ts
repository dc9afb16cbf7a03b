import type { Flow, TransactionRule } from '../facts.js';

export const velocity: TransactionRule = {
  code: 'velocity.high',
  title: 'Many payments, or a large sum, in a short time',
  weight: 0.5,
  fires({ sent, amount }, { velocity: bounds }) {
    const above = (flow: Flow, bound: Flow) =>
      flow.count + 1 > bound.count || (flow.count > 0 && flow.sum + amount > bound.sum);
    return (
      above(sent.in10Minutes, bounds.in10Minutes) ||
      above(sent.inHour, bounds.inHour) ||
      above(sent.inDay, bounds.inDay)
    );
  },
};
