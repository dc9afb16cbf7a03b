import { expect, it } from 'vitest';
import { MAX_STRING } from '../../src/base/wire/utf8.js';
import { textOf } from '../../src/tools/text/parse-string.js';

it('a string that is too long for V8 is refused before it is decoded', () => {
  const fail = (message: string): never => {
    throw new RangeError(message);
  };
  // Zeros that nothing has written: the system has only reserved their addresses.
  const bytes = new Uint8Array(MAX_STRING + 1);
  expect(() => textOf(bytes, 0, bytes.length, false, fail)).toThrow(
    'a string of 536870889 bytes is too long to be read as a whole',
  );
});
