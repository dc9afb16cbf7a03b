import { describe, expect, it } from 'vitest';
import {
  compareReleases,
  LATEST_RELEASE,
  PUBLISHED_RELEASES,
  releaseSpans,
  selectReleases,
} from '../../src/base/diagnostics/releases.js';

describe('published releases', () => {
  it('are in order, the latest last', () => {
    expect([...PUBLISHED_RELEASES].sort(compareReleases)).toEqual(PUBLISHED_RELEASES);
    expect(PUBLISHED_RELEASES.at(-1)).toBe(LATEST_RELEASE);
  });

  it.each([
    ['4.20.0', ['4.20.0']],
    ['v4.20.1', ['4.20.1']],
    ['4.20', ['4.20.0', '4.20.1']],
    ['5.0', ['5.0.0', '5.0.1', '5.0.2']],
    ['5', ['5.0.0', '5.0.1', '5.0.2', '5.1.0', '5.1.1', '5.2.0']],
    ['latest', ['5.2.0']],
    ['all', PUBLISHED_RELEASES],
    ['4.18-4.20', ['4.18.0', '4.19.0', '4.20.0', '4.20.1']],
    ['4.18.0 - 4.19', ['4.18.0', '4.19.0']],
    ['4.9..4.17', ['4.17.0', '4.17.1']],
    ['5.1-latest', ['5.1.0', '5.1.1', '5.2.0']],
    ['5.1-9', ['5.1.0', '5.1.1', '5.2.0']],
  ])('%s selects releases', (text, releases) => {
    expect(selectReleases(text)).toEqual({ releases });
  });

  it.each(['5.2.1', '5.3', '6'])('%s, which is later than all, stands for the latest', (text) => {
    const remark = `release ${text} is not known yet: it is judged as 5.2.0, the latest known one`;
    expect(selectReleases(text)).toEqual({ releases: ['5.2.0'], remark });
  });

  it.each([
    ['4.23.1', '4.23.0, 5.0.0'],
    ['4.12', '4.8.0, 4.17.0'],
    ['3', '4.8.0'],
  ])('%s is refused with the nearest ones', (text, nearest) => {
    const problem = `release ${text} is not known; nearest: ${nearest}`;
    expect(selectReleases(text)).toEqual({ problem });
  });

  it.each(['', 'newest', '4.20-', '4.x', '5.2-4.8'])('%j selects nothing', (text) => {
    expect(selectReleases(text)).toHaveProperty('problem');
  });
});

describe('spans of releases', () => {
  it.each([
    [['4.20.0'], '4.20.0'],
    [['4.20.0', '4.20.1'], '4.20'],
    [['4.20.1', '4.21.0', '4.21.1'], '4.20.1 to 4.21'],
    [['4.20.0', '4.20.1', '4.21.0'], '4.20 to 4.21.0'],
    [['4.20.0', '4.20.1', '4.21.0', '4.21.1'], '4.20 to 4.21'],
    [['4.20.1', '5.2.0'], '4.20.1, 5.2.0'],
  ] as const)('%j', (releases, text) => {
    expect(releaseSpans(releases)).toBe(text);
  });
});
