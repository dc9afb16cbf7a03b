import type { Concept } from './lexicon/index.js';
import { type Tongue, tongueOf } from './tongue.js';

/** The fields of a token that are needed to judge a word by its neighbours. */
interface Word {
  readonly text: string;
  readonly clause: number;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const OPTING_OUT = words('stop stopall end help block unsubscribe unsub quit cancel');
const SENDING = words('reply replying respond text txt sms send');
const MESSAGE = words('text txt sms');
const NAMED = words('this that last your our');
const ADDRESSED = words('you u ya');
const ANSWERING = words(
  'reply replying respond responding antworten responda responder repondre rispondere rispondi',
);
const NOT = words("not don't dont never no nicht nao non pas ne");
// Actions that readers may take themselves: "freeze your card", "bloquéala"; fraud claims that this has already
// happened.
const REMEDY = words('block lock freeze');
const REMEDY_ELSEWHERE = words(
  'bloquea bloquee bloqueala bloquealo bloqueela bloqueelo bloqueie bloqueie-o blocca bloccala bloccalo blocchi bloquez ' +
    'bloquez-la sperren sperre sperr blokkeer blokker blokirkan blocati blocheaza zablokuj zastrzez sparra spaerr',
);
const REMEDIED = words('it your card');
const SOMEONE_WILL = words("we we'll will must may might shall temporary temporarily a the an account card");
// In "are you free on Sunday" and "I'm free", the word is said of people and not of prices.
const IS = words("are am be i'm im not");
const YOU = words('you u ya everyone all we they he she');
const IS_OR_WHEN = words('are r were when if time is');
const BY_WAY_OF = words('by per par por');
// "digital token" is a bank's term for a key.
const KEY_TO_BANK = words('digital security soft hard hardware bank meter prepaid electricity');
// "service fraude" is an office that someone claims to be, and not a warning.
const OFFICE_OF = words(
  'service services departamento departement dpto equipe equipo area setor central cellule',
);
// "Your order is ready to collect": a shop's notice, and not a gain.
const ORDERED = words('order orders item items book books prescription parcel purchase click');
// "You can read it at your next sign-in" asks for nothing.
const SIGN_IN = words(
  'login logon log signin sign anmeldung anmelden einloggen connexion aanmelding innlogging',
);
const NEXT = words(
  'next nachsten nachste prochaine proximo proxima prossimo prossima volgende næste neste nasta',
);
const SHORT: ReadonlyMap<string, readonly (Tongue | undefined)[]> = new Map([
  ['na', ['swahili', 'romance']],
  ['ya', ['swahili', 'romance']],
  ['la', ['swahili', 'romance']],
  ['im', ['german']],
  ['den', ['german']],
]);

const PRESSING = words('eilt eilig urgent urgente urgence dringend');

const AMBIGUOUS = new Set([
  ...SHORT.keys(),
  ...SIGN_IN,
  'collect',
  ...SENDING,
  ...ANSWERING,
  ...REMEDY,
  ...REMEDY_ELSEWHERE,
  'free',
  'fraude',
  'fraudes',
  'token',
  'tokens',
  'xxx',
  'whatsapp',
  'telegram',
  'meeting',
  'call',
  'ring',
  'hub',
  'code',
  'paket',
  'depot',
  ...PRESSING,
]);

const OTHER_CODES = words('sort post zip area dress country dialling branch swift');

const COUNTED = /^(?:\d{1,4}|e|y|dan|and|et|und|tunggu|tukarkan)$/;
const OF_PLANS = words('kuota pulsa berlangganan gb mb 4g');
const PLAN_OF = words('internet data flash combo nelpon telpon sms bulanan harian mingguan unlimited');

/** Facts about the whole text that change the meaning of its words. */
export class Setting {
  readonly tongue: Tongue | undefined;
  #isOfPlans: boolean | undefined;

  constructor(private readonly tokens: readonly Word[]) {
    this.tongue = tongueOf(tokens.slice(0, 100).map(({ text }) => text));
  }

