import { Scanner } from '../../read/scan/scanner.js';
import { Gatherer } from './gather.js';
import type { ValidationPlan } from './subscription.js';

/**
 * What reads a message by one plan: a scanner, who listens to it, and the kernel where it pays. Kept from one
 * file to the next, and not only because making them costs as much as a small file: V8 throws compiled code
 * away when a collection finds no object left of a kind that the code was made for.
 */
export interface Reader {
  readonly gatherer: Gatherer;
  readonly scanner: Scanner;
}

interface Stock {
  readonly plain: Reader[];
  readonly proving: Reader[];
}

/** Once it is loaded: small files have no time to ask for it each. */
let kernels: typeof import('../../read/kernel/index.js') | undefined;

const stocks = new WeakMap<ValidationPlan, Stock>();
/** Scans that run at the same time on one thread are asynchronous ones: a program that reads from a network has a dozen. */
const MAX_FREE = 16;

/**
 * A reader that nothing else uses meanwhile.
 * @param kernel whether clean records are to be taken off the scanner. The kernel is loaded then: it is an eighth of
 *   what a bundle of `validate` has, and small files, which most are, do without.
 */
export function borrowReader(plan: ValidationPlan, kernel: boolean): Reader | Promise<Reader> {
  if (!kernel || kernels !== undefined) return readerOf(plan, kernel);
  // A page whose host is gone cannot load it, and the scanner finds the same without.
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

/** Gives a reader back that is done. */
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
