import type { PhoneDetector } from '../detector.js';

export const sequentialDigits: PhoneDetector = {
  code: 'phone.sequential_digits',
  title: 'Digits in a row',
  class: 'low',
  meaning: 'Six digits or more go up, go down or repeat, as in made-up caller ids.',
  says: 'its digits follow a pattern, as in made-up caller ids',
  weight: 0.3,
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
};
