/** The few ways a report sets text off. The writer to a terminal brings one with colours. */
export interface Palette {
  /** Whether it colours at all; where not, marks are made with characters. */
  readonly colours: boolean;
  /** Names and verdicts. */
  bold(text: string): string;
  /** What is less important. */
  dim(text: string): string;
  /** Errors. */
  red(text: string): string;
  /** Warnings. */
  yellow(text: string): string;
  /** What is right. */
  green(text: string): string;
  /** Remarks, and codes. */
  cyan(text: string): string;
  /** Bytes at fault. */
  inverse(text: string): string;
}

const plain = (text: string): string => text;

/** Leaves text alone. */
export const PLAIN: Palette = {
  colours: false,
  bold: plain,
  dim: plain,
  red: plain,
  yellow: plain,
  green: plain,
  cyan: plain,
  inverse: plain,
};

const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    // Nothing to set off: no escape sequence either.
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

/** Escape sequences that every terminal of the last decades knows. */
export const ANSI: Palette = {
  colours: true,
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  yellow: sgr(33, 39),
  green: sgr(32, 39),
  cyan: sgr(36, 39),
  inverse: sgr(7, 27),
};
