import type { MessageNode } from './message.js';
import type { RecordNode } from './record.js';

/**
 * Yields every record of a message and of the messages inside it, in file order. A record comes before its
 * content. Skipped content is not parsed.
 * @param enter true to enter the message of a record (default: messages in the schema)
 */
export function* walkTree(
  message: MessageNode,
  enter: (record: RecordNode) => boolean = (record) => record.holdsMessage,
): Generator<RecordNode> {
  // A separate stack, because nested generators are too slow for the depth of a hostile file.
  const stack: { message: MessageNode; at: number }[] = [{ message, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const record = top.message.records[top.at++];
    if (record === undefined) {
      stack.pop();
      continue;
    }
    yield record;
    if (enter(record)) {
      const inner = record.message;
      if (inner !== undefined) stack.push({ message: inner, at: 0 });
    }
  }
}

/**
 * Like `walkTree`, with the offset of each record's tag from the beginning of the root. All offsets are
 * computed in one pass, because computing them one by one takes quadratic time.
 */
export function* walkOffsets(
  message: MessageNode,
  enter: (record: RecordNode) => boolean = (record) => record.holdsMessage,
): Generator<readonly [record: RecordNode, offset: number]> {
  const stack: { message: MessageNode; at: number; offset: number }[] = [{ message, at: 0, offset: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const record = top.message.records[top.at++];
    if (record === undefined) {
      stack.pop();
      continue;
    }
    const { offset } = top;
    top.offset += record.size;
    yield [record, offset];
    const inner = enter(record) ? record.message : undefined;
    if (inner !== undefined) stack.push({ message: inner, at: 0, offset: offset + record.headSize });
  }
}

/** Returns the records along a path of names, which has no `[i]`: all elements of repeated fields count. */
export function recordsAt(message: MessageNode, ...names: readonly string[]): RecordNode[] {
  const [name, ...more] = names;
  if (name === undefined) return [];
  const here = message.fields(name);
  if (more.length === 0) return here;
  return here.flatMap((record) => (record.message === undefined ? [] : recordsAt(record.message, ...more)));
}

export function messagesAt(message: MessageNode, ...names: readonly string[]): MessageNode[] {
  return recordsAt(message, ...names).flatMap((record) =>
    record.message === undefined ? [] : [record.message],
  );
}
