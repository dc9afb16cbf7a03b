import type { CodeText } from './catalogue.js';

/**
 * The text of a code whose entry has lost its `about`. Here every entry has kept it; the builds take them out,
 * and have this look them up (scripts/code/stored-texts.ts, scripts/page/stored-texts.ts).
 */
export const storedText: (code: string) => CodeText | undefined = () => undefined;

/** The same for the summary of a code. */
export const storedSummary: (code: string) => string | undefined = () => undefined;

/** Has texts at hand that are loaded apart. To be awaited where they may be, before one is asked for. */
export const loadTexts: () => Promise<void> = () => Promise.resolve();
