import { domainToUnicode } from 'node:url';
import { parse as parseHost } from 'tldts';
import { BRANDS, type Brand, memberOf, ownerOf } from './brands.js';
import { disguisedBrand } from './disguise.js';
import { type Concept, conceptsOf } from './lexicon/index.js';
import { asSeen } from './normal.js';

export type LinkTrait =
  | 'ip_host'
  | 'punycode_host'
  | 'url_userinfo'
  | 'shortener'
  | 'odd_port'
  | 'deep_subdomain'
  | 'free_hosting'
  | 'chat_app'
  | 'open_redirect'
  | 'cheap_suffix'
  | 'posed_suffix'
  | 'lookalike'
  | 'brand_elsewhere'
  | 'bait_words'
  | 'random_host'
  | 'random_path'
  | 'new_suffix'
  | 'many_hyphens'
  | 'address_inside'
  | 'program'
  | 'site_internals'
  | 'plain_http'
  | 'long_query';

export interface Link {
  /** The address as it is in the text, but with defanging undone. */
  readonly raw: string;
  readonly host: string;
  /** Registrable domain; the host itself for IP addresses and unknown suffixes. */
  readonly domain: string;
  readonly suffix: string;
  readonly subdomain: string;
  readonly path: string;
  readonly traits: ReadonlySet<LinkTrait>;
  /** The brand whose name is in the host or path, although another owner has the domain. */
  readonly borrowed?: Brand;
  readonly owner?: Brand;
  /** True if the domain has the form that a group's members use. */
  readonly member?: boolean;
  /** The group to which the form of the domain belongs, if fraud imitates the group's name. */
  readonly group?: Brand;
}

const SHORTENERS = new Set(
  (
    'bit.ly tinyurl.com goo.gl t.co ow.ly is.gd buff.ly rb.gy cutt.ly shorturl.at rebrand.ly t.ly tiny.cc bl.ink lnkd.in s.id v.gd ' +
    'shorte.st adf.ly bit.do mcaf.ee soo.gd qr.ae clck.ru u.to x.co zpr.io n9.cl urlz.fr bitly.com shrtco.de short.gy tny.im ' +
    'surl.li rotf.lol vk.cc goolnk.com dlvr.it trib.al wp.me linktr.ee t2m.io qrco.de l.ead.me tr.im kutt.it 2no.co chilp.it ' +
    'ity.im po.st yourls.org hyperurl.co smarturl.it tinyurl.is shorturl.asia snip.ly urlday.cc me2.kr lihi.cc han.gl cutt.us gg.gg urlzs.com lc.cx tiny.one lnk.to'
  ).split(' '),
);
// Short hosts whose links lead to pages of one service only, and not to any address.
const SHARED = new Set(
  'maps.app.goo.gl photos.app.goo.gl youtu.be spotify.link vm.tiktok.com we.tl amzn.to amzn.eu a.co pin.it chng.it fb.watch redd.it'.split(
    ' ',
  ),
);
const FREE_HOSTING =
  /(?:^|\.)(?:weebly\.com|wixsite\.com|000webhostapp\.com|blogspot\.[a-z.]{2,6}|web\.app|firebaseapp\.com|github\.io|gitlab\.io|netlify\.app|vercel\.app|pages\.dev|workers\.dev|r2\.dev|herokuapp\.com|glitch\.me|replit\.app|repl\.co|godaddysites\.com|square\.site|webflow\.io|framer\.(?:app|website)|wordpress\.com|my\.canva\.site|carrd\.co|yolasite\.com|jimdosite\.com|duckdns\.org|ngrok(?:-free)?\.(?:io|app)|trycloudflare\.com|ipfs\.io|dweb\.link|cloudflare-ipfs\.com|windows\.net|azurewebsites\.net|cloudfront\.net|s3[a-z0-9.-]{0,30}\.amazonaws\.com|storage\.googleapis\.com|sites\.google\.com|docs\.google\.com|drive\.google\.com|1drv\.ms|forms\.gle|forms\.office\.com|typeform\.com|jotform\.com|ucraft\.net|mystrikingly\.com|ddns\.net|hopto\.org|zapto\.org|serveo\.net|byethost\d{0,2}\.com|infinityfreeapp\.com|rf\.gd|translate\.goog|appspot\.com|surge\.sh|onrender\.com|digitaloceanspaces\.com|backblazeb2\.com|linodeobjects\.com|tiiny\.site|gitbook\.io|telegra\.ph|notion\.site)$/;
