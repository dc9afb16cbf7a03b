import { readText } from '../../src/text/reading.js';
import { namedInText, ownName, telltales } from '../../src/text/sender-names.js';
import { testFacts } from './facts.js';

testFacts(
  (name, text) => {
    const reading = readText(text);
    const link = reading.links[0]!;
    if (name === 'bait') return telltales(link, reading).includes('bait_words');
    const whose = ownName(link, reading) ? 'own' : namedInText(link, reading) ? 'named' : 'strange';
    return [whose, ...[...telltales(link, reading)].sort()];
  },
  `
  link | own | Currys: your order is on its way https://currys.co.uk/track/9x81a
  link | own | AO: your washing machine arrives tomorrow. https://ao.com/t/9k2m1x
  link | own | SIGNAL IDUNA: Ihre Rechnung ist da. http://signal-iduna.de
  link | named | Your Etsy order has shipped: https://etsy.com/o/8Kd2mQ
  link | strange, random_path | See https://example.com/8xGFWJD
  link | strange, bait_words, random_path | Currys: your order is on its way https://currys-track.com/9x81a
  link | named, bait_words, random_path | Tracking: your package is held https://tracking.net/9x81a
  link | named | Prizehub: you won an iPhone! Claim at https://prizehub.com/9x81a
  bait | yes | Netflix: update your card at https://netflix.billing-uk.com/9x81a
`,
);
