import type { TransactionRule } from '../facts.js';

const SUSPICIOUS = 0.5;

export const description: TransactionRule = {
  code: 'description.suspicious',
  title: 'The description reads like a fraudulent message',
  weight: 0.55,
  fires: ({ descriptionScore }) => descriptionScore >= SUSPICIOUS,
};
