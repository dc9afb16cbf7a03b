/** Filtered findings of a file, compared with a plain filter. */
import { describe, expect, it } from 'vitest';
import type { Diagnostic, Severity } from '../../src/base/diagnostics/diagnostic.js';
import { FindingList } from '../../src/page/engine/finding-list.js';
import { findingMarkdown } from '../../src/page/views/findings/finding-rows.js';

const finding = (code: string, severity: Severity, offset: number, path = '', message = ''): Diagnostic =>
  ({ code, severity, offset, length: 1, path, message }) as Diagnostic;
const FINDINGS = [
  finding('a-one', 'error', 0, 'x.Y', 'first'),
  finding('b-two', 'warning', 5, 'x', 'Second'),
  finding('a-one', 'error', 9, 'z', 'third Y'),
  finding('a-one', 'warning', 9, 'z', 'third'),
  finding('no-such-code', 'info', 12, '', 'y'),
];
const TOTALS = [
  { code: 'a-one', severity: 'error', count: 7 },
  { code: 'a-one', severity: 'warning', count: 1 },
  { code: 'b-two', severity: 'warning', count: 1 },
  { code: 'no-such-code', severity: 'info', count: 1 },
] as const;
const ALL = ['error', 'warning', 'info'] as const;

describe('a list of findings', () => {
  it.each<[readonly Severity[], string]>([
    [ALL, ''],
    [ALL, '  Y '],
    [ALL, 'a-o'],
    [ALL, 'third'],
    [ALL, 'SECOND'],
    [['warning'], ''],
    [['error', 'info'], 'y'],
    [[], ''],
    [ALL, 'nothing'],
  ])('with the severities %j and the text %j', async (severities, text) => {
    const list = new FindingList(FINDINGS, TOTALS as never);
    const groups = await list.filter({ severities, text });
    const wanted = text.trim().toLowerCase();
    const isWanted = ({ code, severity, path, message }: Diagnostic): boolean =>
      severities.includes(severity) &&
      [code, path.toLowerCase(), message.toLowerCase()].some((one) => one.includes(wanted));
    const plain = TOTALS.map((total) => {
      const listed = FINDINGS.filter((one) => one.code === total.code && one.severity === total.severity);
      return { ...total, listed: listed.length, found: listed.filter(isWanted) };
    }).filter(({ found }) => found.length > 0);
    expect(
      groups?.map(({ code, severity, total, listed, matching }) => [code, severity, total, listed, matching]),
    ).toEqual(
      plain.map(({ code, severity, count, listed, found }) => [code, severity, count, listed, found.length]),
    );
    for (const { code, severity, found } of plain) {
      expect(list.page(code, severity, -5, 100)).toEqual(found);
      expect(list.page(code, severity, 1, 2)).toEqual(found.slice(1, 2));
    }
    expect(list.page('a-one', 'info', 0, 9)).toEqual([]);
    expect(list.page('b-two', 'error', 0, 9)).toEqual([]);
  });

  it('shows no summary for an unknown code', async () => {
    const groups = await new FindingList(FINDINGS, TOTALS as never).filter({
      severities: ['info'],
      text: '',
    });
    expect(groups?.map(({ summary }) => summary)).toEqual(['']);
  });

  it('returns the findings of a part of the file, up to a number, whatever the filter is', async () => {
    const list = new FindingList(FINDINGS, TOTALS as never);
    await list.filter({ severities: [], text: '' });
    for (let from = 0; from < 14; from++) {
      for (let end = from; end < 15; end++) {
        for (const most of [0, 1, 3, 10]) {
          const inside = FINDINGS.filter(({ offset }) => offset >= from && offset < end).slice(0, most);
          expect(list.within(from, end, most)).toEqual(inside);
        }
      }
    }
  });

  it('lets other tasks run every 2000 findings, and stops for a later filter', async () => {
    const many = Array.from({ length: 4500 }, (_, at) => finding('a-one', 'error', at, 'x'));
    const list = new FindingList(many, [{ code: 'a-one', severity: 'error', count: 4500 }] as never);
    let turns = 0;
    const first = await list.filter({ severities: ALL, text: 'x' }, async () => void turns++);
    expect([first?.[0]?.matching, turns]).toEqual([4500, 2]);
    let later: Promise<unknown> | undefined;
    const early = list.filter({ severities: ALL, text: 'x' }, async () => {
      later ??= list.filter({ severities: ALL, text: 'gone' });
    });
    expect(await early).toBeNull();
    expect(await later).toEqual([]);
    expect(list.page('a-one', 'error', 0, 10)).toEqual([]);
  });
});

describe('a finding for a chat', () => {
  const at = finding('a-one', 'error', 17, 'x[0]', 'two * three');
  it.each<[string, string, Diagnostic | null, string]>([
    ['/tmp/a.hef', 'h://x', null, '**a-one** in `a.hef` ([open it](h://x))\n'],
    ['c:\\d\\a.hef', 'h://(x)', null, '**a-one** in `a.hef` ([open it](h://%28x%29))\n'],
    ['a.hef', 'h', at, '**a-one** (error) in `a.hef`, at 17 (0x11), `x[0]`: two \\* three ([open it](h))\n'],
    [
      'a.hef',
      'h',
      { ...at, path: '' },
      '**a-one** (error) in `a.hef`, at 17 (0x11): two \\* three ([open it](h))\n',
    ],
    // Code with ticks needs longer ticks around it, and room beside a tick at its beginning or end.
    ['a`b', 'h', null, '**a-one** in ``a`b`` ([open it](h))\n'],
    ['``b', 'h', null, '**a-one** in ``` ``b ``` ([open it](h))\n'],
    ['b`', 'h', null, '**a-one** in `` b` `` ([open it](h))\n'],
    ['a\nb', 'h', null, '**a-one** in `a\\nb` ([open it](h))\n'],
  ])('in the file %j, with the address %s', (file, address, one, text) => {
    expect(findingMarkdown(file, 'a-one', one, address)).toBe(text);
  });
});
