import { EMAIL_DETECTORS } from '../detectors/email/index.js';
import { PII_DETECTORS } from '../detectors/pii/index.js';
import { TEXT_DETECTORS } from '../detectors/text/index.js';
import { CONCEPTS } from '../text/lexicon/index.js';

/**
 * Prior knowledge about a feature: the weight (in log odds) towards which training pulls the feature's weight, and the
 * strength of the pull. Most messages of the corpora are from 2002 to 2011. They cannot show that thieves request
 * parcel fees, one-time codes or wallets, so the weights of these come from here. Training moves such a weight only if
 * many rows support this.
 */
export interface Prior {
  name: string;
  mean: number;
  /** Strength of the pull: moving a weight costs `strength / 2 * (weight - mean)^2`. */
  strength: number;
}

const OTHER_MEANS: Readonly<Record<string, number>> = {
  'cross.pretexts': 1,
  'cross.asks': 0.6,
  'cross.story_link': 1.2,
  'cross.story_phone': 0.8,
  'cross.story_shortcode': 1.2,
  'cross.story_ussd': 0.6,
  'cross.urgent_link': 0.8,
  'cross.dear_link': 0.8,
  'cross.pay_number': 0.8,
  'cross.errand': 2.5,
  'cross.payee': 2,
  'cross.sent_on': 2,
  'cross.credit_begged': 1.5,
  'cross.occult_number': 2,
  'cross.new_number_claim': 1.5,
  'cross.safe_account': 3,
  'cross.card_codes': 2.5,
  'cross.dispute_link': 2,
  'cross.tag_elsewhere': 0.5,
  'cross.tag_mobile': 0.8,
  'cross.brand_foreign_link': 1,
  'cross.cold_reply': 1,
  'cross.promo_number': 0.8,
  'cross.many_pretexts': 0.5,
  'cross.mailbox_ask': 1,
  'cross.shared_ask': 1,
  'cross.no_channel': -1,
  'cross.opener': 3,
  'sign.otp_notice': -2.5,
  'sign.money_notice': -1.5,
  'sign.amount_told': -1.5,
  'sign.account_entry': -2.5,
  'sign.booking': -2,
  'sign.own_booking': -2,
  'sign.own_card': -1.5,
  'sign.lets_paid_off': -1.5,
  'sign.answers_questions': -1.5,
  'sign.asks_rating': -2,
  'sign.offer_told': -1,
  'sign.told_to_the_minute': -1.5,
  'sign.leads_home': -1.5,
  'sign.appointed': -1,
  'sign.parcel_notice': -1,
  'sign.notice': -0.6,
  'sign.own_link': -1.2,
  'sign.named_link': -1,
  'sign.warning': -0.8,
  'sign.warning_only': -1.2,
  'sign.emoticon': -0.8,
  'talk.chat': -2,
  'talk.first_person': -0.8,
  'talk.second_person': 0.3,
  'shape.capitals': 0.6,
  'shape.digits': 0.8,
  'shape.marks': 0.4,
  'shape.shouted': 0.6,
  'shape.long': 0.3,
  'shape.short': -1,
  'shape.lower_start': -0.6,
  'shape.question': -0.2,
  'has.money': 0.6,
  'has.phone': 0.7,
  'has.link': 1,
  'has.address': 0.2,
  'has.shortcode': 0.8,
  'has.keyword': 0.5,
  'has.handle': 0.5,
  'has.ussd': 0.4,
  'has.office_number': -0.4,
  'link.ip_host': 0.8,
  'link.cheap_suffix': 0.8,
  'link.posed_suffix': 0.8,
  'link.dressed_name': 0.8,
  'link.bait_words': 0.8,
  'link.random_host': 0.6,
  'link.random_path': 0.8,
  'link.new_suffix': 0.5,
  'shape.split_words': 1,
  'link.many_hyphens': 0.5,
  'link.address_inside': 0.8,
  'link.alone': 0.8,
  'link.program': 0.8,
  'link.site_internals': 0.5,
  'link.plain_http': 0.1,
  'link.lookalike': 0.5,
  'link.brand_elsewhere': 0.6,
  'link.free_hosting': 0.5,
  'link.chat_app': 0.6,
  'link.open_redirect': 0.4,
  'mail.free_sender_story': 0.8,
  'mail.favour_from_free_host': 1.8,
  'mail.favour_from_outside': 0.6,
  'mail.title_from_free_host': 0.8,
  'mail.free_sender_money': 1,
  'mail.random_sender': 0.5,
  'mail.random_domain': 0.6,
  'mail.cheap_domain': 1,
  'mail.bait_domain': 0.6,
  'mail.dressed_domain': 1.2,
  'mail.moved_account': 2.5,
  'mail.secret_payment': 2,
  'mail.greets_address': 1,
  'mail.address_in_subject': 1,
  'mail.address_in_link': 0.5,
  'mail.to_self': 0.5,
  'mail.undisclosed': 0.6,
  'mail.fake_reply': 0.3,
  'mail.conversation': -0.8,
  'mail.list': -0.5,
  'mail.returned': -1,
  'mail.returned_plain': -1.2,
  'mail.forwarded': 0.8,
  'mail.voids': 1.5,
  'mail.name_unrelated': 0.4,
  'mail.foreign_id': 0.3,
  'mail.subject_pictograms': 0.4,
  'mail.subject_marks': 0.3,
  'mail.subject_shouted': 0.6,
  'mail.subject_brand_foreign': 1.2,
  'mail.one_target': 0.5,
  'mail.strange_targets': 0.3,
  'mail.stranger_button': 0.6,
  'mail.free_sender_page': 0.8,
  'mail.poses_as_receivers': 1.5,
  'mail.receiver_in_subject': 0.5,
  'mail.names_address_often': 0.5,
  'mail.subject_code': 0.4,
  'mail.subject_count': 0.4,
  'mail.subject_garbled': 0.5,
  'mail.office_unrelated': 0.6,
  'mail.no_policy': 0.4,
  'mail.links_to_receiver': -0.3,
  'mail.own_links': -0.8,
  'mail.own_pages': -1.2,
  'mail.own_house': -1.5,
  'mail.no_own_links': 0.3,
  'mail.short_with_link': 0.5,
  'mail.writes_to_free_host': 1.2,
  'mail.brand_writes_elsewhere': 1.5,
  'mail.text_free_address': 0.8,
  'mail.answers_elsewhere': 1.2,
  'mail.fortune_letter': 2,
  'mail.filler': 1.5,
  'mail.brand_unproven': 1.5,
  'mail.free_sender_file': 1,
  'mail.drawn_file': 1.5,
  'mail.refresh_or_script': 0.6,
  'mail.unsigned': 0.6,
  'mail.authenticated': -0.6,
  'mail.attachment_only': 0.6,
  'mail.brand_sender': -1.5,
  'mail.bare_hidden_target': 1.5,
  'mail.bare_no_own_link': 0.5,
  'mail.bare_from_free_host': 1,
  'mail.free_sender_poses': 1.5,
};

