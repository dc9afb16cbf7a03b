import type { PhoneDetector } from '../detector.js';

// Country codes that warnings of the FCC, Ofcom and the Bundesnetzagentur name for one-ring calls: small countries with
// high termination rates, and Caribbean codes that look like codes of the United States.
const PREFIXES =
  /^\+(?:1(?:242|246|264|268|284|340|345|441|473|649|664|721|758|767|784|809|829|849|868|869|876)|211|216|222|223|224|225|226|228|231|232|235|236|240|242|243|245|247|248|252|257|258|261|269|290|297|355|371|373|374|375|381|382|387|389|500|509|592|670|672|674|675|676|677|678|679|680|681|682|683|685|686|687|688|689|690|691|692|960|963|967|992|993|996|998)/;
const MISSED =
  /\b(?:missed|one[- ]ring|rang once|ring once|rings once|hung up|hangs up|call(?:ed)? back|wangiri|unknown caller|middle of the night|verpasst)\b/;

export const wangiriPrefix: PhoneDetector = {
  code: 'phone.wangiri_prefix',
  title: 'Country of call-back fraud',
  class: 'high',
  meaning: 'The number has a prefix that one-ring fraud uses, where calling back is expensive.',
  says: 'its prefix is one that call-back fraud uses',
  weight: 0.55,
  detect(call) {
    if (!PREFIXES.test(call.written) || call.receiver?.country === (call.number?.country ?? ''))
      return undefined;
    const missed = MISSED.test(call.reading.normal.text);
    return { strength: missed ? 1 : 0.5, spans: [call.place] };
  },
};
