import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  levelSettings,
  listed,
  milliseconds,
  oneRelease,
  releaseChoice,
  releaseRemarks,
  wholeNumberOption,
} from '../../src/cli/option-values.js';

describe('releases', () => {
  it('are listed in their order, each once, with a remark on each release that is later than all known ones', () => {
    const { releases, remarks } = releaseChoice('4.23.0, 99.1,4.20', releaseChoice('4.20.0,99.0'));
    expect(releases).toEqual([...new Set(releases)]);
    expect(releases).toEqual(expect.arrayContaining(['4.20.0', '4.20.1', '4.23.0']));
    expect(releases.indexOf('4.20.0')).toBeLessThan(releases.indexOf('4.23.0'));
    expect(remarks.map((remark) => /^release (\S+) is not known yet/.exec(remark)?.[1])).toEqual([
      '99.0',
      '99.1',
    ]);
  });

  it('have the remarks of both options, each once', () => {
    const [first, second] = [releaseChoice('99.0'), releaseChoice('99.0,99.1')];
    expect([...releaseRemarks({ runtime: first, target: second })]).toEqual([...second.remarks]);
    expect([...releaseRemarks({ target: first })]).toEqual([...first.remarks]);
    expect(releaseRemarks({}).size).toBe(0);
  });

  it('are refused if none is given, or more than the option allows', () => {
    for (const text of ['', ' , ', '4.99.99', 'new', '4.20.0,x']) {
      expect(() => releaseChoice(text)).toThrow(InvalidArgumentError);
    }
    expect(oneRelease('4.20.0')).toBe('4.20.0');
    expect(() => oneRelease('4.20-4.21')).toThrow(/It takes one release, not 4\.20/);
  });
});

it('whole numbers have limits, and consist of digits only', () => {
  const parse = wholeNumberOption(2, 10);
  expect(['2', '10', '05'].map(parse)).toEqual([2, 10, 5]);
  for (const text of ['1', '11', '-5', '5.0', '0x5', ' 5', '', 'five'])
    expect(() => parse(text)).toThrow('2 to 10');
});

it('lists are separated by commas, except in braces', () => {
  expect(listed(' a, b ,,{c,d}.hef', ['z'])).toEqual(['z', 'a', 'b', '{c,d}.hef']);
  expect(listed(' , ')).toEqual([]);
});

it('the last equals sign separates a code from its level', () => {
  expect(levelSettings('a=off, b = error', [['z', 'info']])).toEqual([
    ['z', 'info'],
    ['a', 'off'],
    ['b', 'error'],
  ]);
  for (const text of ['a', '=off', 'a=loud', 'a=off,b'])
    expect(() => levelSettings(text, [])).toThrow('code=level');
});

it('times have a unit', () => {
  expect(['500ms', '60s', '1.5m', '2h'].map(milliseconds)).toEqual([500, 60_000, 90_000, 7_200_000]);
  for (const text of ['', '5', 's', '-1s', '5 days']) expect(() => milliseconds(text)).toThrow('such as 60s');
});
