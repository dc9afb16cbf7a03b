import { readSections } from './sections.js';

/** Patterns of the names in `securities.txt`. */
const NAMES = new Map(
  readSections('securities.txt').map(([list, lines]) => [
    list,
    lines
      .join(' ')
      .split(/,\s+/)
      .map((name) => name.replaceAll(' ', '\\s'))
      .join('|'),
  ]),
);
const FIRMS = NAMES.get('firms')!;

const word = (source: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'iu');

const FIRM = word(FIRMS);
const PRODUCT = word(NAMES.get('products')!);
/** Matches `$ABC`, and capitals next to a word such as "shares". */
const TICKER =
  /\$[A-Z]{1,5}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[A-Z]{2,5} (?:shares?|stocks?|ETF|coins?|calls?|puts?)(?![\p{L}\p{N}])|(?:shares?|stock|calls?|puts?) (?:of|in|on) [A-Z]{2,5}(?![\p{L}\p{N}])/u;
/** Capitals that may be next to "shares" and are not tickers. */
const GENERIC = /^(?:US|UK|EU|ETF|AI|IT|GBP|USD|EUR|IRA|THE|MY)\b/;

/** True if the text names a particular product to invest in. */
export function namesSecurity(text: string): boolean {
  return FIRM.test(text) || PRODUCT.test(text) || namesTicker(text);
}

function namesTicker(text: string): boolean {
  const ticker = TICKER.exec(text)?.[0];
  return (
    ticker !== undefined && !GENERIC.test(ticker.replace(/^(?:shares?|stock|calls?|puts?) (?:of|in|on) /, ''))
  );
}

const ASKS_ADVICE = word(
  'buy|sell|short|hold|invest|put|go (?:in|up|down)|price|forecast|predict|worth|bull(?:ish)?|bear(?:ish)?|moon|crash|good (?:time|buy|investment)|recommend|opinion on|think (?:of|about)|pick|which|better|dip|all[- ]in|target|(?:over|under)valued|too (?:expensive|late)|cheap|do (?:next|this)|(?:this|next) (?:week|month|year)',
);
const MEANS_SHARES = word(
  `stocks?|shares?|invest(?:ing|ment)?|portfolio|dividends?|(?:over|under)valued|bull(?:ish)?|bear(?:ish)?|calls|puts|(?:buy|sell|short|hold|buying|selling) (?:some |more |any |into )?(?:${FIRMS})`,
);

/** True if the text asks for advice on a particular product. */
export function asksForSecurity(text: string): boolean {
  if (!ASKS_ADVICE.test(text)) return false;
  return PRODUCT.test(text) || namesTicker(text) || (FIRM.test(text) && MEANS_SHARES.test(text));
}
