import type {
  ContextHead,
  CoreOpHead,
  DisasmListing,
  ListingProblem,
  OperationHead,
} from '../../tools/disasm/listing.js';
import type { Operands } from '../../tools/disasm/operands.js';
import { connectionText, DisasmNames, layerName } from './disasm-names.js';
import { DisasmSteps } from './disasm-steps.js';
import { escapeText } from './escape.js';
import { type Palette, PLAIN } from './palette.js';
import { counted, grouped, offsetText } from './text.js';

export const DISASM_FORMATS = ['human', 'ndjson'] as const;
export type DisasmFormat = (typeof DISASM_FORMATS)[number];

interface DisasmTextOptions {
  readonly palette?: Palette;
  /** True to print the offset of the record before each line. */
  readonly offsets?: boolean;
  /** Receives the output. The bytes may be reused after the promise resolves. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

const BUFFER = 1 << 16;
const BLANK_MARGIN = ' '.repeat(10);

/** Formats a disassembly for a terminal. Text from files is escaped. */
export class DisasmText implements DisasmListing {
  readonly #encoder = new TextEncoder();
  #text = '';
  readonly #palette: Palette;
  readonly #offsets: boolean;
  readonly #write: DisasmTextOptions['write'];
  readonly #names = new DisasmNames();
  readonly #steps: DisasmSteps;
  #indent = '';
  #actionLead = '';
  #actions = 0;

  constructor({ palette = PLAIN, offsets = false, write }: DisasmTextOptions) {
    this.#palette = palette;
    this.#offsets = offsets;
    this.#write = write;
    this.#steps = new DisasmSteps(this.#names, palette);
  }

  get isFull(): boolean {
    return this.#text.length >= BUFFER;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#write(this.#encoder.encode(text));
  }

  coreOp({ path, offset, name, networks, clusters, depth }: CoreOpHead): void {
    const palette = this.#palette;
    this.#indent = '  '.repeat(depth);
    this.#actionLead = `${this.#indent}           `;
    this.#names.setNetworks(networks);
    this.#names.setLayers([]);
    const title = path.endsWith('core_op') ? 'core operation' : 'network group';
    const shown = name === '' ? '(unnamed)' : escapeText(name);
    const parts = clusters === undefined ? '' : `  for clusters 0x${clusters.toString(16)}`;
    this.#line(offset, `${this.#indent}${palette.bold(`${title} ${shown}`)}${parts}  ${palette.dim(path)}`);
    if (networks.length > 0) {
      const list = networks.slice(0, 16).map((one, i) => `${i} ${escapeText(one)}`);
      const more = networks.length > 16 ? `, and ${networks.length - 16} more` : '';
      this.#line(-1, `${this.#indent}  networks: ${list.join(', ')}${more}`);
    }
  }

  preliminary(_path: string, offset: number): void {
    this.#names.setLayers([]);
    this.#line(offset, `${this.#indent}  ${this.#palette.bold('preliminary configuration')}`);
  }

  context({ offset, index, name, layers, length }: ContextHead): void {
    const palette = this.#palette;
    const shown = name === '' ? '' : ` ${escapeText(name)}`;
    this.#line(
      offset,
      `${this.#indent}  ${palette.bold(`context ${index}${shown}`)}  ${palette.dim(`${grouped(length)} bytes`)}`,
    );
    this.#names.setLayers(layers);
    for (const layer of layers) {
      const network = this.#names.networkText(layer.networkIndex);
      const kind = layer.kind === 'info' ? '' : `  ${layer.kind}`;
      this.#line(
        layer.offset,
        `${this.#indent}    ${layer.direction.padEnd(3)} ${String(layer.sysIndex).padStart(3)}  ${layerName(layer)}` +
          `  ${connectionText(layer.connection)}${network === '' ? '' : `  net=${network}`}${kind}`,
      );
    }
  }

  operation({ index, offset }: OperationHead, trigger: Operands): void {
    this.#line(offset, `${this.#indent}    ${String(index).padStart(3)}  ${this.#steps.trigger(trigger)} →`);
    this.#actions = 0;
  }

  action(action: Operands): void {
    this.#line(action.offset, this.#actionLead + this.#steps.action(action));
    this.#actions++;
  }

  operationEnd(): void {
    if (this.#actions === 0) this.#line(-1, `${this.#indent}           ${this.#palette.dim('(no actions)')}`);
  }

  contextEnd({ timeline, timelineMore }: ContextHead): void {
    if (timeline.length === 0) return;
    const palette = this.#palette;
    const total = timeline.reduce((sum, { fromPreviousNs }) => sum + fromPreviousNs, 0n);
    const width = grouped(total).length;
    const many = counted(timeline.length + timelineMore, 'trigger');
    this.#line(
      -1,
      `${this.#indent}    ${palette.bold('timeline')}  ${many}, ${grouped(total)} ns as estimated`,
    );
    let at = 0n;
    for (const entry of timeline) {
      at += entry.fromPreviousNs;
      this.#line(
        entry.offset,
        `${this.#indent}      ${grouped(at).padStart(width)} ns  ${this.#steps.timelineText(entry)}`,
      );
    }
    if (timelineMore > 0)
      this.#line(-1, `${this.#indent}      … and ${counted(timelineMore, 'trigger')} more`);
  }

  problem({ code, offset, path }: ListingProblem): void {
    this.#line(
      offset,
      this.#palette.red(`!! ${code} at ${offsetText(offset)}${path === '' ? '' : ` in ${path}`}`),
    );
  }

  #line(offset: number, text: string): void {
    if (this.#offsets) {
      this.#text += offset < 0 ? BLANK_MARGIN : `${offset.toString(16).padStart(8, '0')}  `;
    }
    this.#text += `${text}\n`;
  }
}
