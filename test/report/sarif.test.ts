import { readFileSync } from 'node:fs';
import Draft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Log, Result, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { sarifText } from '../../src/show/report/sarif.js';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';
import { diagnostic, reported } from './specimen.js';

/** The official schema, from a package by the standard's authors. */
const SCHEMA = new URL(
  '../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  import.meta.url,
);
const ajv = new Draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv as never);
const isValid = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

async function log(files: Parameters<typeof rendered>[1], cut = false): Promise<Log> {
  const parsed = JSON.parse(await rendered('sarif', files, { cut })) as Log;
  expect(isValid(parsed), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
  return parsed;
}

async function run(files: Parameters<typeof rendered>[1], cut = false): Promise<Run> {
  return (await log(files, cut)).runs[0]!;
}

const results = async (files: Parameters<typeof rendered>[1]): Promise<Result[]> =>
  (await run(files)).results ?? [];

describe('a SARIF report', () => {
  it('is checked by a schema that refuses other files', () => {
    expect(isValid({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false);
    expect(isValid({ version: '2.0.0', runs: [] })).toBe(false);
  });

  it('names the documentation of the tool and of each rule', async () => {
    const { driver } = (await run(FILES)).tool;
    expect(driver.informationUri).toBe('pkg:npm/protomdl@1.2.3');
    expect(driver.rules?.[0]).toMatchObject({ id: 'odd-code', helpUri: 'pkg:npm/protomdl@1.2.3#odd-code' });
  });

  it('has one result for all infos of a code, unless all are requested', async () => {
    const infos = [1, 2, 3].map((offset) => diagnostic({ code: 'third-code', severity: 'info', offset }));
    const file = reported({ diagnostics: infos });
    expect(await results([file])).toMatchObject([{ ruleId: 'third-code', occurrenceCount: 3 }]);
    const all = JSON.parse(await rendered('sarif', [file], { verbose: true })) as Log;
    expect(all.runs[0]?.results).toHaveLength(3);
  });

  it('contains the address of a file unchanged, if the file has an address', async () => {
    const uri = 's3://models/a%20b/%2E%2E/c.hef';
    const [found] = await results([
      {
        ...reported({
          path: 's3://models/a b/../c.hef',
          diagnostics: [diagnostic({ code: 'action-unset' })],
        }),
        uri,
      },
    ]);
    expect(found?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri);
  });

  it('has for each finding the data that code-scanning pages need', async () => {
    const found = await results(FILES);
    expect(found).toHaveLength(4);
    expect(found[1]).toEqual({
      ruleId: 'odd-code',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'it is 8' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'models/bad%20one.hef' },
            region: { startLine: 1, byteOffset: 1042, byteLength: 6 },
          },
          logicalLocations: [{ fullyQualifiedName: 'network_groups[0].contexts[2]' }],
        },
      ],
      relatedLocations: [
        {
          id: 0,
          message: { text: 'because of this' },
          physicalLocation: {
            artifactLocation: { uri: 'models/bad%20one.hef' },
            region: { startLine: 1, byteOffset: 4, byteLength: 2 },
          },
          logicalLocations: [{ fullyQualifiedName: 'header' }],
        },
      ],
      partialFingerprints: {
        'protomdl/v1': expect.stringMatching(/^[0-9a-f]{16}$/),
        'protomdl/v2': expect.stringMatching(/^[0-9a-f]{16}$/),
        primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/),
      },
    });
    expect(found.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'note']);
    expect(found[0]?.locations?.[0]).not.toHaveProperty('logicalLocations');
    expect(found[3]?.occurrenceCount).toBe(5000);
  });

  it('describes the rules that were broken, with help', async () => {
    const { tool, invocations } = await run(FILES);
    const { driver } = tool;
    expect([driver.name, driver.version]).toEqual(['protomdl', '1.2.3']);
    expect(driver.rules?.map(({ id }) => id)).toEqual(['odd-code', 'other-code', 'third-code']);
    expect(driver.rules?.[0]).toMatchObject({
      shortDescription: { text: 'Something that is odd.' },
      fullDescription: { text: 'Nobody gets an answer.' },
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['frame'] },
    });
    const { text, markdown } = driver.rules?.[0]?.help ?? {};
    expect(text).toMatch(
      /Something that is odd\.[\s\S]*Rejected from 4\.8[\s\S]*hw_arch: 7[\s\S]*hw_arch: 1/,
    );
    expect(markdown).toContain('```textproto\nheader { hw_arch: 7 }\n```');
    expect(invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'no permission' } }],
    });
    expect(driver.rules?.[1]?.help?.text).toContain('Accepted.');
  });

  it('is complete without files, and with valid files', async () => {
    for (const files of [[], FILES.slice(0, 1)]) {
      const { results: found, invocations, tool } = await run(files);
      expect([found, tool.driver.rules]).toEqual([[], []]);
      expect(invocations?.[0]?.executionSuccessful).toBe(true);
    }
    expect((await run([], true)).invocations?.[0]?.executionSuccessful).toBe(false);
  });

  it('keeps fingerprints when bytes move within the file, and distinguishes findings', async () => {
    const finding = (offset: number, path: string) =>
      diagnostic({ code: 'odd-code', offset, length: 4, path, message: `it is ${offset} off` });
    const prints = async (...offsets: number[]) =>
      (
        await results([
          reported({ diagnostics: offsets.map((offset, i) => finding(offset, i === 0 ? 'a' : 'b')) }),
        ])
      ).map((result) => result.partialFingerprints?.primaryLocationLineHash);
    const before = await prints(10, 20, 30);
    expect(await prints(11, 400, 500)).toEqual(before);
    expect(new Set(before).size).toBe(3);
  });

  it('names files by URIs', async () => {
    const uris = await Promise.all(
      ['a b#?.hef', '/abs/ü.hef', '-', './x:y/z.hef', 'C:\\m\\n.hef', '%41[1].hef', 'lone\ud800'].map(
        async (path) => {
          const [result] = await results([reported({ path, diagnostics: FILES[1]!.diagnostics })]);
          return result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri;
        },
      ),
    );
    expect(uris).toEqual([
      'a%20b%23%3F.hef',
      'file:///abs/%C3%BC.hef',
      'stdin',
      'x%3Ay/z.hef',
      'file:///C:/m/n.hef',
      '%2541%5B1%5D.hef',
      'lone%EF%BF%BD',
    ]);
  });

  it.each(HOSTILE)('is valid whatever text a file has: %j', async (text) => {
    const [first, second] = await results([hostileFile(text), hostileUnreadable(text)]);
    // The test searches for a link of this form.
    for (const message of [first?.message.text, second?.relatedLocations?.[0]?.message?.text]) {
      expect(message).not.toMatch(/(?<!\\)\]\(/);
    }
  });

  it('is valid for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        await log([hostileFile(text), hostileUnreadable(text)]);
      }),
      { numRuns: 200 },
    );
  });
});

it('escapes brackets and the backslashes before them, so that no text becomes a link', () => {
  expect(sarifText('[a](b)')).toBe('\\[a\\](b)');
  expect(sarifText('\\[a\\](b)')).toBe('\\\\\\[a\\\\\\](b)');
  expect(sarifText('[a] (b)')).toBe('[a] (b)');
});
