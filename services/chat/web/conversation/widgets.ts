import type { Message, Submessage } from '../api/types.js';

/** An option of a poll, or a task. `key` identifies it in submessages. */
interface Item {
  key: string;
  text: string;
}

export interface Poll {
  kind: 'poll';
  title: string;
  items: readonly (Item & { voters: readonly number[] })[];
}

export interface TaskList {
  kind: 'todo';
  title: string;
  items: readonly (Item & { details: string; isDone: boolean })[];
}

/** A reader's change to a poll or task list: the content of a submessage. */
export type Participation =
  | { type: 'vote'; key: string; vote: 1 | -1 }
  | { type: 'new_option'; idx: number; option: string }
  | { type: 'question'; question: string }
  | { type: 'new_task'; key: number; task: string; desc: string; completed: boolean }
  | { type: 'strike'; key: string }
  | { type: 'new_task_list_title'; title: string };

type Definition =
  | { widget_type: 'poll'; extra_data: { question?: string; options?: string[] } }
  | {
      widget_type: 'todo';
      extra_data: { task_list_title?: string; tasks?: { task: string; desc: string }[] };
    };

/** Replaces the author in the keys of items that were part of the message. */
const CANNED = 'canned';

/**
 * Returns the poll or task list of a message in its present state, or undefined for other messages. Clients of the API
 * compute it in the same way, so all readers see the same votes. The server has checked the form of submessages.
 */
export function widgetOf(message: Pick<Message, 'sender_id' | 'submessages'>): Poll | TaskList | undefined {
  const [first, ...rest] = message.submessages;
  if (first === undefined) return undefined;
  const definition = JSON.parse(first.content) as Definition;
  return definition.widget_type === 'poll'
    ? pollOf(definition.extra_data, rest)
    : taskListOf(definition.extra_data, rest);
}

const contentOf = ({ content }: Submessage): Participation => JSON.parse(content) as Participation;

function pollOf(
  { question = '', options = [] }: { question?: string; options?: string[] },
  rest: Submessage[],
): Poll {
  const items = new Map<string, { text: string; voters: Set<number> }>();
  const add = (author: number | string, index: number, text: string) => {
    if ([...items.values()].every((item) => item.text !== text))
      items.set(`${author},${index}`, { text, voters: new Set() });
  };
  let title = question;
  for (const [index, option] of options.entries()) add(CANNED, index, option);
  for (const submessage of rest) {
    const done = contentOf(submessage);
    if (done.type === 'new_option') add(submessage.sender_id, done.idx, done.option);
    else if (done.type === 'question') title = done.question;
    else if (done.type === 'vote')
      items.get(done.key)?.voters[done.vote === 1 ? 'add' : 'delete'](submessage.sender_id);
  }
  return {
    kind: 'poll',
    title,
    items: [...items].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
  };
}

function taskListOf(
  {
    task_list_title = '',
    tasks = [],
  }: { task_list_title?: string; tasks?: { task: string; desc: string }[] },
  rest: Submessage[],
): TaskList {
  const items = new Map<string, { text: string; details: string; isDone: boolean }>();
  const add = (author: number | string, index: number, text: string, details: string, isDone: boolean) => {
    if ([...items.values()].every((item) => item.text !== text))
      items.set(`${index},${author}`, { text, details, isDone });
  };
  let title = task_list_title;
  for (const [index, { task, desc }] of tasks.entries()) add(CANNED, index, task, desc, false);
  for (const submessage of rest) {
    const done = contentOf(submessage);
    if (done.type === 'new_task') add(submessage.sender_id, done.key, done.task, done.desc, done.completed);
    else if (done.type === 'new_task_list_title') title = done.title;
    else if (done.type === 'strike') {
      const item = items.get(done.key);
      if (item !== undefined) item.isDone = !item.isDone;
    }
  }
  return { kind: 'todo', title, items: [...items].map(([key, item]) => ({ key, ...item })) };
}

/** Returns the number for the next option or task that the reader adds to the message. */
export function nextIndex({ submessages }: Pick<Message, 'submessages'>, me: number): number {
  const own = submessages.slice(1).filter(({ sender_id }) => sender_id === me);
  const used = own
    .map(contentOf)
    .map((done) => (done.type === 'new_option' ? done.idx : done.type === 'new_task' ? done.key : 0));
  return Math.max(0, ...used) + 1;
}
