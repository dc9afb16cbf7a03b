import { expect, test } from 'vitest';
import { TEXT_DETECTORS } from '../../src/detectors/text/index.js';
import type { Concept } from '../../src/text/lexicon/index.js';
import { readLink } from '../../src/text/links.js';
import { normalText } from '../../src/text/normal.js';
import { codeAstray, openerOfTalk, pleaOf } from '../../src/text/openers.js';
import { readText, spanOf } from '../../src/text/reading.js';

function places(text: string, concept: Concept): string[] {
  const reading = readText(text);
  return (reading.concepts.get(concept) ?? []).map(({ from, to }) => {
    const [start, end] = spanOf(reading, from, to);
    return text.slice(start, end);
  });
}

test.each([
  ['您的包裹因地址不详无法派送，请点击 t.cn/a6xQzz', 'parcel', ['包裹']],
  ['您的银行卡已被冻结，请立即登录', 'suspended', ['冻结']],
  ['お客様の口座が一時的に制限されました。', 'account', ['口座']],
  ['บัญชีของคุณถูกระงับชั่วคราว', 'suspended', ['ถูกระงับ']],
  ['[국민건강보험] 인증번호를 알려주세요', 'otp', ['인증번호를']],
  ['Ваша карта заблокирована', 'suspended', ['заблокирована']],
  ['تم ايقاف بطاقتك البنكية', 'card', ['بطاقتك']],
  ['החבילה שלך ממתינה', 'parcel', ['החבילה']],
  ['Tài khoản của quý khách sẽ bị khóa', 'account', ['Tài khoản']],
  // A stem at the end of a phrase, and a stem that is unusually long.
  ['Посылка не доставлена', 'failed', ['не доставлена']],
  ['Несанкционированный вход', 'unusual', ['Несанкционированный']],
  ['Η παράδοση απέτυχε, πληρώστε', 'pay', ['πληρώστε']],
] as const)('%s: %s', (text, concept, expected) => {
  expect(places(text, concept)).toEqual(expected);
});

test('an address may directly follow letters of a script without spaces, which are not part of the address', () => {
  const text = '请登录https://etc-renz.top/a或t.cn/a6xQzz查看';
  const { links } = readText('请点击t.cn/a6xQzz 查看');
  expect(links.map(({ host }) => host)).toEqual(['t.cn']);
  expect(readText(text).links[0]?.host).toBe('etc-renz.top');
});

test.each([
  ['hsbc.co.uk-login.com', true],
  ['usps.com-track.top', true],
  ['bcr-george.net-auth.info', true],
  ['smbc-card.jp-check.cn/a', true],
  ['de-mail.info', false],
  ['co-op.co.uk', false],
  ['www.in-store.example', false],
  ['my-net.ch', false],
])('%s poses as the end of another name: %s', (address, expected) => {
  expect(readLink(address)?.traits.has('posed_suffix') ?? false).toBe(expected);
});

const premium = (text: string) =>
  TEXT_DETECTORS.find(({ code }) => code === 'text.premium_number')?.detect({ reading: readText(text) }) !==
  undefined;

test.each([
  ['Driver: 0912345678', false],
  ['Call me on 9123456789', false],
  ['I am on 07012345678 now', false],
  ['Send it to 09012345678', false],
  ['Claim now, call 09061701461 from a landline. Cost 150ppm', true],
  ['Ring +44 9061 701461', true],
  ['Call 1-900-555-0123', true],
])('%s: has an expensive number, %s', (text, expected) => {
  expect(premium(text)).toBe(expected);
});

test.each([
  'Yapı Kredi: Hesap özetiniz hazır.',
  'Paczka została dostarczona do punktu, odbiór na hasło.',
  'Din pakke er på vej, vi ringer på døren.',
  'Đơn hàng của bạn đã được giao.',
  'Poštovani, vaš račun će biti terećen, đak je došao.',
  'Ku duba ɓangaren ƙasa.',
])('letters of living alphabets are not a disguise: %s', (text) => {
  expect(normalText(text)).toMatchObject({ homoglyphs: 0, hidden: [] });
});

test('letters of another script within a word are a disguise', () => {
  expect(normalText('Your pаypal account')).toMatchObject({ homoglyphs: 1, text: 'your paypal account' });
  // These letters are read as the plain letters, so that the words are found.
  expect(normalText('Hesabınız został').text).toBe('hesabiniz zostal');
});

test('marks of another script on Latin letters count as disguise, and accents do not', () => {
  expect(normalText('P\u073fay\u073fpal')).toMatchObject({ text: 'paypal', zeroWidth: 2 });
  expect(normalText('Cafe\u0301s')).toMatchObject({ text: 'cafes', zeroWidth: 0 });
});

test.each([
  ["Hi, is this Nora? It's Bea, we met at the sailing club in June.", true],
  ['Hello Omar, this is Ines from the pottery class, how have you been?', true],
  ['Sorry to bother you, are you the piano tuner Mr Hale that Ruth recommended?', true],
  ['Hallo, sind Sie Herr Weber? Ich bin Lena, Jonas hat mir Ihre Nummer gegeben', true],
  ["You've got the wrong number. This is Ben", false],
  ['Hi mum, this is Tom, home by six', false],
  ['Is this your jacket?', false],
  ["Hi, it's Ben from the gym. Your membership renews on 1 Dec, £29.99", false],
  ["Hi, it's Ben from the gym, see you at 18h30", false],
  ["Hi, it's Ben from the gym. Shall we meet at 18h30?", true],
  ["It's Bea from work, call me on 07700 900123. We met at the sailing club", false],
])('%s opens a conversation with a stranger: %s', (text, expected) => {
  expect(openerOfTalk(readText(text)) !== undefined).toBe(expected);
});

