// Program cap-memory gives the memory of a WebAssembly module a maximum.
//
// Go's linker leaves the maximum out, which lets one request take all memory
// of the machine. With a maximum the growth fails inside the module and Go
// ends with "out of memory", which the host recognises.
//
// The maximum is written as a LEB128 of fixed width (5 bytes), so that the
// host can lower it in place without parsing the sections after it.
//
//	cap-memory <module.wasm> <MiB>
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
)

const (
	headerSize    = 8 // magic and version
	memorySection = 5
	pagesPerMiB   = 16
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cap-memory:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: cap-memory <module.wasm> <MiB>")
	}
	mib, err := strconv.ParseUint(args[1], 10, 16)
	if err != nil {
		return err
	}
	module, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	capped, err := capMemory(module, mib*pagesPerMiB)
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], capped, 0o644)
}

func capMemory(module []byte, pages uint64) ([]byte, error) {
	start, end, body, err := findSection(module, memorySection)
	if err != nil {
		return nil, err
	}
	// one memory (1), limits without a maximum (0), then the minimum
	if len(body) < 3 || body[0] != 1 || body[1] != 0 {
		return nil, errors.New("the memory is not one memory without a maximum")
	}
	if least, _ := binary.Uvarint(body[2:]); least > pages {
		return nil, fmt.Errorf("the module starts with %d pages already", least)
	}
	section := append([]byte{1, 1}, body[2:]...)
	section = append(section, fixedWidth(pages)...)
	var out bytes.Buffer
	out.Write(module[:start])
	out.WriteByte(memorySection)
	out.Write(binary.AppendUvarint(nil, uint64(len(section))))
	out.Write(section)
	out.Write(module[end:])
	return out.Bytes(), nil
}

// findSection returns where the section with its header starts and ends.
func findSection(module []byte, id byte) (start, end int, body []byte, err error) {
	for at := headerSize; at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		first := at + 1 + n
		last := first + int(size)
		if n <= 0 || last > len(module) {
			break
		}
		if module[at] == id {
			return at, last, module[first:last], nil
		}
		at = last
	}
	return 0, 0, nil, errors.New("no memory section")
}

func fixedWidth(pages uint64) []byte {
	out := make([]byte, 5)
	for i := range out {
		out[i] = byte(pages&0x7f) | 0x80
		pages >>= 7
	}
	out[4] &= 0x7f
	return out
}
