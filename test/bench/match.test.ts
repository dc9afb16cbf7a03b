/** A match gives its contenders turns in fair numbers, and names a contender that fails. */
import { describe, expect, it } from 'vitest';
import { type Entry, play } from '../../bench/measure/match.js';

/**
 * Makes a contender that reports a fixed time for each turn. It counts `count` messages in the first turn,
 * and `drift` more in each further turn.
 */
function entry(id: string, milliseconds: number, { count = 7, drift = 0, failing = false } = {}): Entry {
  const program = `
    const lines = require('node:readline').createInterface({ input: process.stdin });
    let count = ${count};
    lines.on('line', (line) => {
      if (line.startsWith('load')) console.log('ok');
      else if (line === 'memory') console.log(4096);
      else if (${failing}) { console.error('out of luck'); process.exit(3); }
      else { console.log(${milliseconds * 1e6} + ' 1 ' + count); count += ${drift}; }
    });`;
  const workload = { name: 'none', title: '', path: '/none', bytes: 1, messages: 1 };
  return { id, command: { program: process.execPath, arguments: ['-e', program] }, workload };
}

describe('a match', () => {
  it('gives a fast contender more turns than a slow one, and a slow one enough turns', async () => {
    const [fast, slow] = await play([entry('fast', 10), entry('slow', 400)], { budgetMs: 600 });
    expect(fast!.summary.turns).toBe(30);
    expect(slow!.summary.turns).toBe(5);
    expect(fast!.summary.median).toBe(10);
    expect(slow).toMatchObject({ counted: 7, memory: 4096 });
  });

  it('fails with the error output of the contender', async () => {
    await expect(play([entry('bad', 1, { failing: true })], { budgetMs: 10 })).rejects.toThrow(
      /bad ended \(3\): out of luck/,
    );
  });

  it('fails if a contender’s count changes between turns', async () => {
    await expect(play([entry('odd', 1, { drift: 1 })], { budgetMs: 10 })).rejects.toThrow('odd counted');
  });
});
