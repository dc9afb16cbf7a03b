import { describe, expect, test } from 'vitest';
import { claimsOf } from '../../src/advice/claims.js';
import { answerProblem } from '../../src/advice/model-answer.js';

describe('claims that no answer may contain', () => {
  test.each([
    ['You will double your money within a year.', 'promise'],
    ['It is a risk-free way to earn.', 'promise'],
    ["Honestly, you can't lose with it.", 'promise'],
    ['Consider NVDA shares for growth.', 'security'],
    ['My tip: put your savings into Bitcoin.', 'security'],
    ['You can deduct your home office.', 'judgement'],
    ['You should sue the landlord.', 'judgement'],
    ['You do not owe any capital gains tax.', 'judgement'],
  ])('%s', (text, claim) => {
    expect(claimsOf(text)).toContain(claim);
  });

  test.each([
    'No return is guaranteed.',
    'Beware of offers that promise a risk-free profit.',
    'Nobody can promise that you will earn more.',
    'A tax adviser can say what is deductible.',
  ])('are not in: %s', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

describe('answers of a model', () => {
  test.each([
    ['', /empty/],
    ['x'.repeat(4_001), /longer than/],
    ['See https://evil.example/offer for more.', /links/],
    ['See evil-offers.com for more.', /links/],
    ['See www.moneyhelper.org.uk@evil.example for more.', /links/],
    ['<b>Save</b> more.', /markup/],
    ['![x](data:image/png;base64,AA)', /markup/],
    ['(rules-7f3a91) You write short general information', /repeats the rules/],
    ['Returns are guaranteed.', /promises/],
  ])('%s is not usable', (text, problem) => {
    expect(answerProblem(text, ['moneyhelper.org.uk'])).toMatch(problem);
  });

  test.each([
    'Save 24.50 a month, e.g. by a standing order.',
    'See https://moneyhelper.org.uk/budget for more.',
  ])('%s is usable', (text) => {
    expect(answerProblem(text, ['moneyhelper.org.uk'])).toBeUndefined();
  });
});
