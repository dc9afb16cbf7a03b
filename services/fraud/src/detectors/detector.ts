import type { Mail } from '../mail/mail.js';
import type { Link, LinkTrait } from '../text/links.js';
import type { Phrase } from '../text/phrases.js';
import { matchPhrases } from '../text/phrases.js';
import type { Reading } from '../text/reading.js';
import type { PhoneCall } from './phone/call.js';

export type IndicatorClass = 'info' | 'low' | 'high' | 'critical';
export type Span = [start: number, end: number];

export interface Description {
  /** `type.name`, stable. */
  readonly code: string;
  readonly title: string;
  readonly class: IndicatorClass;
  /** One sentence for the catalogue. */
  readonly meaning: string;
  /** Phrase for the explanation, without a full stop: "it asks for a password or a code". */
  readonly says: string;
}

export interface Evidence {
  /** 0 to 1. */
  strength: number;
  /** Spans in the text; empty if the evidence has no span. */
  spans: Span[];
  /** Strings of an e-mail, for which the answer gives positions in the raw message. */
  quotes?: string[];
}

/** A detector is a pure function of parsed input. */
export interface Detector<Input> extends Description {
  detect(input: Input): Evidence | undefined;
}

export interface Message {
  readonly reading: Reading;
  /** Number of tokens of the subject, which precede every window. */
  readonly head?: number;
  readonly mail?: Mail;
}
/** `prior`: log odds towards which training pulls the code's weight; the corpora may override it. */
interface Weighed {
  readonly prior: number;
}
export type TextDetector = Detector<Message> & Weighed;

/** Links of the text and of the markup. */
export function linksOf({ reading, mail }: Message): readonly (Link & { token?: number })[] {
  return mail ? [...reading.links, ...mail.links] : reading.links;
}

/** An e-mail: its subject and body as one reading, and its structure. */
export interface MailMessage extends Message {
  readonly mail: Mail;
}
export type MailDetector = Detector<MailMessage> & Weighed;
export type PhoneDetector = Detector<PhoneCall> & { readonly weight: number };

export interface Finding extends Evidence {
  readonly detector: Description;
}

/** Makes a detector from phrases, with an optional further check. */
export function phraseDetector(
  description: Description & Weighed,
  phrases: readonly Phrase[],
  more?: (message: Message, found: Evidence | undefined) => Evidence | undefined,
): TextDetector {
  return {
    ...description,
    detect(message) {
      const found = matchPhrases(message.reading, phrases);
      return more ? more(message, found) : found;
    },
  };
}

/** Runs detectors in their order. */
export function findings<Input>(detectors: readonly Detector<Input>[], input: Input): Finding[] {
  const found: Finding[] = [];
  for (const detector of detectors) {
    const evidence = detector.detect(input);
    if (evidence && evidence.strength > 0) found.push({ detector, ...evidence });
  }
  return found;
}

/** Returns evidence if links have a trait. */
export function linksWith(message: Message, trait: LinkTrait): Evidence | undefined {
  const quotes = linksOf(message)
    .filter((link) => link.traits.has(trait) && !link.owner)
    .map((link) => link.raw);
  return quotes.length > 0 ? { strength: 1, spans: [], quotes: quotes.slice(0, 5) } : undefined;
}
