/** Pages of 64 KiB: what a fresh instance needs, and 64 MiB, which no facts under the input cap come near. */
const MEMORY = { initial: 5, maximum: 1024 };
const PAGE = 65_536;

/** What the functions of OPA's ABI take and give are addresses in its memory, and numbers. */
interface OpaExports {
  readonly opa_wasm_abi_version: { readonly value: number };
  readonly opa_wasm_abi_minor_version: { readonly value: number };
  opa_malloc(bytes: number): number;
  opa_json_parse(text: number, bytes: number): number;
  opa_json_dump(value: number): number;
  opa_heap_ptr_get(): number;
  entrypoints(): number;
  opa_eval(
    reserved: 0,
    entrypoint: number,
    data: number,
    input: number,
    inputBytes: number,
    heap: number,
    format: 0,
  ): number;
}

/**
 * One instance of a compiled policy: OPA's documented WASM ABI, 1.2, as far as policies without host builtins need
 * it, and ours have none (the capabilities file sees to that). OPA's own SDK does the same in more time: it loads a
 * YAML parser, and makes two coders and two copies for every evaluation.
 */
export class OpaInstance {
  readonly entrypoints: Readonly<Record<string, number>>;
  readonly #exports: OpaExports;
  readonly #memory: WebAssembly.Memory;
  readonly #data: number;
  readonly #heap: number;
  #bytes: Buffer;

  /** @throws where the bytes are no policy of this ABI. */
  constructor(wasm: Uint8Array | WebAssembly.Module) {
    const module = wasm instanceof Uint8Array ? new WebAssembly.Module(wasm) : wasm;
    this.#memory = new WebAssembly.Memory(MEMORY);
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#exports = new WebAssembly.Instance(module, { env: this.#imports() })
      .exports as unknown as OpaExports;
    const { opa_wasm_abi_version: major, opa_wasm_abi_minor_version: minor } = this.#exports;
    if (major.value !== 1 || minor.value < 2) throw new Error('it is of another ABI than 1.2');
    this.entrypoints = JSON.parse(
      this.#textAt(this.#exports.opa_json_dump(this.#exports.entrypoints())),
    ) as Record<string, number>;
    this.#data = this.#emptyData();
    this.#heap = this.#exports.opa_heap_ptr_get();
  }

  /**
   * Puts an input (JSON text) to an entrypoint; the answer is JSON text too. Every evaluation begins on the same
   * heap, so that nothing of an earlier one is left.
   *
   * @throws where the policy aborts or traps.
   */
  evaluate(entrypoint: number, input: string): string {
    // A UTF-16 unit is at most three bytes of UTF-8.
    this.#reserve(this.#heap + input.length * 3);
    const bytes = this.#memoryBytes().write(input, this.#heap, 'utf8');
    const heap = this.#heap + bytes;
    const answer = this.#exports.opa_eval(0, entrypoint, this.#data, this.#heap, bytes, heap, 0);
    return this.#textAt(answer);
  }

  /** The document `data`, of which our policies read nothing. */
  #emptyData(): number {
    const address = this.#exports.opa_malloc(2);
    this.#memoryBytes().write('{}', address, 'latin1');
    return this.#exports.opa_json_parse(address, 2);
  }

  #imports(): Record<string, unknown> {
    const builtin = (id: number): never => {
      throw new Error(`it calls the builtin ${id}, which is not compiled into it`);
    };
    return {
      memory: this.#memory,
      opa_abort: (address: number): never => {
        throw new Error(this.#textAt(address));
      },
      opa_println: (): void => {},
      ...{ opa_builtin0: builtin, opa_builtin1: builtin, opa_builtin2: builtin },
      ...{ opa_builtin3: builtin, opa_builtin4: builtin },
    };
  }

  #reserve(end: number): void {
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
  }

  /** The text that ends at the next NUL. */
  #textAt(address: number): string {
    const bytes = this.#memoryBytes();
    const end = bytes.indexOf(0, address);
    return bytes.toString('utf8', address, end === -1 ? bytes.length : end);
  }

  /** The memory is another buffer after it has grown. */
  #memoryBytes(): Buffer {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes;
  }
}
