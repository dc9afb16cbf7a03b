import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/tools/text/assemble.js';

/**
 * Short texts that have many values. For each of them, the library would take seconds or minutes, and
 * gigabytes.
 */
const MANY: readonly (readonly [name: string, text: string])[] = [
  ['a block list', `network_groups:\n${'  - {}\n'.repeat(500_000)}`],
  ['a list on one line', `network_groups: [${'{},'.repeat(400_000)}]`],
  ['lists in lists', `${'- '.repeat(300)}1\n`.repeat(2000)],
  ['keys', 'a: 1\n'.repeat(300_000)],
  ['keys after tabs', 'a:\t1\r'.repeat(300_000)],
];

describe('YAML with more values than the library can hold', () => {
  it.each(MANY)('is refused before it is parsed, with the position: %s', async (_, text) => {
    const refusal = assemble(text, { format: 'yaml' });
    await expect(refusal).rejects.toMatchObject({
      code: 'text-syntax',
      message: expect.stringMatching(/^\d+:\d+: YAML of more than 500,000 marks .* use JSON or textproto$/),
    });
  });

  it('is refused at the first mark above the limit', async () => {
    // Each line has two tokens: `- ` and its end.
    const lines = 249_999;
    const text = `- 1\n${'- 1\n'.repeat(lines)}`;
    // The text is parsed: the error only says that it is a list and not a model.
    await expect(assemble(text, { format: 'yaml' })).rejects.toMatchObject({
      message: expect.stringMatching(/^1:1: (?!YAML)/),
    });
    await expect(assemble(`${text}- 1`, { format: 'yaml' })).rejects.toMatchObject({
      message: expect.stringMatching(/^250001:1: YAML of more than/),
      offset: 4 * (lines + 1),
    });
  });

  it('is read if it has no more marks than a large model', async () => {
    const { message } = await assemble(`network_groups:\n${'  - {}\n'.repeat(20_000)}`, { format: 'yaml' });
    expect(message.length).toBe(40_000);
  });
});
