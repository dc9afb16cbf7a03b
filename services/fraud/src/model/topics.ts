import type { Concept } from '../text/lexicon/index.js';

// Each list has the concepts that a feature counts, or that must be absent for the feature.

export const PRETEXTS: readonly Concept[] = [
  'prize',
  'selected',
  'suspended',
  'unusual',
  'failed',
  'parcel',
  'fee',
  'refund',
  'tax',
  'bill',
  'fund',
  'crypto',
  'invest',
  'giftcard',
  'job',
  'loan',
  'threat',
  'fine',
  'favour',
  'newnumber',
  'stranger',
  'romance',
  'auto_renew',
  'free',
  'occult',
  'shared',
];

export const ASKS: readonly Concept[] = [
  'click',
  'verify',
  'login',
  'reply',
  'call',
  'pay',
  'claim',
  'download',
  'give',
  'buy',
  'join',
];

// Stories of fraud that need only a reply, no link: "Hi mum, new number. Are you there?"
export const TALKS: readonly Concept[] = ['newnumber', 'favour'];

export const PLEAS: readonly Concept[] = ['reply', 'pay', 'urgent', 'favour', 'giftcard', 'airtime'];

// Promises and requests for help, in texts without a channel for a reply.
export const LURES: readonly Concept[] = [
  'reply',
  'prize',
  'selected',
  'claim',
  'give',
  'job',
  'loan',
  'invest',
  'crypto',
  'giftcard',
  'fund',
  'family',
];

// Further concepts that do not occur in a text that only offers something.
export const OFFER_ASKS: readonly Concept[] = [
  'reply',
  'credential',
  'otp',
  'family',
  'newnumber',
  'selected',
];

// Topics that do not occur in the plain delivery notice of a courier.
export const PARCEL_ASKS: readonly Concept[] = [
  'pay',
  'fee',
  'fine',
  'verify',
  'click',
  'urgent',
  'failed',
  'reply',
  'prize',
];

export const SIGN_IN: readonly Concept[] = ['verify', 'login', 'credential', 'suspended', 'unusual'];

// Concepts of fraud in addition to its requests and stories.
export const WANTS: readonly Concept[] = [
  'urgent',
  'credential',
  'otp',
  'wallet',
  'qr',
  'authority',
  'callback',
  'dear',
  'remedy',
];

// Words that show that the lexicon has the language of the text.
export const UNDERSTOOD: readonly Concept[] = ['second_person', 'first_person', 'notice'];
