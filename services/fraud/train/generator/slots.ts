import { BRANDS } from '../../src/text/brands.js';
import type { Chooser, Slots } from './grammar.js';

const FIRST =
  'James Maria Wei Ahmed Fatima Priya Chidi Ngozi Lukas Sofia Hannah Tom Ravi Aisha Kofi Emeka Tunde Amara Olu Jin Mei Carlos Ana João Pedro Emma Noah Zoe Ivan Olga Yusuf Leila Grace Daniel Sanjay Neha Rohit Linh Siti Mark Julie Anke Pierre Chloe Giulia Kate Bello Sade'.split(
    ' ',
  );
const LAST =
  'Smith Okafor Patel Müller Garcia Chen Tan Khan Ibrahim Silva Rossi Dubois Johnson Brown Sharma Singh Adeyemi Mensah Lim Ng Kowalski Novak Jones Evans Lee Santos Costa Ferrari Meyer'.split(
    ' ',
  );
const CITY =
  'London Leeds Lagos Abuja Mumbai Delhi Pune Chennai Boston Dallas Phoenix Chicago Toronto Sydney Perth Singapore Nairobi Accra Berlin Hamburg Lyon Madrid Dublin Manchester Kano Ibadan Austin Denver'.split(
    ' ',
  );
const SHOP =
  'Green Leaf Cafe|Northside Gym|Bright Dental|Corner Books|Happy Paws Vets|City Motors|Lakeview Clinic|Sunrise Bakery|Urban Cuts|Maple Pharmacy|Riverside School|Harbour Hotel|Fresh Basket|Pixel Store|Sole Sports|Home & Hearth|Blue Wave Pools|Metro Cabs|Star Cinema|Garden World'.split(
    '|',
  );
const COURIER =
  'DHL|FedEx|UPS|USPS|Evri|DPD|Royal Mail|Canada Post|Australia Post|SingPost|PostNL|Yodel|Blue Dart|GIG Logistics|An Post|NZ Post|Aramex'.split(
    '|',
  );
const BANK =
  'Chase|Wells Fargo|Bank of America|HSBC|Barclays|Lloyds|NatWest|Santander|Halifax|Monzo|SBI|HDFC Bank|ICICI Bank|Axis Bank|Kotak|GTBank|Zenith Bank|Access Bank|UBA|First Bank|DBS|OCBC|UOB|Maybank|CommBank|Westpac|ANZ|RBC|TD Bank|Scotiabank|FNB|Absa|Equity Bank|ING|Rabobank'.split(
    '|',
  );
const SERVICE =
  'Netflix|PayPal|Amazon|Apple|Microsoft|Spotify|Facebook|Instagram|WhatsApp|eBay|Uber|Disney+|Dropbox|LinkedIn|Venmo|Cash App|Revolut|Telstra|Vodafone|Verizon|T-Mobile|O2|Airtel|Jio|MTN|Steam|Yahoo|Google'.split(
    '|',
  );
const EXCHANGE =
  'Coinbase|Binance|Kraken|MetaMask|Trust Wallet|Ledger|Blockchain|Crypto.com|OKX|KuCoin'.split('|');
const TAXOFFICE = 'HMRC|IRS|ATO|CRA|SARS|FIRS|Income Tax Dept|Revenue|myGov|Gov.UK|Service Canada|KRA'.split(
  '|',
);
const CURRENCIES: readonly [string, number][] = [
  ['$', 1],
  ['£', 1],
  ['€', 1],
  ['Rs ', 60],
  ['INR ', 60],
  ['N', 500],
  ['NGN', 500],
  ['₦', 500],
  ['S$', 1],
  ['A$', 1],
  ['KES ', 100],
  ['R', 15],
  ['USD ', 1],
  ['GBP ', 1],
  ['RM', 4],
];
const FREE =
  'gmail.com outlook.com yahoo.com hotmail.com mail.com protonmail.com gmx.com aol.com consultant.com'.split(
    ' ',
  );
