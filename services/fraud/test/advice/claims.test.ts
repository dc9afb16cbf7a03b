import { describe, expect, test } from 'vitest';
import { claimsOf } from '../../src/advice/claims.js';
import { answerProblem } from '../../src/advice/model-answer.js';
import { testFacts } from '../text/facts.js';

testFacts(
  (_name, text) => claimsOf(text),
  `
  claims | promise | You will double your money within a year.
  claims | promise | It is a risk-free way to earn.
  claims | promise | Honestly, you can't lose with it.
  claims | security | Consider NVDA shares for growth.
  claims | security | My tip: put your savings into Bitcoin.
  claims | judgement | You can deduct your home office.
  claims | judgement | You should sue the landlord.
  claims | judgement | You do not owe any capital gains tax.
  claims | – | No return is guaranteed.
  claims | – | Beware of offers that promise a risk-free profit.
  claims | – | Nobody can promise that you will earn more.
  claims | – | A tax adviser can say what is deductible.
`,
);

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
