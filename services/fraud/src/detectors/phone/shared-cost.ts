import type { PhoneDetector } from '../detector.js';

export const sharedCost: PhoneDetector = {
  code: 'phone.shared_cost',
  title: 'Shared-cost number',
  class: 'low',
  meaning: 'The caller pays a part of the cost of a call to the number.',
  says: 'calling the number may cost extra',
  weight: 0.2,
  detect(call) {
    return call.number?.getType() === 'SHARED_COST' ? { strength: 1, spans: [call.place] } : undefined;
  },
};
