import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonReporter } from '../../src/show/report/json.js';
import type { ReportedFile } from '../../src/show/report/reporter.js';
import { TOOL } from '../../src/show/report/tool.js';
import { diagnostic, reported } from './specimen.js';

function render(files: readonly ReportedFile[]): string {
  const reporter = jsonReporter({ name: 'protomdl', version: '1.2.3' });
  return reporter.begin() + files.map((file) => reporter.file(file)).join('') + reporter.end();
}

const FILE = reported({
  diagnostics: [
    diagnostic({
      code: 'action-unset',
      offset: 1042,
      length: 6,
      path: 'network_groups[0]',
      related: [{ offset: 0, length: 3, path: 'header', message: 'why' }],
    }),
  ],
});

describe('json report', () => {
  it('has the same layout of lines in every run', async () => {
    const gone = reported({
      path: '-',
      verdict: 'unreadable',
      error: { code: 'source-unreadable', message: 'no' },
      container: { framing: 'bare', version: null, checksum: 'none' },
      bytes: { size: 0, read: 0 },
    });
    await expect(render([FILE, gone])).toMatchFileSnapshot('golden/report.json.txt');
  });

  it('has the documented keys and no others', () => {
    const extra = { ...FILE, internal: 1, container: { ...FILE.container, frame: {} } };
    const { schemaVersion, tool, files } = JSON.parse(render([extra]));
    expect(schemaVersion).toBe(1);
    expect(tool).toEqual({ name: 'protomdl', version: '1.2.3' });
    expect(Object.keys(files[0])).toEqual([
      'path',
      'verdict',
      'error',
      'container',
      'bytes',
      'counts',
      'diagnosticsCapped',
      'diagnostics',
    ]);
    expect(Object.keys(files[0].container)).toEqual(['framing', 'version', 'checksum']);
    expect(Object.keys(files[0].diagnostics[0])).toEqual([
      'code',
      'severity',
      'offset',
      'length',
      'count',
      'path',
      'message',
      'related',
    ]);
    expect(files[0]).toEqual(FILE);
  });

  it.each([0, 1, 2, 5])('is one JSON object for %i files', (count) => {
    const { files } = JSON.parse(render(Array.from({ length: count }, () => FILE)));
    expect(files).toHaveLength(count);
  });

  it('keeps values as they are, but can be printed safely', () => {
    const path = 'a\u001b[2J\u009b\u202e\u2028\u{e0041}\ud800"\\\n.hef';
    const text = render([reported({ path })]);
    expect(JSON.parse(text).files[0].path).toBe(path);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202e\u2028\u{e0041}]/u);
  });

  it('has the version in package.json', () => {
    const { name, version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    expect(TOOL).toEqual({ name, version });
  });
});
