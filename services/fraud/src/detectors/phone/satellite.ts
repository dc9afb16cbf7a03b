import type { PhoneDetector } from '../detector.js';

// Inmarsat, Global Mobile Satellite System, international networks and international premium rate.
const SATELLITE = /^\+(?:870|881|882|883|979)/;

export const satellite: PhoneDetector = {
  code: 'phone.satellite',
  title: 'Satellite number',
  class: 'high',
  meaning: 'The number is one of a satellite or international network, where calls are very expensive.',
  says: 'the number belongs to a satellite or international network, where calls are very expensive',
  weight: 0.5,
  detect(call) {
    return SATELLITE.test(call.written) ? { strength: 1, spans: [call.place] } : undefined;
  },
};
