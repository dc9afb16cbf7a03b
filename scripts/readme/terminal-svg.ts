/** Terminal output as a picture: an SVG that follows the reader's light or dark scheme. */

const FONT_SIZE = 13;
/**
 * Width of a character in the fonts of STYLE; every run states its start, so that different widths do not add
 * up.
 */
const CHARACTER_WIDTH = 7.83;
const LINE_HEIGHT = 18;
const PADDING = 16;

/** Foreground colours by SGR code. */
const COLOURS: Readonly<Record<number, string>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };

const STYLE = `
    .screen { fill: #f6f8fa; stroke: #d1d9e0 }
    text { fill: #1f2328; font: ${FONT_SIZE}px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
    .bold { font-weight: 700 } .dim { fill: #59636e } rect.inverse { fill: #1f2328 } text .inverse { fill: #f6f8fa }
    .red { fill: #cf222e } .green { fill: #1a7f37 } .yellow { fill: #9a6700 } .cyan { fill: #0969da }
    @media (prefers-color-scheme: dark) {
      .screen { fill: #0d1117; stroke: #3d444d }
      text { fill: #e6edf3 } .dim { fill: #9198a1 } rect.inverse { fill: #e6edf3 } text .inverse { fill: #0d1117 }
      .red { fill: #ff7b72 } .green { fill: #3fb950 } .yellow { fill: #d29922 } .cyan { fill: #79c0ff }
    }
`;

interface Run {
  readonly column: number;
  readonly text: string;
  readonly classes: string;
}

/**
 * @param command the command line, shown after a prompt
 * @param output its output, with the escape sequences of src/show/report/palette.ts
 * @param columns width of the picture in characters, if no line is longer
 * @throws Error for an escape sequence that has no picture
 */
export function terminalSvg(command: string, output: string, columns: number): string {
  const lines = [`\u001b[2m$\u001b[22m ${command}`, '', ...output.trimEnd().split('\n')].map(runsOf);
  const longest = Math.max(columns, ...lines.flat().map(({ column, text }) => column + text.length));
  const width = Math.ceil(longest * CHARACTER_WIDTH + 2 * PADDING);
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const rows = lines.flatMap((runs, row) => {
    if (runs.length === 0) return [];
    const y = PADDING + (row + 1) * LINE_HEIGHT - 5;
    const grounds = runs.filter(({ classes }) => classes.includes('inverse')).map((run) => groundOf(run, y));
    return [...grounds, `  <text y="${y}" xml:space="preserve">${runs.map(spanOf).join('')}</text>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>Output of ${escapeXml(command)}</title>`,
    `  <style>${STYLE}  </style>`,
    `  <rect class="screen" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the runs of equal style in one line, without the spaces between them. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let column = 0;
  let bold = false;
  let dim = false;
  let inverse = false;
  let colour = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
  for (const [, code, text] of line.matchAll(/\u001b\[(\d+)m|([^\u001b]+|\u001b)/g)) {
    if (text !== undefined) {
      if (text.startsWith('\u001b')) throw new Error(`no picture for an escape sequence in ${line}`);
      const classes = [bold && 'bold', dim && 'dim', inverse && 'inverse', colour].filter(Boolean).join(' ');
      const lead = text.length - text.trimStart().length;
      if (lead < text.length) runs.push({ column: column + lead, text: text.trim(), classes });
      column += text.length;
      continue;
    }
    const sgr = Number(code);
    if (sgr === 1) bold = true;
    else if (sgr === 2) dim = true;
    else if (sgr === 22) bold = dim = false;
    else if (sgr === 7 || sgr === 27) inverse = sgr === 7;
    else if (sgr === 39) colour = '';
    else if (COLOURS[sgr] !== undefined) colour = COLOURS[sgr];
    else throw new Error(`no picture for SGR ${sgr} in ${line}`);
  }
  return runs;
}

/** Draws the background of inverted text. */
function groundOf({ column, text }: Run, y: number): string {
  const x = (PADDING + column * CHARACTER_WIDTH).toFixed(1);
  const width = (text.length * CHARACTER_WIDTH).toFixed(1);
  return `  <rect class="inverse" x="${x}" y="${y - 12}" width="${width}" height="16"/>`;
}

function spanOf({ column, text, classes }: Run): string {
  const x = (PADDING + column * CHARACTER_WIDTH).toFixed(1);
  return `<tspan x="${x}"${classes === '' ? '' : ` class="${classes}"`}>${escapeXml(text)}</tspan>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
