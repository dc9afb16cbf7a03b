import type { CodeText } from './catalogue.js';

/**
 * The text of a code whose entry has lost its `about`. Here every entry has kept it; the builds take them out,
 * and have this look them up (scripts/code/stored-texts.ts, scripts/page/stored-texts.ts).
 */
export const storedText: (code: string) => CodeText | undefined = () => undefined;

/** The same for the summary of a code. */
export const storedSummary: (code: string) => string | undefined = () => undefined;

/** Await this where texts may be stored, before requesting one. */
export const loadTexts: () => Promise<void> = () => Promise.resolve();