// Hosts of messengers, on which a link leads to the account of an unknown person.
const CHAT_APP =
  /^(?:wa\.me|(?:api|chat)\.whatsapp\.com|t\.me|telegram\.me|signal\.me|line\.me|lin\.ee|discord\.gg|m\.me)$/;
const OPEN_REDIRECT =
  /^\/(?:url|amp\/s|redirect|redir|l\.php|safety\/go|link)(?:[/?]).{0,1500}(?:https?(?::|%3a)|\/[a-z0-9-]{1,63}\.[a-z]{2,})/i;
// Suffixes that Interisle's and Spamhaus's yearly reports list with the highest share of abuse.
const CHEAP_SUFFIX =
  /(?:^|\.)(?:xyz|top|club|online|site|shop|store|live|click|link|icu|buzz|vip|work|cyou|cfd|sbs|rest|bond|fun|monster|quest|tk|ml|ga|cf|gq|pw|cc|ws|win|bid|loan|review|trade|date|racing|party|stream|download|men|life|world|today|space|website|press|host|su|ru|cn|best|beauty|hair|skin|makeup|lol|zip|mov|lat|autos|boats|motorcycles|yachts|homes|support|help|info|biz|rocks|one|run|asia|in\.net)$/;
// Suffixes that imitate a country's or an office's suffix: anyone can register a name below them for a few euros.
const PRIVATE_REGISTRY =
  /(?:^|\.)[^.]+\.(?:(?:br|cn|de|eu|gb|jpn|kr|mex|ru|sa|se|uk|us|za)\.com|(?:se|uk|gb|in)\.net|us\.org)$/;
/** True for a host name under a suffix that fraud favours. */
export function hasCheapSuffix(host: string): boolean {
  return CHEAP_SUFFIX.test(host) || PRIVATE_REGISTRY.test(host);
}

// Hosts such as "hsbc.co.uk-login.com" and "usps.com-track.top": readers believe that the name ends before the dash.
const POSED_SUFFIX =
  /^(?:com|net|org|gov|gouv|gob|govt|gc|co|info|[a-z]{2})-|-(?:com|gov|gouv|gob|govt|net|org|co-[a-z]{2}|gov-[a-z]{2}|com-[a-z]{2})$/;
const BAIT =
  /(?:^|[^a-z])(?:log-?in|sign-?in|secure[ds]?|security|verif[a-z]{0,9}|account|update[ds]?|confirm|wallet|webscr|support|billing|unlock|alert|claim|reward|prize|gift|bonus|refund|tax|parcel|deliver[a-z]{0,3}|track[a-z]{0,3}|package|toll|invoice|redeliver[a-z]{0,3}|reschedule|kyc|recover[a-z]{0,2}|validate|auth|auth-?[a-z]{0,6}|customs?|fees?|payments?|bank[a-z]{0,3}|help-?desk|airdrop|win(?:ner)?|free|mypay|myaccount|office-?365|owa|suspend[a-z]{0,3}|restore)(?=[^a-z]|$)/;
const PROGRAM = /\.(?:apk|exe|scr|msi|bat|cmd|js|vbs|hta|iso|img|jar|ps1|lnk|zip|rar|7z|dmg)$/i;
// Folders of the software that a site runs on, in which intruders hide their pages.
const SITE_INTERNALS =
  /\/(?:wp-(?:content|includes|admin)|\.well-known|cgi-bin|cache|tmp|modules|components|plugins|uploads?)\/(?!.{0,300}\.(?:jpe?g|png|gif|svg|pdf|css|webp)$)/;
const ADDRESS_INSIDE = /[a-z0-9._+-]{1,64}(?:@|%40)[a-z0-9-]{1,63}\.[a-z]/i;

