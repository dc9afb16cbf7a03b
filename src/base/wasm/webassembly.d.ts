/**
 * The part of WebAssembly's JavaScript interface that this library uses. The types of ES and of Node do not
 * include this interface.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Record<string, unknown>;
  }
}
