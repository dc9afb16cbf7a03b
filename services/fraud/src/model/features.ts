import { type Finding, findings, type MailMessage, type Message } from '../detectors/detector.js';
import { EMAIL_DETECTORS } from '../detectors/email/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import type { LinkTrait } from '../text/links.js';
import { type HashedText, hashText } from './hashing.js';
import { mailFeatures } from './mail-features.js';
import { type FeatureBag, textFeatures } from './text-features.js';

export interface Examined {
  findings: Finding[];
  bag: FeatureBag;
  hashed: HashedText;
}

/** Runs all detectors over a message and counts what the models weigh. */
export function examine(message: Message | MailMessage): Examined {
  const found: Finding[] = [
    ...(message.mail ? findings(EMAIL_DETECTORS, message as MailMessage) : []),
    ...findings(TEXT_DETECTORS, message),
    ...findings(PII_DETECTORS, message),
  ];
  const bag: FeatureBag = new Map();
  for (const { detector, strength } of found) bag.set(detector.code, strength);
  textFeatures(message, bag);
  if (message.mail) thinOut(bag, message as MailMessage);
  if (message.mail) mailFeatures(message as MailMessage, bag);
  return { findings: found, bag, hashed: hashText(message.reading) };
}

// A page of news mentions prizes, coins and courts, and some of forty links has an odd host; a letter that wants
// something is short and has one link or two. So evidence of the text counts by its density, traits by their share.
const FULL_WEIGHT_WORDS = 150;

function thinOut(bag: FeatureBag, { mail, reading }: MailMessage): void {
  const density = Math.min(1, Math.sqrt(FULL_WEIGHT_WORDS / Math.max(1, reading.tokens.length)));
  const links = [...reading.links, ...mail.links];
  for (const [name, value] of bag) {
    if (name.startsWith('text.') || name.startsWith('cross.')) bag.set(name, value * density);
    else if (name.startsWith('link.')) {
      const trait = name.slice(5) as LinkTrait;
      bag.set(name, Math.sqrt(links.filter((link) => link.traits.has(trait)).length / links.length));
    } else if (LINK_CODES.has(name) && links.length > 0) {
      const trait = name.slice(6) as LinkTrait;
      bag.set(
        name,
        Math.sqrt(links.filter((link) => link.traits.has(trait) && !link.owner).length / links.length),
      );
    }
  }
}

const LINK_CODES = new Set(
  ['ip_host', 'punycode_host', 'url_userinfo', 'shortener', 'odd_port', 'deep_subdomain', 'free_hosting'].map(
    (name) => `email.${name}`,
  ),
);
