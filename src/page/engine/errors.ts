import { transferHandlers } from 'comlink';
import { isProtomdlError, ProtomdlError } from '../../base/diagnostics/error.js';

interface Crossing {
  readonly value: unknown;
}

interface Written {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string;
  readonly offset?: number | undefined;
  readonly path?: string;
}

/**
 * Preserves the code and the place of errors that a worker throws, which comlink would drop. Call this
 * function in the page and in the worker, before any other message.
 */
export function letErrorsCross(): void {
  const usual = transferHandlers.get('throw');
  if (usual === undefined) throw new Error('comlink has no way for errors any more');
  transferHandlers.set('throw', {
    canHandle: (value): value is unknown => usual.canHandle(value),
    serialize: (crossing: unknown) => [written((crossing as Crossing).value), []],
    deserialize: (text: unknown) => {
      throw revived(text as Written);
    },
  });
}

function written(error: unknown): Written {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  if (!isProtomdlError(error)) return { name, message, stack };
  return { name, message, stack, code: error.code, offset: error.offset, path: error.path };
}

function revived({ name, message, stack, code, offset, path }: Written): Error {
  if (code !== undefined)
    return Object.assign(new ProtomdlError(code, message, offset, path), { stack: stack ?? '' });
  return Object.assign(new Error(message), { name, stack: stack ?? '' });
}

/**
 * True if an error is due to missing WebAssembly, which computes checksums: a content security policy may
 * forbid it.
 */
export function isWithoutWebAssembly(error: unknown): boolean {
  return typeof WebAssembly === 'undefined' || (error instanceof Error && error.name === 'CompileError');
}
