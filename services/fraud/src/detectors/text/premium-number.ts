import { phrase } from '../../text/phrases.js';
import { spanOf } from '../../text/reading.js';
import { phraseDetector, type Span } from '../detector.js';

// Numbers that earn by the minute: United Kingdom 09, 087x and 070, North America 900, Germany 0900 and 0137,
// France 089, Italy 899, Spain 803/806/807, Ireland 15xx, Australia 190x.
const PREMIUM =
  /^(?:(?:\+?44)?0?(?:9[01]\d|87[0-3]|70[0-9])\d{6,8}|\+?1?900\d{7}|(?:\+?49|0)(?:900|137)\d{5,9}|(?:\+?33|0)89\d{7}|(?:\+?39)?899\d{6}|(?:\+?34)?80[367]\d{6}|15[1-9]0\d{6}|190\d{7})$/;

export const premiumNumber = phraseDetector(
  {
    code: 'text.premium_number',
    title: 'Expensive number',
    class: 'high',
    meaning: 'The text names a premium-rate number or the price of a message or minute.',
    says: 'it names an expensive number or a price per message',
  },
  [
    phrase('rateline rateline', { strength: 0.7, within: 20 }),
    phrase('rateline <phone>', { strength: 0.8, within: 20 }),
    phrase('rateline <money>', { strength: 0.7 }),
    phrase('rateline reply <number>', { strength: 0.8, within: 20 }),
  ],
  ({ reading }, found) => {
    const spans: Span[] = [...(found?.spans ?? [])];
    let strength = found?.strength ?? 0;
    for (const at of reading.phones) {
      if (PREMIUM.test((reading.tokens[at]?.text ?? '').replace(/[^\d+]/g, ''))) {
        spans.push(spanOf(reading, at, at + 1));
        strength = 1;
      }
    }
    return strength > 0 ? { strength, spans } : undefined;
  },
);
