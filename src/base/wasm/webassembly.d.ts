/** The part of WebAssembly's JavaScript interface that the kernel's host uses; neither ES nor Node's types have it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Record<string, unknown>;
  }
}
