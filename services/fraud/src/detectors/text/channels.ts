/** Detectors of channels for a reply, and of disguised text. */
import { phrase } from '../../text/phrases.js';
import { dialled, spanOf } from '../../text/reading.js';
import { phraseDetector, type Span, type TextDetector } from '../detector.js';

// Premium-rate numbers: United Kingdom 09, 087x and 070, North America 900, Germany 0900 and 0137, France 089, Italy
// 899, Spain 803/806/807, Ireland 15xx, Australia 190x. If numbers have no country code, British premium numbers look
// like Nigerian mobile numbers (0701, 0901, 0912), and French ones like Vietnamese numbers (089).
const PREMIUM =
  /^(?:\+?44(?:9[01]\d|87[0-3]|70\d)\d{7}|087[0-3]\d{7}|\+?1?900\d{7}|\+?49(?:900|137)\d{5,9}|0137\d{5,9}|0900\d{7,9}|\+?3389\d{7}|(?:\+?39)?899\d{6}|(?:\+?34)?80[367]\d{6}|15[1-9]0\d{6}|190\d{7})$/;
const PREMIUM_SOMEWHERE = /^0(?:9[01]\d{8}|70\d{8}|89\d{7})$/;
// Matches the cost of a call, restrictions on callers, or a PO box: British law requires premium-rate services to
// state these.
const BRITISH =
  /£|\b(?:p(?:er|\/)?\s?(?:min|msg)|\d{2,3}\s?p(?:pm|\/min|\b)|landline|po box|box\s?\w{2,}|national rate|t&c|claim code|uk)/i;

export const CHANNEL_DETECTORS: readonly TextDetector[] = [
  phraseDetector(
    {
      code: 'text.premium_number',
      title: 'Expensive number',
      prior: 2,
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
  ),
  phraseDetector(
    {
      code: 'text.callback_number',
      title: 'Call this number',
      prior: 1.6,
      class: 'high',
      meaning: 'The text makes the reader call a number because of a charge, an order or a warning.',
      says: 'it makes you call a number because of a charge, a prize or a warning',
    },
    [
      phrase('callback call <phone>', { none: 'never', within: 20 }),
      phrase('auto_renew call', { none: 'never', strength: 0.6, within: 25 }),
      phrase('auto_renew <phone>', { none: 'never', strength: 0.7, within: 25 }),
      phrase('unusual call <phone>', { none: 'never', strength: 0.7, within: 25 }),
      phrase('suspended call <phone>', { none: 'never', strength: 0.7, within: 25 }),
      phrase('urgent call <phone>', { none: 'never chat', strength: 0.7, within: 20 }),
      phrase('claim call <phone>', { none: 'never', strength: 0.7, within: 20 }),
      phrase('prize call <phone>', { none: 'never chat', strength: 0.8, within: 20 }),
      phrase('bill call <phone>', { none: 'never', strength: 0.4, within: 20 }),
    ],
    ({ reading }, found) => {
      const { concepts } = reading;
      const story = concepts.has('auto_renew') && concepts.has('callback') && reading.phones.length > 0;
      return story ? { strength: 1, spans: found?.spans ?? [] } : found;
    },
  ),
  {
    code: 'text.obfuscated_words',
    title: 'Disguised words',
    prior: 1.6,
    class: 'high',
    meaning:
      'Words are written with look-alike letters, digits, gaps or invisible characters to pass filters.',
    says: 'words are disguised to pass filters',
    detect({ reading }) {
      const { normal } = reading;
      const leet = reading.leet.map((at) => spanOf(reading, at, at + 1));
      const signs = normal.homoglyphs + normal.spacedWords * 2 + leet.length * 2 + normal.zeroWidth;
      if (signs === 0) return undefined;
      const spans: Span[] = [...leet, ...normal.hidden.map(([start, end]): Span => [start, end])].slice(0, 5);
      return { strength: Math.min(1, 0.4 + signs * 0.2), spans };
    },
  },
  phraseDetector(
    {
      code: 'text.unsubscribe_lure',
      title: 'Costly way out',
      prior: 0.8,
      class: 'low',
      meaning: 'The text says that the reader has subscribed and must reply, call or pay to stop.',
      says: 'it says you must answer or call to stop a subscription',
    },
    [
      phrase('unsubscribe rateline', { strength: 0.8, within: 25 }),
      phrase('unsubscribe <money>', { strength: 0.4, within: 15 }),
      phrase('unsubscribe <phone>', { strength: 0.4 }),
      phrase('auto_renew unsubscribe', { strength: 0.5, within: 25 }),
      phrase('unsubscribe <number>', { strength: 0.5, within: 5 }),
    ],
  ),
];
