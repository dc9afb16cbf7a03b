/** Functions that style the text of a report. The palette for a terminal has colours. */
export interface Palette {
  /** True if the palette has colours. Without colours, reports mark text by characters. */
  readonly colours: boolean;
  /** Styles names and verdicts. */
  bold(text: string): string;
  /** Styles less important text. */
  dim(text: string): string;
  /** Styles errors. */
  red(text: string): string;
  /** Styles warnings. */
  yellow(text: string): string;
  /** Styles correct values. */
  green(text: string): string;
  /** Styles remarks and codes. */
  cyan(text: string): string;
  /** Styles faulty bytes. */
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
    // An empty text stays empty, without escape sequences.
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

/** Palette with escape sequences that all common terminals support. */
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
