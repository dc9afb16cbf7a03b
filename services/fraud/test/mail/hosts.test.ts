import { expect, test } from 'vitest';
import { isFreeMail } from '../../src/mail/hosts.js';

test.each([
  ['gmail.com', true],
  ['wp.pl', true],
  ['yahoo.es', true],
  ['yahoo.com.mx', true],
  ['hotmail.co.uk', true],
  ['outlook.com.br', true],
  ['yahoo-support.es', false],
  ['mail.yahoo.example', false],
  ['outlook.cloud', false],
  ['example.com', false],
])('anyone can get an address of %s within a minute: %s', (domain, expected) => {
  expect(isFreeMail(domain)).toBe(expected);
});
