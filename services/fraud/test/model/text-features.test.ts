import { expect, test } from 'vitest';
import { type FeatureBag, textFeatures } from '../../src/model/text-features.js';
import { readText } from '../../src/text/reading.js';
import { testFacts } from '../text/facts.js';

function featuresOf(text: string, bag: FeatureBag = new Map()): FeatureBag {
  textFeatures({ reading: readText(text) }, bag);
  return bag;
}

testFacts(
  (name, text) => featuresOf(text).get(name),
  `
  link.alone | 1 | https://pay-now.top/ one two three
  link.alone | – | https://pay-now.top/ one two three four
  link.alone | 1 | hi qhzbrt.com/Ouyhk7
  link.alone | – | The photos of last night are at qhzbrt.com/Ouyhk7
  sign.otp_notice | 1 | RM0.00 TAC 339120 to add acct 1122XXXX. If you did not request this, call 03-7626 8899
  cross.story_phone | – | RM0.00 TAC 339120 to add acct 1122XXXX. If you did not request this, call 03-7626 8899
  cross.story_phone | – | Quiet Kettle: your bill is ready, pay at quietkettle.com or call (503) 555-0118
  cross.story_phone | 1 | PayPal: your bill is ready, pay at paypal.com or call (503) 555-0118
  cross.story_phone | 1 | Quiet Kettle: your bill is ready, pay or call (503) 555-0118
  cross.story_phone | – | Bank: you've sent SGD 250.00 to TAN on 12 May 14:33. If unauthorised, call 1800 339 6963
  cross.story_phone | 1 | Bank: you've sent SGD 250.00 to TAN on 12 May 14:33. If unauthorised, call 07700 900123
  cross.story_phone | 1 | Bank: you've sent SGD 250.00 to TAN on 12 May today. If unauthorised, call 1800 339 6963
  cross.errand | 1 | Hi Tom, I'm in a meeting and can't talk. I need a favor, text me back. David (CEO)
  cross.errand | – | I'm in a meeting, call you later
  cross.errand | – | Mum, I'm in a meeting, need a favour, text me back
  cross.errand | – | I need a favor, text me back
  cross.tag_elsewhere | – | ZUG: your train is 25 minutes late. More at zug-connect.com
  cross.tag_elsewhere | 1 | ZUG: confirm your train at zug-connect.com
  link.dressed_name | 1 | ZUG: confirm your train at zug-connect.com
  cross.tag_elsewhere | 1 | ZUG: your train is late. More at zug-connect.click
  link.dressed_name | 1 | ZUG: vlakot kasni. zug-connect.com
  has.link | 0 | An Example: pay at anexample.com
  has.link | 0.5 | An Example: pay at anexample-pay.com
  has.link | 0 | Quiet Kettle Repairs: pay at quietrepairs.com
  has.link | 0 | Quiet Kettle Repairs: pay at quietkr.com
  has.link | 0.5 | Quiet Kettle Repairs: pay at repairsquiet.com
  has.link | 0 | Quiet Kettle: sign in at qk.org
  has.link | 0.5 | Quiet Kettle: sign in at kq.org
  has.link | 0 | Lectures begin on Monday: https://college-example.edu.pe/dates
  has.link | 0.5 | Your account is locked. Verify it at https://college-example.edu.pe/bank
  has.link | 0 | Your account is locked. Verify it at https://tax-example.gob.pe/login
  has.link | 0 | 448213 is your code to pay $40.00 at KETTLE.COM
  has.link | 0.5 | 448213 is your code, pay $40.00 at kettle.com
  has.link | 0.5 | Pay the fee of $40.00 at KETTLE.COM
  has.shortcode | – | Power is off from 10 to 16. Call 1912
  cross.payee | 1 | Hela itume 0744018826 jina litatokea REHEMA
  cross.payee | – | Hela nimeituma 0744018826 jana
  cross.sent_on | 1 | Soal cicilan hubungi atasan saya 082144907712
  cross.credit_begged | 1 | Belikan pulsa 50rb ke 081392207741
  cross.occult_number | 1 | Join the illuminati, call 0744018826
  cross.new_number_claim | 1 | Ni mwenye nyumba wako, hii ndiyo namba yangu mpya
  cross.new_number_claim | – | Hii ndiyo namba yangu mpya
  cross.safe_account | 1 | Transfer it to the safe account
  cross.safe_account | – | We never ask you to transfer it to a safe account
  cross.card_codes | 1 | Get 3 gift cards and send me the codes
  cross.dispute_link | 1 | Paid $40 at SHOP. Not you? kq-help.top
  cross.dispute_link | – | Paid $40 at SHOP. Not you? Use the app
  sign.asks_rating | 1 | Rate us 1 to 5
  sign.offer_told | 1 | Bonus kuota 2GB tiap isi ulang
  sign.offer_told | – | Bonus kuota 2GB, balas YA
  sign.offer_told | 1 | 30% off all lamps, see shop.example.io/a. Text STOP to opt out
  sign.offer_told | – | 30% off all lamps, see shop.example.io/a
  sign.offer_told | – | 30% off and a free prize, see shop.example.io/a. Text STOP to opt out
  cross.no_channel | – | Salio la Tsh 40,000 lipo, tuma taarifa zako za benki
  slot.masked | 1 | Card *4417 paid $40.00 at SHOP on 12/05/2026 14:33. See kq-help.top
  slot.masked | – | Card *4417 paid $40.00 at SHOP on 12/05/2026 14:33. Not you? kq-help.top
  slot.clock | 1 | Card purchase 12/05/2026 14:33 at SHOP
  slot.clock | – | Clean your phone now qhzbrt.com/Ouyhk7 14:33
  cross.no_channel | – | Want to know your future? Reply YES
  cross.no_channel | 1 | We told you that before. Reply STOP to end
  cross.no_channel | 1 | WANT TO KNOW YOUR FUTURE? REPLY YES
  has.keyword | 1 | Want to know your future? Reply YES
  has.keyword | – | Reply when you can. ANNA
  concept.reply | – | Kampanya basladi. SMS almak istemiyorsaniz RET yazip 3347'ye gonderin
  slot.coded | – | qhzbrt.com/KKS50F3
  slot.coded | 1 | You paid KKS 50
  shape.short | – | hi qhzbrt.com/Ouyhk7
  sign.emoticon | 1 | see you later xxx
  sign.emoticon | – | see my xxx photos
`,
);

test('an answer to a short number is no shop’s advertising', () => {
  const text = 'New ringtones every week, only $2. Send TUNE to 81618';
  expect(featuresOf(text, new Map([['text.advertising', 1]])).has('text.advertising')).toBe(false);
});
