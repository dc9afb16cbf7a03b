import { expect, test } from 'vitest';
import { TEXT_DETECTORS } from '../../src/detectors/text/index.js';
import type { Concept } from '../../src/text/lexicon/index.js';
import { normalText } from '../../src/text/normal.js';
import { codeAstray, openerOfTalk, pleaOf } from '../../src/text/openers.js';
import { readText, spanOf } from '../../src/text/reading.js';
import { testFacts } from './facts.js';

const expensive = TEXT_DETECTORS.find(({ code }) => code === 'text.premium_number');
const FACTS: Record<string, (text: string) => unknown> = {
  links: (text) => readText(text).links.map(({ host }) => host),
  phones: (text) => {
    const { phones, tokens } = readText(text);
    return phones.map((at) => tokens[at]?.text);
  },
  kinds: (text) => readText(text).tokens.map(({ kind }) => kind),
  expensive: (text) => expensive?.detect({ reading: readText(text) }) !== undefined,
  opener: (text) => openerOfTalk(readText(text)) !== undefined,
  astray: (text) => codeAstray(readText(text)),
};

/** Returns what `FACTS` has under the name, or else the words that express the concept of this name. */
function factOf(name: string, text: string): unknown {
  if (FACTS[name] !== undefined) return FACTS[name](text);
  const reading = readText(text);
  return (reading.concepts.get(name as Concept) ?? []).map(({ from, to }) => {
    const [start, end] = spanOf(reading, from, to);
    return text.slice(start, end);
  });
}

testFacts(
  factOf,
  `
  parcel | 包裹 | 您的包裹因地址不详无法派送，请点击 t.cn/a6xQzz
  account | 口座 | お客様の口座が一時的に制限されました。
  suspended | ถูกระงับ | บัญชีของคุณถูกระงับชั่วคราว
  suspended | заблокирована | Ваша карта заблокирована
  card | بطاقتك | تم ايقاف بطاقتك البنكية
  failed | не доставлена | Посылка не доставлена
  unusual | Несанкционированный | Несанкционированный вход
  pay | πληρώστε | Η παράδοση απέτυχε, πληρώστε
  call | hub | Ini yg baru saya, hub 081392207741
  call | – | The hub is closed, hub 081392207741
  chat | – | Habari ya namba yako na simu
  chat | Na | Na so e be
  parcel | – | Paket internet bulanan
  parcel | Paket anda | Paket anda tertahan
  reply | – | 1000 SMS gratis
  reply | – | Kirim SMS 2X
  reply | SMS | Kirim SMS ke 081392207741
  code | – | Use code SPRING20 in the shop
  code | code | Use code 482913 to sign in
  links | t.cn | 请点击t.cn/a6xQzz 查看
  links | etc-renz.top | 请登录https://etc-renz.top/a或t.cn/a6xQzz查看
  links | post-ie.slot-now.help | pay at post-ie.slot-now.help
  links | – | the parcels.site is open
  links | parcelgate.site | the parcelgate.site is open
  links | lnkd.in | renew > ://lnkd.in/g7jb5b_7
  links | – | either/or.com
  links | 123.com | go to 123.com
  links | – | I asked for help.support was kind
  links | – | a well-known.thing
  expensive | no | Driver: 0912345678
  expensive | no | I am on 07012345678 now
  expensive | yes | Claim now, call 09061701461 from a landline. Cost 150ppm
  expensive | yes | Call 1-900-555-0123
  opener | yes | Hi, is this Nora? It's Bea, we met at the sailing club in June.
  opener | yes | Hallo, sind Sie Herr Weber? Ich bin Lena, Jonas hat mir Ihre Nummer gegeben
  opener | no | You've got the wrong number. This is Ben
  opener | no | Hi mum, this is Tom, home by six
  opener | no | Hi, it's Ben from the gym. Your membership renews on 1 Dec, £29.99
  opener | no | Hi, it's Ben from the gym, see you at 18h30
  opener | yes | Hi, it's Ben from the gym. Shall we meet at 18h30?
  opener | no | It's Bea from work, call me on 07700 900123. We met at the sailing club
  opener | yes | ${'Is this Anna? We met at the sailing club. '.padEnd(319, 'and then ')}.
  opener | no | ${'Is this Anna? We met at the sailing club. '.padEnd(319, 'and then ')}..
  astray | yes | Hi, I sent you a code by mistake, can you forward it?
  astray | yes | Selam, yanlışlıkla sana kod gönderdim, bana iletir misin
  astray | yes | Я случайно отправил код на твой номер, скинь пожалуйста
  astray | no | Wrong gate code sent by mistake, enter 4471
  astray | no | Sorry, I sent this by mistake
  astray | yes | ${'Hi, I sent you a code by mistake, can you forward it? '.padEnd(320, 'x')}
  astray | no | ${'Hi, I sent you a code by mistake, can you forward it? '.padEnd(321, 'x')}
  phones | 081392207741 | hp.081392207741
  phones | 0816288602 | hubungi pak Hendra di.0816288602.tks
  phones | – | version 2.081392207741
  phones | – | Text GO to 61200 (25p)
  phones | 0044 (0)20 7946 0018 | call 0044 (0)20 7946 0018
  phones | (020) 7946 0018 | call (020) 7946 0018
  phones | – | UPI Ref No 503441992817
  phones | – | bill for consumer no 100234567
  phones | 31284412213 | call 31284412213
  phones | 9820012345 | customer care 9820012345
  phones | – | Entidade 20112 Referencia 123 456 789
  phones | – | 12-10-2024 09:12 paid
  phones | – | ITR with ack. no. 448120990
  phones | – | your service no 09123456789 is due
  phones | – | account 14412345678
  phones | 08001234567 | customer service no 08001234567
  phones | +44 7700 900123 | +44 7700 900123
  phones | 0800 123 4567 | Ref. 4411: call 0800 123 4567
  phones | 112233445566 | 112233445566
  kinds | word, money, word | x Rp.27jt, y
  kinds | word, money, word | x Rp 45.000, y
  kinds | word, money, word | x Tsh 5,000, y
  kinds | word, money, word | x 500,00 MZN, y
`,
);

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

test.each([
  ['Your pаypal account', { homoglyphs: 1, text: 'your paypal account' }],
  ['Hesabınız został', { text: 'hesabiniz zostal' }],
  [
    'P\u073fay\u073fpal',
    {
      text: 'paypal',
      zeroWidth: 2,
      hidden: [
        [1, 2],
        [4, 5],
      ],
    },
  ],
  ['Cafe\u0301s', { text: 'cafes', zeroWidth: 0 }],
  ['pay\u200bpal', { hidden: [[3, 4]] }],
  ['pay\u0e34pal', { hidden: [[3, 4]] }],
  ['5\u200b5', { hidden: [] }],
  ['pay\u200b', { hidden: [] }],
])('%s: letters and marks of another script within a word are a disguise', (text, expected) => {
  expect(normalText(text)).toMatchObject(expected);
});

test('a plea of a person in need has at most 2,000 characters', () => {
  const plea = 'I am stuck in Lagos, my bag was stolen, send money by Western Union. '.padEnd(2_000, 'x');
  expect([pleaOf(readText(plea)) !== undefined, pleaOf(readText(`${plea}x`))]).toEqual([true, undefined]);
});

test('the full stop of an abbreviation before a number does not end a clause', () => {
  const { tokens } = readText('bayar ke rek.8830124497 saja');
  expect(new Set(tokens.map(({ clause }) => clause)).size).toBe(1);
});
