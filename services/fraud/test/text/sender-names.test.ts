import { expect, test } from 'vitest';
import { readText } from '../../src/text/reading.js';
import { namedInText, ownName, telltales } from '../../src/text/sender-names.js';

test.each([
  ['Currys: your order is on its way https://currys.co.uk/track/9x81a', 'own', []],
  ['AO: your washing machine arrives tomorrow. https://ao.com/t/9k2m1x', 'own', []],
  ['SIGNAL IDUNA: Ihre Rechnung ist da. http://signal-iduna.de', 'own', []],
  ['Your Etsy order has shipped: https://etsy.com/o/8Kd2mQ', 'named', []],
  ['See https://example.com/8xGFWJD', undefined, ['random_path']],
  [
    'Currys: your order is on its way https://currys-track.com/9x81a',
    undefined,
    ['bait_words', 'random_path'],
  ],
  ['Tracking: your package is held https://tracking.net/9x81a', 'named', ['bait_words', 'random_path']],
  ['Prizehub: you won an iPhone! Claim at https://prizehub.com/9x81a', 'named', []],
  ['Netflix: update your card at https://netflix.billing-uk.com/9x81a', undefined, undefined],
])('%s', (text, whose, traits) => {
  const reading = readText(text);
  const [link] = reading.links;
  if (!link) throw new Error('The text has no link.');
  expect(ownName(link, reading) ? 'own' : namedInText(link, reading) ? 'named' : undefined).toBe(whose);
  if (traits) expect([...telltales(link, reading)].sort()).toEqual(traits);
  else expect(telltales(link, reading)).toContain('bait_words');
});
