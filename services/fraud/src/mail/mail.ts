import type { Link } from '../text/links.js';
import type { Excess } from './bounds.js';

export interface Address {
  /** Displayed name, decoded. */
  name: string;
  /** Lower case; empty if the header has no address. */
  address: string;
  /** Registrable domain of the address. */
  domain: string;
}

export interface MailLink extends Link {
  /** Visible text of the link; empty for a picture, and for a plain address in the text. */
  readonly shown: string;
  readonly kind: 'anchor' | 'form' | 'area' | 'refresh' | 'text' | 'image' | 'qr';
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** First bytes of the file, at most 64. */
  readonly head: Uint8Array;
}

/** Parts of an HTML body besides its text. */
export interface Markup {
  readonly present: boolean;
  readonly forms: number;
  readonly passwordFields: number;
  /** Number of fields to type in. */
  readonly inputs: number;
  readonly images: number;
  /** Number of characters that a style hides: size 0, `display:none`, the background's colour. */
  readonly hiddenCharacters: number;
  readonly shownCharacters: number;
  readonly scripts: number;
  readonly refreshes: number;
  /** Number of gaps of a thousand pixels and more, which push filler text out of sight. */
  readonly voids: number;
}

/** A parsed e-mail, with limits for its lists and texts. */
export interface Mail {
  readonly subject: string;
  readonly from: Address;
  readonly fromDomain: string;
  /** Sender of the message that is forwarded in the text. */
  readonly forwarded?: Address;
  readonly sender?: Address;
  readonly replyTo: readonly Address[];
  readonly to: readonly Address[];
  readonly returnPath: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** True if only the text of a mail was pasted: nothing is known about its sender and receivers. */
  readonly pasted: boolean;
  /** Authentication-Results of a trusted server, in lower case. */
  readonly authentication?: string;
  /** The newest part of the visible text, without quoted messages, signature and legal notice. */
  readonly text: string;
  readonly links: readonly MailLink[];
  readonly mailtos: readonly string[];
  readonly markup: Markup;
  readonly attachments: readonly Attachment[];
  /** Bounds that the message exceeded. */
  readonly excess: readonly Excess[];
  /** Parts that could not be decoded. */
  readonly undecodable: number;
}