const CHEAP =
  'top xyz online site click link live shop info cc vip icu club cyou sbs help support app in.net buzz fun store me'.split(
    ' ',
  );
const BAIT =
  'secure verify login account update support billing track parcel redelivery fee refund claim bonus reward help confirm auth unlock customs pay center service alert portal online info'.split(
    ' ',
  );
const HOSTED =
  'web.app weebly.com wixsite.com pages.dev vercel.app netlify.app firebaseapp.com blogspot.com github.io duckdns.org workers.dev'.split(
    ' ',
  );
const SHORT = 'bit.ly tinyurl.com cutt.ly rb.gy t.ly is.gd shorturl.at rebrand.ly ow.ly s.id'.split(' ');

export const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function money(chooser: Chooser, from: number, to: number): string {
  const [sign, factor] = chooser.of(CURRENCIES);
  const amount = chooser.between(from, to) * factor;
  const whole = chooser.chance(50) ? amount.toLocaleString('en-US') : String(amount);
  return `${sign}${whole}${chooser.chance(45) ? `.${chooser.digits(2)}` : ''}`;
}

/** Returns a URL in the manner of fraud: imitated names, cheap suffixes, free hosts, shorteners. */
export function badLink(chooser: Chooser, name: string): string {
  const bait = () => chooser.of(BAIT);
  const label = slug(name);
  const host = chooser.of<() => string>([
    () => `${label}-${bait()}.${chooser.of(CHEAP)}`,
    () => `${label}-${bait()}.com`,
    () => `${bait()}-${label}.${chooser.of(['com', 'net', 'org', 'co', 'info'])}`,
    () => `${label}.${bait()}-${chooser.letters(4)}.${chooser.of(CHEAP)}`,
    () => `${label}.com-${chooser.letters(4)}.${chooser.of(CHEAP)}`,
    () => `${label}${chooser.letters(3)}.${chooser.of(CHEAP)}`,
    () => `${label}${bait()}.${chooser.of(HOSTED)}`,
    () => `${chooser.letters(8)}.${chooser.of(CHEAP)}`,
    () => `${bait()}-${bait()}.${chooser.of(['com', ...CHEAP])}`,
    () => chooser.of(SHORT),
    () => chooser.of(SHORT),
    () =>
      `${chooser.between(11, 220)}.${chooser.below(255)}.${chooser.below(255)}.${chooser.between(1, 254)}`,
  ])();
  const path = chooser.of([
    '',
    '',
    '/',
    `/${chooser.letters(5)}`,
    `/${bait()}`,
    `/${chooser.letters(2)}${chooser.digits(3)}`,
    '/login',
    `/?id=${chooser.digits(5)}`,
  ]);
  const short = SHORT.includes(host);
  return `${chooser.of(['https://', 'http://', '', '', 'www.'].slice(short ? 0 : 0, short ? 4 : 5))}${host}${short ? `/${chooser.letters(3)}${chooser.digits(2)}` : path}`;
}

function goodLink(chooser: Chooser, name: string): string {
  const brand = BRANDS.find(({ label }) => label === slug(name));
  const host = brand
    ? ([...brand.domains][0] as string)
    : `${slug(name)}.${chooser.of(['com', 'com', 'co.uk', 'in', 'com.ng', 'org', 'com.au', 'ca'])}`;
  const path = chooser.of([
    '',
    `/${chooser.of(['help', 'orders', 'track', 'account', 'offers', 'app', 'bill', 'survey', 'menu'])}`,
    `/t/${chooser.letters(6)}`,
  ]);
  return `${chooser.of(['https://', 'https://www.', '', 'www.'])}${host}${path}`;
}

