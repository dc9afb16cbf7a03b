import { expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { MessageBuilder } from '../../src/tools/text/message-builder.js';
import { namesOf } from '../../src/tools/text/schema-names.js';

it('a message past 2 GiB - 1, which no parser reads, is refused before memory is allocated', () => {
  const { root, limits } = namesOf(MDL);
  const builder = new MessageBuilder(root, limits);
  const { bytes } = builder;
  expect(() => builder.need(0x80000000)).toThrow(expect.objectContaining({ code: 'message-too-large' }));
  expect(builder.bytes).toBe(bytes);
});