// Features without prior knowledge, whose weights come from the corpora alone.
const SLOTS: readonly string[] = [
  'slot.masked',
  'slot.date',
  'slot.clock',
  'slot.coded',
  'slot.cents',
  'slot.reference',
  'slot.amounts',
  'slot.moved',
  'slot.rest',
  'slot.many',
  'slot.many_beside_link',
];

const NEUTRAL: readonly string[] = [
  'mail.no_name',
  'mail.very_short',
  'mail.subject_empty',
  'mail.document_attached',
  'link.shortener',
  'link.odd_port',
  'link.punycode_host',
  'link.url_userinfo',
  'link.deep_subdomain',
  'link.long_query',
  'has.way_out',
];

const CONCEPT_MEANS: Readonly<Record<string, number>> = {
  chat: -0.8,
  never: -0.3,
  warning: -0.3,
  notice: -0.4,
  prize: 0.4,
  selected: 1,
  claim: 0.5,
  rateline: 1,
  dear: 0.5,
  romance: 0.5,
  promo: 0.3,
  urgent: 0.3,
  unsubscribe: 0.2,
  free: 0.4,
  secrecy: 0.4,
  mistake: 0.6,
  remedy: 0.6,
  occult: 0.8,
  fine: 0.4,
  favour: 0.4,
  qr: 0.3,
  newnumber: 0.5,
  stranger: 0.8,
  newaccount: 0.6,
  remote: 1.2,
};

// Features that corpora of one period cannot judge are pulled strongly; features that occur in any corpus are pulled
// weakly.
const FIRM = 40;
const LOOSE = 8;
const FREE = 0.2;
const MAIL_PULL = 0.3;
// Traits of mail in 2002 (no authentication, lists everywhere, few web pages). A model without priors would learn them
// as signs of honesty.
const OF_ITS_TIME = new Set([
  'mail.conversation',
  'mail.list',
  'mail.unsigned',
  'mail.authenticated',
  'link.plain_http',
  'mail.no_name',
  'sign.emoticon',
  'has.address',
  'email.missing_headers',
  'email.forged_date',
]);

const STYLE = new Set<string>([
  'first_person',
  'second_person',
  'promo',
  'free',
  'dear',
  'claim',
  'unsubscribe',
  'urgent',
  'prize',
  'call',
]);

/** Returns the named features of a model, in the order of its weights. */
export function priors(type: 'email' | 'sms'): readonly Prior[] {
  const list: Prior[] = [];
  // An e-mail of a page nearly always contains some story and some request, so their combination is weaker evidence
  // than in a short text message.
  const crossings = type === 'email' ? 0.4 : 1;
  const mailOnly = (name: string) => name.startsWith('mail.') || name.startsWith('email.');
  for (const { code, prior } of [
    ...(type === 'email' ? EMAIL_DETECTORS : []),
    ...TEXT_DETECTORS,
    ...PII_DETECTORS,
  ]) {
    // Fraudulent mails look like advertising more often than fraudulent text messages do.
    const mean = code === 'text.advertising' ? prior * crossings : prior;
    list.push({ name: code, mean, strength: FIRM });
  }
  for (const name of [...Object.keys(OTHER_MEANS), ...NEUTRAL]) {
    if (type === 'sms' && mailOnly(name)) continue;
    const crossing = name.startsWith('cross.') || name.startsWith('has.') || name.startsWith('sign.');
    const mean = (OTHER_MEANS[name] ?? 0) * (crossing ? crossings : 1);
    const strength = OF_ITS_TIME.has(name)
      ? FIRM * 3
      : name === 'has.way_out' || name === 'has.office_number' || (crossing && type === 'email')
        ? LOOSE
        : FIRM / 2;
    list.push({ name, mean, strength });
  }
  if (type === 'sms') for (const name of SLOTS) list.push({ name, mean: 0, strength: FREE });
  for (const concept of CONCEPTS) {
    // In 2002, mail about verifying, downloading and expiring came from programmers; thieves began to use those words
    // later.
    const strength = type === 'email' && !STYLE.has(concept) ? FIRM : LOOSE;
    list.push({ name: `concept.${concept}`, mean: CONCEPT_MEANS[concept] ?? 0, strength });
  }
  // The corpora of e-mail contain mails up to 2026, so they outweigh the priors.
  return type === 'email' ? list.map((prior) => ({ ...prior, strength: prior.strength * MAIL_PULL })) : list;
}
