import type { PhoneDetector } from '../detector.js';

// Inmarsat, Global Mobile Satellite System, international networks and international premium rate.
const SATELLITE = /^\+(?:870|881|882|883|979)/;

export const KIND_DETECTORS: readonly PhoneDetector[] = [
  {
    code: 'phone.invalid',
    title: 'Number that cannot be in use',
    class: 'low',
    meaning:
      'The number belongs to no range that its country has given out, so that the caller id is made up.',
    says: 'the number is in no range that its country uses',
    weight: 0.35,
    detect(call) {
      // Short codes are defined by each network, so this list cannot be complete.
      if (call.digits.length <= 6) return undefined;
      if (call.number ? call.number.isValid() || !call.certain : false) return undefined;
      // A wrong length has a code of its own.
      if (call.number?.isPossible() === false) return undefined;
      return { strength: call.certain ? 1 : 0.7, spans: [call.place] };
    },
  },
  {
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
  },
  {
    code: 'phone.premium_rate',
    title: 'Premium-rate number',
    class: 'high',
    meaning: 'Calls to the number cost extra and its owner earns from them.',
    says: 'calling the number costs extra, and its owner earns from it',
    weight: 0.6,
    detect(call) {
      // 090 is a mobile number in Japan and a premium-rate number in Germany.
      const strength = call.certain ? 1 : 0.4;
      return call.number?.getType() === 'PREMIUM_RATE' ? { strength, spans: [call.place] } : undefined;
    },
  },
  {
    code: 'phone.shared_cost',
    title: 'Shared-cost number',
    class: 'low',
    meaning: 'The caller pays a part of the cost of a call to the number.',
    says: 'calling the number may cost extra',
    weight: 0.2,
    detect(call) {
      return call.number?.getType() === 'SHARED_COST' ? { strength: 1, spans: [call.place] } : undefined;
    },
  },
  {
    code: 'phone.voip',
    title: 'Internet telephone number',
    class: 'low',
    meaning: 'The number is one of internet telephony, which is cheap to get and to throw away.',
    says: 'the number is one of internet telephony, which is cheap to throw away',
    weight: 0.15,
    detect(call) {
      return call.number?.getType() === 'VOIP' ? { strength: 1, spans: [call.place] } : undefined;
    },
  },
  {
    code: 'phone.personal_number',
    title: 'Personal number',
    class: 'high',
    meaning: 'The number forwards calls, often at a high price (070 in the United Kingdom).',
    says: 'the number forwards calls at a high price',
    weight: 0.45,
    detect(call) {
      return call.number?.getType() === 'PERSONAL_NUMBER' ? { strength: 1, spans: [call.place] } : undefined;
    },
  },
  {
    code: 'phone.satellite',
    title: 'Satellite number',
    class: 'high',
    meaning: 'The number is one of a satellite or international network, where calls are very expensive.',
    says: 'the number belongs to a satellite or international network, where calls are very expensive',
    weight: 0.5,
    detect(call) {
      return SATELLITE.test(call.written) ? { strength: 1, spans: [call.place] } : undefined;
    },
  },
];
