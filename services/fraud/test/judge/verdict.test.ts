import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ContentError, INDICATORS, judge, loadModels, type Models } from '../../src/judge/index.js';
import { isCritical, severityOf } from '../../src/judge/severity.js';
import { generate } from '../../train/generator/index.js';
import { FAR_FRAUDULENT, FAR_LEGITIMATE } from './far-messages.js';
import { FRAUDULENT_MAILS, LEGITIMATE_MAILS } from './modern-mails.js';
import {
  TRADES_FRAUDULENT,
  TRADES_FRAUDULENT_MAILS,
  TRADES_LEGITIMATE,
  TRADES_LEGITIMATE_MAILS,
} from './trade-messages.js';

let models: Models;
beforeAll(async () => {
  models = await loadModels();
});
const sms = (content: string) => judge({ dataType: 'sms', content }, models);

test('messages of many countries and scripts: most frauds are caught, and few other messages are flagged', async () => {
  const caught = await Promise.all(FAR_FRAUDULENT.map(sms));
  const flagged = await Promise.all(FAR_LEGITIMATE.map(sms));
  expect(caught.filter(({ isFraud }) => isFraud).length / caught.length).toBeGreaterThanOrEqual(0.9);
  expect(flagged.filter(({ isFraud }) => isFraud).length / flagged.length).toBeLessThanOrEqual(0.03);
});

test('messages of railways, suppliers, surgeries, operators and managers: hardly any is misjudged', async () => {
  const judged = async (type: 'sms' | 'email', list: readonly string[]) =>
    (await Promise.all(list.map((content) => judge({ dataType: type, content }, models)))).filter(
      ({ isFraud }) => isFraud,
    ).length;
  expect(await judged('sms', TRADES_FRAUDULENT)).toBeGreaterThanOrEqual(TRADES_FRAUDULENT.length - 2);
  expect(await judged('sms', TRADES_LEGITIMATE)).toBeLessThanOrEqual(2);
  expect(await judged('email', TRADES_FRAUDULENT_MAILS)).toBe(TRADES_FRAUDULENT_MAILS.length);
  expect(await judged('email', TRADES_LEGITIMATE_MAILS)).toBe(0);
});

test('mails written by hand: nearly all frauds are caught, and hardly any other mail is flagged', async () => {
  const judged = (list: readonly string[]) =>
    Promise.all(list.map((content) => judge({ dataType: 'email', content }, models)));
  const caught = (await judged(FRAUDULENT_MAILS)).filter(({ isFraud }) => isFraud).length;
  const flagged = (await judged(LEGITIMATE_MAILS)).filter(({ isFraud }) => isFraud).length;
  expect(caught).toBeGreaterThanOrEqual(FRAUDULENT_MAILS.length - 1);
  expect(flagged).toBeLessThanOrEqual(1);
});

test('every verdict follows the contract: codes of the catalogue, four decimals, spans within the content', async () => {
  const codes = new Set(INDICATORS.map(({ code }) => code));
  expect(codes.size).toBe(INDICATORS.length);
  for (const type of ['sms', 'email'] as const) {
    for (const { content } of generate(type, 120, 41)) {
      const verdict = await judge({ dataType: type, content }, models);
      expect(Math.round(verdict.confidenceScore * 10_000) / 10_000).toBe(verdict.confidenceScore);
      expect(verdict.isFraud).toBe(verdict.confidenceScore >= models[type].threshold);
      if (verdict.isFraud) expect(verdict.indicators.length).toBeGreaterThan(0);
      expect(verdict.indicators.length).toBeLessThanOrEqual(20);
      for (const { code, spans } of verdict.indicators) {
        expect(codes).toContain(code);
        for (const [start, end] of spans) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(content.length);
        }
      }
      expect(
        verdict.explanation.split(/\.(?:\s|$)/).filter((part) => part !== '').length,
      ).toBeLessThanOrEqual(4);
      expect(verdict.explanation).not.toMatch(/https?:/);
    }
  }
});

test('if no rule explains a suspicion, the explanation names the three words with the largest weights', async () => {
  const wary = { ...models, sms: { ...models.sms, threshold: 0 } };
  const content = 'ringtone prizes stay cool tomorrow evening';
  const { indicators, explanation } = await judge({ dataType: 'sms', content }, wary);
  expect(indicators.map(({ code }) => code)).toEqual(['model.content']);
  const named = [...explanation.matchAll(/"([^"]+)"/g)].map(([, word]) => word as string);
  expect(named).toHaveLength(3);
  for (const word of named) expect(content.split(' ')).toContain(word);
});

