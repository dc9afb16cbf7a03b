import { phrase } from '../../text/phrases.js';
import { phraseDetector } from '../detector.js';

export const jobOrLoanOffer = phraseDetector(
  {
    code: 'text.job_or_loan_offer',
    title: 'Job, loan or riches out of nothing',
    class: 'high',
    meaning:
      'The text offers easy work, income, a loan or riches by secret powers to someone who did not apply.',
    says: 'it offers easy work, a loan or riches that you did not ask for',
  },
  [
    phrase('job <money>', { none: 'warning chat', strength: 0.7, within: 20 }),
    phrase('job reply', { none: 'warning chat', strength: 0.4 }),
    phrase('job <link>', { none: 'warning chat', strength: 0.4, within: 20 }),
    phrase('job job <money>', { none: 'warning', within: 20, strength: 0.8 }),
    phrase('loan join', { none: 'warning', strength: 0.6 }),
    phrase('loan <money>', { none: 'warning notice', strength: 0.5 }),
    phrase('loan call', { none: 'warning chat', strength: 0.5 }),
    phrase('loan reply', { none: 'warning chat', strength: 0.5 }),
    phrase('loan click', { none: 'warning', strength: 0.6 }),
    phrase('loan urgent', { none: 'warning', strength: 0.4 }),
    phrase('job join', { none: 'warning chat', strength: 0.4 }),
    phrase('occult join', { none: 'warning', strength: 0.8, within: 25 }),
    phrase('occult call <phone>', { none: 'warning', within: 30 }),
    phrase('occult <phone>', { none: 'warning', strength: 0.7, within: 30 }),
  ],
);
