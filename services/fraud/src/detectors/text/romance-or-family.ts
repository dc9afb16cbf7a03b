import { openerOfTalk } from '../../text/openers.js';
import { creditBegged } from '../../text/payees.js';
import { phrase } from '../../text/phrases.js';
import type { Reading } from '../../text/reading.js';
import { phraseDetector } from '../detector.js';

export const romanceOrFamily = phraseDetector(
  {
    code: 'text.romance_or_family',
    title: 'Family or love story',
    class: 'high',
    meaning:
      'The text plays a relative with a new number, an unknown admirer, or a stranger who begins a talk without a point.',
    says: 'it plays a relative with a new number, an admirer or a stranger who seeks a talk',
  },
  [
    phrase('family newnumber', { none: 'warning', within: 20 }),
    phrase('newnumber reply', { none: 'warning', strength: 0.5, within: 20 }),
    phrase('newnumber pay', { none: 'warning', strength: 0.8, within: 25 }),
    phrase('newnumber <phone>', { none: 'warning', strength: 0.3 }),
    phrase('stranger reply', { none: 'warning', strength: 0.8, within: 25 }),
    phrase('stranger stranger', { none: 'warning', strength: 0.7, within: 20 }),
    phrase('romance reply', { none: 'warning', strength: 0.6 }),
    phrase('romance romance <link>', { none: 'warning', strength: 0.8, within: 20 }),
    phrase('romance <phone>', { none: 'warning', strength: 0.6 }),
    phrase('romance click', { none: 'warning', strength: 0.7 }),
    phrase('romance romance second_person', { none: 'warning chat', strength: 0.4, within: 10 }),
  ],
  ({ reading, mail }, found) => {
    const opener = mail ? undefined : openerOfTalk(reading);
    if (opener) return { strength: 1, spans: [...(found?.spans ?? []), ...opener] };
    const begged = mail ? undefined : creditBegged(reading);
    if (begged) return { strength: 1, spans: [...(found?.spans ?? []), ...begged] };
    // The story often spreads over two sentences: "Hi mum. My phone broke, this is my new number."
    const { concepts } = reading;
    if (!concepts.has('family') || concepts.has('warning')) return found;
    if (!concepts.has('newnumber') && (mail || !callsElsewhere(reading))) return found;
    return { strength: tellsOnly(reading) ? 0.5 : 1, spans: found?.spans ?? [] };
  },
);

// A number of one's own, or one that is asked for.
const NUMBER = /(?<!\p{L})(?:num|nr|sim)/u;
const BROKEN =
  /broke|smashed|crack|dead|damage|kaputt|defekt|cass|rott|roto|rompi|quebr|avari|kapot|stuk|zepsu/;

/** "Mum, my phone is broken, home at six": it asks for nothing, and names no number to ask from. */
function tellsOnly({ normal: { text }, concepts, links, phones, original }: Reading): boolean {
  return (
    BROKEN.test(text) &&
    !NUMBER.test(text) &&
    links.length === 0 &&
    phones.length === 0 &&
    !original.includes('?') &&
    ANSWERS.every((concept) => !concepts.has(concept))
  );
}

const ANSWERS = ['reply', 'pay', 'give', 'urgent', 'claim'] as const;

/** "Hi mum ... text me at 07700 900123": a child whose number is in the telephone has no need to say it. */
function callsElsewhere({ concepts, phones, tokens }: Reading): boolean {
  const greeted = concepts.get('family')?.some(({ from }) => from <= 3) === true;
  if (!greeted || phones.length === 0) return false;
  return (concepts.get('reply') ?? []).some(
    ({ from, to }) =>
      tokens.slice(from, to + 1).some(({ text }) => ME.has(text)) ||
      tokens.slice(Math.max(0, from - 2), to).some(({ text }) => /^m'e(?:crire|nvoyer)$/.test(text)),
  );
}

const ME: ReadonlySet<string> = new Set(['me', 'mir', 'moi', 'mi', 'escribeme', 'scrivimi', 'ecris-moi']);
