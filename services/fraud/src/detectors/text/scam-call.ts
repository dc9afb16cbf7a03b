import { scamCall, warnsOfCalls } from '../../text/calls.js';
import type { TextDetector } from '../detector.js';

const LEAST_WORDS = 40;

export const scamCallTold: TextDetector = {
  code: 'text.scam_call',
  title: 'Call as thieves make it',
  prior: 6,
  class: 'high',
  meaning:
    'The text is of a call in which an office, a bank or a firm tells of a crime, a debt or a gain and wants money, codes or access to a device.',
  says: 'it tells of a call in which a known office or firm presses for money, codes or access',
  detect({ reading, mail }) {
    if (mail || reading.tokens.length < LEAST_WORDS) return undefined;
    const strength = scamCall(reading);
    return strength > 0 && !warnsOfCalls(reading) ? { strength, spans: [] } : undefined;
  },
};
