/** Detectors of the country and the shape of a number. */
import type { PhoneDetector } from '../detector.js';

// Words that name the countries that fraudulent calls mention most.
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:irs|social security|medicare|usps|us government|united states|american)\b/, 'US'],
  [/\b(?:hmrc|royal mail|nhs|dvla|british|uk)\b/, 'GB'],
  [/\b(?:rbi|sbi|aadhaa?r|trai|indian?|hdfc|icici)\b/, 'IN'],
  [/\b(?:cbn|gtbank|nigerian?|efcc|bvn)\b/, 'NG'],
  [/\b(?:ato|mygov|centrelink|australian?)\b/, 'AU'],
  [/\b(?:cra|canadian?|service canada)\b/, 'CA'],
  [/\b(?:bundes\w{0,20}|sparkasse|deutsche|german[y]?)\b/, 'DE'],
];

// Country codes that warnings of the FCC, Ofcom and the Bundesnetzagentur name for one-ring calls: small countries with
// high termination rates, and Caribbean codes that look like codes of the United States.
const PREFIXES =
  /^\+(?:1(?:242|246|264|268|284|340|345|441|473|649|664|721|758|767|784|809|829|849|868|869|876)|211|216|222|223|224|225|226|228|231|232|235|236|240|242|243|245|247|248|252|257|258|261|269|290|297|355|371|373|374|375|381|382|387|389|500|509|592|670|672|674|675|676|677|678|679|680|681|682|683|685|686|687|688|689|690|691|692|960|963|967|992|993|996|998)/;
const MISSED =
  /\b(?:missed|one[- ]ring|rang once|ring once|rings once|hung up|hangs up|call(?:ed)? back|wangiri|unknown caller|middle of the night|verpasst)\b/;

export const SHAPE_DETECTORS: readonly PhoneDetector[] = [
  {
    code: 'phone.country_mismatch',
    title: 'Number of another country',
    class: 'low',
    meaning: 'The number is of another country than the receiver, or than the office that the words name.',
    says: 'the number is of another country than the receiver or the office it names',
    weight: 0.24,
    detect(call) {
      const country = call.number?.country;
      if (!country || !call.certain) return undefined;
      for (const [words, named] of NAMED) {
        if (named !== country && words.test(call.reading.normal.text))
          return { strength: 1, spans: [call.place] };
      }
      const home = call.receiver?.country;
      return home && home !== country ? { strength: 0.6, spans: [call.place] } : undefined;
    },
  },
  {
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
  },
  {
    code: 'phone.sequential_digits',
    title: 'Digits in a row',
    class: 'low',
    meaning: 'Six digits or more go up, go down or repeat, as in made-up caller ids.',
    says: 'its digits follow a pattern, as in made-up caller ids',
    weight: 0.2,
    detect(call) {
      if (call.digits.length < 7) return undefined;
      let run = 1;
      let step = Number.NaN;
      let longest = 1;
      for (let at = 1; at < call.digits.length; at++) {
        const next = Number(call.digits[at]) - Number(call.digits[at - 1]);
        run = next === step && Math.abs(next) <= 1 ? run + 1 : Math.abs(next) <= 1 ? 2 : 1;
        step = next;
        longest = Math.max(longest, run);
      }
      return longest >= 6 ? { strength: longest >= 8 ? 1 : 0.7, spans: [call.place] } : undefined;
    },
  },
  {
    code: 'phone.spoofed_neighbour',
    title: 'Looks like a neighbour',
    class: 'high',
    meaning:
      'The number shares its first six national digits with the receiver, as spoofed local numbers do.',
    says: 'it shares its first six digits with your own number, as spoofed local calls do',
    weight: 0.4,
    detect(call) {
      const own = call.receiver;
      const other = call.number;
      if (
        !own ||
        !other ||
        own.countryCallingCode !== other.countryCallingCode ||
        own.number === other.number
      )
        return undefined;
      const same =
        own.nationalNumber.length >= 8 && own.nationalNumber.slice(0, 6) === other.nationalNumber.slice(0, 6);
      return same ? { strength: 1, spans: [call.place] } : undefined;
    },
  },
];
