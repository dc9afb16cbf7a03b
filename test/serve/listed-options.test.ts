import { expect, it } from 'vitest';
import { type PolicyJson, policyOf } from '../../src/base/diagnostics/policy-json.js';
import { readSettings } from '../../src/check/config/read-settings.js';
import { withFileList } from '../../src/serve/page-folder.js';
import { INDEX } from './page.js';

const SETTINGS = `
severity: { action-unset: warning }
ignore:
  - { code: "*", path: "network_groups[0].**", reason: generated }
target: "4.20.0"
`;

it('the server puts the options of a file into the page, and the page reads the same policy', () => {
  const known = new Map([['ccw-burst-limit', new Map([['"><script>', 2]])]]);
  const policy = {
    ...readSettings(SETTINGS).policyFor('a.mdl', known),
    ignores: [{ codes: new Set(['action-unset']), path: /^a<"b/i }],
  };
  const html = withFileList(INDEX, [{ name: 'a.mdl', url: 'object', options: { checksum: false, policy } }]);
  const content = /content="([^"]*)"/.exec(html)?.[1] ?? '';
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const text = content.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '');
  const [listed] = JSON.parse(text) as { options: { checksum: boolean; policy: PolicyJson } }[];
  expect(listed?.options.checksum).toBe(false);
  expect(policyOf(listed!.options.policy)).toEqual(policy);
  expect(policy.levels?.get('action-unset')).toBe('warning');
});
