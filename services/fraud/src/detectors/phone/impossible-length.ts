import type { PhoneDetector } from '../detector.js';

export const impossibleLength: PhoneDetector = {
  code: 'phone.impossible_length',
  title: 'Number of an impossible length',
  class: 'low',
  meaning: 'The number has more or fewer digits than numbers of its country can have (E.164: at most 15).',
  says: 'the number has an impossible length',
  weight: 0.3,
  detect(call) {
    if (call.digits.length > 15) return { strength: 1, spans: [call.place] };
    if (call.digits.length <= 6 || !call.certain || !call.number) return undefined;
    return call.number.isPossible() ? undefined : { strength: 1, spans: [call.place] };
  },
};
