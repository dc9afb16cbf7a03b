import type { PhoneDetector } from '../detector.js';

export const spoofedNeighbour: PhoneDetector = {
  code: 'phone.spoofed_neighbour',
  title: 'Looks like a neighbour',
  class: 'high',
  meaning: 'The number shares its first six national digits with the receiver, as spoofed local numbers do.',
  says: 'it shares its first six digits with your own number, as spoofed local calls do',
  weight: 0.4,
  detect(call) {
    const own = call.receiver;
    const other = call.number;
    if (!own || !other || own.countryCallingCode !== other.countryCallingCode || own.number === other.number)
      return undefined;
    const same =
      own.nationalNumber.length >= 8 && own.nationalNumber.slice(0, 6) === other.nationalNumber.slice(0, 6);
    return same ? { strength: 1, spans: [call.place] } : undefined;
  },
};
