import { expect, test } from 'vitest';
import { notMeantAt, Setting } from '../../src/text/neighbours.js';
import { readText } from '../../src/text/reading.js';

test('facts about the whole text are computed once per text, however often they are needed', () => {
  let reads = 0;
  const word = {
    clause: 0,
    get text() {
      reads++;
      return 'paket';
    },
  };
  const tokens = Array.from({ length: 2000 }, () => word);
  const setting = new Setting(tokens);
  for (let at = 0; at < tokens.length; at++) expect(notMeantAt(tokens, at, setting)).toBeUndefined();
  expect(reads).toBeLessThan(20 * tokens.length);
});

test.each([
  ['paket internet', 'parcel'],
  ['paket anda kuota', 'parcel'],
  ['paket anda ditahan', undefined],
  ['la banque vous attend dans les locaux', 'chat'],
  ['la see you there', undefined],
  ['im park ist das ein fest', 'chat'],
  ['im in the park', undefined],
])('%s: %s is not meant', (text, expected) => {
  const tokens = text.split(' ').map((word) => ({ text: word, clause: 0 }));
  expect(notMeantAt(tokens, 0, new Setting(tokens))).toBe(expected);
});

test.each([
  ['freeze your card in the app', 'suspended', false],
  ['Bloquéala en la app', 'suspended', false],
  ['we will block your card', 'suspended', true],
  ['your card is blocked', 'suspended', true],
  ['when are you free on Sunday', 'free', false],
  ['a free gift', 'free', true],
  ['your digital token is active', 'crypto', false],
  ['claim your tokens', 'crypto', true],
  ['your token 4471-2290-1183', 'crypto', false],
  ["can't talk, I'm in a meeting", 'notice', false],
  ['reminder of your meeting', 'notice', true],
  ['Your Aldi order is ready to collect', 'claim', false],
  ['Your prize is ready to collect', 'claim', true],
  ["I'll call you later", 'call', false],
  ['call us now', 'call', true],
  ['Le dépôt de garantie', 'parcel', false],
  ['Your parcel is at our depot', 'parcel', true],
  ['Das eilt nicht', 'urgent', false],
  ['Das eilt sehr', 'urgent', true],
  ['Ce n’est pas urgent', 'urgent', false],
  ['will text you', 'reply', false],
  ['Ya está disponible en tu cuenta', 'favour', false],
  ['ne demande rien par SMS', 'reply', false],
  ['SMS me', 'reply', true],
  ['Do not reply', 'reply', false],
  ['No need to reply', 'reply', false],
  ["Please don't respond to this text", 'reply', false],
  ['Bitte nicht antworten', 'reply', false],
  ['You need to reply', 'reply', true],
  ['Do not wait, reply', 'reply', true],
  ['Are you free for an interview on Monday', 'favour', false],
  ['Are you free right now', 'favour', true],
] as const)('%s: %s is meant, %s', (text, concept, expected) => {
  expect(readText(text).concepts.has(concept)).toBe(expected);
});

test('a text that claims to be from an anti-fraud office is not a warning', () => {
  expect(readText('Bonjour, service fraude de votre banque').concepts.has('warning')).toBe(false);
  expect(readText('Attention, fraude').concepts.has('warning')).toBe(true);
});

test.each([
  ['Sie können ihn bei Ihrer nächsten Anmeldung lesen', false],
  ['You can read it next time you log in', false],
  ['It is shown at your next sign in', false],
  ['Vous le lirez lors de votre prochaine connexion', false],
  ['Log in now to read it', true],
  ['Bestätigen Sie Ihre Anmeldung', true],
])('%s: asks to log in: %s', (text, expected) => {
  expect(readText(text).concepts.has('login')).toBe(expected);
});
