const listed = (text: string) => text.trim().split(/,\s+/);

/**
 * Firms that are also known as shops and brands, so their names alone do not count: "is Netflix worth it" is not about
 * shares.
 */
const FIRMS = listed(`
  apple, microsoft, amazon, alphabet, google, meta, facebook, tesla, nvidia, netflix, intel, amd, palantir,
  gamestop, coinbase, berkshire hathaway, exxon, pfizer, boeing, disney, alibaba, tencent, samsung, toyota,
  volkswagen, siemens, nestle, novo nordisk, lvmh, asml, shell, unilever, reliance, infosys, softbank,
  rivian, micron, broadcom`);

/** Coins, indices and tickers. The list is not complete; `TICKER` matches other tickers by their form. */
const PRODUCTS = listed(`
  bitcoin, btc, ethereum, ether, eth, solana, dogecoin, doge, ripple, xrp, cardano, litecoin, shiba inu,
  tether, usdt, binance coin, bnb, polkadot, avalanche coin, voo, vti, vwce, spy, qqq, tsla, aapl, nvda,
  amzn, msft, goog, googl, gme, amc, arkk, s&p 500, nasdaq 100, dow jones, msci world, ftse 100, vanguard,
  ishares, blackrock`);

const anyOf = (names: string[]) => names.map((name) => name.replaceAll(' ', '\\s')).join('|');
const word = (source: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'iu');

const FIRM = word(anyOf(FIRMS));
const PRODUCT = word(anyOf(PRODUCTS));
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
  `stocks?|shares?|invest(?:ing|ment)?|portfolio|dividends?|(?:over|under)valued|bull(?:ish)?|bear(?:ish)?|calls|puts|(?:buy|sell|short|hold|buying|selling) (?:some |more |any |into )?(?:${anyOf(FIRMS)})`,
);

/** True if the text asks for advice on a particular product. */
export function asksForSecurity(text: string): boolean {
  if (!ASKS_ADVICE.test(text)) return false;
  return PRODUCT.test(text) || namesTicker(text) || (FIRM.test(text) && MEANS_SHARES.test(text));
}
