/** Positions of a scrollbar, and the positions in the list to which they lead. */
import { describe, expect, it } from 'vitest';
import { ScrollScale } from '../../src/page/rows/scroll-scale.js';

const VIEWPORT = 600;
const HIGH = 5_400_000_000;

describe('a scrollbar', () => {
  it('has the size of the list if the list is not too high', () => {
    const scale = new ScrollScale(7_000_000, VIEWPORT);
    expect(scale.physical).toBe(7_000_000);
    for (const at of [0, 1, 12_345.5, 6_999_400]) {
      expect(scale.toTop(at)).toBe(at);
      expect(scale.toScroll(at)).toBe(at);
    }
  });

  it('reaches both ends of a list of four gigabytes, pixel by pixel', () => {
    const scale = new ScrollScale(HIGH, VIEWPORT);
    expect(scale.physical).toBeLessThan(17_000_000);
    const last = scale.physical - VIEWPORT;
    expect(scale.toTop(0)).toBe(0);
    expect(scale.toTop(500)).toBe(500);
    expect(scale.toTop(last)).toBe(HIGH - VIEWPORT);
    expect(scale.toTop(last - 500)).toBe(HIGH - VIEWPORT - 500);
  });

  it('never moves the list up when it is moved down, and returns to the same position', () => {
    const scale = new ScrollScale(HIGH, VIEWPORT);
    let before = -1;
    for (let scroll = 0; scroll <= scale.physical - VIEWPORT; scroll += 9973) {
      const top = scale.toTop(scroll);
      expect(top).toBeGreaterThan(before);
      expect(scale.toScroll(top)).toBeCloseTo(scroll, 3);
      before = top;
    }
  });

  it('stays within the list', () => {
    const scale = new ScrollScale(HIGH, VIEWPORT);
    expect(scale.toTop(-50)).toBe(0);
    expect(scale.toTop(1e12)).toBe(HIGH - VIEWPORT);
    expect(scale.toScroll(1e12)).toBe(scale.physical - VIEWPORT);
    const short = new ScrollScale(100, VIEWPORT);
    expect(short.maxTop).toBe(0);
    expect(short.toTop(40)).toBe(0);
  });
});
