import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { command } from '../../cli/command.js';
import type { Visit } from './visit.js';

interface Finding {
  readonly code: string;
  readonly severity: string;
}

/** A file in a JSON report, as far as the tests read it. */
export interface Reported {
  readonly path: string;
  readonly verdict: string;
  readonly container: { readonly checksum: string };
  readonly bytes: { readonly read: number };
  readonly counts: Readonly<Record<'error' | 'warning' | 'info', number>>;
  readonly diagnostics: readonly Finding[];
}

interface JsonReport {
  readonly files: readonly Reported[];
}

export function modelsIn(folder: string): string[] {
  const models = readdirSync(folder).filter((name) => /\.(mdl|hef)$/.test(name));
  return models.sort().map((name) => join(folder, name));
}

export async function commandsReports(paths: readonly string[]): Promise<Map<string, Reported>> {
  // An HTML report shows which releases load a file, and the page's report does too.
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
  const html = `html=${join(folder, 'report.html')}`;
  const { out, err } = await command(['validate', '--format', 'json', '--format', html, ...paths]);
  rmSync(folder, { recursive: true });
  expect(err).toBe('');
  return new Map((JSON.parse(out) as JsonReport).files.map((file) => [file.path, file]));
}

/** The text of a report that the page saves. */
export async function savedReport(
  visit: Visit,
  format: 'json' | 'sarif',
): Promise<{ name: string; text: string }> {
  const button = visit.page.locator(`[data-report="${format}"]:enabled`).first();
  const [download] = await Promise.all([visit.page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/**
 * Compares the page's view and saved report of the open file with the command's report.
 * @param name the page's name for the file
 */
export async function expectSame(
  visit: Visit,
  path: string,
  told: Reported,
  name = basename(path),
): Promise<void> {
  const { page } = visit;
  await page.getByRole('tabpanel').getByRole('heading', { name, exact: true }).waitFor();
  expect(await visit.verdict(), path).toBe(told.verdict);
  const words = { valid: 'Valid', invalid: 'Invalid', unreadable: 'Unreadable' }[told.verdict];
  await page.waitForSelector(`[data-shown-verdict="${words}"]`);
  const counts = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-severity]')].map(({ dataset, textContent }) => [
        dataset.severity,
        // A text such as "no errors" counts as 0.
        Number(/no /.test(textContent) ? 0 : textContent.replace(/\D/g, '')),
      ]),
    ),
  );
  expect(counts, path).toEqual(told.counts);
  const saved = await savedReport(visit, 'json');
  expect(saved.name).toBe(`${basename(path)}.report.json`);
  const [file] = (JSON.parse(saved.text) as JsonReport).files;
  expect({ ...file, path, bytes: { ...file?.bytes, read: 0 } }).toEqual({
    ...told,
    bytes: { ...told.bytes, read: 0 },
  });
}
