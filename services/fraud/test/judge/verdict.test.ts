import { rows } from '@services/kit/testing';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ContentError, INDICATORS, judge, loadModels, type Models } from '../../src/judge/index.js';
import { isCritical, severityOf } from '../../src/judge/severity.js';
import { generate } from '../../train/generator/index.js';

let models: Models;
beforeAll(async () => {
  models = await loadModels();
});
const sms = (content: string) => judge({ dataType: 'sms', content }, models);

/** Shows that the words of several scripts and languages are known, but not how well such messages are judged. */
test.each(
  rows<[string, string]>(`
  BCR: Contul dvs George a fost restrictionat. Reactivati accesul acum: https://bcr-george.net-auth.info | BCR: Plata 54,20 RON la LIDL cu cardul *1234. Sold 1.204,10 RON
  Sayın müşterimiz, HGS cezanız 89,50 TL ödenmemiştir. İcra işlemi başlamadan ödeyiniz: hgs-odeme.com-tr.net | Yapı Kredi: Hesap özetiniz hazır.
  BIDV: Tai khoan Smart Banking cua quy khach se ngung hoat dong vao ngay mai do chua cap nhat sinh trac hoc. Cap nhat tai: bidv-smart.top | Con ve toi noi roi me nhe, toi nay con goi
  Госуслуги: начислена выплата 10 000 руб., подтвердите заявку: gosuslugi-vyplata.site | Мама, мы доехали
  البريد السعودي: لم نتمكن من توصيل شحنتك، يرجى دفع رسوم 9.50 ريال: https://splonline-sa.top | أهلا، وصلت المطار
  【菜鸟驿站】您的包裹因地址不详无法派送，请点击 t.cn/a6xQzz 补充地址信息，逾期退回 | 晚上一起吃火锅吗？
  国税庁からのお知らせ：未払いの所得税があります。本日中にお支払いください https://nta-go.jp-pay.cyou | 明日の会議、10時からです
`),
)('%s is more suspicious than %s', async (fraudulent, legitimate) => {
  expect((await sms(fraudulent)).decision).not.toBe('allow');
  expect((await sms(legitimate)).decision).toBe('allow');
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
        for (const [start, end] of spans) expect([start < end, end <= content.length]).toEqual([true, true]);
      }
      const sentences = verdict.explanation.split(/\.(?:\s|$)/).filter((part) => part !== '');
      expect(sentences.length).toBeLessThanOrEqual(4);
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
  const content = `Your account is blocked, verify it at kbank-secure.top ${long} https://example.com/${long} ${long}@example.com`;
  for (const wary of [models, { ...models, sms: { ...models.sms, threshold: 0 } }]) {
    const { explanation } = await judge({ dataType: 'sms', content }, wary);
    expect(explanation).not.toMatch(/x{20}|https?:|example\.com/);
  }
});

test('a higher score never has a lower severity', () => {
  const order = ['low', 'medium', 'high', 'critical'];
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      part,
      part,
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.boolean(),
      (a, b, threshold, critical) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const rank = (score: number) => order.indexOf(severityOf(score, threshold, critical));
        expect(rank(high)).toBeGreaterThanOrEqual(rank(low));
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
  const found = [0, 0.29, 0.3, 0.59, 0.6, 0.79, 0.8, 1].map((score) => severityOf(score, 0.6, false));
  expect(found.join(' ')).toBe('low low medium medium high high critical critical');
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
  const controls = '\x01\x02\x03\x04'.repeat(100);
  await expect(judge({ dataType: 'email', content: controls }, models)).rejects.toThrow(ContentError);
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
