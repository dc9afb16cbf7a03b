/**
 * Returns the summary of a code whose entry in the catalogue is stored without a summary. Builds insert a
 * copy of all summaries into this file (scripts/code/stored-texts.ts), because bundlers would load the
 * summaries of `codeText` together with `validate`.
 */
export const faultSummary: (code: string) => string | undefined = () => undefined;
