import { expect, test } from 'vitest';
import { hasShortCode } from '../../src/model/channels.js';
import {
  accountEntry,
  answersQuestions,
  asksRating,
  isAppointed,
  isCodeNotice,
  isOwnBooking,
  knowsCard,
  leadsHome,
  letsPaidOff,
  namesMobile,
  namesOffice,
  offersWayOut,
  opensMenu,
  tellsMinute,
} from '../../src/model/notices.js';
import { type FeatureBag, textFeatures } from '../../src/model/text-features.js';
import { readText } from '../../src/text/reading.js';

test.each([
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Ref 70118226', 'full'],
  ['Money out -R1 250.00 (EFT rent). Available R4 018.33. Suspicious? Call 0860 10 20 43', 'likely'],
  ['FNB: R40 paid from card ending 4417 @ Spar. Avail R210', 'full'],
  ['You have recharged N500. Your new balance is N512', 'likely'],
  ['Your account is blocked, pay R40 now', 'none'],
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Verify now', 'none'],
  ['Card ending 4417 charged $40, balance $12. Sent by mistake, return it', 'none'],
  ['Transferência de 640,00 MZN efectuada com sucesso. Saldo 12,00 MZN', 'likely'],
  ['Enviaste 1,200.00MT para 847120933. O teu novo saldo e de 88.10MT', 'likely'],
  ['Transfer Rp250.000 ke 8830xxxx97 berhasil, saldo Rp1.120.500', 'full'],
  ['Umetuma Tsh25,000 kwa ASHA 0754220118. Salio lako ni Tsh8,140', 'likely'],
  ['Salio lako la Tsh25,000 lipo tayari, tuma namba ya akaunti', 'none'],
  ['O teu saldo de 640 MT vai ser bloqueado', 'none'],
])('%s: an entry of an account, %s', (text, entry) => {
  expect(accountEntry(readText(text))).toBe(entry);
});

test.each([
  ['Your appointment is on Thursday at 10:40. To change it ring 028 9049 6612', true],
  ['We meet at 7pm by the station', true],
  ['We meet by the station', false],
  ['Power will be off 10.30pm, call 8240556677', false],
  ['Your bill was not paid, cut at 10:30 on Monday, call 8240556677', false],
  ['Your account is suspended at 10:40', false],
  ['Pay 40 pounds before 5pm', false],
  ['Write to +44 7700 900123 before 5pm', false],
  ['You have 1 missed call from 08052214410 at 14:22. To call back, dial 08052214410', true],
  ['2 missed calls from 08031234567 at 9:10', true],
  ['Tienes 1 llamada perdida de 612345678 a las 9:10', true],
  ['You have 1 missed call at 14:22. Call 08052214410', false],
  ['1 missed call from 08052214410 at 14:22. Call 08031234567', false],
  ['1 missed call from 09061743811 at 14:22. Call back 09061743811', false],
  ['Cleaning on Mon 6/9 at 8:30am. Reply C to confirm or call 503-555-0182', true],
  ['Mon 6/9 at 8:30am: confirm your account or call 503-555-0182', false],
])('%s: an hour is told and nothing asked, %s', (text, expected) => {
  expect(isAppointed(readText(text))).toBe(expected);
});

test.each([
  ['call 0800 123 4567', true],
  ['call 1300 123 456', true],
  ['call 020 7946 0112', true],
  ['call 0344 209 0754', true],
  ['call 0391 209 0754', false],
  ['call 1-844-208-1299', true],
  ['call 07700 900123', false],
  ['call +234 803 123 4567', false],
  ['call 020 7946 0112 or 07700 900123', false],
  ['llame al 900 102 112', true],
  ['call 9001021123', false],
  ['no number', false],
])('%s: only numbers of offices, %s', (text, expected) => {
  expect(namesOffice(readText(text))).toBe(expected);
});

test('a long reference is not a telephone number, but the same digits after a word of calling are', () => {
  expect(readText('UPI Ref No 503441992817').phones).toEqual([]);
  expect(readText('Transaction ID: 31284412213').phones).toEqual([]);
  expect(readText('bill for consumer no 100234567').phones).toEqual([]);
  expect(readText('call 31284412213').phones).toHaveLength(1);
  expect(readText('customer care 9820012345').phones).toHaveLength(1);
});

