/**
 * What "native in WASM" is worth: for each expression the WASM and OPA's interpreter give the same answer, and where
 * they are known not to, they still do not (an upgrade of OPA shows here).
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { capabilities, rego } from './support.js';

interface Policy {
  evaluate(input: unknown, entrypoint: string): readonly { readonly result: unknown }[];
}
const { loadPolicy } = createRequire(import.meta.url)('@open-policy-agent/opa-wasm') as {
  loadPolicy(wasm: Uint8Array): Promise<Policy>;
};

const input = { zero: 0, s: 'ä"<', f: 1.5, big: 9007199254740991, exp: 1e21, e: 5e-324 };

const equal: readonly string[] = lines(String.raw`
abs(-3.5)
round(2.5)
round(-2.5)
ceil(1.2)
floor(-1.2)
5 % 3
-5 % 3
5.5 % 2
1 / 3
10 / 4
1 / input.zero
0.1 + 0.2
9007199254740993 + 1
12345678901234567890 * 2
1e400 * 10
array.concat([1],[2])
array.flatten([1,[2,[3]]])
array.reverse([1,2])
array.slice([1,2,3],-1,2)
array.slice([1,2,3],2,1)
sort({1,2} - {1})
sort({1,2} & {2})
sort({1,2} | {3})
sort(intersection({{1,2},{2}}))
sort(union({{1},{2}}))
intersection(set())
type_name(null)
type_name(input.s)
is_number("1")
is_set({1})
is_array([])
is_object({})
is_null(null)
is_boolean(false)
is_string("")
bits.or(5,2)
bits.and(5,4)
bits.negate(1)
bits.xor(5,1)
bits.lsh(1,70)
bits.rsh(-8,1)
bits.or(input.f,2)
count("äöü")
count({"a":1})
sum([1,2.5])
sum([])
product([2,3])
max([1,"a",null])
max([])
min([])
sort([3,"a",null,1.5,true])
base64.decode("YWI=")
base64.decode("!!")
base64.encode("ä")
base64.is_valid("a")
base64url.encode("ä?>")
base64url.decode("w6Q_Pg")
base64url.decode("w6Q_Pg==")
net.cidr_contains("10.0.0.0/8","10.1.2.3")
net.cidr_contains("10.0.0.0/8","bad")
net.cidr_contains("fc00::/7","fd00::1")
net.cidr_intersects("10.0.0.0/8","10.1.0.0/16")
1 == 1.0
"a" < "B"
[1,2] < [1,3]
glob.match("*.x",["."],"a.x")
glob.match("*.x",[],"a.b.x")
glob.match("**.x",["."],"a.b.x")
glob.match("{a,b}?",null,"b/")
glob.match("*",null,"a.b")
glob.match("*",null,"a/b")
glob.match("[a-c]x",[],"bx")
glob.match("[!a-c]x",[],"dx")
glob.match("a\\*b",[],"a*b")
glob.match("ä*",[],"äö")
glob.match("*ö",[],"äö")
glob.match("?",[],"ö")
glob.match("[",[],"a")
glob.match("",[],"")
glob.match("a*b*c",[":"],"a:b:c")
glob.match("/a/*/c/**",["/"],"/a/b/c/d/e")
json.marshal({1,2})
json.marshal(1e3)
json.unmarshal("{\"a\":1}")
json.unmarshal("bad")
json.unmarshal("{\"a\":1,\"a\":2}")
json.unmarshal("1e2")
json.is_valid("{}")
json.is_valid("x")
json.remove({"a":{"b":1,"c":2}},["a/b"])
json.remove({"a":[1,2]},["a/0"])
json.filter({"a":{"b":1,"c":2}},["a/b"])
json.filter({"a":[1,2]},["a/1"])
json.filter({"a/b":1,"c":2},["a~1b"])
json.remove({"a":1},["zz"])
object.filter({"a":1,"b":2},["a"])
object.get({"a":{"b":1}},["a","b"],0)
object.get({"a":1},"x","d")
object.get({"a":1},["x"],"d")
sort(object.keys({"a":1,"b":2}))
object.remove({"a":1,"b":2},{"a"})
object.union({"a":{"x":1}},{"a":{"y":2}})
object.union_n([{"a":1},{"a":2}])
concat(",",["a","b"])
format_int(255,16)
format_int(255.9,10)
format_int(-255.9,10)
format_int(255,7)
indexof("äbc","c")
indexof("abc","z")
substring("äbc",1,1)
substring("abc",1,-1)
substring("abc",5,1)
substring("abc",-1,1)
lower("ÄÖẞIİ")
upper("äößıǆ")
lower("ABC")
upper("ﬁ")
contains("abc","")
startswith("abc","ab")
endswith("abc","bc")
strings.reverse("äb😀")
strings.reverse("e\u0301")
split("a,b,c",",")
split("aä","")
split("",",")
split("","")
strings.replace_n({"a":"b","b":"c"},"ab")
strings.replace_n({"":"x"},"ab")
trim("xxaxx","x")
trim("äaä","ä")
trim_left("xxa","x")
trim_right("axx","x")
trim_prefix("abab","ab")
trim_suffix("abab","ab")
trim_space("\t a\u00a0\u2003\n")
trim_space(" a ")
numbers.range(1,3)
numbers.range(3,1)
numbers.range(1.5,3)
numbers.range(1,1)
to_number("1.5")
to_number("0x10")
to_number("1e3")
to_number(" 1")
to_number("1_000")
to_number("+1")
to_number("Infinity")
to_number("NaN")
to_number("-0")
to_number("")
to_number(null)
to_number(true)
to_number("12345678901234567890")
[x | walk({"a":[1]}, x)]
sort(graph.reachable({"a":["b"],"b":[]},["a"]))
sort(graph.reachable({"a":{"b"}},{"a"}))
regex.is_valid("[")
regex.is_valid("a+")
regex.match("^a+$","aaa")
regex.match("[","a")
regex.match("\\p{L}+","ä")
regex.match("(?i)ABC","abc")
regex.match("^.$","ä")
regex.match("(a+)+$","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")
regex.match("\\bfoo\\b","a foo b")
regex.match("a{1001}","a")
regex.match("\\d","٣")
regex.match("(?P<n>a)","a")
regex.match("\\Qa.b\\E","a.b")
regex.match("\\x{e4}","ä")
regex.match("\\pN","1")
regex.find_all_string_submatch_n("a(.)","abac",-1)
regex.find_all_string_submatch_n("a(.)","abac",1)
regex.find_all_string_submatch_n("a(x)?","ab",-1)
regex.find_all_string_submatch_n("","ab",-1)
1 in [1,2]
"k", 1 in {"k":1}
$"a{input.s}b{input.f}"
$"{input.nope}"
$"{[1,"x",{"k":1.50}]}"
$"{1e3} {0.1}"
{"a": 1} == {"a": 1.0}
input.f
input.big
input.exp
input.s
{1: "x"}
{true: 1}
[input.e]
trim("abc","")
trim_left("abc","")
contains("","")
indexof("","a")
object.get({"a":1},[],0)
graph.reachable({"a":["b"],"b":["a"]},["a"]) & {"a"}
glob.match("**",[],"")
json.filter({"a":1},[])
json.remove({"a":1},[])
array.flatten([])
strings.replace_n({},"ab")
trim_prefix("","")
format_int(5,1)
bits.lsh(1,200)
substring("",0,0)
concat("",[])
array.slice([],0,0)
json.unmarshal("")
split("a","aa")
numbers.range(0,0)
union(set())
`);

/** What the WASM does instead. */
const different: Readonly<Record<string, string>> = {
  ['json.marshal({"b":1.50,"a":[true,null,"ä<"]})']: 'keys in the order of hashes; < as it is',
  [String.raw`json.marshal({"k":{"z":"\u2028"}})`]: 'U+2028 as it is',
  ['json.unmarshal("1 2")']: 'text after the value passes',
  ['json.unmarshal("[1,]")']: 'a trailing comma passes',
  [String.raw`json.unmarshal("\"\\ud800\"")`]: 'a lone surrogate throws',
  ['concat(",",{"b","a"})']: 'a set in the order of hashes',
  ['format_int(12345678901234567890,10)']: 'throws beyond 64 bits',
  ['indexof("abc","")']: '0; undefined in the interpreter',
  ['object.union_n([])']: 'undefined; {} in the interpreter',
  ['to_number(".5")']: 'a number that JSON does not have: throws when it is returned',
  ['to_number("5.")']: 'the same',
  ['to_number("01")']: 'the same',
  ['regex.match("(?<n>a)","a")']: 'this syntax of a named group is unknown',
  [String.raw`regex.match("\\C","a")`]: '\\C is known',
};

