/** Links from reports to the documentation, if it is published, lead to pages that the site has. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCodePages } from '../../scripts/site/main.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { explainText } from '../../src/show/report/rules.js';
import { DOCUMENTATION } from '../../src/show/report/tool.js';
import { rendered } from './rendered.js';
import { diagnostic, reported } from './specimen.js';

const SITE = 'https://docs.example/protomdl/';
const CODE = 'wire-truncated';
const PAGE = `${SITE}codes/${CODE}.html`;
const FILE = reported({ verdict: 'invalid', diagnostics: [diagnostic({ code: CODE })] });

describe('published documentation', () => {
  beforeAll(() => {
    DOCUMENTATION.site = SITE;
  });
  afterAll(() => {
    DOCUMENTATION.site = '';
  });

  it('has a page for each code, at the address in reports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'protomdl-codes-'));
    try {
      writeCodePages(folder);
      for (const code of CATALOGUE.keys()) {
        const online = / {2}(https:.*)\n/.exec(explainText([CATALOGUE.get(code)!]))?.[1] ?? '';
        expect(online.startsWith(SITE)).toBe(true);
        expect(existsSync(join(folder, online.slice(SITE.length))), online).toBe(true);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is linked from reports', async () => {
    const { runs } = JSON.parse(await rendered('sarif', [FILE], { catalogue: CATALOGUE })) as Log;
    expect(runs[0]?.tool.driver.informationUri).toBe(SITE);
    expect(runs[0]?.tool.driver.rules?.[0]?.helpUri).toBe(PAGE);
    expect(await rendered('markdown', [FILE], { catalogue: CATALOGUE })).toContain(`[\`${CODE}\`](${PAGE})`);
    expect(await rendered('html', [FILE], { catalogue: CATALOGUE })).toContain(
      `<a href="${PAGE}">${CODE}</a>`,
    );
  });

  it('is not linked before it is published', async () => {
    DOCUMENTATION.site = '';
    for (const format of ['sarif', 'markdown', 'html'] as const)
      expect(await rendered(format, [FILE], { catalogue: CATALOGUE })).not.toContain('codes/');
    expect(explainText([CATALOGUE.get(CODE)!])).not.toContain('Online');
    DOCUMENTATION.site = SITE;
  });
});