test.each([
  ['Entidade 20112 Referencia 123 456 789', 0],
  ['Ref GB 882 113 540', 0],
  ['12-10-2024 09:12 paid', 0],
  ['Date 20230512', 0],
  ['112233445566 nolu gönderi', 0],
  ['parcel 1033 2210 4455 66', 0],
  ['Ihre Sendung 00340434161094 kommt heute', 0],
  ['votre colis 612900447712 arrive', 0],
  ['ITR with ack. no. 448120990', 0],
  ['your service no 09123456789 is due', 0],
  ['account 14412345678', 0],
  ['customer service no 08001234567', 1],
  ['to order 0800 123 4567', 1],
  ['+44 7700 900123', 1],
  ['Ref. 4411: call 0800 123 4567', 1],
  ['112233445566', 1],
])('%s holds telephone numbers: %i', (text, count) => {
  expect(readText(text).phones).toHaveLength(count);
});

test.each([
  ['retiro $200 14/ENE 12:03 tarjeta **8812. Llama al 81 8156 9600', true],
  ['addebito carta *7712 di 39,00 EUR il 07/06', true],
  ['4421 ile biten kartla 845 TL, 12.03 09:14', true],
  ['cartão final 2204: R$ 89,90 às 10:33', true],
  ['addebito di 39,00 EUR il 07/06', false],
  ['card ending 4417: we declined $40. Was it you? Reply YES or NO', true],
  ['card ending 4417 charged $40, call 0161 496 0000', false],
  ['card ending 4417 charged $40 at 10:40, verify now', false],
  ['$40 at 10:40 by mistake to card ending 4417, balance $12', false],
])('%s: a booking of the reader, %s', (text, expected) => {
  expect(isOwnBooking(readText(text))).toBe(expected);
});

test.each([
  ['Pay in the Example app', true],
  ['blocca la carta dall’app', true],
  ['pay the driver before delivery', true],
  ['pay at the front desk or call (512) 555-0142', true],
  ['pay at the desk or call (512) 555-0142', false],
  ['dial *131*1# to renew', true],
  ['dial *600*08031234567*1000# to renew', false],
  ['dial *131# or call 07700 900123', false],
  ['in the app or call 0800 123 4567', true],
  ['in the app or call 07700 900123', false],
  ['download it and pay in the app', false],
  ['in the app or call 03-5891 4744', true],
  ['I have a new number, meu app bloqueou, no app', false],
  ['Our app pays well', false],
  ['teach me apps', false],
])('%s: leads where the reader goes anyway, %s', (text, expected) => {
  expect(leadsHome(readText(text))).toBe(expected);
});

test.each([
  ['freeze your card in the app', 'suspended', false],
  ['Bloquéala en la app', 'suspended', false],
  ['we will block your card', 'suspended', true],
  ['your card is blocked', 'suspended', true],
  ['when are you free on Sunday', 'free', false],
  ['a free gift', 'free', true],
  ['your digital token is active', 'crypto', false],
  ['claim your tokens', 'crypto', true],
  ['your token 4471-2290-1183', 'crypto', false],
  ["can't talk, I'm in a meeting", 'notice', false],
  ['reminder of your meeting', 'notice', true],
  ["I'll call you later", 'call', false],
  ['call us now', 'call', true],
  ['will text you', 'reply', false],
  ['Ya está disponible en tu cuenta', 'favour', false],
  ['ne demande rien par SMS', 'reply', false],
  ['SMS me', 'reply', true],
  ['Do not reply', 'reply', false],
  ['No need to reply', 'reply', false],
  ["Please don't respond to this text", 'reply', false],
  ['Bitte nicht antworten', 'reply', false],
  ['You need to reply', 'reply', true],
  ['Do not wait, reply', 'reply', true],
  ['Are you free for an interview on Monday', 'favour', false],
  ['Are you free right now', 'favour', true],
] as const)('%s: %s is meant, %s', (text, concept, expected) => {
  expect(readText(text).concepts.has(concept)).toBe(expected);
});

test('an opt-out is not the start of a talk', () => {
  const wayOut = readText('Reply STOP to end');
  expect(offersWayOut(wayOut)).toBe(true);
  expect(wayOut.concepts.has('reply')).toBe(false);
  expect(readText('Reply YES to start').concepts.has('reply')).toBe(true);
});

test.each([
  ['Ihre Karte XXXX 2204 wurde gesperrt. PIN in der App oder unter 0848 888 700', true],
  ['your card ending 4417 is blocked, call 0161 496 0000', true],
  ['your card ending 4417 is blocked, call 07700 900123', false],
  ['your card ending 4417 is blocked, verify it now', false],
  ['your card is blocked', false],
  ['xx 2204', false],
])('%s: a card whose digits only its bank knows, %s', (text, expected) => {
  expect(knowsCard(readText(text))).toBe(expected);
});

