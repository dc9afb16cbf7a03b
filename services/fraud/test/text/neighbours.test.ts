import { expect, test } from 'vitest';
import type { Concept } from '../../src/text/lexicon/index.js';
import { notMeantAt, Setting } from '../../src/text/neighbours.js';
import { readText } from '../../src/text/reading.js';
import { testFacts } from './facts.js';

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

testFacts(
  (name, text) => {
    if (name !== 'not meant') return readText(text).concepts.has(name as Concept);
    const tokens = text.split(' ').map((word) => ({ text: word, clause: 0 }));
    return notMeantAt(tokens, 0, new Setting(tokens));
  },
  `
  not meant | parcel | paket internet
  not meant | – | paket anda ditahan
  not meant | chat | la banque vous attend dans les locaux
  not meant | – | la see you there
  not meant | chat | im park ist das ein fest
  not meant | – | im in the park
  suspended | no | freeze your card in the app
  free | no | when are you free on Sunday
  free | yes | a free gift
  crypto | no | your digital token is active
  crypto | no | your token 4471-2290-1183
  notice | no | can't talk, I'm in a meeting
  notice | yes | reminder of your meeting
  claim | no | Your Aldi order is ready to collect
  claim | yes | Your prize is ready to collect
  call | no | I'll call you later
  call | yes | call us now
  parcel | no | Le dépôt de garantie
  parcel | yes | Your parcel is at our depot
  urgent | no | Das eilt nicht
  urgent | yes | Das eilt sehr
  favour | no | Ya está disponible en tu cuenta
  favour | no | Are you free for an interview on Monday
  favour | yes | Are you free right now
  reply | no | will text you
  reply | yes | SMS me
  reply | no | Do not reply
  reply | yes | You need to reply
  reply | yes | Do not wait, reply
  warning | no | Bonjour, service fraude de votre banque
  warning | yes | Attention, fraude
  login | no | Sie können ihn bei Ihrer nächsten Anmeldung lesen
  login | no | You can read it next time you log in
  login | yes | Log in now to read it
`,
);
