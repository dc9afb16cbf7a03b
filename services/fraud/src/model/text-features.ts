import type { Message } from '../detectors/detector.js';
import { linksOf } from '../detectors/detector.js';
import { isSameName } from '../text/domains.js';
import { CONCEPTS, type Concept } from '../text/lexicon/index.js';
import { codeAstray, openerOfTalk, pleaOf } from '../text/openers.js';
import { creditBegged, isShop, movesToSafety, payeeOf, sentOn, wantsCardCodes } from '../text/payees.js';
import { mentions } from '../text/phrases.js';
import { claimedSender, dressedName, namedInText, ownName, telltales } from '../text/sender-names.js';
import { hasShortCode, leavesList, namesAccount, wantsKeyword } from './channels.js';
import {
  accountEntry,
  answersQuestions,
  asksRating,
  isAppointed,
  isBooking,
  isCodeNotice,
  isOwnBooking,
  knowsCard,
  leadsHome,
  letsPaidOff,
  namesLastDigits,
  namesMobile,
  namesOffice,
  offersWayOut,
  opensMenu,
  tellsDiscount,
  tellsMinute,
  tollFreeOnly,
} from './notices.js';
import { shapesOf } from './shapes.js';
import { slotsOf } from './slots.js';
import {
  ASKS,
  LURES,
  OFFER_ASKS,
  PARCEL_ASKS,
  PLEAS,
  PRETEXTS,
  SIGN_IN,
  TALKS,
  UNDERSTOOD,
  WANTS,
} from './topics.js';

/** Numeric features of a message by name, each from 0 to about 1. */
export type FeatureBag = Map<string, number>;

