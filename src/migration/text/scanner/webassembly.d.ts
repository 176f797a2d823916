/** What of WebAssembly is used here: it is known to browsers' types alone, which this program has no use for. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Record<string, unknown>;
  }
  type Memory = { readonly buffer: ArrayBuffer };
  type Global = { readonly value: number };
}