test.each([
  ['Hi Mum, I lost my phone, this is my new number. Text me on whatsapp please', 'Do not answer;'],
  ['Mum, I lost my phone. Call me on +44 7700 900123 please', 'Do not call its number or answer;'],
  ['HMRC: claim your tax refund now at hmrc-refund.top/claim', 'Do not follow its link or answer;'],
])('advice names only what the message contains: %s', async (content, advice) => {
  const wary = { ...models, sms: { ...models.sms, threshold: 0 } };
  const { explanation } = await judge({ dataType: 'sms', content }, wary);
  expect(explanation).toContain(`${advice} use an address or number you know.`);
});

test('an explanation does not quote long parts of the checked message, or addresses that could be opened', async () => {
  const long = 'x'.repeat(61);
  const content = `${FAR_FRAUDULENT[0]} ${long} https://example.com/${long} ${long}@example.com`;
  for (const wary of [models, { ...models, sms: { ...models.sms, threshold: 0 } }]) {
    const { explanation } = await judge({ dataType: 'sms', content }, wary);
    expect(explanation).not.toMatch(/x{20}|https?:|example\.com/);
  }
});

test('the same content gives the same verdict', async () => {
  for (const content of FAR_FRAUDULENT.slice(0, 5)) expect(await sms(content)).toEqual(await sms(content));
});

test('a higher score never has a lower severity', () => {
  const order = ['low', 'medium', 'high', 'critical'];
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.boolean(),
      (a, b, threshold, critical) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        expect(order.indexOf(severityOf(high, threshold, critical))).toBeGreaterThanOrEqual(
          order.indexOf(severityOf(low, threshold, critical)),
        );
      },
    ),
  );
});

test.each([
  [['email.dangerous_attachment'], true],
  [['email.lookalike_domain', 'email.credential_form'], true],
  [['text.url_lookalike', 'text.credential_request'], true],
  [['email.lookalike_domain', 'text.credential_request'], true],
  [['text.url_lookalike', 'email.credential_form'], true],
  [['text.advance_fee', 'pii.card_number'], true],
  [['text.advance_fee', 'pii.iban'], true],
  [['text.url_lookalike', 'text.urgency', 'text.threat'], false],
  [['text.credential_request', 'email.credential_form'], false],
  [['text.advance_fee', 'pii.national_id'], false],
  [['pii.card_number', 'pii.iban'], false],
])('%j is of the critical class: %s', (codes, expected) => {
  const found = codes.map((code) => INDICATORS.find((indicator) => indicator.code === code)!);
  expect(isCritical(found)).toBe(expected);
});

test('the severity changes at the defined scores', () => {
  expect([0, 0.29, 0.3, 0.59, 0.6, 0.79, 0.8, 1].map((score) => severityOf(score, 0.6, false))).toEqual([
    'low',
    'low',
    'medium',
    'medium',
    'high',
    'high',
    'critical',
    'critical',
  ]);
  expect(severityOf(0.6, 0.6, true)).toBe('critical');
  expect(severityOf(0.59, 0.6, true)).toBe('medium');
});

test('an attached program raises the score to at least 0.9', async () => {
  const content =
    'From: a@example.com\r\nTo: b@example.com\r\nSubject: Re: notes\r\nDate: Mon, 4 Mar 2024 10:00:00 +0000\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe notes.\r\n--b\r\nContent-Type: application/octet-stream; name=notes.exe\r\nContent-Disposition: attachment; filename=notes.exe\r\nContent-Transfer-Encoding: base64\r\n\r\nTVo=\r\n--b--\r\n';
  const verdict = await judge({ dataType: 'email', content }, models);
  expect(verdict.confidenceScore).toBeGreaterThanOrEqual(0.9);
  expect(verdict.indicators[0]?.code).toBe('email.dangerous_attachment');
});

test('content that cannot be judged is refused', async () => {
  await expect(sms('  \n')).rejects.toThrow(ContentError);
  await expect(judge({ dataType: 'phone', content: 'no number' }, models)).rejects.toThrow(ContentError);
  await expect(judge({ dataType: 'email', content: '\x01\x02\x03\x04'.repeat(100) }, models)).rejects.toThrow(
    ContentError,
  );
});

test('a phone verdict is the sum of the published weights', async () => {
  const verdict = await judge({ dataType: 'phone', content: '+44 9098 790123' }, models);
  expect(verdict).toMatchObject({
    isFraud: true,
    confidenceScore: 0.6,
    indicators: [{ code: 'phone.premium_rate', spans: [[0, 15]] }],
  });
  expect(await judge({ dataType: 'phone', content: '+44 20 7946 0018' }, models)).toMatchObject({
    isFraud: false,
    confidenceScore: 0,
    severity: 'low',
    indicators: [],
  });
});

test('any text gets a verdict', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (content) => {
      await sms(`x${content}`);
    }),
  );
});
