import { expect, test } from 'vitest';
import { type FeatureBag, textFeatures } from '../../src/model/text-features.js';
import { readText } from '../../src/text/reading.js';

function featuresOf(text: string): FeatureBag {
  const bag: FeatureBag = new Map();
  textFeatures({ reading: readText(text) }, bag);
  return bag;
}

test.each([
  ['https://pay-now.top/ one two three', true],
  ['https://pay-now.top/ one two three four', false],
  ['one', false],
])('%s: a link with hardly any words, %s', (text, expected) => {
  expect(featuresOf(text).has('link.alone')).toBe(expected);
});

test('a number for questions does not make a notice with a code suspicious', () => {
  const bag = featuresOf(
    'RM0.00 TAC 339120 to add acct 1122XXXX. If you did not request this, call 03-7626 8899',
  );
  expect(bag.get('sign.otp_notice')).toBe(1);
  expect(bag.has('cross.story_phone')).toBe(false);
});

test.each([
  ["Hi Tom, I'm in a meeting and can't talk. I need a favor, text me back. David (CEO)", true],
  ['Je suis en réunion, besoin de votre aide, réponds-moi ici', true],
  ["I'm in a meeting, call you later", false],
  ["Mum, I'm in a meeting, need a favour, text me back", false],
  ['I need a favor, text me back', false],
])('%s: an errand of someone who cannot talk, %s', (text, expected) => {
  expect(featuresOf(text).has('cross.errand')).toBe(expected);
});

test('if a message requests nothing, its link may have more words than the name of the sender', () => {
  const elsewhere = (text: string) => {
    const bag = featuresOf(text);
    return [bag.has('cross.tag_elsewhere'), bag.has('link.dressed_name')];
  };
  expect(elsewhere('ZUG: your train is 25 minutes late. More at zug-connect.com')).toEqual([false, false]);
  expect(elsewhere('ZUG: confirm your train at zug-connect.com')).toEqual([true, true]);
  expect(elsewhere('ZUG: your train is late. More at zug-connect.click')).toEqual([true, true]);
  expect(elsewhere('ZUG: vlakot kasni. zug-connect.com')).toEqual([true, true]);
});

test('a number beside the own address of a little-known sender counts as the sender’s', () => {
  const lures = (text: string) => featuresOf(text).has('cross.story_phone');
  expect(lures('Quiet Kettle: your bill is ready, pay at quietkettle.com or call (503) 555-0118')).toBe(
    false,
  );
  expect(lures('PayPal: your bill is ready, pay at paypal.com or call (503) 555-0118')).toBe(true);
  expect(lures('Quiet Kettle: your bill is ready, pay or call (503) 555-0118')).toBe(true);
});

test('a link counts as the company’s own if its domain is the company’s name, and not if it has other words', () => {
  const linked = (text: string) => featuresOf(text).get('has.link');
  expect(linked('An Example: pay at anexample.com')).toBe(0);
  expect(linked('An Example: pay at anexample-pay.com')).toBe(0.5);
  expect(linked('An Example: pay at https://anexample.top')).toBe(0.5);
  expect(linked('Quiet Kettle Repairs: pay at quietrepairs.com')).toBe(0);
  expect(linked('Quiet Kettle Repairs: pay at quietkett.com')).toBe(0);
  expect(linked('Quiet Kettle Repairs: pay at quietkr.com')).toBe(0);
  expect(linked('Quiet Kettle Repairs: pay at quietbill.com')).toBe(0.5);
  expect(linked('Quiet Kettle Repairs: pay at repairsquiet.com')).toBe(0.5);
  expect(linked('Quiet Kettle: sign in at qk.org')).toBe(0);
  expect(linked('Quiet Kettle: sign in at https://qk.top')).toBe(0.5);
  expect(linked('Quiet Kettle: sign in at kq.org')).toBe(0.5);
});

test('a link to a school does not count, unless the reader has to sign in there', () => {
  const linked = (text: string) => featuresOf(text).get('has.link');
  expect(linked('Lectures begin on Monday: https://college-example.edu.pe/dates')).toBe(0);
  expect(linked('Your account is locked. Verify it at https://college-example.edu.pe/bank')).toBe(0.5);
  expect(linked('Your account is locked. Verify it at https://tax-example.gob.pe/login')).toBe(0);
});

test('a free number beside a booking with an exact time is harmless, and another number is not', () => {
  const asked = (number: string, hour = '14:33') => {
    const text = `Bank: you've sent SGD 250.00 to TAN on 12 May ${hour}. If unauthorised, call ${number}`;
    return featuresOf(text).has('cross.story_phone');
  };
  expect(asked('1800 339 6963')).toBe(false);
  expect(asked('07700 900123')).toBe(true);
  expect(asked('1800 339 6963', 'today')).toBe(true);
});

test("a short number to call is an operator's or an office's", () => {
  expect(featuresOf('Power is off from 10 to 16. Call 1912').has('has.shortcode')).toBe(false);
});

