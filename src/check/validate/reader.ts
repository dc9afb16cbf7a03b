import { Scanner } from '../../read/scan/scanner.js';
import { Gatherer } from './gather.js';
import type { ValidationPlan } from './subscription.js';

/**
 * Reads messages by one plan, with a scanner, a handler and, if it saves time, the kernel. Readers are kept
 * from one file to the next, because creating a reader takes as long as validating a small file, and because
 * V8 discards compiled code if a garbage collection finds no object of the kind for which the code was
 * compiled.
 */
interface Reader {
  readonly gatherer: Gatherer;
  readonly scanner: Scanner;
}

interface Stock {
  readonly plain: Reader[];
  readonly proving: Reader[];
}

/** The loaded kernel. Awaiting the import again would take too long for small files. */
let kernels: typeof import('../../read/kernel/index.js') | undefined;

const stocks = new WeakMap<ValidationPlan, Stock>();
/**
 * Maximum number of unused readers to keep: a program that reads from a network runs a dozen asynchronous
 * scans at the same time.
 */
const MAX_FREE = 16;

/**
 * Returns a reader for exclusive use.
 * @param kernel true if the kernel should handle clean records instead of the scanner. The kernel is loaded
 * on demand, because it is an eighth of a bundle of `validate`, and small files, which are the most common,
 * do not need the kernel.
 */
export function borrowReader(plan: ValidationPlan, kernel: boolean): Reader | Promise<Reader> {
  if (!kernel || kernels !== undefined) return readerOf(plan, kernel);
  // A page whose host is offline cannot load the kernel. Without the kernel, the scanner reports the same
  // findings.
  return import('../../read/kernel/index.js')
    .then(
      (loaded) => {
        kernels = loaded;
      },
      () => {},
    )
    .then(() => readerOf(plan, kernel));
}

function readerOf(plan: ValidationPlan, kernel: boolean): Reader {
  const stock = stocks.get(plan);
  const waiting = (kernel ? stock?.proving : stock?.plain)?.pop();
  if (waiting !== undefined) return waiting;
  const gatherer = new Gatherer(plan);
  return {
    gatherer,
    scanner: new Scanner(plan.plan, gatherer, kernel ? kernels?.borrowKernel(plan.plan) : undefined),
  };
}

/** Gives back a reader that is no longer used. */
export function returnReader(plan: ValidationPlan, kernel: boolean, reader: Reader): void {
  reader.scanner.release();
  reader.gatherer.release();
  let stock = stocks.get(plan);
  if (stock === undefined) {
    stock = { plain: [], proving: [] };
    stocks.set(plan, stock);
  }
  const free = kernel ? stock.proving : stock.plain;
  if (free.length < MAX_FREE) free.push(reader);
}
