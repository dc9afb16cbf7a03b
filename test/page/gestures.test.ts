import { describe, expect, it } from 'vitest';
import { type Gestures, PointerReader, zoomFactor } from '../../src/page/picture/gestures.js';

function reader(gestures: Partial<Gestures> = {}) {
  const said: string[] = [];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const all: Gestures = {
    point: (at) => said.push(at === null ? 'nowhere' : `at ${at.x},${at.y}`),
    pick: ({ x, y }) => said.push(`pick ${x},${y}`),
    pan: (dx, dy) => said.push(`pan ${dx},${dy}`),
    zoom: ({ x, y }, factor) => said.push(`zoom ${x},${y} ${round(factor)}`),
    ...gestures,
  };
  const surface = { getBoundingClientRect: () => ({ left: 100, top: 50 }), setPointerCapture: () => {} };
  const at = (x: number, y: number, pointerId = 1) => {
    return { clientX: x + 100, clientY: y + 50, pointerId, button: 0, currentTarget: surface };
  };
  const wheel = (deltaY: number, ctrlKey = false, deltaX = 0) => {
    let isStopped = false;
    const event = {
      ...at(7, 8),
      deltaX,
      deltaY,
      deltaMode: 0,
      ctrlKey,
      preventDefault: () => (isStopped = true),
    };
    return { event, isStopped: () => isStopped };
  };
  return { pointers: new PointerReader(() => all), said, at, wheel };
}

describe('pointers', () => {
  it('point, and pick if they were pressed and did not move', () => {
    const { pointers, said, at } = reader();
    pointers.move(at(5, 6));
    pointers.down(at(5, 6));
    pointers.move(at(6, 7));
    pointers.up(at(6, 7));
    pointers.leave();
    expect(said).toEqual(['at 5,6', 'pick 6,7', 'nowhere']);
  });

  it('pan when they are dragged, and then pick nothing', () => {
    const { pointers, said, at } = reader();
    pointers.down(at(10, 10));
    pointers.move(at(20, 13));
    pointers.move(at(21, 13));
    pointers.up(at(21, 13));
    expect(said).toEqual(['nowhere', 'pan 10,3', 'nowhere', 'pan 1,0']);
  });

  it('zoom with two fingers, around the point between them', () => {
    const { pointers, said, at } = reader();
    pointers.down(at(0, 0, 1));
    pointers.down(at(100, 0, 2));
    pointers.move(at(200, 0, 2));
    expect(said).toEqual(['nowhere', 'zoom 100,0 2', 'pan 50,0']);
    // The distance is measured from the place of the other finger, wherever the picture is.
    pointers.move(at(20, 0, 1));
    expect(said.slice(3)).toEqual(['nowhere', 'zoom 110,0 0.9', 'pan 10,0']);
    pointers.up(at(200, 0, 2));
    pointers.up(at(0, 0, 1));
    expect(said).not.toContain('pick 0,0');
  });

  it('at the same place do not zoom by a factor of zero or without a limit', () => {
    const { pointers, said, at } = reader();
    pointers.down(at(0, 0, 1));
    pointers.down(at(0, 0, 2));
    pointers.move(at(10, 0, 2));
    pointers.move(at(0, 0, 2));
    expect(said.filter((one) => one.startsWith('zoom'))).toEqual([]);
    expect(said.filter((one) => one.startsWith('pan'))).toEqual(['pan 5,0', 'pan -5,0']);
  });

  it('that the browser takes away point nowhere, and neither drag nor pick', () => {
    const { pointers, said, at } = reader();
    pointers.down(at(10, 10));
    pointers.cancel(at(10, 10));
    pointers.up(at(10, 10));
    pointers.move(at(90, 90));
    expect(said).toEqual(['nowhere', 'at 90,90']);
  });

  it('do not leave while they are pressed, and are not lost outside of the picture', () => {
    const { pointers, said, at } = reader();
    const caught: number[] = [];
    const pressed = at(10, 10, 7);
    pressed.currentTarget.setPointerCapture = ((id: number) => caught.push(id)) as never;
    pointers.down(pressed);
    pointers.leave();
    expect([said, caught]).toEqual([[], [7]]);
  });

  it('move four pixels before they drag', () => {
    const { pointers, said, at } = reader();
    pointers.down(at(0, 0));
    pointers.move(at(3, 2));
    expect(said).toEqual([]);
    pointers.move(at(4, 0));
    expect(said).toEqual(['nowhere', 'pan 4,0']);
  });

  it('pick only with the last finger, and only if it was pressed here', () => {
    const { pointers, said, at } = reader();
    pointers.up(at(1, 1));
    pointers.down(at(1, 1, 1));
    pointers.down(at(5, 5, 2));
    pointers.up(at(1, 1, 1));
    pointers.up(at(5, 5, 2));
    expect(said).toEqual([]);
  });

  it('with other buttons do nothing', () => {
    const { pointers, said, at } = reader();
    pointers.down({ ...at(1, 1), button: 2 });
    pointers.up({ ...at(1, 1), button: 2 });
    expect(said).toEqual([]);
  });
});

describe('the wheel', () => {
  it('scrolls the page if no view uses it, except for pinches', () => {
    const { pointers, said, wheel } = reader();
    const plain = wheel(100);
    pointers.wheel(plain.event);
    expect(plain.isStopped()).toBe(false);
    const pinch = wheel(-10, true);
    pointers.wheel(pinch.event);
    expect(pinch.isStopped()).toBe(true);
    expect(said).toEqual(['zoom 7,8 1.08']);
  });

  it('moves a view that uses it', () => {
    const moved: number[] = [];
    const { pointers, wheel } = reader({ wheel: (_at, dx, dy) => moved.push(dx, dy) });
    const turned = wheel(30, false, 4);
    pointers.wheel(turned.event);
    pointers.wheel({ ...turned.event, deltaMode: 1, deltaY: 2 });
    expect(moved).toEqual([4, 30, 96, 48]);
    expect(turned.isStopped()).toBe(true);
  });

  it('zooms equally in and out, and within limits', () => {
    expect(zoomFactor(120) * zoomFactor(-120)).toBeCloseTo(1, 12);
    expect(zoomFactor(-1e9)).toBeLessThan(3);
    expect(zoomFactor(0)).toBe(1);
  });
});