  /**
   * True if the text is about an operator's products. Computed once, because a text may need the answer thousands of
   * times.
   */
  get isOfPlans(): boolean {
    this.#isOfPlans ??= this.tokens.some(({ text }) => OF_PLANS.has(text));
    return this.#isOfPlans;
  }
}

/**
 * Returns the usual concept of a word, if its neighbours show that the word does not mean it here: "SMS BLOCK to 7308"
 * has blocked nothing yet, "reply STOP" does not start a conversation, and "your WhatsApp code" does not invite the
 * reader to write there.
 */
export function notMeantAt(tokens: readonly Word[], at: number, setting: Setting): Concept | undefined {
  const { text, clause } = tokens[at] as Word;
  if (!AMBIGUOUS.has(text)) return undefined;
  const near = (step: number) => {
    const other = tokens[at + step];
    return other && other.clause === clause ? other.text : '';
  };
  const remedy = REMEDY_ELSEWHERE.has(text) || (REMEDY.has(text) && REMEDIED.has(near(1)));
  if (remedy && !SOMEONE_WILL.has(near(-1))) return 'suspended';
  if (text === 'block' && SENDING.has(near(-1))) return 'suspended';
  if (text === 'free' && (IS.has(near(-1)) || (YOU.has(near(-1)) && IS_OR_WHEN.has(near(-2))))) return 'free';
  if (text.startsWith('fraude') && (OFFICE_OF.has(near(-1)) || OFFICE_OF.has(near(-2)))) return 'warning';
  // A "token" before a number is not cryptocurrency: sellers of prepaid electricity write
  // "token 4471-2290-1183-6650-9127".
  if (text.startsWith('token') && (KEY_TO_BANK.has(near(-1)) || /^\d/.test(near(1)))) return 'crypto';
  // "I am in a meeting" is not an invitation to a meeting.
  if (text === 'meeting' && (near(-2) === 'in' || near(-3) === 'in')) return 'notice';
  // In "1000 SMS", "chamadas e SMS" and "tunggu SMS", messages are counted, sold or expected.
  const counted = COUNTED.test(near(-1)) || (/^\d{1,2}$/.test(near(1)) && near(2) === 'x');
  if (text === 'sms' && (BY_WAY_OF.has(near(-1)) || near(1) === 'ini' || counted)) return 'reply';
  // In Swahili, "na", "ya" and "la" mean "and" and "of", in German and the Romance languages "im", "den" and "la" are
  // articles, and in Indonesian, "hub" is short for "call". Elsewhere, these are words of talk.
  if (SHORT.has(text)) return SHORT.get(text)?.includes(setting.tongue) ? 'chat' : undefined;
  if (text === 'collect') {
    const ready = near(-1) === 'to' && near(-2) === 'ready';
    return ready && [-4, -5, -6].some((step) => ORDERED.has(near(step))) ? 'claim' : undefined;
  }
  // "Use code SPRING20" names a discount code, and not a code that was sent to the reader; nor does "your sort code".
  if (text === 'code')
    return (near(-1) === 'use' && /^[a-z]+\d+$/.test(near(1))) || OTHER_CODES.has(near(-1))
      ? 'code'
      : undefined;
  // "Dépôt de garantie" is money for a landlord.
  if (text === 'depot') return near(1) === 'de' && near(2) === 'garantie' ? 'parcel' : undefined;
  // "Eilt nicht", "pas urgent", "not urgent".
  if (PRESSING.has(text)) return NOT.has(near(1)) || NOT.has(near(-1)) ? 'urgent' : undefined;
  if (text === 'hub') return setting.tongue === 'indonesian' ? undefined : 'call';
  if (SIGN_IN.has(text)) {
    const next = NEXT.has(near(-1)) || (near(-1) === 'you' && near(-2) === 'time' && NEXT.has(near(-3)));
    return next ? 'login' : undefined;
  }
  // "Paket internet" is the product of an Indonesian operator, and not a parcel.
  if (text === 'paket') {
    const isPlan = PLAN_OF.has(tokens[at + 1]?.text ?? '') || setting.isOfPlans;
    return isPlan ? 'parcel' : undefined;
  }
  if (SENDING.has(text) && OPTING_OUT.has(near(1))) return 'reply';
  // "I'll call you" and "text you later" are the writer's own actions.
  if (ADDRESSED.has(near(1)) && (text === 'call' || text === 'ring')) return 'call';
  if (ADDRESSED.has(near(1)) && MESSAGE.has(text)) return 'reply';
  // "this text" mentions a message.
  if (MESSAGE.has(text) && NAMED.has(near(-1))) return 'reply';
  // "Do not reply" and "no need to reply" are the opposite of a request.
  if (
    ANSWERING.has(text) &&
    (NOT.has(near(-1)) || (near(-1) === 'to' && near(-2) === 'need' && NOT.has(near(-3))))
  )
    return 'reply';
  // In "09xx xxx 1234", the letters hide digits of a number.
  if (text === 'xxx' && /\d/.test(near(1) + near(-1))) return 'romance';
  if (
    (text === 'whatsapp' || text === 'telegram') &&
    (near(-1) === 'your' || /^(?:codes?|web)$/.test(near(1)))
  )
    return 'reply';
  return undefined;
}