test.each([
  ['new device on 12 May 09:41. If unauthorised, call 1800 339 6963', true],
  ['accesso il 04/03 alle 21:10', true],
  ['If this was not you: transfer of 80.00 on 12 Jun 20:11', true],
  ["a login from a new phone on 21/08 at 6:12pm. If this wasn't you call us on 0800 269 296", true],
  ['new device on 12 May 09:41, call 07700 900123', false],
  ['pay by 12 May 09:41', false],
  ['new device today', false],
])('%s: told to the minute, %s', (text, expected) => {
  expect(tellsMinute(readText(text))).toBe(expected);
});

test.each([
  ['07700 900123', true],
  ['+234 803 123 4567', true],
  ['919951860002', true],
  ['0151 23456789', true],
  ['614-555-0147', true],
  ['0848 888 700', false],
  ['03-5891 4744', false],
  ['1-800-869-3557', false],
])('%s may be a mobile telephone: %s', (text, expected) => {
  expect(namesMobile(readText(`call ${text}`))).toBe(expected);
});

test('a number for questions beside a code for a known account takes nothing from the notice', () => {
  const bag: FeatureBag = new Map();
  const text = 'RM0.00 TAC 339120 to add acct 1122XXXX. If you did not request this, call 03-7626 8899';
  textFeatures({ reading: readText(text) }, bag);
  expect(bag.get('sign.otp_notice')).toBe(1);
  expect(bag.has('cross.story_phone')).toBe(false);
});

test.each([
  ['*131#', true],
  ['*323*4#', true],
  ['*600*08031234567*1000*1234#', false],
  ['*21*9876501234#', false],
  ['*131# and *737*50*0123456789#', false],
  ['nothing', false],
])('dial %s: it opens a menu, %s', (code, expected) => {
  expect(opensMenu(readText(`Dial ${code} for more`))).toBe(expected);
});

test('a code to dial is not an account with hidden digits', () => {
  expect(knowsCard(readText('Your plan expires today. Dial *131*1# to renew'))).toBe(false);
  expect(knowsCard(readText('Your card *131 is locked'))).toBe(true);
});

test.each([
  ['Your statement is ready. Questions? Call 415-555-0132', true],
  ['Su recibo está listo. ¿Dudas? Llame al 55 4123 9876', true],
  ['Your account is blocked. Questions? Call 415-555-0132', false],
  ['Answer all questions. Then call 415-555-0132', false],
  ['Questions?', false],
])('%s: a number for questions, %s', (text, expected) => {
  expect(answersQuestions(readText(text))).toBe(expected);
});

test.each([
  ['Bill due on 18/03. Kindly ignore if already paid.', true],
  ['If you have already paid, please disregard', true],
  ['Falls bereits bezahlt, betrachten Sie diese Nachricht als gegenstandslos', true],
  ['Si ya pagó, haga caso omiso', true],
  ['Ödendiyse dikkate almayınız', true],
  ['Do not ignore this, pay now', false],
  ['You have already paid twice, claim your refund', false],
  ['Ya pagó dos veces', false],
])('%s: it lets off who has paid, %s', (text, expected) => {
  expect(letsPaidOff(readText(text))).toBe(expected);
});

test.each([
  ["Hi Tom, I'm in a meeting and can't talk. I need a favor, text me back. David (CEO)", true],
  ['Je suis en réunion, besoin de votre aide, réponds-moi ici', true],
  ["I'm in a meeting, call you later", false],
  ["Mum, I'm in a meeting, need a favour, text me back", false],
  ['I need a favor, text me back', false],
])('%s: an errand of someone who cannot talk, %s', (text, expected) => {
  const bag: FeatureBag = new Map();
  textFeatures({ reading: readText(text) }, bag);
  expect(bag.has('cross.errand')).toBe(expected);
});

test('a sender without a request may have an address of more words than its name', () => {
  const elsewhere = (text: string) => {
    const bag: FeatureBag = new Map();
    textFeatures({ reading: readText(text) }, bag);
    return [bag.has('cross.tag_elsewhere'), bag.has('link.dressed_name')];
  };
  expect(elsewhere('ZUG: your train is 25 minutes late. More at zug-connect.com')).toEqual([false, false]);
  expect(elsewhere('ZUG: confirm your train at zug-connect.com')).toEqual([true, true]);
  expect(elsewhere('ZUG: your train is late. More at zug-connect.click')).toEqual([true, true]);
  expect(elsewhere('ZUG: vlakot kasni. zug-connect.com')).toEqual([true, true]);
});