const opa = OpaCompiler.start();
after(() => opa.close());

interface Pair {
  readonly wasm: unknown;
  readonly interpreter: unknown;
}
const pairs = new Map<string, Pair>();

before(async () => {
  const all = [...equal, ...Object.keys(different)];
  const module = rego('p.rego', 'package p', ...all.map((expression, i) => `r${i} := ${expression}`));
  const { wasm } = await opa.build({
    modules: [module],
    entrypoints: all.map((_, i) => `p/r${i}`),
    capabilities,
  });
  const policy = await loadPolicy(wasm);
  const answers = await opa.evalMany({
    modules: [module],
    capabilities,
    inputs: all.map((_, i) => ({ query: `data.p.r${i}`, input })),
  });
  for (const [i, expression] of all.entries()) {
    const interpreter = answers[i]?.defined === true ? { value: answers[i].value } : {};
    pairs.set(expression, { wasm: evaluate(policy, `p/r${i}`), interpreter });
  }
});

function evaluate(policy: Policy, entrypoint: string): unknown {
  try {
    const [first] = policy.evaluate(input, entrypoint);
    return first === undefined ? {} : { value: first.result };
  } catch (error) {
    return { thrown: String(error) };
  }
}

test('native builtins answer as the interpreter does', () => {
  const unlike = equal
    .map((expression) => ({ expression, ...pairs.get(expression) }))
    .filter((p) => !isDeepStrictEqual(p.wasm, p.interpreter));
  assert.deepEqual(unlike, []);
});

test('the known differences are still there', () => {
  for (const [expression, what] of Object.entries(different)) {
    const { wasm, interpreter } = pairs.get(expression) ?? {};
    assert.ok(!isDeepStrictEqual(wasm, interpreter), `${expression} (${what}) is no longer different`);
  }
});

test('a builtin that hangs in WASM is refused', async () => {
  const [problem] = await opa.check({
    modules: [rego('a.rego', 'package a', 'x := replace(input.s, "", "y")')],
    capabilities,
  });
  assert.equal(problem?.message, 'undefined function replace');
});

test('a value that JSON cannot hold is an error of the evaluation', async () => {
  const result = await opa.eval({ modules: [], query: 'to_number("01")' });
  assert.equal(result.defined, false);
  assert.equal(result.errors[0]?.code, 'not_json');
});

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