// "write to @anna_hr", "微信 wx88991", "카톡 id: job88": an account on a messenger.
const HANDLE =
  /(?:^|[\s:(])@[a-z][a-z0-9_]{3,31}(?![a-z0-9_.@])|(?:微信|wechat|line|카톡|카카오톡|telegram)(?: ?id)?[号號]?[:： ]{0,3}(?:id[:： ]{0,2})?(?=[a-z_-]*\d)[a-z][a-z0-9_-]{4,20}(?![a-z0-9_.])|(?:^|\s)id[:：] ?(?=[a-z_-]*\d)[a-z][a-z0-9_-]{3,20}(?![a-z0-9_.])/i;

// Suffixes for offices only. In e-mail they do not count: compromised pages under these suffixes are too common.
const OFFICIAL_SUFFIX = /^(?:gov|mil|int)$|(?:^|\.)(?:gov|gob|gouv|govt|go|gub|mil|nhs|police)\.[a-z]{2}$/;
// Suffixes for schools. Fraud hides sign-in pages on the sites of schools.
const SCHOOL_SUFFIX = /^edu$|(?:^|\.)(?:edu|ac)\.[a-z]{2}$/;

// "hi qhzbrt.com/Ouyhk7": a link that nothing explains.
const MOST_WORDS_ALONE = 3;
const WHEN: ReadonlySet<string> = new Set(['date', 'clock']);

// "xxx" before a word for pictures does not mean kisses.
const EMOTICON =
  /(?:[:;=]['-]?(?!\/\/)[)(dpo/\\|*]|<3|\^_?\^|:'\(|xx+\b(?! ?(?:pic|photo|foto|vid|film|movie|bild|image|imagen|immagin|star|rated))|[\u{1f600}-\u{1f64f}])/iu;

/** True if the detectors found that the sender poses as a well-known company. */
export function isPosed(bag: FeatureBag): boolean {
  return bag.get('email.display_name_spoof') === 1 || bag.get('email.lookalike_domain') === 1;
}

/** Sets features for the sender, the request, the story and the channel, which mean the same in all corpora. */
export function textFeatures(message: Message, bag: FeatureBag): void {
  const { reading } = message;
  const { concepts, tokens, original } = reading;
  const mail = message.mail !== undefined;
  // "To leave, text OUT to 3347" asks for no answer.
  const answers =
    concepts.has('reply') && (mail || !concepts.get('reply')?.every(({ from }) => leavesList(reading, from)));
  for (const concept of CONCEPTS) {
    const count = concept === 'reply' && !answers ? 0 : (concepts.get(concept)?.length ?? 0);
    if (count > 0) bag.set(`concept.${concept}`, mail ? count / (count + 2) : 1);
  }
  const links = linksOf(message);
  // If the sender uses a name that is not its own, a link to its own domain is no sign of honesty.
  const posed = isPosed(bag);
  const claimed = mail ? [] : claimedSender(reading);
  const pretexts = PRETEXTS.filter((concept) => concepts.has(concept)).length;
  const asks = ASKS.filter((concept) => (concept === 'reply' ? answers : concepts.has(concept))).length;
  // A domain in the form of a group's members ("Closed today, ksk-ort.de") is harmless if the text requests nothing.
  const quiet = pretexts + asks === 0 && WANTS.every((concept) => !concepts.has(concept));
  const foreign = links.filter(
    (link) =>
      !link.owner &&
      !(link.member && quiet && !posed) &&
      !(mail
        ? isSameName(link.domain, message.mail?.fromDomain ?? '') && !posed
        : OFFICIAL_SUFFIX.test(link.suffix) ||
          (SCHOOL_SUFFIX.test(link.suffix) && SIGN_IN.every((concept) => !concepts.has(concept))) ||
          ownName(link, reading) ||
          isShop(reading, link.token)),
  );
  const phones = reading.phones.length;
  const rating = !mail && asksRating(reading) && !concepts.has('rateline');
  const shortCode = !rating && hasShortCode(reading);
  const keyword = !mail && wantsKeyword(reading);
  const ussd = tokens.some((token) => token.kind === 'ussd') && !opensMenu(reading);
  // A warning about fraud retells the stories of fraud, but requests nothing.
  const story =
    pretexts > 0 && asks > 0 && !(concepts.has('warning') && foreign.length === 0 && phones === 0);
  const entry = mail || foreign.length > 0 ? 'none' : accountEntry(reading);
  const ownBooking = !mail && foreign.length === 0 && isOwnBooking(reading);
  // A text that warns against sharing a code does not ask for the code. It may give a number for questions. The same
  // is true for a text about a completed payment or a parcel on its way.
  const guarded =
    !mail &&
    (concepts.has('never') ||
      concepts.has('warning') ||
      (concepts.has('parcel') && concepts.has('notice')) ||
      ((concepts.has('otp') || concepts.has('code')) &&
        (mentions(reading, '<money>').length > 0 || namesLastDigits(original)))) &&
    !concepts.has('claim') &&
    !concepts.has('prize');
  const codeNotice = foreign.length === 0 && (phones === 0 || guarded) && isCodeNotice(reading);
  const appointed = !mail && foreign.length === 0 && isAppointed(reading);
  const ownCard = !mail && foreign.length === 0 && knowsCard(reading);
  const dated = !mail && foreign.length === 0 && tellsMinute(reading);
  // A number beside a booking is the bank's: "On 12 May 14:33 you transferred ... if that was not you, call 1800 ...".
  const bookedToTheMinute =
    dated && reading.phones.length > 0 && tollFreeOnly(reading) && mentions(reading, '<money>').length > 0;
  const forQuestions = !mail && foreign.length === 0 && answersQuestions(reading);
  // A number beside the sender's own address is the sender's; but beside a well-known name, thieves write a number of
  // their own.
  const ownHouse = !mail && links.length > 0 && foreign.length === 0 && links.every(({ owner }) => !owner);
  // In such texts, a number to call is for questions, and is not suspicious.
  const told =
    entry === 'full' ||
    ownBooking ||
    codeNotice ||
    appointed ||
    ownCard ||
    bookedToTheMinute ||
    ownHouse ||
    forQuestions;
  const answersTo = phones > 0 && !told;
  if (told) bag.delete('text.callback_number');
  // "Share OTP 4921 with the courier" states its code.
  if (codeNotice) bag.delete('text.otp_request');
  // An offer that is paid for by an answer to a short number is not a shop's.
  if (shortCode && !mail && !offersWayOut(reading)) bag.delete('text.advertising');
  // A text that asks to send back money that was sent by mistake names a person and not an office.
  const office = !mail && namesOffice(reading) && !concepts.has('mistake');
  const flag = (name: string, on: boolean) => {
    if (on) bag.set(name, 1);
  };
  bag.set('cross.pretexts', pretexts / (pretexts + 2));
  bag.set('cross.asks', asks / (asks + 2));
  flag('cross.story_link', story && foreign.length > 0);
  const handle = HANDLE.test(original.slice(0, 2000));
  flag('cross.story_phone', story && (answersTo || (handle && !mail)));
  flag('has.handle', handle && !mail);
  flag('cross.story_shortcode', story && shortCode);
  flag('cross.story_ussd', story && ussd);
  flag('cross.urgent_link', concepts.has('urgent') && foreign.length > 0);
  flag('cross.dear_link', concepts.has('dear') && (foreign.length > 0 || phones > 0));
  flag(
    'cross.brand_foreign_link',
    foreign.length > 0 &&
      reading.brands.some(
        ({ brand }) =>
          !brand.word && !links.some((link) => link.owner === brand || link.group === brand || link.member),
      ),
  );
  let disputed = false;
  if (!mail) {
    // A message in a known language that requests nothing, such as "Your train is 25 minutes late", may have a link
    // whose domain does not contain the sender's name.
    const idle = quiet && UNDERSTOOD.some((concept) => concepts.has(concept));
    const strangers = foreign.filter(
      (link) => !namedInText(link, reading) && !(idle && link.traits.size === 0),
    );
    // "You paid 289.99. Not you? bit.ly/…": thieves copy the notices of banks, so its figures prove nothing.
    disputed =
      strangers.length > 0 &&
      mentions(reading, '<money>').length > 0 &&
      (concepts.has('dispute') || concepts.has('callback'));
    flag('cross.dispute_link', disputed);
    flag('cross.tag_elsewhere', claimed.length > 0 && strangers.length > 0);
    flag(
      'cross.tag_mobile',
      claimed.length > 0 && asks > 0 && pretexts > 0 && answersTo && namesMobile(reading),
    );
    flag(
      'link.dressed_name',
      strangers.some((link) => dressedName(link, claimed)),
    );
  }
  flag(
    'cross.pay_number',
    !mail && concepts.has('pay') && namesAccount(reading) && !concepts.has('notice') && entry === 'none',
  );
  const payee = !mail && entry === 'none' && payeeOf(reading) !== undefined;
  flag('cross.payee', payee);
  flag('cross.sent_on', !mail && sentOn(reading) !== undefined);
  flag('cross.credit_begged', !mail && creditBegged(reading) !== undefined);
  flag('cross.occult_number', !mail && concepts.has('occult') && phones > 0 && !concepts.has('warning'));
  // "I am your landlord, this is my new number, the rent is late", "this is Dad's new number, do not call", "Mum, my
  // phone broke, this is my new number, text me".
  flag(
    'cross.new_number_claim',
    !mail &&
      concepts.has('newnumber') &&
      (concepts.has('bill') ||
        concepts.has('away') ||
        (concepts.has('family') &&
          (mentions(reading, 'newnumber').length > 1 || PLEAS.some((name) => concepts.has(name))))),
  );
  // "I am in a meeting. Need a favour, text me back": the writer cannot be called, and explains the request only to
  // people who reply.
  flag(
    'cross.errand',
    !mail &&
      !concepts.has('family') &&
      concepts.has('away') &&
      concepts.has('favour') &&
      (concepts.has('reply') || concepts.has('secrecy') || concepts.has('giftcard')),
  );
  flag(
    'cross.cold_reply',
    answers &&
      (concepts.has('job') || concepts.has('loan') || concepts.has('invest') || concepts.has('romance')),
  );
  flag(
    'cross.promo_number',
    concepts.has('promo') && entry === 'none' && !told && (phones > 0 || shortCode || ussd),
  );
  flag('cross.many_pretexts', pretexts >= 4);
  const wanted = (['click', 'verify', 'login', 'download', 'claim', 'credential'] as const).some((name) =>
    concepts.has(name),
  );
  flag('cross.mailbox_ask', concepts.has('mailbox') && wanted);
  flag('cross.shared_ask', concepts.has('shared') && (wanted || foreign.length > 0));
  const opener = !mail && ((openerOfTalk(reading) ?? pleaOf(reading)) !== undefined || codeAstray(reading));
  flag('cross.opener', opener);
  // In texts such as "Send your bank details", the reply is the channel.
  const wantsData =
    !mail && concepts.has('give') && concepts.has('credential') && !concepts.has('never') && !guarded;
  const safeAccount = movesToSafety(reading);
  const cardCodes = wantsCardCodes(reading);
  const noChannel =
    !opener &&
    !safeAccount &&
    !cardCodes &&
    !wantsData &&
    // A message with a price of its own is paid for by its answer.
    !(concepts.has('rateline') && !mail) &&
    links.length === 0 &&
    phones === 0 &&
    !payee &&
    !shortCode &&
    !keyword &&
    !ussd &&
    !tokens.some(({ kind }) => kind === 'address') &&
    !(handle && !mail) &&
    (mail || TALKS.every((concept) => !concepts.has(concept)));
  flag('cross.safe_account', safeAccount);
  flag('cross.card_codes', cardCodes);
  flag('cross.no_channel', noChannel);

  flag('sign.otp_notice', codeNotice);
  flag(
    'sign.money_notice',
    concepts.has('notice') &&
      tokens.some(({ kind }) => kind === 'money') &&
      links.length === 0 &&
      !concepts.has('claim') &&
      !concepts.has('prize') &&
      !wantsData,
  );
  flag(
    'sign.offer_told',
    !mail &&
      (noChannel || tellsDiscount(reading)) &&
      concepts.has('promo') &&
      OFFER_ASKS.every((name) => !concepts.has(name)),
  );
  flag(
    'sign.amount_told',
    !mail &&
      noChannel &&
      mentions(reading, '<money>').length > 0 &&
      LURES.every((name) => !concepts.has(name)),
  );
  // In a booking that requests nothing, the number is the other party's: "from JANE 0722000111".
  flag(
    'sign.account_entry',
    entry === 'full' || (entry === 'likely' && (asks === 0 || tollFreeOnly(reading))),
  );
  flag('sign.appointed', appointed);
  flag(
    'sign.parcel_notice',
    concepts.has('parcel') &&
      concepts.has('notice') &&
      foreign.length === 0 &&
      PARCEL_ASKS.every((concept) => !concepts.has(concept)),
  );
  flag('sign.booking', !story && isBooking(reading, asks) && foreign.length === 0 && tollFreeOnly(reading));
  flag('sign.leads_home', !mail && foreign.length === 0 && leadsHome(reading));
  flag('sign.lets_paid_off', !mail && letsPaidOff(reading));
  flag('sign.answers_questions', forQuestions);
  flag('sign.asks_rating', rating);
  flag('sign.own_booking', ownBooking);
  flag('sign.own_card', ownCard);
  flag('sign.told_to_the_minute', dated);
  flag(
    'sign.notice',
    concepts.has('notice') && !concepts.has('urgent') && foreign.length === 0 && !wantsData,
  );
  flag('sign.own_link', links.length > 0 && foreign.length === 0);
  flag('sign.named_link', foreign.length > 0 && foreign.every((link) => namedInText(link, reading)));
  flag('sign.warning', concepts.has('warning'));
  flag('sign.warning_only', concepts.has('warning') && foreign.length === 0 && phones === 0);
  flag('sign.emoticon', EMOTICON.test(original.slice(0, 2000)));

  const words = tokens.filter(({ kind }) => kind === 'word').length;
  const share = (name: Concept) =>
    words === 0 ? 0 : Math.min(1, ((concepts.get(name)?.length ?? 0) / words) * 4);
  bag.set('talk.chat', share('chat'));
  bag.set('talk.first_person', share('first_person'));
  bag.set('talk.second_person', share('second_person'));
  for (const [name, value] of shapesOf(original, words)) bag.set(name, value);
  const money = mentions(reading, '<money>').length;
  bag.set('has.money', money / (money + 1));
  bag.set('has.phone', phones / (phones + 1));
  bag.set('has.link', foreign.length / (foreign.length + 1));
  if (!mail && foreign.length > 0 && words <= MOST_WORDS_ALONE) {
    bag.set('link.alone', 1);
    // A greeting beside a link does not begin a conversation.
    bag.delete('shape.short');
    bag.delete('talk.chat');
  }
  bag.set('has.address', tokens.some(({ kind }) => kind === 'address') ? 1 : 0);
  flag('has.shortcode', shortCode);
  flag('has.keyword', keyword);
  flag('has.ussd', ussd);
  flag('has.office_number', office);
  flag('has.way_out', !mail && offersWayOut(reading));
  for (const link of links)
    for (const trait of mail ? link.traits : telltales(link, reading)) bag.set(`link.${trait}`, 1);
  if (!mail) {
    let slots = 0;
    for (const [name, on] of disputed ? [] : Object.entries(slotsOf(reading))) {
      // Anyone can write a date and an hour beside a link; these count only together with other figures.
      flag(`slot.${name}`, on && !(foreign.length > 0 && WHEN.has(name)));
      if (on) slots++;
    }
    bag.set('slot.many', Math.max(0, slots - 2) / 4);
    flag('slot.many_beside_link', slots > 3 && foreign.length > 0);
  }
}
