import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';
import { logOdds } from '../../src/judge/decision.js';
import { judge, loadModels } from '../../src/judge/index.js';
import { generate } from '../../train/generator/index.js';

const models = await loadModels();

const LURE = `From: Kim <kim@supplier-invoices.example>
To: ann@example.org
Subject: Changed bank details
Content-Type: text/plain

Dear Ann, our bank details have changed. Please pay invoice 2291 of 18,450 EUR to the new account
DE89 3704 0044 0532 0130 00 today, the old account is closed. Keep this confidential until the audit is over.
`;
const THREAD = `
On Mon, 2 Sep 2024 at 10:11, Ann <ann@example.org> wrote:
${Array.from({ length: 12 }, () => '> The minutes of the meeting are in the folder, and the rooms are booked until noon.').join('\n')}
`;
const PADDING =
  'My cousin is moving to a smaller flat with a view over the harbour and we had tea on the balcony. ';

test.each([
  ['a quoted thread', LURE + THREAD],
  ['a hundred honest words', `${LURE}\n${PADDING.repeat(5)}`],
  ['five hundred honest words', `${LURE}\n${PADDING.repeat(25)}`],
])('a lure above %s has the same decision as the lure alone', async (_, content) => {
  const bare = await judge({ dataType: 'email', content: LURE }, models);
  const beside = await judge({ dataType: 'email', content }, models);
  expect(bare.decision).not.toBe('allow');
  expect(beside.decision).toBe(bare.decision);
});

test('reasons add up to the log odds of the score', async () => {
  const inputs = [
    ...generate('sms', 60, 5).map(({ content }) => ({ dataType: 'sms' as const, content })),
    ...generate('email', 20, 5).map(({ content }) => ({ dataType: 'email' as const, content })),
    { dataType: 'phone' as const, content: '+44 70 1234 5678 said my account was hacked, wanted AnyDesk' },
  ];
  for (const input of inputs) {
    const { reasons, confidenceScore } = await judge(input, models);
    const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
    for (const { evidence } of reasons) expect(evidence).toMatch(/\w+ \w+/);
    expect(sum).toBeCloseTo(logOdds(confidenceScore), 2);
  }
});

test('decisions follow the score, and explanations call a message fraud only from the threshold on', async () => {
  for (const { content } of generate('sms', 80, 9)) {
    const { decision, isFraud, confidenceScore, explanation } = await judge(
      { dataType: 'sms', content },
      models,
    );
    expect(decision === 'block').toBe(isFraud);
    if (!isFraud && confidenceScore >= models.sms.threshold / 2) expect(decision).toBe('review');
    if (isFraud) expect(explanation).toMatch(/fraud/);
    else expect(explanation).not.toMatch(/is (?:very likely|probably) fraud/);
  }
});

test.each(
  rows<[string, 'phone' | 'sms', string]>(`
  block | phone | +1 202 555 0147 he said he was from Microsoft, my computer had a virus and he wanted me to install AnyDesk
  block | phone | +44 20 7946 0018 she said my grandson was arrested and a courier would come for the bail money
  block | phone | +49 30 901820 Anrufer war angeblich von der Polizei, ich soll Bargeld und Schmuck einem Boten geben
  block | phone | +33 1 70 18 99 00 il disait être conseiller de ma banque, fraude sur le compte, il voulait le code reçu par SMS
  allow | phone | +1 202 555 0147 my bank called to say that my new card is ready at the branch
  allow | phone | 0800 123 4567 garden centre
  allow | phone | 090-7712-8841 ヤマトの配達の人
  allow | sms | Sparkasse Musterstadt: Unsere Filialen bleiben am 24.12. geschlossen. www.sparkasse-musterstadt.de
  block | sms | Sparkasse: Ihr Konto ist gesperrt. Bitte bestätigen Sie Ihre Daten: www.sparkasse-kundenservice.de
`),
)('%s: %s of %s', async (decision, dataType, content) => {
  expect((await judge({ dataType, content }, models)).decision).toBe(decision);
});
