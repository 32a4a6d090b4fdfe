/** The part of WebAssembly that the evaluator names; Node has it, and its types for Node 20 do not declare it. */
declare namespace WebAssembly {
  class Module {
    static exports(module: Module): readonly { readonly name: string }[];
    constructor(bytes: Uint8Array);
  }
}