export function phone(chooser: Chooser): string {
  return chooser.of<() => string>([
    () => `+44 7${chooser.digits(3)} ${chooser.digits(6)}`,
    () => `07${chooser.digits(9)}`,
    () => `+1 (${chooser.between(201, 989)}) ${chooser.between(200, 999)}-${chooser.digits(4)}`,
    () =>
      `1-8${chooser.of(['00', '33', '44', '55', '66', '77', '88'])}-${chooser.between(200, 999)}-${chooser.digits(4)}`,
    () => `+91${chooser.between(7, 9)}${chooser.digits(9)}`,
    () => `${chooser.between(7, 9)}${chooser.digits(9)}`,
    () => `080${chooser.digits(8)}`,
    () => `+234${chooser.of(['80', '81', '70', '90'])}${chooser.digits(8)}`,
    () => `04${chooser.digits(8)}`,
    () => `+65 8${chooser.digits(3)} ${chooser.digits(4)}`,
  ])();
}

/** Returns a number in the manner of an office: free, shared-cost, landline, or short. */
function hotline(chooser: Chooser): string {
  return chooser.of<() => string>([
    () => `0800 ${chooser.digits(3)} ${chooser.digits(4)}`,
    () => `1800 ${chooser.digits(3)} ${chooser.digits(3)}`,
    () => `1800${chooser.digits(7)}`,
    () => `1300 ${chooser.digits(3)} ${chooser.digits(3)}`,
    () => `13${chooser.digits(4)}`,
    () => `0860 ${chooser.digits(2)} ${chooser.digits(2)} ${chooser.digits(2)}`,
    () => `0300 ${chooser.digits(3)} ${chooser.digits(4)}`,
    () => `020 7${chooser.digits(3)} ${chooser.digits(4)}`,
    () => `01${chooser.digits(3)} ${chooser.digits(6)}`,
    () => `(02) 8${chooser.digits(3)}-${chooser.digits(4)}`,
    () => `1-8${chooser.of(['00', '44', '66', '77'])}-${chooser.between(200, 999)}-${chooser.digits(4)}`,
    () => `07${chooser.digits(8)}`,
  ])();
}

/** Returns the address of a page that friends send each other. */
function seenLink(chooser: Chooser): string {
  const code = `${chooser.letters(4)}${chooser.digits(2)}${chooser.letters(3).toUpperCase()}`;
  return chooser.of([
    `https://youtu.be/${code}`,
    `https://www.youtube.com/watch?v=${code}`,
    `https://maps.app.goo.gl/${code}`,
    `https://open.spotify.com/track/${code}`,
    `https://www.bbc.co.uk/news/${chooser.digits(8)}`,
    `https://www.${slug(chooser.of(SHOP))}.com/p/${chooser.digits(5)}`,
    `https://en.wikipedia.org/wiki/${chooser.of(CITY)}`,
    `https://www.${chooser.of(['instagram', 'tiktok'])}.com/p/${code}`,
  ]);
}

function landline(chooser: Chooser): string {
  return chooser.of([
    `0${chooser.between(30, 99)}1 ${chooser.digits(6)}`,
    `0${chooser.between(1, 5)} ${chooser.digits(2)} ${chooser.digits(2)} ${chooser.digits(2)} ${chooser.digits(2)}`,
    `91 ${chooser.digits(3)} ${chooser.digits(2)} ${chooser.digits(2)}`,
    `06 ${chooser.digits(7)}`,
    `0${chooser.of(['20', '161', '131'])} ${chooser.digits(3)} ${chooser.digits(4)}`,
  ]);
}

/** Returns a number that costs the caller much, in the form of one of several countries. */
function premium(chooser: Chooser): string {
  return `${chooser.of(['0900', '090', '0906', '0871', '0899', '899', '806', '0137', '09'])}${chooser.of(['', ' '])}${chooser.digits(chooser.between(6, 7))}`;
}

