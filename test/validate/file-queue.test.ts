import { describe, expect, it } from 'vitest';
import { FileQueue, NO_FILES, NOT_YET } from '../../src/check/validate/file-queue.js';

describe('a queue of files', () => {
  it('gives each file to one thread, in order, and knows which thread has the file', () => {
    const shared = FileQueue.shared(3, 2);
    const [one, other] = [new FileQueue(shared), new FileQueue(shared)];
    one.allow(3);
    expect([one.take(0), other.take(1)]).toEqual([0, 1]);
    expect([one.taken(0), one.taken(1)]).toEqual([0, 1]);
    one.putBack(0);
    expect([one.taken(0), one.taken(1)]).toEqual([NO_FILES, 1]);
    expect(one.isEmpty).toBe(false);
    expect(one.take(0)).toBe(2);
    expect(one.isEmpty).toBe(true);
    expect([one.take(0), other.take(1)]).toEqual([NO_FILES, NO_FILES]);
  });

  it('gives out no file before it is allowed', () => {
    const queue = new FileQueue(FileQueue.shared(4, 1));
    expect(queue.take(0)).toBe(NOT_YET);
    queue.allow(1);
    expect([queue.take(0), queue.take(0)]).toEqual([0, NOT_YET]);
    expect(queue.taken(0)).toBe(0);
    queue.allow(0);
    expect(queue.take(0)).toBe(NOT_YET);
    queue.allow(4);
    expect(queue.take(0)).toBe(1);
  });

  it('does not wait if there is a file to take', () => {
    const queue = new FileQueue(FileQueue.shared(1, 1));
    queue.allow(1);
    queue.wait();
    expect(queue.take(0)).toBe(0);
  });
});
