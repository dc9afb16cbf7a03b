import { beforeAll, describe, expect, it } from 'vitest';
import { StepList } from '../../src/page/views/timeline/step-list.js';
import { kindsInOrder, madeUp, stepLists } from './timelines.js';

let lists: StepList[];
beforeAll(async () => {
  lists = await stepLists();
});

const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);

describe('steps of a context', () => {
  it('are triggers and their actions, in order', () => {
    expect(lists.length).toBeGreaterThan(50);
    for (const list of lists) {
      const kinds = kindsInOrder(list);
      expect(kinds).toHaveLength(list.count);
      const steps = kinds.map((_, step) => list.at(step));
      expect(steps.map(({ lane }) => lane.id)).toEqual(kinds);
      expect(kinds.map((_, step) => list.laneAt(step).id)).toEqual(kinds);
      expect(steps.filter(({ action }) => action < 0).map(({ operation }) => operation)).toEqual([
        ...list.timeline.operations.kind.keys(),
      ]);
      expect(steps.filter(({ action }) => action >= 0).map(({ action }) => action)).toEqual([
        ...list.timeline.actions.kind.keys(),
      ]);
      // Each step begins after the previous step, as in the file.
      for (const [index, { offset }] of steps.slice(1).entries()) {
        expect(offset).toBeGreaterThan(steps[index]?.offset as number);
      }
    }
  });

  it('are found only by their own paths', () => {
    for (const list of lists) {
      for (let step = 0; step < list.count; step++) expect(list.stepOfPath(list.at(step).path)).toBe(step);
      const { path, list: field, operations } = list.timeline;
      expect(list.stepOfPath(`${path}.${field}[${operations.kind.length}]`)).toBe(-1);
      expect(list.stepOfPath(path)).toBe(-1);
      expect(list.stepOfPath('network_groups[9].contexts[0].operations[0]')).toBe(-1);
      if (list.count === 0) continue;
      expect(list.stepOfPath(`${path}.${field}[0].trigger.trigger_none`)).toBe(0);
      expect(list.stepOfPath(`${path}.${field}[0].actions[100000]`)).toBe(-1);
    }
    const list = madeUp(3, 4);
    const own = `${list.timeline.path}.operations[1]`;
    expect(
      [`${own}.actions[3].write_data_ccw.data`, `${own}.actions[4]`].map((path) => list.stepOfPath(path)),
    ).toEqual([9, -1]);
    for (const path of [
      '',
      '[',
      `${own.slice(0, -1)}`,
      `${list.timeline.path}.operations[]`,
      `${list.timeline.path}.operations[-1]`,
    ]) {
      expect(list.stepOfPath(path)).toBe(-1);
    }
  });

  it('are counted by kind, with all bytes of the operations', () => {
    for (const { lanes, count, written, timeline } of lists) {
      expect(sum(lanes.map((lane) => lane.count))).toBe(count);
      expect(sum(lanes.map(({ bytes }) => bytes))).toBe(sum(timeline.operations.bytes));
      expect(sum(lanes.map(({ configuration }) => configuration))).toBe(written.at(-1));
      expect(written.at(-1)).toBe(sum(timeline.actions.configuration));
      expect(new Set(lanes.map(({ title }) => title)).size).toBe(lanes.length);
    }
  });

  it('without the hidden kinds are the steps of the other kinds', () => {
    for (const list of lists) {
      const kinds = kindsInOrder(list);
      expect(list.shown(new Set())).toBeUndefined();
      for (const { id } of list.lanes) {
        const shown = [...kinds.keys()].filter((step) => kinds[step] !== id);
        expect([...(list.shown(new Set([id])) as Uint32Array)]).toEqual(shown);
      }
    }
  });

  it('can be visited, even a million of them', () => {
    const { timeline } = madeUp(1000, 1000);
    const list = new StepList(timeline);
    expect(list.count).toBe(1_001_000);
    expect(list.shown(new Set([0]))).toHaveLength(1_000_000);
    expect(list.at(1_000_999)).toMatchObject({ operation: 999, action: 999_999 });
  });
});
