import { phrase } from '../../text/phrases.js';
import { dialled, spanOf } from '../../text/reading.js';
import { phraseDetector, type Span } from '../detector.js';

// Numbers that earn by the minute: United Kingdom 09, 087x and 070, North America 900, Germany 0900 and 0137,
// France 089, Italy 899, Spain 803/806/807, Ireland 15xx, Australia 190x. Without the country, British ones have the
// shape of Nigerian mobile numbers (0701, 0901, 0912) and French ones that of Vietnamese ones (089).
const PREMIUM =
  /^(?:\+?44(?:9[01]\d|87[0-3]|70\d)\d{7}|087[0-3]\d{7}|\+?1?900\d{7}|\+?49(?:900|137)\d{5,9}|0137\d{5,9}|0900\d{7,9}|\+?3389\d{7}|(?:\+?39)?899\d{6}|(?:\+?34)?80[367]\d{6}|15[1-9]0\d{6}|190\d{7})$/;
const PREMIUM_SOMEWHERE = /^0(?:9[01]\d{8}|70\d{8}|89\d{7})$/;
// What the call costs, where it may be made from, or a box for letters: who earns by the minute has to say so in Britain.
const BRITISH =
  /£|\b(?:p(?:er|\/)?\s?(?:min|msg)|\d{2,3}\s?p(?:pm|\/min|\b)|landline|po box|box\s?\w{2,}|national rate|t&c|claim code|uk)/i;

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
    const british = () => found !== undefined || BRITISH.test(reading.original.slice(0, 2000));
    for (const at of reading.phones) {
      const number = dialled(reading.tokens[at]?.text ?? '');
      const sure = PREMIUM.test(number) || (british() && PREMIUM_SOMEWHERE.test(number));
      if (!sure) continue;
      spans.push(spanOf(reading, at, at + 1));
      strength = 1;
    }
    return strength > 0 ? { strength, spans } : undefined;
  },
);
