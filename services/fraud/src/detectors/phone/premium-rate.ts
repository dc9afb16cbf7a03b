import type { PhoneDetector } from '../detector.js';

export const premiumRate: PhoneDetector = {
  code: 'phone.premium_rate',
  title: 'Premium-rate number',
  class: 'high',
  meaning: 'Calls to the number cost extra and its owner earns from them.',
  says: 'calling the number costs extra, and its owner earns from it',
  weight: 0.6,
  detect(call) {
    return call.number?.getType() === 'PREMIUM_RATE' ? { strength: 1, spans: [call.place] } : undefined;
  },
};
