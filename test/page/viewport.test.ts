/** The visible part of a drawing: conversion from the drawing's coordinates to the picture's, and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centred,
  fitted,
  LEAST_READABLE,
  MAX_SCALE,
  moved,
  toDrawing,
  zoomed,
} from '../../src/page/picture/viewport.js';

const VIEW = { width: 800, height: 600 };
const sizes = fc.record({
  width: fc.integer({ min: 1, max: 200_000 }),
  height: fc.integer({ min: 1, max: 200_000 }),
});
const points = fc.record({
  x: fc.integer({ min: -500, max: 1500 }),
  y: fc.integer({ min: -500, max: 1500 }),
});
const viewports = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  scale: fc.double({ min: 0.05, max: MAX_SCALE, noNaN: true }),
});

describe('a viewport', () => {
  it('shows all of a drawing in the middle, within the limits of scale', () => {
    fc.assert(
      fc.property(sizes, (drawing) => {
        const { scale, x, y } = fitted(drawing, VIEW);
        expect(x + (drawing.width * scale) / 2).toBeCloseTo(VIEW.width / 2, 6);
        expect(y + (drawing.height * scale) / 2).toBeCloseTo(VIEW.height / 2, 6);
        // The smallest scale is for drawings larger than any view.
        if (Math.max(drawing.width, drawing.height) < 25_000) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(y).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('keeps the point under the pointer in place when it zooms', () => {
    fc.assert(
      fc.property(
        viewports,
        points,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (viewport, at, factor) => {
          const closer = zoomed(viewport, at, factor);
          const [before, after] = [toDrawing(viewport, at), toDrawing(closer, at)];
          expect(after.x).toBeCloseTo(before.x, 4);
          expect(after.y).toBeCloseTo(before.y, 4);
          expect(closer.scale).toBeLessThanOrEqual(MAX_SCALE);
          expect(closer.scale).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('never loses the drawing when it moves', () => {
    fc.assert(
      fc.property(sizes, viewports, points, (drawing, viewport, { x: dx, y: dy }) => {
        const { x, y, scale } = moved(viewport, dx * 100, dy * 100, drawing, VIEW);
        expect(scale).toBe(viewport.scale);
        expect(x).toBeLessThan(VIEW.width);
        expect(y).toBeLessThan(VIEW.height);
        expect(x + drawing.width * scale).toBeGreaterThan(0);
        expect(y + drawing.height * scale).toBeGreaterThan(0);
      }),
    );
  });

  it('moves a point of the drawing to the middle, at a readable size', () => {
    fc.assert(
      fc.property(viewports, points, (viewport, at) => {
        const there = centred(viewport, at, VIEW);
        const middle = toDrawing(there, { x: VIEW.width / 2, y: VIEW.height / 2 });
        expect(middle.x).toBeCloseTo(at.x, 6);
        expect(middle.y).toBeCloseTo(at.y, 6);
        expect(there.scale).toBeGreaterThan(LEAST_READABLE);
      }),
    );
  });
});
