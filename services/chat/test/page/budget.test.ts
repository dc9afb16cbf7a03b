import { describe, expect, it } from 'vitest';
import { pageFiles } from '../../src/page/files.js';

/** Limit for compressed script before the first message. */
const MOST_SCRIPT_BYTES = 200_000;

describe('files that a browser loads', () => {
  const { files } = pageFiles();
  const html = files.get('/')!.bodies.identity.toString();

  it(`is at most ${MOST_SCRIPT_BYTES} bytes of compressed script before the first message`, () => {
    const first = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(first.length).toBeGreaterThan(0);
    const bytes = first.map((path) => files.get(path)!.bodies.gzip.length);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

  it('has neither scripts nor styles within the page, which its policy forbids', () => {
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)/);
  });
});
