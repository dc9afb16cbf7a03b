import { encodePieces, encodeTree } from '../../src/read/tree/encode.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { placeOf } from '../../src/read/tree/place.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { concat } from '../../test/arbitrary/wire-writer.js';
import { agree, Disagreement, type Target } from '../target.js';

export const treeLossless: Target = {
  name: 'tree-lossless',
  about: 'the tree of any bytes serialises to the same bytes, and has the positions of its records',
  shape: 'message',
  covers: /\/src\/\w+\/(tree|wire)\//,
  async open() {
    return {
      run(input) {
        agree('copied', encodeTree(parseTree(input)), input);
        const root = parseTree(input);
        for (const record of walkTree(root)) {
          const { offset, length } = placeOf(record);
          const raw = record.raw;
          const isThere =
            raw !== undefined && Buffer.compare(raw, input.subarray(offset, offset + length)) === 0;
          if (!isThere) throw new Disagreement('place', `${offset}+${length}`);
        }
        // Marks every record as changed: the result is the shortest encoding of the same records.
        const before = contentOf(root);
        touchAll(root);
        const written = encodeTree(root);
        agree('size', written.length, root.size);
        agree('in pieces', concat(...[...encodePieces(root)].map((piece) => piece.slice())), written);
        const again = parseTree(written);
        agree('content', contentOf(again), before);
        touchAll(again);
        agree('written twice', encodeTree(again), written);
        return undefined;
      },
    };
  },
};

function touchAll(root: MessageNode): void {
  for (const message of [root, ...[...walkTree(root)].flatMap(({ message }) => message ?? [])]) {
    for (const record of message.records) record.touch();
  }
}

function contentOf(root: MessageNode): string[] {
  return [...walkTree(root)].map((record) => {
    const { number, wireType, bits, bytes, message } = record;
    const rest = message === undefined ? '' : Buffer.from(message.rest).toString('hex');
    return `${number} ${wireType} ${bits} ${Buffer.from(bytes).toString('hex')} ${rest}`;
  });
}