test('the number beside the own address of a sender that few know is the sender’s', () => {
  const lures = (text: string) => {
    const bag: FeatureBag = new Map();
    textFeatures({ reading: readText(text) }, bag);
    return bag.has('cross.story_phone');
  };
  expect(lures('Quiet Kettle: your bill is ready, pay at quietkettle.com or call (503) 555-0118')).toBe(
    false,
  );
  expect(lures('PayPal: your bill is ready, pay at paypal.com or call (503) 555-0118')).toBe(true);
  expect(lures('Quiet Kettle: your bill is ready, pay or call (503) 555-0118')).toBe(true);
});

test('a company under its own name leads nowhere else, and a dressed one does', () => {
  const linked = (text: string) => {
    const bag: FeatureBag = new Map();
    textFeatures({ reading: readText(text) }, bag);
    return bag.get('has.link');
  };
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

test('a booking to the minute takes the alarm from a free number beside it, and not from another', () => {
  const asked = (number: string, hour = '14:33') => {
    const bag: FeatureBag = new Map();
    const text = `Bank: you've sent SGD 250.00 to TAN on 12 May ${hour}. If unauthorised, call ${number}`;
    textFeatures({ reading: readText(text) }, bag);
    return bag.has('cross.story_phone');
  };
  expect(asked('1800 339 6963')).toBe(false);
  expect(asked('07700 900123')).toBe(true);
  expect(asked('1800 339 6963', 'today')).toBe(true);
});

test("a short number that is called is the operator's or an office's", () => {
  const bag: FeatureBag = new Map();
  textFeatures({ reading: readText('Power is off from 10 to 16. Call 1912') }, bag);
  expect(bag.has('has.shortcode')).toBe(false);
});

test('an office against fraud that someone says to be warns of nothing', () => {
  expect(readText('Bonjour, service fraude de votre banque').concepts.has('warning')).toBe(false);
  expect(readText('Attention, fraude').concepts.has('warning')).toBe(true);
});

test.each([
  ['Tu código para firmar la transferencia de 320,00 EUR a J. RUIZ es 771203', true],
  ['Give the code to me. We meet at the shop in the street with the number 771203', false],
])('%s: a code that was asked for, %s', (text, expected) => {
  expect(isCodeNotice(readText(text))).toBe(expected);
});

test.each([
  ['Score our service from 1 (poor) to 5 (good), send SMS to 1166', true],
  ['Seberapa puas anda? Balas angka 1 (tidak puas) s.d 5 (puas)', true],
  ['Avalie o atendimento com uma nota de 0 a 10', true],
  ['The score was 1 to 5 in the end, see https://example.com', false],
  ['Win 1 of 5 cars, send WIN to 11666', false],
])('%s: a rating is asked for, %s', (text, expected) => {
  expect(asksRating(readText(text))).toBe(expected);
});

test.each([
  ['Send WIN to 15150', true],
  ['Envie GANHAR para 15150', true],
  ['Ketik MENANG kirim ke 15150', true],
  ['Send STOP to 15150', false],
  ['Para cancelar envie SAIR para 15150', false],
  ['Ketik UNREG FILM kirim ke 15150', false],
  ['Kujitoa tuma ONDOA kwenda 15150', false],
  ['Mais info contacte 95247', false],
  ['Ketik TUKAR kirim ke 777', false],
])('%s: a short number to write to, %s', (text, expected) => {
  expect(hasShortCode(readText(text))).toBe(expected);
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
  const bag: FeatureBag = new Map();
  textFeatures({ reading: readText(on) }, bag);
  expect(bag.get(name)).toBe(1);
  const other: FeatureBag = new Map();
  textFeatures({ reading: readText(off) }, other);
  expect(other.has(name)).toBe(false);
});

test('a text that wants data in the reply needs no other channel, and gives no amount', () => {
  const bag: FeatureBag = new Map();
  textFeatures({ reading: readText('Salio la Tsh 40,000 lipo, tuma taarifa zako za benki') }, bag);
  expect(bag.has('cross.no_channel')).toBe(false);
  expect(bag.has('sign.money_notice')).toBe(false);
});
