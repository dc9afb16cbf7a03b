import { describe, expect, it } from 'vitest';
import { drop, put, spoiled } from '../../../scripts/corpus/faults.js';
import { append } from '../../../scripts/corpus/invalid-file.js';
import { explicit, hex, len, raw, seq } from '../../../scripts/corpus/notation.js';
import { oneContext, twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { findings } from '../findings.js';

const HEADER = ['header-missing', 'hw-arch-unknown', 'hw-arch-not-configurable'];
const EXTENSIONS = [
  'extension-not-loadable',
  'extension-type-unknown',
  'extension-reserved',
  'extension-duplicate',
  'extensions-need-header-version',
];
const FEATURES = ['included-features-mismatch', 'included-number-of-contexts', 'multi-context-extension'];

describe('the header', () => {
  it.each([
    [1, []],
    [2, []],
    [103, []],
    [105, []],
    [0, ['info hw-arch-not-configurable header.hw_arch']],
    [100, ['info hw-arch-not-configurable header.hw_arch']],
    [102, ['info hw-arch-not-configurable header.hw_arch']],
    [3, ['info hw-arch-unknown header.hw_arch']],
    [99, ['warning hw-arch-unknown header.hw_arch']],
    [106, ['info hw-arch-unknown header.hw_arch']],
    [108, ['info hw-arch-unknown header.hw_arch']],
    [-1, ['warning hw-arch-unknown header.hw_arch']],
  ])('hw_arch %i', async (value, expected) => {
    const content = spoiled(oneContext, put('header.hw_arch', 'here', value));
    expect((await findings(content, HEADER)).lines).toEqual(expected);
  });

  it('is not reported as missing if it could not be read, or if the file is cut', async () => {
    const broken = seq(raw(1, len(hex('08')), {}), { network_groups: [] });
    expect((await findings(broken, HEADER)).lines).toEqual([]);
    const cutVersion = spoiled(oneContext, ['header', () => seq({ hw_arch: 1 }, hex('20'))]);
    expect((await findings(cutVersion, EXTENSIONS)).lines).toEqual([]);
    const { lines } = await findings(spoiled(oneContext, drop('header')), HEADER);
    expect(lines).toEqual(['warning header-missing ']);
    expect((await findings(spoiled(oneContext, drop('header')), HEADER, undefined, 500)).lines).toEqual([]);
  });
});

describe('extensions', () => {
  it.each([0, 1, 2, 5, 6, 9, 10, 12])('%i is accepted by every release', async (type) => {
    const content = spoiled(oneContext, append('extensions', { type_index: type }));
    expect((await findings(content, EXTENSIONS)).lines).toEqual([]);
  });

  it.each([
    [7, ['extension-not-loadable', 'extension-reserved']],
    [8, ['extension-not-loadable']],
    [11, ['extension-not-loadable']],
    [13, ['extension-not-loadable']],
    [35, ['extension-not-loadable']],
    [36, ['extension-not-loadable', 'extension-type-unknown']],
    [0xfffe, ['extension-not-loadable', 'extension-type-unknown']],
    [0xffff, ['extension-not-loadable', 'extension-reserved']],
    [0xffffffff, ['extension-not-loadable', 'extension-type-unknown']],
  ])('%i is not accepted by every release', async (type, codes) => {
    const content = spoiled(oneContext, append('extensions', { type_index: type }));
    const { diagnostics } = await findings(content, EXTENSIONS);
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    for (const { path } of diagnostics) expect(path).toBe('extensions[1].type_index');
  });

  it.each([7, 8, 13, 0xffff])('%i may be optional', async (type) => {
    const content = spoiled(oneContext, append('optional_extensions', { type_index: type }));
    expect((await findings(content, EXTENSIONS)).lines).toEqual([]);
  });

  it('need a header version, whichever list they are in', async () => {
    const only = (list: string) => spoiled(oneContext, drop('header.version'), drop(list));
    expect((await findings(only('optional_extensions'), EXTENSIONS)).lines).toEqual([
      'warning extensions-need-header-version extensions[0]',
    ]);
    expect((await findings(only('extensions'), EXTENSIONS)).lines).toEqual([
      'warning extensions-need-header-version optional_extensions[0]',
    ]);
    // If a group cannot be read, the header's version is still reported as missing, unless the header itself
    // may be in the unreadable part.
    const lost = put('network_groups[0].contexts[0].metadata', 'lost', seq(hex('0a7f')));
    const group = spoiled(oneContext, lost, drop('header.version'), drop('optional_extensions'));
    expect((await findings(group, EXTENSIONS)).lines).toEqual([
      'warning extensions-need-header-version extensions[0]',
    ]);
    expect((await findings(spoiled(oneContext, lost, drop('header')), EXTENSIONS)).lines).toEqual([]);
    const written = spoiled(oneContext, put('header.version', 'version', explicit(0n)));
    const { diagnostics, places } = await findings(written, EXTENSIONS);
    expect(diagnostics[0]?.related).toMatchObject([{ ...places.get('version'), path: 'header.version' }]);
  });
});

describe('flags', () => {
  it('are read as 0 if they are missing', async () => {
    const { lines } = await findings(spoiled(oneContext, drop('included_features')), FEATURES);
    // The file has the extension for padded buffers.
    expect(lines).toEqual(['info included-features-mismatch ']);
  });

  it('count only with header version 0', async () => {
    const content = spoiled(oneContext, drop('header.version'), put('included_features.ddr', 'flag', true));
    expect((await findings(content, FEATURES)).lines).toEqual([]);
  });

  it.each([
    [1, 'info included-number-of-contexts included_features.number_of_contexts'],
    [2, undefined],
    [3, 'info included-number-of-contexts included_features.number_of_contexts'],
  ])('number_of_contexts %i of two', async (count, line) => {
    const content = spoiled(twoContexts, put('included_features.number_of_contexts', 'here', count));
    expect((await findings(content, FEATURES)).lines).toEqual(line === undefined ? [] : [line]);
  });

  it('cause no findings in a cut file', async () => {
    const content = spoiled(twoContexts, drop('extensions'));
    expect((await findings(content, FEATURES)).lines).not.toEqual([]);
    expect((await findings(content, FEATURES, undefined, 800)).lines).toEqual([]);
  });
});
