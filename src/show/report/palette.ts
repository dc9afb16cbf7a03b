/** The text styles of a report. Output to a terminal uses a palette with colours. */
export interface Palette {
  /** True if the palette has colours; otherwise marks are made with characters. */
  readonly colours: boolean;
  /** Names and verdicts. */
  bold(text: string): string;
  /** Less important text. */
  dim(text: string): string;
  /** Errors. */
  red(text: string): string;
  /** Warnings. */
  yellow(text: string): string;
  /** Correct values. */
  green(text: string): string;
  /** Remarks, and codes. */
  cyan(text: string): string;
  /** Faulty bytes. */
  inverse(text: string): string;
}

const plain = (text: string): string => text;

/** Leaves text unchanged. */
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
    // Empty text gets no escape sequence.
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

/** Escape sequences that every terminal of the last decades supports. */
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