/** Returns the parts and traits of an address; undefined without a possible host. */
export function readLink(raw: string): Link | undefined {
  const text = refang(raw.slice(0, 4096));
  const match = /^(?:([a-z][a-z0-9+.-]{0,15}):)?(?:\/\/|\\\\)?([^/?#\\\s]{1,600})([^\s]*)$/i.exec(text);
  if (!match) return undefined;
  const scheme = (match[1] ?? '').toLowerCase();
  if (scheme !== '' && !/^(?:https?|ftp|hxxps?)$/.test(scheme)) return undefined;
  let authority = match[2] as string;
  const path = match[3] as string;
  const traits = new Set<LinkTrait>();
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    traits.add('url_userinfo');
    authority = authority.slice(at + 1);
  }
  const port = /:(\d{1,5})$/.exec(authority);
  if (port) {
    authority = authority.slice(0, port.index);
    if (port[1] !== '80' && port[1] !== '443') traits.add('odd_port');
  }
  let host = authority.toLowerCase().replace(/\.$/, '');
  if (host.includes('%')) host = percentDecoded(host);
  if (/^(?:0x[0-9a-f]{1,8}|\d{8,10})$/.test(host)) host = numericAddress(host);
  const parts = parseHost(host, { allowPrivateDomains: false, detectIp: true, extractHostname: false });
  if (!parts.isIp && !parts.isIcann) return undefined;
  if (parts.isIp) traits.add('ip_host');
  const domain = parts.domain ?? host;
  const suffix = parts.publicSuffix ?? '';
  const label = parts.domainWithoutSuffix ?? host;
  const subdomain = parts.subdomain ?? '';
  if (/(?:^|\.)xn--/.test(host) || /[^\x20-\x7e]/.test(host)) traits.add('punycode_host');
  const shared = SHARED.has(host);
  if (!shared && (SHORTENERS.has(domain) || SHORTENERS.has(host))) traits.add('shortener');
  if (FREE_HOSTING.test(host)) traits.add('free_hosting');
  if (hasCheapSuffix(host)) traits.add('cheap_suffix');
  if (POSED_SUFFIX.test(label) && posesSuffix(label, subdomain, path)) traits.add('posed_suffix');
  if (subdomain.split('.').length >= 4) traits.add('deep_subdomain');
  if (host.replaceAll('xn--', '').split('-').length >= 4) traits.add('many_hyphens');
  if (scheme === 'http' || scheme === 'hxxp') traits.add('plain_http');
  const decodedPath = percentDecoded(path.slice(0, 1024)).toLowerCase();
  if (ADDRESS_INSIDE.test(decodedPath)) traits.add('address_inside');
  if (PROGRAM.test(decodedPath.split(/[?#]/, 1)[0] as string)) traits.add('program');
  if (SITE_INTERNALS.test(decodedPath)) traits.add('site_internals');
  if (path.length > 200) traits.add('long_query');
  if (CHAT_APP.test(host)) traits.add('chat_app');
  let owner = ownerOf(domain, label, suffix);
  if (owner && OPEN_REDIRECT.test(path)) traits.add('open_redirect');
  // If anyone can publish pages on a host, its owner is not responsible for their content.
  const anyones =
    traits.has('free_hosting') ||
    traits.has('chat_app') ||
    traits.has('open_redirect') ||
    traits.has('shortener');
  let borrowed: Brand | undefined;
  const member = owner || traits.size > 0 || !plainMember(domain, label) ? undefined : memberOf(domain);
  if (owner && anyones) owner = undefined;
  else if (!owner && member) {
    // A member of a group has the right to the group's name.
  } else if (!owner && !parts.isIp) {
    borrowed = disguisedBrand(label) ?? (traits.has('punycode_host') ? brandSeenIn(host) : undefined);
    if (borrowed) traits.add('lookalike');
    else {
      borrowed =
        disguisedBrand(subdomain) ?? (traits.has('shortener') ? undefined : brandInPath(decodedPath));
      if (borrowed) traits.add('brand_elsewhere');
    }
  } else if (parts.isIp) {
    borrowed = brandInPath(decodedPath);
    if (borrowed) traits.add('brand_elsewhere');
  }
  if (
    !owner &&
    !member &&
    (tellsStory(label) || tellsStory(subdomain) || BAIT.test(decodedPath.split('?', 1)[0] as string))
  )
    traits.add('bait_words');
  if (looksRandom(label)) traits.add('random_host');
  if (!owner && !shared && !traits.has('shortener') && DRAWN_PATH.test(path) && turns(path) > 0)
    traits.add('random_path');
  if (
    !owner &&
    /^[a-z]{4,}$/.test(suffix) &&
    !/^(?:info|name|mobi|aero|coop|museum|jobs|arpa|post)$/.test(suffix)
  )
    traits.add('new_suffix');
  return {
    raw,
    host,
    domain,
    suffix,
    subdomain,
    path,
    traits,
    ...(borrowed ? { borrowed } : {}),
    ...(owner ? { owner } : {}),
    ...(member ? { member: true, ...(member.brand ? { group: member.brand } : {}) } : {}),
  };
}

/** Returns the brand that a reader sees in an internationalized host name, such as "xn--pypal-4ve.com" ("pаypal.com"). */
function brandSeenIn(host: string): Brand | undefined {
  const seen = asSeen(domainToUnicode(host));
  const parts = parseHost(seen);
  const domain = parts.domain ?? seen;
  const label = parts.domainWithoutSuffix ?? seen;
  const owner = ownerOf(domain, label, parts.publicSuffix ?? '');
  // Members of a group may have accents in their domains: "sparkasse-köln.de".
  return owner ?? (memberOf(domain) ? undefined : disguisedBrand(label));
}

/** Undoes `hxxp`, `[.]`, `(dot)` and gaps, and writes the hosts of links that open a messenger. */
export function refang(text: string): string {
  return text
    .replace(/^whatsapp:\/\//i, 'https://api.whatsapp.com/')
    .replace(/^tg:\/\//i, 'https://t.me/')
    .replace(/^h(?:xx|tt|\*\*)p(s?)\s?(?::|\[:\])\s?\/\/\s?/i, 'http$1://')
    .replace(/\s?(?:\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\{dot\})\s?/gi, '.')
    .replace(/^((?:https?:\/\/)?www)\s?\.\s?/i, '$1.')
    .replace(/\s\.\s?|\.\s/g, '.');
}

const STORIES = new Set<Concept>(
  'verify login pay claim account card wallet credential otp parcel fee fine refund tax bill suspended unusual crypto'.split(
    ' ',
  ) as Concept[],
);

/**
 * True if a name consists of words for requests or stories of fraud, in any language: "secure-login", "db-erstattung",
 * "entrega-brasil".
 */
export function tellsStory(label: string): boolean {
  if (BAIT.test(label)) return true;
  const parts = label.split(/[^a-z]+/, 12);
  return (
    parts.length > 1 &&
    parts.some((part) => part.length >= 4 && conceptsOf(part).some((concept) => STORIES.has(concept)))
  );
}

/**
 * True for a domain that may belong to a member of a group: its label contains the group's name, and no words for a
 * story.
 */
export function plainMember(domain: string, label = domain.slice(0, domain.indexOf('.'))): boolean {
  return (
    memberOf(domain) !== undefined &&
    !SERVICE.test(label) &&
    !tellsStory(label.replace(/sparkasse|volksbank|raiffeisen(?:bank)?|bank(?:en)?/g, 'x'))
  );
}

// Words that names of towns do not contain.
const SERVICE =
  /(?:^|-)(?:[a-z]{0,12}service|kunden[a-z]{0,10}|sicher[a-z]{0,10}|online[a-z]{0,8}|support|portal|konto[a-z]{0,8}|clients?|espace|secur[a-z]{0,6}|mobil[a-z]{0,4}|update[a-z]{0,3}|info|push|app|web|net|id|cards?|karte|neu|aktuell|legitim[a-z]{0,6}|freigabe|datenschutz)(?:-|$)/;

// Two letters and a dash may be a firm's country ("de-mail.info"); in a subdomain, they imitate a suffix.
function posesSuffix(label: string, subdomain: string, path: string): boolean {
  const head = label.slice(0, label.indexOf('-'));
  return (
    head.length > 2 ||
    label.includes('-gov') ||
    label.includes('-com') ||
    (subdomain !== '' && subdomain !== 'www' && path.length < 200)
  );
}

function percentDecoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function numericAddress(host: string): string {
  const value = Number(host);
  if (!(value <= 0xffffffff)) return host;
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

function brandInPath(path: string): Brand | undefined {
  const words = path.split(/[^a-z0-9]+/, 24);
  return BRANDS.find((brand) => !brand.word && brand.label.length >= 5 && words.includes(brand.label));
}

// Paths that are made for one receiver of a mass message: "/8xGFWJD", "/r/Uz39q".
const DRAWN_PATH = /^\/(?:[a-z0-9]{1,2}\/)?[A-Za-z0-9]{4,14}\/?$/;

/**
 * Counts changes between small letters, capitals and digits within words, except for an initial capital and final
 * digits.
 */
export function turns(path: string): number {
  return path.match(/[a-z][A-Z]|[A-Z]{2}[a-z]|\d[A-Za-z]|[a-z]\d+[A-Za-z]/g)?.length ?? 0;
}

// True for a label that looks generated: it has several changes between letters and digits, several digits between
// letters, no vowels, or many consonants together.
function looksRandom(label: string): boolean {
  if (label.length < 5 || label.startsWith('xn--')) return false;
  const changes = label.match(/[a-z][0-9]|[0-9][a-z]/g)?.length ?? 0;
  if (changes >= 3) return true;
  return /[a-z]\d{2,}[a-z]|[bcdfghjklmnpqrstvwxz]{6}|^[b-df-hj-np-tv-z]{6,8}$/.test(label);
}