const WORDS: Slots = {
  name: (c) => c.of(FIRST),
  fullname: (c) => `${c.of(FIRST)} ${c.of(LAST)}`,
  city: (c) => c.of(CITY),
  shop: (c) => c.of(SHOP),
  courier: (c) => c.of(COURIER),
  bank: (c) => c.of(BANK),
  service: (c) => c.of(SERVICE),
  exchange: (c) => c.of(EXCHANGE),
  taxoffice: (c) => c.of(TAXOFFICE),
  small: (c) => money(c, 1, 9),
  amount: (c) => money(c, 12, 900),
  large: (c) => money(c, 1, 900).replace(/(?:\.\d\d)?$/, ',000'),
  fortune: (c) =>
    `${c.of(['$', 'US$', 'USD ', '€', '£', 'EUR '])}${c.between(1, 48)}${c.of([',500,000', '.5 million', ' million', ',200,000.00', 'M'])}`,
  phone,
  hotline,
  premium,
  landline,
  seenlink: seenLink,
  mixed: (c) => `${c.letters(1)}${c.digits(1)}${c.letters(1)}${c.digits(1)}${c.letters(1)}`.toUpperCase(),
  rate: (c) => `${c.between(1, 4)},${c.digits(2)} ${c.of(['EUR', '€', 'zl', 'kr'])}/Min`,
  shortcode: (c) => c.digits(c.between(4, 5)),
  otp: (c) =>
    c.of([
      c.digits(6),
      c.digits(6),
      c.digits(4),
      `${c.digits(3)}-${c.digits(3)}`,
      `${c.digits(3)} ${c.digits(3)}`,
    ]),
  last4: (c) => c.digits(4),
  tracking: (c) => `${c.of(['', '', 'JD', 'RM', 'SG', '#'])}${c.digits(c.between(6, 12))}`,
  order: (c) => `#${c.digits(c.between(4, 8))}`,
  time: (c) => `${c.between(7, 21)}:${c.of(['00', '15', '30', '45'])}`,
  hour: (c) => `${c.between(1, 11)}${c.of(['am', 'pm'])}`,
  day: (c) =>
    c.of('Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat'.split(' ')),
  date: (c) =>
    c.of([
      `${c.between(1, 28)} ${c.of('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '))}`,
      `${c.between(1, 12)}/${c.between(1, 28)}`,
      `${c.between(10, 28)}-0${c.between(1, 9)}-2${c.between(0, 5)}`,
    ]),
  hours: (c) => c.of(['12', '24', '48', '72']),
  percent: (c) => `${c.of(['5', '10', '15', '20', '25', '30', '40', '50'])}%`,
  number: (c) => String(c.between(2, 40)),
  handle: (c) => `@${c.letters(5)}${c.digits(2)}`,
  mailbox: (c) => `${slug(c.of(FIRST))}.${slug(c.of(LAST))}${c.chance(50) ? c.digits(3) : ''}@${c.of(FREE)}`,
  wallet: (c) => `bc1q${c.letters(6)}${c.digits(4)}${c.letters(8)}${c.digits(6)}${c.letters(12)}`,
  shoplink: (c) => goodLink(c, c.of(SHOP)),
};

const NAMES = { courier: COURIER, bank: BANK, service: SERVICE, exchange: EXCHANGE, taxoffice: TAXOFFICE };

/** Returns the slots of one message: a name that is repeated stays the same, and links are made from the name. */
export function messageSlots(chooser: Chooser): Slots {
  const slots: Record<string, (chooser: Chooser) => string> = { ...WORDS };
  let said = '';
  for (const [kind, list] of Object.entries(NAMES)) {
    const name = chooser.of(list);
    slots[kind] = () => {
      said ||= name;
      return name;
    };
    slots[`${kind.replace('office', '')}link`] = (c) => badLink(c, name);
  }
  slots.banksite = (c) => goodLink(c, slots.bank?.(c) ?? '');
  slots.badlink = (c) => badLink(c, said || c.of([...COURIER, ...BANK, ...SERVICE]));
  slots.ownlink = (c) => goodLink(c, said || c.of([...SERVICE, ...COURIER]));
  return slots;
}
