import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { glanceOf, pageSummary, shortened } from '../../src/page/engine/summaries.js';
import type { ShownReport } from '../../src/page/engine/validator.js';
import { failureOf, failureText } from '../../src/page/state/failure.js';
import { shownText } from '../../src/page/text/shown-text.js';
import { cardFacts, cardNetworks, countedShapes } from '../../src/page/views/overview/card-facts.js';
import { coreOpFacts, factsOf, namesText } from '../../src/page/views/overview/facts.js';
import {
  checksumText,
  countText,
  progressText,
  verdictWords,
} from '../../src/page/views/overview/verdict-text.js';
import { summarize } from '../../src/read/model/summarize.js';
import { survey } from '../../src/show/inspect/glance.js';
import { windowed } from '../source/windowed.js';

const corpus = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../corpus/valid/${name}`, import.meta.url)));

describe('the facts about a file', () => {
  it('that are available first are part of the complete facts, which equal the command’s', async () => {
    const bytes = corpus('small-network.hef');
    const { unlistedStreams, ...whole } = await pageSummary(windowed(bytes));
    expect(whole).toEqual(await summarize(memorySource(bytes)));
    expect(unlistedStreams).toEqual({});
    expect(whole).toMatchObject({ header: (await glanceOf(windowed(bytes))).header });
  });

  it('are computed with pauses for other tasks', async () => {
    const bytes = smithBytes({ seed: 5, contexts: 3, blobs: 30, blob: 1000 });
    let turns = 0;
    const now = Date.now;
    let time = 0;
    // The clock jumps between readings, so that every pause for other tasks is due.
    Date.now = () => (time += 100);
    try {
      const shown = await survey(windowed(bytes), { turn: async () => void turns++ });
      expect(shown).toEqual(await summarize(memorySource(bytes)));
    } finally {
      Date.now = now;
    }
    expect(turns).toBeGreaterThan(5);
  });

  it('are short, whatever the names in the file are', async () => {
    const model = await summarize(memorySource(corpus('small-network.hef')));
    const [group] = model.networkGroups;
    const [op] = group!.coreOps;
    const [stream] = op!.streams;
    const long = 'n'.repeat(5_000_000);
    const shownOf = (length: number) => {
      const streams = Array.from({ length }, () => ({ ...stream!, name: long }));
      const coreOps = [{ ...op!, streams, networks: [long] }];
      return shortened({ ...model, networkGroups: [{ ...group!, name: long, coreOps }] });
    };
    const shown = shownOf(1001);
    expect(JSON.stringify(shown).length).toBeLessThan(5_000_000);
    expect(shown.networkGroups[0]?.coreOps[0]?.streams).toHaveLength(1000);
    expect(shown.unlistedStreams).toEqual({ [op!.path]: 1 });
    expect(shownOf(1000).unlistedStreams).toEqual({});
  });

  it('are lines of text', async () => {
    const known = await glanceOf(windowed(corpus('small-network.hef')));
    const device = ['device', 'Hailo-8 (ACCEL8P)'];
    const expected = ['expected', '624.5 frames/s'];
    expect(factsOf(known)).toEqual([
      ['size', '118,781 bytes (116.0 KiB)'],
      ['framing', 'framed, version 0'],
      ['proto_size', '118749'],
      ['md5', 'd3722643bfe48cb8c6a9e2cf4dfc7935'],
      device,
      ['tool chain', '3.27.0'],
      ['created', '2024-07-10T07:59:34.556Z'],
      ['format version', '4'],
      ['features', 'abbale, number_of_contexts = 2, padded_ddr_buffers, sequencer'],
      ['extensions', 'ABBALE (0), PADDED_DDR_BUFFERS (3), IS_MULTI_CONTEXTS (4), PRELIMINARY_RUN_ASAP (12)'],
      ['optional extensions', 'MULTI_NETWORK_VARIABLE_BATCH_SIZE (8), HW_PADDING (11)'],
    ]);
    expect(cardFacts(known)).toEqual([
      device,
      ['tool chain', '3.27.0'],
      ['compiled', '2024-07-10 07:59:34 UTC'],
      ['file', '118,781 bytes (116.0 KiB), framed, version 0'],
      ['consists of', '1 network group, 2 contexts'],
      expected,
    ]);
    expect(coreOpFacts(known.networkGroups[0]!.coreOps[0]!)).toEqual([
      ['networks', 'digits'],
      ['consists of', '2 contexts, 1 input, 2 outputs, 2 configuration channels'],
      expected,
      ['inside', '4 edge layers between contexts'],
      ['output order', 'digits/fc2, digits/embedding'],
    ]);
    expect(cardNetworks(known)).toEqual([
      { name: 'digits', inputs: ['56x56x1'], outputs: ['1x1x10', '1x1x64'] },
    ]);
  });

  it('say what is missing, and what only some files have', async () => {
    const known = await glanceOf(windowed(corpus('smallest.mdl')));
    const bare = [
      ['size', '232 bytes'],
      ['framing', 'bare message'],
    ];
    const device = ['device', 'Hailo-8 (ACCEL8P)'];
    const unnamed = ['tool chain', 'not stated'];
    expect(factsOf(known)).toEqual([
      ...bare,
      device,
      unnamed,
      ['created', '0 ms after 1970'],
      ['format version', '0'],
    ]);
    const file = ['file', '232 bytes, bare message'];
    expect(cardFacts(known)).toEqual([device, unnamed, file, ['consists of', '1 network group, 1 context']]);
    const features = { included: [], extensions: [], optionalExtensions: [] };
    const externalResources = [{ name: 'weights', size: 4096 }] as never;
    const headless = { ...known, header: null, features, externalResources };
    expect(factsOf(headless)).toEqual([
      ...bare,
      ['header', 'none'],
      ['features', 'none'],
      ['outside the message', 'weights (4,096 bytes)'],
    ]);
    expect(factsOf({ ...headless, problems: ['x'] })[2]).toEqual(['header', 'cannot be read']);
    expect(cardFacts({ ...headless, networkGroups: [], networkGroupCount: 0 })).toEqual([
      file,
      ['consists of', 'no network groups, no contexts'],
    ]);
    const [op] = known.networkGroups[0]!.coreOps;
    const inside = { intermediate: 0, ddr: 1, cache: 2 };
    const facts = coreOpFacts({ ...op!, clusters: 5, sortedOutputs: [], internalEdges: inside });
    expect(facts).toEqual([
      ['clusters', '0, 2'],
      ['networks', 'none named'],
      ['consists of', '1 context, 1 input, 1 output, 1 configuration channel'],
      ['inside', '1 edge layer through DDR, 2 edge layers through caches'],
    ]);
    expect(coreOpFacts({ ...op!, clusters: 0 })[0]).toEqual(['clusters', 'none']);
  });

  it('name up to six networks, each once, with its own streams', async () => {
    const known = await glanceOf(windowed(corpus('smallest.mdl')));
    const [group] = known.networkGroups;
    const [op] = group!.coreOps;
    const [input, output] = op!.streams;
    const named = (...networks: string[]) => ({
      ...known,
      networkGroups: [
        {
          ...group!,
          coreOps: [
            {
              ...op!,
              networks,
              streams: [
                { ...input!, network: 'a' },
                { ...output!, network: null },
              ],
            },
            { ...op!, networks: ['a'], streams: [] },
          ],
        },
      ],
    });
    const both = { inputs: ['1x1x8'], outputs: ['1x1x8'] };
    expect(cardNetworks(known)).toEqual([{ name: 'n', ...both }]);
    expect(cardNetworks(named('a', 'b'))).toEqual([
      { name: 'a', ...both },
      { name: 'b', ...both, inputs: [] },
    ]);
    expect(cardNetworks(named('a', 'b', 'c', 'd', 'e', 'f', 'g'))).toHaveLength(6);
    expect(countedShapes(['1x1', '2x2', '1x1'])).toBe('2 × 1x1, 2x2');
    const shapes = Array.from({ length: 10 }, (_, i) => `${i}`);
    expect(countedShapes(shapes)).toBe('0, 1, 2, 3, 4, 5, 6, 7 … and 2 more');
    expect(countedShapes(shapes.slice(0, 8))).toBe('0, 1, 2, 3, 4, 5, 6, 7');
  });

  it('do not call a file a message if it is not a model', async () => {
    const known = await glanceOf(windowed(new TextEncoder().encode('\x89PNG')));
    expect(new Map(factsOf(known)).get('framing')).toBe('bare message');
    const kind = 'a ZIP archive: the model may be inside';
    expect(new Map(factsOf(known, kind)).get('framing')).toBe('a ZIP archive');
    expect(cardFacts(known, kind)).toEqual([['file', '5 bytes, a ZIP archive']]);
  });

  it('contain no characters that reverse the text or break the line', () => {
    expect(namesText(['a\u202eb', 'c\nd'])).toBe('a\\u{202e}b, c\\nd');
    expect(namesText(Array.from({ length: 220 }, () => 'x'))).toMatch(/, x … and 200 more$/);
    expect(namesText(Array.from({ length: 20 }, () => 'x'))).not.toContain('more');
    // Of a name in a list, 120 characters are shown; of any other text, 2000.
    const shown = (text: (length: number) => string, most: number) => [text(most), text(most + 1)];
    for (const [text, most] of [
      [(length: number) => namesText(['y'.repeat(length)]), 120],
      [(length: number) => shownText('y'.repeat(length)), 2000],
    ] as const) {
      expect(shown(text, most)).toEqual(['y'.repeat(most), `${'y'.repeat(most)}…`]);
    }
  });
});

describe('the verdict', () => {
  const report = (verdict: ShownReport['verdict'], checksum: ShownReport['container']['checksum']) =>
    ({ verdict, container: { framing: 'framed', version: 3, checksum }, unverified: null }) as ShownReport;

  it('is unverified until the checksum has been checked', () => {
    const state = { report: report('valid', 'skipped'), isFinal: false, failure: null };
    expect(verdictWords(state)).toMatchObject({ mood: 'good', words: 'Valid so far' });
    expect(verdictWords({ ...state, isFinal: true })).toMatchObject({ words: 'Valid' });
    const invalid = { ...state, report: report('invalid', 'skipped') };
    expect(verdictWords(invalid)).toMatchObject({ mood: 'bad', words: 'Invalid' });
    expect(verdictWords({ ...state, report: null })).toMatchObject({ mood: 'quiet' });
    const failure = { code: 'source-changed', message: '', offset: null, path: '' };
    expect(verdictWords({ ...state, failure })).toMatchObject({ words: 'Unreadable' });
    expect(verdictWords({ ...state, failure: { ...failure, code: null } })).toMatchObject({
      words: 'Not validated',
    });
    const readable = { ...state, report: report('unreadable' as never, 'none') };
    expect(verdictWords(readable)).toEqual({ mood: 'doubt', sign: '?', words: 'Unreadable' });
    const bare = { ...state, report: report('valid', 'none') };
    expect(verdictWords(bare)).toMatchObject({ words: 'Valid' });
  });

  it('includes the checksum', () => {
    expect(checksumText(report('valid', 'verified'), true).mood).toBe('good');
    expect(checksumText(report('invalid', 'mismatch'), true).mood).toBe('bad');
    expect(checksumText(report('valid', 'skipped'), false).words).toBe('verifying');
    expect(checksumText(report('invalid', 'none'), true).words).toBe(
      'none: a message without a header has no checksum',
    );
    const picture = { ...report('invalid', 'none'), lookalike: 'a PNG picture' };
    expect(checksumText(picture, true).words).toBe('none');
    expect(checksumText(report('valid', 'skipped'), true).words).toMatch(/^not verified: the header/);
    const forbidden = { ...report('valid', 'skipped'), unverified: 'no WebAssembly' };
    expect(checksumText(forbidden, true).words).toBe('not verified: no WebAssembly');
  });

  it('includes the progress', () => {
    expect(progressText(0, 0)).toBe('0 B of 0 B (100 %)');
    expect(progressText(3 << 20, 4 << 20)).toBe('3.0 MiB of 4.0 MiB (75 %)');
    expect(progressText(9 << 20, 4 << 20)).toBe('4.0 MiB of 4.0 MiB (100 %)');
    expect([countText(1, 'error'), countText(1200, 'info')]).toEqual(['1 error', '1,200 infos']);
  });
});

describe('a failure', () => {
  it('has a code and a place', () => {
    const failure = failureOf(new ProtomdlError('source-changed', 'the file became shorter', 1042, 'header'));
    expect(failureText(failure)).toBe('source-changed: the file became shorter (at 1042 (0x412) in header)');
    expect(failureText(failureOf(new Error('no worker')))).toBe('no worker');
    expect(failureText(failureOf('what'))).toBe('what');
  });
});
