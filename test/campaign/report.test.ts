/** Reports of a campaign, with text that a terminal or a page must not interpret. */
import { readFileSync } from 'node:fs';
import Draft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Group } from '../../src/attack/campaign/group.js';
import type { CampaignProgress, CampaignReport } from '../../src/attack/campaign/run-campaign.js';
import { CAMPAIGN_FORMATS, campaignText } from '../../src/show/report/campaign.js';
import { durationText, groupLines, statusLine } from '../../src/show/report/campaign-text.js';
import { PLAIN } from '../../src/show/report/palette.js';
import { TOOL } from '../../src/show/report/tool.js';

/** The official schema of SARIF, from a package by the authors of the standard. */
const SARIF_SCHEMA = new URL(
  '../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
  import.meta.url,
);

const HOSTILE = 'name \u001b[31m](http://x) <b> |`';

const group: Group = {
  id: 1,
  key: '["AddressSanitizer","SEGV"]',
  title: `AddressSanitizer: SEGV in ${HOSTILE}`,
  kind: 'crashed',
  folder: '001-address-segv',
  count: 3,
  firstRun: 7,
  file: {
    name: 'finding.mdl',
    run: 9,
    size: 1234,
    sha256: 'a'.repeat(64),
    seed: `a${HOSTILE}.mdl`,
    mutations: [
      { mutator: 'boundary-value', path: 'header.version', offset: 18, sentence: 'sets version to 7' },
      { mutator: 'truncate-file', path: '', offset: 100, sentence: 'cuts the file' },
    ],
    endings: [{ kind: 'crashed', code: null, signal: 'SIGSEGV' }],
  },
  reproduced: { same: 2, of: 3 },
  reduced: { name: 'reduced.mdl', size: 56, sha256: 'b'.repeat(64), checks: 99 },
  isReduced: true,
};

const report: CampaignReport = {
  tool: TOOL,
  commands: [['./loader', '{}', HOSTILE]],
  differential: 'none',
  folder: 'findings',
  seed: 1,
  end: 'time',
  seeds: {
    total: 3,
    accepted: 1,
    others: [
      { name: `r${HOSTILE}.mdl`, kind: 'refused', title: `refuses with 3: ${HOSTILE}` },
      { name: `c${HOSTILE}.mdl`, kind: 'crashed', title: `SIGFPE: ${HOSTILE}` },
    ],
  },
  asSeeds: 54,
  runs: 12_345,
  ms: 65_000,
  speed: 190.3,
  endings: { accepted: 10_000, refused: 2342, crashed: 3, hung: 0, 'out-of-memory': 0 },
  behaviours: 17,
  groups: [group],
  unlisted: 0,
  remarks: [],
};

describe.each(CAMPAIGN_FORMATS)('as %s', (format) => {
  it('reports findings, their origin and their place', () => {
    const text = campaignText(format, report);
    for (const part of [
      'AddressSanitizer: SEGV',
      '001-address-segv',
      'sets version to 7',
      'header.version',
    ]) {
      expect(text, part).toContain(part);
    }
    expect(text).toMatch(/12,345|12345|occurrenceCount/);
    expect(text).not.toContain('\u001b');
  });

  it('reports that nothing was found', () => {
    const none = { ...report, groups: [] };
    expect(campaignText(format, none)).not.toContain('SEGV');
    if (format === 'human') expect(campaignText(format, none)).toMatch(/nothing found\n$/);
  });
});

it('writes SARIF that matches its schema', () => {
  const ajv = new Draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv as never);
  const validate = ajv.compile(JSON.parse(readFileSync(SARIF_SCHEMA, 'utf8')));
  const log = JSON.parse(campaignText('sarif', report));
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  expect(log.runs[0].results[0]).toMatchObject({
    ruleId: 'loader-crashed',
    level: 'error',
    occurrenceCount: 3,
  });
  expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
    'findings/groups/001-address-segv/reduced.mdl',
  );
  // Text in a name must not become a link.
  expect(log.runs[0].results[0].message.text).toContain('\\]');
});

it('keeps tables and code intact in Markdown, whatever names contain', () => {
  const text = campaignText('markdown', report);
  const [row] = text.split('\n').filter((line) => line.startsWith('| 1 |'));
  expect(row?.replaceAll('\\|', '').split('|')).toHaveLength(7);
  expect(text).not.toMatch(/(?<!`[^`\n]*)<b>/);
});

describe('the status line', () => {
  const progress: CampaignProgress = { ...report, phase: 'mutants', files: 5, seeds: report.seeds };

  it('shows the progress', () => {
    expect(statusLine(progress, 200)).toBe(
      '1 min 5 s · 12,345 runs · 190/s · 1 group · 3 crashes · 0 hangs · 17 behaviours · 5 files',
    );
    const finishing = { group, size: 1000, done: 0, of: 2 };
    expect(statusLine({ ...progress, phase: 'finishing', finishing }, 400)).toMatch(
      /^reducing group 1 of 2: 1,000 bytes/,
    );
  });

  it('stays on its line, without escape sequences for a terminal', () => {
    const finishing = { group, size: 1000, done: 0, of: 2 };
    for (const width of [10, 40, 400]) {
      const line = statusLine({ ...progress, phase: 'finishing', finishing }, width);
      expect(line.length).toBeLessThan(width);
      expect(line).not.toContain('\u001b');
    }
  });
});

/** Reads a group back from its lines in a report. */
function groupOnPage(block: string): Group {
  const number = (pattern: RegExp) => Number(pattern.exec(block)?.[1]?.replace(',', ''));
  const size = { name: '', sha256: '' };
  return {
    ...group,
    id: number(/#(\d+) /),
    title: /^CRASH #\d+ (.*)$/m.exec(block)?.[1] ?? '',
    folder: /findings\/groups\/(.*)$/m.exec(block)?.[1] ?? '',
    count: number(/came +(\d+) times/),
    reproduced: { same: 3, of: 3 },
    file: {
      ...group.file,
      size: number(/file +([\d,]+) bytes/),
      seed: /made of (.*), with$/m.exec(block)?.[1] ?? '',
      mutations: [...block.matchAll(/^ {12}(.*) \[(.*) at (\d+) \(/gm)].map(
        ([, sentence = '', path = '', offset]) => ({ mutator: '', path, offset: Number(offset), sentence }),
      ),
    },
    reduced: { ...size, size: number(/reduced to (\d+)/), checks: 0 },
  };
}

it.each(['README.md', 'docs/fuzz.md'])('%s shows a group as the program prints it', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  const block = /^```text\n(CRASH [\s\S]*?)\n```$/m.exec(text)?.[1] ?? '';
  const lines = groupLines(groupOnPage(block), 'findings', PLAIN);
  expect(block.split('\n')).toEqual(page === 'README.md' ? lines.slice(0, -1) : lines);
});

it('writes times in a readable form', () => {
  expect([900, 59_000, 60_000, 3_661_000].map(durationText)).toEqual([
    '1 s',
    '59 s',
    '1 min 0 s',
    '1 h 1 min',
  ]);
});
