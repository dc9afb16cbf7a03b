import type { PhoneDetector } from '../detector.js';

export const voip: PhoneDetector = {
  code: 'phone.voip',
  title: 'Internet telephone number',
  class: 'low',
  meaning: 'The number is one of internet telephony, which is cheap to get and to throw away.',
  says: 'the number is one of internet telephony, which is cheap to throw away',
  weight: 0.15,
  detect(call) {
    return call.number?.getType() === 'VOIP' ? { strength: 1, spans: [call.place] } : undefined;
  },
};