test.each([
  ['Hi, I sent you a code by mistake, can you forward it?', true],
  ['Selam, yanlışlıkla sana kod gönderdim, bana iletir misin', true],
  ['Я случайно отправил код на твой номер, скинь пожалуйста', true],
  ['Wrong gate code sent by mistake, enter 4471', false],
  ['Sorry, I sent this by mistake', false],
])('%s asks for a code that went astray: %s', (text, expected) => {
  expect(codeAstray(readText(text))).toBe(expected);
});

test('a plea of a person in need has at most 2,000 characters, and a text about a code 320', () => {
  const plea = 'I am stuck in Lagos, my bag was stolen, send money by Western Union. '.padEnd(2_000, 'x');
  expect([pleaOf(readText(plea)) !== undefined, pleaOf(readText(`${plea}x`))]).toEqual([true, undefined]);
  const code = 'Hi, I sent you a code by mistake, can you forward it? '.padEnd(320, 'x');
  expect([codeAstray(readText(code)), codeAstray(readText(`${code}x`))]).toEqual([true, false]);
});

test('the first sentences of a stranger have at most 320 characters', () => {
  const text = 'Is this Anna? We met at the sailing club. '.padEnd(319, 'and then ');
  expect(openerOfTalk(readText(`${text}.`))).toBeDefined();
  expect(openerOfTalk(readText(`${text}..`))).toBeUndefined();
});

test.each([
  ['pay at post-ie.slot-now.help', 1],
  ['pay at slot-now.help', 1],
  ['correct it on parcelportal.site today', 1],
  ['the parcels.site is open', 0],
  ['the parcelgate.site is open', 1],
  ['the parcelbox.site is open', 0],
  ['renew > ://lnkd.in/g7jb5b_7', 1],
  ['either/or.com', 0],
  ['we are group 1.lol', 0],
  ['go to 123.com', 1],
  ['no need for help.thanks', 0],
  ['I asked for help.support was kind', 0],
  ['a well-known.thing', 0],
])('%s: number of addresses without a scheme, %i', (text, count) => {
  expect(readText(text).links).toHaveLength(count);
});

test.each([
  ['Ini yg baru saya, hub 081392207741', 'call', ['hub']],
  ['The hub is closed, hub 081392207741', 'call', []],
  ['Habari ya namba yako na simu', 'chat', []],
  ['Na so e be', 'chat', ['Na']],
  ['Paket internet bulanan', 'parcel', []],
  ['Paket anda tertahan', 'parcel', ['Paket anda']],
  ['1000 SMS gratis', 'reply', []],
  ['Tukar SMS ini', 'reply', []],
  ['Kirim SMS 2X', 'reply', []],
  ['Kirim SMS ke 081392207741', 'reply', ['SMS']],
  ['Use code SPRING20 in the shop', 'code', []],
  ['Use code 482913 to sign in', 'code', ['code']],
] as const)('%s: %s is expressed by %j', (text, concept, expected) => {
  expect(places(text, concept)).toEqual(expected);
});

test.each([
  ['hp.081392207741', ['081392207741']],
  ['hubungi pak Hendra di.0816288602.tks', ['0816288602']],
  ['version 2.081392207741', []],
  ['Text GO to 61200 (25p)', []],
  ['call 0044 (0)20 7946 0018', ['0044 (0)20 7946 0018']],
  ['call (020) 7946 0018', ['(020) 7946 0018']],
])('%s: the numbers to call are %j', (text, expected) => {
  const { phones, tokens } = readText(text);
  expect(phones.map((at) => tokens[at]?.text)).toEqual(expected);
});

test.each([
  'Rp.27jt',
  'Rp 45.000',
  '50rb',
  '20 ribu',
  'Tsh 5,000',
  'sh 170,000',
  'milioni 20',
  '19.00MT',
  '500,00 MZN',
])('%s is an amount', (amount) => {
  expect(readText(`x ${amount}, y`).tokens.map(({ kind }) => kind)).toEqual(['word', 'money', 'word']);
});

test('the full stop of an abbreviation before a number does not end a clause', () => {
  const { tokens } = readText('bayar ke rek.8830124497 saja');
  expect(new Set(tokens.map(({ clause }) => clause)).size).toBe(1);
});

test('a long reference is not read as a phone number, but the same digits after a word for calling are', () => {
  expect(readText('UPI Ref No 503441992817').phones).toEqual([]);
  expect(readText('Transaction ID: 31284412213').phones).toEqual([]);
  expect(readText('bill for consumer no 100234567').phones).toEqual([]);
  expect(readText('your bill for mobile number 9820012345').phones).toEqual([]);
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
])('%s contains phone numbers: %i', (text, count) => {
  expect(readText(text).phones).toHaveLength(count);
});
