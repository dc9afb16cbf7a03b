/** For each limit of what a campaign remembers and reads, the largest value within it, and the next value. */
import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Groups } from '../../src/attack/campaign/group.js';
import { skeletonsOf } from '../../src/attack/campaign/output-text.js';
import { sanitizerReports } from '../../src/attack/campaign/sanitizer.js';
import { readStack, stackKey } from '../../src/attack/campaign/stack.js';
import { fuzzDictionary } from '../../src/attack/corpus/dictionary.js';
import { identityOfCommand } from '../../src/attack/reduce/verdict-file.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { temporaryDirectory } from '../cli/temporary.js';

const times = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at));

it('1,000 groups have folders, and further findings are counted', () => {
  const groups = new Groups();
  const add = (at: number) =>
    groups.add({ key: `key ${at}`, title: `Fault ${at}` }, 'hung', at, { name: 'a', size: 1 } as never);
  for (let at = 0; at < 1000; at++)
    expect(add(at)?.folder).toBe(`${String(at + 1).padStart(3, '0')}-fault-${at}`);
  expect([add(1000), groups.size, groups.unlisted]).toEqual([undefined, 1000, 1]);
  expect(groups.find([{ key: 'key 999', title: '' }])).toMatchObject({ known: { id: 1000 } });
});

it('50 reports of a sanitizer are read, from the first 20,000 lines', () => {
  const report = (at: number) => `/src/a.c:${at}:5: runtime error: index 7 out of bounds for type 'int [4]'`;
  for (const count of [50, 51]) expect(sanitizerReports(times(count, report).join('\n'))).toHaveLength(50);
  for (const [before, count] of [
    [19_999, 1],
    [20_000, 0],
  ] as const)
    expect(sanitizerReports([...times(before, () => 'x'), report(1)].join('\n'))).toHaveLength(count);
});

it('64 frames of a stack are read, and a function that occurs 12 times is recursive', () => {
  const frame = (at: number) => `    #${at} 0x55 in parse /src/a.c:${at + 1}:1`;
  for (const count of [64, 65]) expect(readStack(times(count, frame), 0)).toHaveLength(64);
  expect(stackKey(readStack(times(12, frame), 0))).toEqual(['parse (recursive)']);
  expect(stackKey(readStack(times(11, frame), 0))).toEqual(['parse a.c:1', 'parse', 'parse']);
});

it('40 different lines of an output are compared', () => {
  const letters = (at: number) => String.fromCharCode(97 + (at % 26)).repeat(1 + Math.floor(at / 26));
  for (const count of [40, 41]) expect(skeletonsOf(times(count, letters).join('\n'))).toHaveLength(40);
});

it('a script of up to 64 MiB is identified by its content, and a larger one by its size and time', () => {
  const path = join(temporaryDirectory(), 'script');
  const identity = (size: number, seconds: number) => {
    writeFileSync(path, '#!/bin/sh\n');
    truncateSync(path, size);
    utimesSync(path, seconds, seconds);
    return identityOfCommand([path])[1];
  };
  expect(identity(2 ** 26, 1)).toBe(identity(2 ** 26, 2));
  expect([1, 2].map((seconds) => identity(2 ** 26 + 1, seconds))).toEqual(['67108865 1000', '67108865 2000']);
});

it('a tag is described by six of its fields, and by the number of the others', () => {
  const described = new Map(fuzzDictionary(MDL).map(({ bytes, about }) => [bytes.join(), about]));
  const isLength = (type: number) => [9, 11, 12].includes(type);
  for (let number = 1; number < 8; number++) {
    const named = MDL.messages.flatMap(({ typeName, fields }) =>
      fields
        .filter((field) => field.number === number && (isLength(field.type) || field.repeated))
        .map(({ name }) => `${typeName}.${name}`),
    );
    const more = named.length > 6 ? ` and ${named.length - 6} more` : '';
    expect(described.get(`${number * 8 + 2}`)).toBe(`${named.slice(0, 6).join(', ')}${more}`);
  }
});
