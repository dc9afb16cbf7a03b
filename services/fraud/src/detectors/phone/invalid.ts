import type { PhoneDetector } from '../detector.js';

export const invalid: PhoneDetector = {
  code: 'phone.invalid',
  title: 'Number that cannot be in use',
  class: 'low',
  meaning: 'The number belongs to no range that its country has given out, so that the caller id is made up.',
  says: 'the number is in no range that its country uses',
  weight: 0.35,
  detect(call) {
    // Short codes are numbers of one network; no list knows them all.
    if (call.digits.length <= 6) return undefined;
    if (call.number ? call.number.isValid() || !call.certain : false) return undefined;
    return { strength: call.certain ? 1 : 0.7, spans: [call.place] };
  },
};
