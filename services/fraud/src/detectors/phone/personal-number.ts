import type { PhoneDetector } from '../detector.js';

export const personalNumber: PhoneDetector = {
  code: 'phone.personal_number',
  title: 'Personal number',
  class: 'high',
  meaning: 'The number forwards calls, often at a high price (070 in the United Kingdom).',
  says: 'the number forwards calls at a high price',
  weight: 0.45,
  detect(call) {
    return call.number?.getType() === 'PERSONAL_NUMBER' ? { strength: 1, spans: [call.place] } : undefined;
  },
};
