import { type Finding, findings, type MailMessage, type Message } from '../detectors/detector.js';
import { EMAIL_DETECTORS } from '../detectors/email/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import { scamCallTold } from '../detectors/text/scam-call.js';
import type { LinkTrait } from '../text/links.js';
import { windowsOf } from '../text/parts.js';
import type { Reading } from '../text/reading.js';
import { type HashedText, hashText } from './hashing.js';
import { mailFeatures } from './mail-features.js';
import { type FeatureBag, textFeatures } from './text-features.js';
import { ASKS, PRETEXTS } from './topics.js';

/** One window of a message in the form that the models take, with the features that apply to the whole message. */
export interface View {
  reading: Reading;
  bag: FeatureBag;
  hashed: HashedText;
}

export interface Examined {
  /** Findings of the detectors in the whole text. */
  findings: Finding[];
  /** Windows, at least one. The window with the highest score decides. */
  views: View[];
}

const TELLING = new Set([...PRETEXTS, ...ASKS]);

/** Runs all detectors on a message, and computes the models' features of each window. */
export function examine(message: Message | MailMessage): Examined {
  const ofMail = message.mail ? findings(EMAIL_DETECTORS, message as MailMessage) : [];
  const found: Finding[] = [
    ...ofMail,
    ...findings(TEXT_DETECTORS, message),
    ...findings(PII_DETECTORS, message),
  ];
  const windows = windowsOf(message.reading, message.head ?? 0, TELLING);
  const views = windows.map((reading): View => {
    const part = { ...message, reading };
    const bag: FeatureBag = new Map();
    const own = reading === message.reading ? found : [...ofMail, ...findings(TEXT_DETECTORS, part)];
    for (const { detector, strength } of own) bag.set(detector.code, strength);
    // A call names its speaker at the start and its demand at the end, so this finding applies to every window.
    for (const { detector, strength } of found)
      if (detector === scamCallTold) bag.set(detector.code, strength);
    textFeatures(part, bag);
    if (part.mail) {
      shareTraits(bag, part as MailMessage);
      mailFeatures(part as MailMessage, message.reading, bag);
    }
    return { reading, bag, hashed: hashText(reading, part.mail !== undefined) };
  });
  return { findings: found, views };
}

// Divides traits of links by the number of links: on a news page, one of forty links often has an odd host; a letter
// that requests something has only one or two links.
function shareTraits(bag: FeatureBag, { mail, reading }: MailMessage): void {
  const links = [...reading.links, ...mail.links];
  for (const name of bag.keys()) {
    if (name.startsWith('link.')) {
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
