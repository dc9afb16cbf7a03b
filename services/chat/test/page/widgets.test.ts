import { describe, expect, it } from 'vitest';
import { nextIndex, widgetOf } from '../../web/conversation/widgets.js';

const AUTHOR = 1;
const READER = 2;

function message(definition: object, ...done: [sender: number, content: object][]) {
  const all = [[AUTHOR, definition] as [number, object], ...done];
  const submessages = all.map(([sender_id, content], index) => ({
    ...{ id: index + 1, message_id: 7, sender_id, msg_type: 'widget' },
    content: JSON.stringify(content),
  }));
  return { sender_id: AUTHOR, submessages };
}

/** Expected states follow web/src/poll_data.ts and web/src/todo_widget.ts of zulip/zulip. */
describe('a poll', () => {
  const poll = (options: string[], ...done: [number, object][]) =>
    message({ widget_type: 'poll', extra_data: { question: 'Lunch?', options } }, ...done);
  const vote = (key: string, vote = 1) => ({ type: 'vote', key, vote });

  it('counts each voter once, and a voter can take a vote back', () => {
    const votes: [number, object][] = [
      [READER, vote('canned,0')],
      [READER, vote('canned,0')],
      [AUTHOR, vote('canned,0')],
      [AUTHOR, vote('canned,1')],
      [AUTHOR, vote('canned,1', -1)],
      [AUTHOR, vote('canned,9')],
    ];
    expect(widgetOf(poll(['soup', 'salad'], ...votes))).toEqual({
      kind: 'poll',
      title: 'Lunch?',
      items: [
        { key: 'canned,0', text: 'soup', voters: [READER, AUTHOR] },
        { key: 'canned,1', text: 'salad', voters: [] },
      ],
    });
  });

  it('numbers options by author and position, and leaves out duplicates', () => {
    const added: [number, object][] = [
      [READER, { type: 'new_option', idx: 1, option: 'bread' }],
      [AUTHOR, { type: 'new_option', idx: 1, option: 'bread' }],
      [AUTHOR, { type: 'new_option', idx: 2, option: 'fish' }],
      [READER, vote('1,2')],
      [AUTHOR, { type: 'question', question: 'Dinner?' }],
    ];
    expect(widgetOf(poll(['soup', 'soup', 'salad'], ...added))).toEqual({
      kind: 'poll',
      title: 'Dinner?',
      items: [
        { key: 'canned,0', text: 'soup', voters: [] },
        { key: 'canned,2', text: 'salad', voters: [] },
        { key: '2,1', text: 'bread', voters: [] },
        { key: '1,2', text: 'fish', voters: [READER] },
      ],
    });
    expect(nextIndex(poll([], ...added), AUTHOR)).toBe(3);
    expect(nextIndex(poll([], ...added), READER)).toBe(2);
    expect(nextIndex(poll([]), READER)).toBe(1);
  });
});

describe('a task list', () => {
  it('has tasks that anyone can add, complete and reopen', () => {
    const tasks = [
      { task: 'bread', desc: 'two' },
      { task: 'milk', desc: '' },
    ];
    const list = message(
      { widget_type: 'todo', extra_data: { task_list_title: '', tasks } },
      [READER, { type: 'strike', key: '0,canned' }],
      [READER, { type: 'strike', key: '1,canned' }],
      [AUTHOR, { type: 'strike', key: '1,canned' }],
      [READER, { type: 'new_task', key: 1, task: 'salt', desc: '', completed: false }],
      [AUTHOR, { type: 'strike', key: '1,2' }],
      [AUTHOR, { type: 'new_task_list_title', title: 'Shop' }],
    );
    expect(widgetOf(list)).toEqual({
      kind: 'todo',
      title: 'Shop',
      items: [
        { key: '0,canned', text: 'bread', details: 'two', isDone: true },
        { key: '1,canned', text: 'milk', details: '', isDone: false },
        { key: '1,2', text: 'salt', details: '', isDone: true },
      ],
    });
    expect(nextIndex(list, READER)).toBe(2);
  });
});

it('messages without a poll or task list have no widget', () => {
  expect(widgetOf({ sender_id: AUTHOR, submessages: [] })).toBeUndefined();
});
