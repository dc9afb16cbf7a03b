import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';
import { PII_DETECTORS } from '../../src/detectors/pii/index.js';
import { TEXT_DETECTORS } from '../../src/detectors/text/index.js';
import { readText } from '../../src/text/reading.js';

/** Code, a text on which it fires, and a similar text on which it does not. */
const TABLE = rows(`
  text.scam_call | Hello, this is officer Reed of the tax office. There is a warrant for your arrest because of unpaid taxes. Stay on the line with me, do not tell anyone, drive to the shop now and buy gift cards for the whole amount, then read me the code on the back of each of them. | Hello, this is the school office. The bus of your daughter is twenty minutes late today because of the snow, so she will be home at about four. There is nothing that you need to do, and we wish all of you a very nice weekend at home together.
  text.advertising | Summer sale: 30% off all shoes until Sunday, from 19.90 EUR in our shop. Reply STOP to opt out. | You have won a voucher, 30% off! Claim your prize now.
  text.urgency | Act now, your account must be confirmed within 24 hours. | Take your time, there is no rush with the form.
  text.threat | Pay today or a warrant for your arrest will be issued by the court. | We played tennis on the court by the river.
  text.prize | You have won a prize of £500, claim it now! | Beware: scams say you have won a prize to claim.
  text.advance_fee | My late husband left an inheritance of $4.5 million; keep this secret and reply. | The museum raised funds for a new roof.
  text.refund_or_tax | You are due a tax refund, claim it here. | I asked the shop for my money and they gave it back.
  text.delivery_fee | Your parcel is on hold, pay the customs fee of £1.99. | The parcel came this morning, it is on the table.
  text.account_suspended | Your account has been suspended. | The bridge has been closed since Monday.
  text.document_lure | Jordan shared a document with you. View document and sign in: https://docs.example.com/x | I put the document on your desk this morning.
  text.credential_request | Please verify your account and enter your password. | We will never ask you to verify your account or give your password.
  text.otp_request | Please send me the verification code you just got. | Your verification code is 482913. Never share it.
  text.payment_redirect | Please pay the invoice to our new bank account details today. | I paid the bill at the restaurant.
  text.gift_card | Buy three gift cards and send me the codes. | Thanks for the lovely card!
  text.crypto_transfer | Connect your wallet to claim the airdrop of free tokens. | I left my keys at home again.
  text.job_or_loan_offer | Part-time job, earn $300 per day from home, reply YES. | My sister starts at the hospital on Monday.
  text.romance_or_family | Hi mum, my phone broke, this is my new number, text me. | Hi mum, can you pick me up at five?
  text.paid_unseen | The flat is free. I am abroad, so transfer the deposit and the keys will be sent by courier. | The flat is free. Please transfer the deposit, you get the keys when we meet there.
  text.impersonation | PayPal: your payment failed, update it at pay-check.top/x | I paid with PayPal yesterday, so easy.
  text.premium_number | Call 09061701461 now, calls cost 150ppm. | Call me on 020 7946 0018 when you land.
  text.callback_number | If you did not make this purchase call +1 888 555 0142. | If you did not get the tickets, tell me.
  text.obfuscated_words | V e r i f y your acc0unt | Great!! See you @ 5, b4 the show
  text.unsubscribe_lure | You are subscribed at £1.50 per week. To unsubscribe text STOP to 80888. | Text me when you are home.
  text.url_suspicious | Log in at http://185.12.44.9/login | Read it at https://www.bbc.co.uk/news
  text.url_shortener | See bit.ly/3xYz9 | See https://www.amazon.com/orders
  text.url_lookalike | Sign in at https://paypa1-secure.com/login | Sign in at https://www.paypal.com/login
  pii.card_number | My card is 4111 1111 1111 1111 | My card is 4111 1111 1111 1112
  pii.iban | Send it to GB82 WEST 1234 5698 7654 32 | Send it to GB82 WEST 1234 5698 7654 33
  pii.national_id | SSN 536-22-1234 | Call 536-2212
`);

/** More of the same for detectors with several rules. */
const MORE = rows(`
  text.otp_request | Hola, te mandé por error un código de 6 dígitos, ¿me lo pasas? | Pediste este código por error: 448210. No lo compartas.
  text.romance_or_family | Hei mamma, telefonen har gått i stykker. Her er nytt nummer, skriv når du ser dette | Hei mamma, telefonen min er tom for strøm, ringer deg i kveld
  text.romance_or_family | Hi Anna, this is my new number 07700 900123, can you pay a bill for me | Hi all, this is my new number 07700 900123. Anna
  text.romance_or_family | I am stuck at the airport in Lagos, please send 800 euros by Western Union | Collect your cash at any Western Union agent, we are open at the airport
  text.romance_or_family | Grandma it's me, I'm in jail, please don't tell mom, I need $4000 bail in gift cards | I had an accident, I am at the hospital but fine. Can you pick me up? Don't tell mum, she worries
`);

const detectors = [...TEXT_DETECTORS, ...PII_DETECTORS];

test.each([...TABLE, ...MORE])('%s fires on %s, and not on %s', (code, fires, silent) => {
  const detector = detectors.find((known) => known.code === code);
  const evidence = detector?.detect({ reading: readText(fires) });
  expect(evidence?.strength).toBeGreaterThan(0);
  for (const [start, end] of evidence?.spans ?? []) {
    expect([start >= 0, end > start, end <= fires.length]).toEqual([true, true, true]);
  }
  expect(detector?.detect({ reading: readText(silent) })).toBeUndefined();
});

test('a broken phone is weaker evidence if the text has no number and no question', () => {
  const detector = TEXT_DETECTORS.find(({ code }) => code === 'text.romance_or_family');
  const strength = (text: string) => detector?.detect({ reading: readText(text) })?.strength;
  expect(strength('Mum my phone is broken, home at six x')).toBe(0.5);
  expect(strength('Mum my phone is broken, this is my new number')).toBe(1);
  expect(strength('Mum my phone is broken, are you there?')).toBe(1);
});

test('the table has every text and pii detector', () => {
  expect(TABLE.map(([code]) => code).sort()).toEqual(detectors.map(({ code }) => code).sort());
});

test('a span marks the words in the original text, also after characters that normalisation changes', () => {
  const text = '\u200bＨello, Уour wоrds: \u{1f600} please vеrify your accоunt now';
  const found = TEXT_DETECTORS.find(({ code }) => code === 'text.credential_request')?.detect({
    reading: readText(text),
  });
  const [start, end] = found?.spans[0] ?? [0, 0];
  expect(text.slice(start, end)).toBe('vеrify your accоunt');
});
