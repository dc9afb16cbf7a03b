/**
 * Names that stand for a product one can buy: the largest listed firms, cryptocurrencies, index trackers. A list can
 * never be complete; the shapes below catch tickers that are not in it.
 */
const NAMES = [
  ...['apple', 'microsoft', 'amazon', 'alphabet', 'google', 'meta', 'facebook', 'tesla', 'nvidia', 'netflix'],
  ...['intel', 'amd', 'palantir', 'gamestop', 'coinbase', 'berkshire hathaway', 'exxon', 'pfizer', 'boeing'],
  ...['disney', 'alibaba', 'tencent', 'samsung', 'toyota', 'volkswagen', 'siemens', 'nestle', 'novo nordisk'],
  ...['lvmh', 'asml', 'shell', 'unilever', 'reliance', 'infosys', 'softbank', 'rivian', 'micron', 'broadcom'],
  ...['bitcoin', 'btc', 'ethereum', 'ether', 'eth', 'solana', 'dogecoin', 'doge', 'ripple', 'xrp', 'cardano'],
  ...['litecoin', 'shiba inu', 'tether', 'usdt', 'binance coin', 'bnb', 'polkadot', 'avalanche coin'],
  ...[
    'voo',
    'vti',
    'vwce',
    'spy',
    'qqq',
    'tsla',
    'aapl',
    'nvda',
    'amzn',
    'msft',
    'goog',
    'googl',
    'gme',
    'amc',
  ],
  ...[
    'arkk',
    's&p 500',
    'nasdaq 100',
    'dow jones',
    'msci world',
    'ftse 100',
    'vanguard',
    'ishares',
    'blackrock',
  ],
];

const escaped = NAMES.map((name) => name.replaceAll(' ', '\\s'));
const NAMED = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'iu');
/** `$ABC`, or capitals beside a word for a share. */
const TICKER =
  /\$[A-Z]{1,5}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[A-Z]{2,5} (?:shares?|stocks?|ETF|coins?|calls?|puts?)(?![\p{L}\p{N}])|(?:shares?|stock|calls?|puts?) (?:of|in|on) [A-Z]{2,5}(?![\p{L}\p{N}])/u;
/** Kinds of funds that capitals also stand for. */
const GENERIC = /^(?:US|UK|EU|ETF|AI|IT|GBP|USD|EUR|IRA|THE|MY)\b/;

/** True when the text names a particular product one can buy. */
export function namesSecurity(text: string): boolean {
  if (NAMED.test(text)) return true;
  const ticker = TICKER.exec(text)?.[0];
  return (
    ticker !== undefined && !GENERIC.test(ticker.replace(/^(?:shares?|stock|calls?|puts?) (?:of|in|on) /, ''))
  );
}