test.each([
  ['cross.payee', 'Hela itume 0744018826 jina litatokea REHEMA', 'Hela nimeituma 0744018826 jana'],
  ['cross.sent_on', 'Soal cicilan hubungi atasan saya 082144907712', 'Soal cicilan nanti malam ya'],
  ['cross.credit_begged', 'Belikan pulsa 50rb ke 081392207741', 'Pulsa saya habis, beli nanti'],
  ['cross.occult_number', 'Join the illuminati, call 0744018826', 'The film about the illuminati was long'],
  [
    'cross.new_number_claim',
    'Ni mwenye nyumba wako, hii ndiyo namba yangu mpya',
    'Hii ndiyo namba yangu mpya',
  ],
  [
    'cross.safe_account',
    'Transfer it to the safe account',
    'We never ask you to transfer it to a safe account',
  ],
  [
    'cross.safe_account',
    'Переведите деньги на безопасный счёт',
    'Никогда не переводите деньги на безопасный счёт',
  ],
  ['cross.card_codes', 'Get 3 gift cards and send me the codes', 'Get a gift card for Mel, I pay you back'],
  ['cross.card_codes', 'Achète 3 cartes Apple et photo des codes', 'Achète une carte cadeau pour Léa'],
  ['cross.dispute_link', 'Paid $40 at SHOP. Not you? kq-help.top', 'Paid $40 at SHOP. Not you? Use the app'],
  ['cross.dispute_link', 'Zahlung 40 EUR. Stornieren: kq-hilfe.top', 'Termin stornieren: kq-hilfe.top'],
  ['sign.asks_rating', 'Rate us 1 to 5', 'Rate us'],
  ['sign.offer_told', 'Bonus kuota 2GB tiap isi ulang', 'Bonus kuota 2GB, balas YA'],
  [
    'sign.offer_told',
    '30% off all lamps, see shop.example.io/a. Text STOP to opt out',
    '30% off all lamps, see shop.example.io/a',
  ],
  [
    'sign.offer_told',
    '30% off all lamps, see shop.example.io/a. Text STOP to opt out',
    '30% off and a free prize, see shop.example.io/a. Text STOP to opt out',
  ],
])('%s: on "%s", and not on "%s"', (name, on, off) => {
  expect(featuresOf(on).get(name)).toBe(1);
  expect(featuresOf(off).has(name)).toBe(false);
});

test('a text that asks for data in the reply has a channel, and does not count as a notice about money', () => {
  const bag = featuresOf('Salio la Tsh 40,000 lipo, tuma taarifa zako za benki');
  expect(bag.has('cross.no_channel')).toBe(false);
  expect(bag.has('sign.money_notice')).toBe(false);
});

test('figures of a notice beside a strange link to dispute it are no sign of a bank', () => {
  const notice = 'Card *4417 paid $40.00 at SHOP on 12/05/2026 14:33.';
  expect(featuresOf(`${notice} See kq-help.top`).get('slot.masked')).toBe(1);
  expect(featuresOf(`${notice} Not you? kq-help.top`).has('slot.masked')).toBe(false);
});

test('a shop in capitals beside an amount is no link', () => {
  expect(featuresOf('448213 is your code to pay $40.00 at KETTLE.COM').get('has.link')).toBe(0);
  expect(featuresOf('448213 is your code, pay $40.00 at kettle.com').get('has.link')).toBe(0.5);
  expect(featuresOf('Pay the fee of $40.00 at KETTLE.COM').get('has.link')).toBe(0.5);
});

test('an hour beside a strange link is no sign of a booking, and a link without words counts as such', () => {
  expect(featuresOf('Card purchase 12/05/2026 14:33 at SHOP').get('slot.clock')).toBe(1);
  expect(featuresOf('Clean your phone now qhzbrt.com/Ouyhk7 14:33').has('slot.clock')).toBe(false);
  expect(featuresOf('hi qhzbrt.com/Ouyhk7').get('link.alone')).toBe(1);
  expect(featuresOf('The photos of last night are at qhzbrt.com/Ouyhk7').has('link.alone')).toBe(false);
});

test('a word in capitals to reply with is a channel, except in a text in capitals', () => {
  const hasNone = (text: string) => featuresOf(text).has('cross.no_channel');
  expect(hasNone('Want to know your future? Reply YES')).toBe(false);
  expect(hasNone('Votre horoscope gratuit, répondez par OUI')).toBe(false);
  expect(hasNone('We told you that before. Reply STOP to end')).toBe(true);
  expect(hasNone('WANT TO KNOW YOUR FUTURE? REPLY YES')).toBe(true);
  expect(hasNone('Reply when you can. ANNA')).toBe(true);
  expect(featuresOf('Want to know your future? Reply YES').get('has.keyword')).toBe(1);
  expect(featuresOf('Reply when you can. ANNA').has('has.keyword')).toBe(false);
});

test('words about leaving a list ask for no answer', () => {
  const text = "Kampanya basladi. SMS almak istemiyorsaniz RET yazip 3347'ye gonderin";
  expect(featuresOf(text).has('concept.reply')).toBe(false);
  expect(featuresOf('SMS almak istemiyorsaniz arayin').has('concept.reply')).toBe(true);
});

test('capitals and digits of a link are no amount, and a greeting beside a link is no talk', () => {
  expect(featuresOf('qhzbrt.com/KKS50F3').has('slot.coded')).toBe(false);
  expect(featuresOf('You paid KKS 50').get('slot.coded')).toBe(1);
  const bag = featuresOf('hi qhzbrt.com/Ouyhk7');
  expect(bag.has('talk.chat') || bag.has('shape.short')).toBe(false);
});

test('kisses are a sign of talk, and "xxx" before pictures is not', () => {
  expect(featuresOf('see you later xxx').get('sign.emoticon')).toBe(1);
  expect(featuresOf('see my xxx photos').has('sign.emoticon')).toBe(false);
});

test('an answer to a short number is no shop’s advertising', () => {
  const text = 'New ringtones every week, only $2. Send TUNE to';
  const bag: FeatureBag = new Map([['text.advertising', 1]]);
  textFeatures({ reading: readText(`${text} 81618`) }, bag);
  expect(bag.has('text.advertising')).toBe(false);
});
