const HEADER_SIZE = 8;
const MEMORY_SECTION = 5;
const PAGES_PER_MIB = 16;
const MAXIMUM_WIDTH = 5;

/**
 * Lowers the maximum of the module's memory, in place. `compiler/build.sh` wrote it in a fixed width at the end of the
 * memory section for this. A limit above the built-in one is ignored.
 */
export function limitMemory(module: Uint8Array, memoryMiB: number): void {
  const end = endOfMemorySection(module);
  const at = end - MAXIMUM_WIDTH;
  const pages = Math.min(memoryMiB * PAGES_PER_MIB, readLeb(module, at).value);
  for (let i = 0; i < MAXIMUM_WIDTH; i += 1) {
    const more = i < MAXIMUM_WIDTH - 1 ? 0x80 : 0;
    module[at + i] = ((pages >>> (7 * i)) & 0x7f) | more;
  }
}

function endOfMemorySection(module: Uint8Array): number {
  let at = HEADER_SIZE;
  while (at < module.length) {
    const size = readLeb(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === MEMORY_SECTION) {
      return end;
    }
    at = end;
  }
  throw new Error('the module has no memory section');
}

function readLeb(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < MAXIMUM_WIDTH; i += 1) {
    const byte = bytes[start + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if ((byte & 0x80) === 0) {
      return { value, next: start + i + 1 };
    }
  }
  throw new Error('malformed module');
}
