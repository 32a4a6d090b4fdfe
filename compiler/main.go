//go:build js && wasm

// Program compiler is Open Policy Agent's compiler and interpreter as one
// WebAssembly module. It registers a single function on globalThis and stays
// alive to answer requests; a request is one JSON document in, one JSON
// document out. Every file a request speaks of travels inside it: the program
// opens no file and no connection.
package main

import "syscall/js"

// entryName is the function that the host looks up after start.
const entryName = "edgeContractsOpa"

func main() {
	js.Global().Set(entryName, js.FuncOf(receive))
	select {} // keep the instance alive between requests
}

// receive(request: string, reply: (response: string) => void).
// The work runs in a goroutine of its own: a callback that blocks would block
// the event loop it waits for.
func receive(_ js.Value, args []js.Value) any {
	request, reply := args[0].String(), args[1]
	go func() { reply.Invoke(string(handle([]byte(request)))) }()
	return nil
}
