/** Refused command lines of `npm run fuzz`; `process.test.ts` runs one. */
import { expect, it } from 'vitest';
import { parsed, UsageError, wishesOf } from '../../fuzz/wishes.js';

it.each([
  [[], 'which target?'],
  [['nothing-of-the-name'], 'no target nothing-of-the-name'],
  [['container', '--time', 'long'], '--time is a time'],
  [['container', '--runs', '0'], '--runs is a whole number'],
  [['container', '--seed', '1e3'], '--seed is a whole number'],
  [['container', '--input', 'no-such-file'], 'no-such-file'],
  [['all', '--input', 'package.json'], '--input is for one target'],
  [['container', '--wrong'], '--wrong'],
])('%j is refused', (args, message) => {
  const wishes = () => {
    const { values, positionals } = parsed(args);
    return wishesOf(values, positionals);
  };
  expect(wishes).toThrow(UsageError);
  expect(wishes).toThrow(message);
});
