import type { PhoneDetector } from '../detector.js';

// Country words that callers name; the list is short on purpose: those which calls of fraud name most.
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:irs|social security|medicare|usps|us government|united states|american)\b/, 'US'],
  [/\b(?:hmrc|royal mail|nhs|dvla|british|uk)\b/, 'GB'],
  [/\b(?:rbi|sbi|aadhaa?r|trai|indian?|hdfc|icici)\b/, 'IN'],
  [/\b(?:cbn|gtbank|nigerian?|efcc|bvn)\b/, 'NG'],
  [/\b(?:ato|mygov|centrelink|australian?)\b/, 'AU'],
  [/\b(?:cra|canadian?|service canada)\b/, 'CA'],
  [/\b(?:bundes\w{0,20}|sparkasse|deutsche|german[y]?)\b/, 'DE'],
];

export const countryMismatch: PhoneDetector = {
  code: 'phone.country_mismatch',
  title: 'Number of another country',
  class: 'low',
  meaning: 'The number is of another country than the receiver, or than the office that the words name.',
  says: 'the number is of another country than the receiver or the office it names',
  weight: 0.3,
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
};
