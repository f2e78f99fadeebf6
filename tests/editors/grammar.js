// SPDX-License-Identifier: Apache-2.0
// Tokenizes every .loom file of the project as editors do, and compares the scopes with what a scanner written here says.
// grammar.js ROOT MODULES
"use strict";
const fs = require("fs");
const path = require("path");
const [root, modules] = process.argv.slice(2);
const load = (name) => require(path.join(modules, name));
const { Registry, INITIAL, parseRawGrammar } = load("vscode-textmate");
const oniguruma = load("vscode-oniguruma");

const reserved = new Set("if then else let in case of when where over each with".split(" "));
const units = /^(?:[munpµμ]?s|min|h|[kMG]?Hz|(?:[kMGT]|[KMGT]i)?B(?:\/s)?|[kMGT]?bit\/s|[kMGT]?(?:flop|FLOP)(?:\/s)?|[mkM]?[WJ])(?!\w)/;

let failures = 0;
function fail(file, line, column, message) {
  failures += 1;
  if (failures <= 20) console.error(`${path.relative(root, file)}:${line + 1}:${column + 1}: ${message}`);
}

function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (name === path.join(root, "tests", "formats", "loom", "errors")) return [];  // wrong on purpose, also in their characters
    if (entry.isDirectory()) return /^(build.*|out|\.git|node_modules)$/.test(entry.name) ? [] : files(name);
    return entry.name.endsWith(".loom") ? [name] : [];
  });
}

// What stands where, as [start, end, wanted scope] for each line: comments, texts, quoted names, numbers, units, reserved words.
function scan(text) {
  const lines = text.split("\n").map(() => []);
  let line = 0, column = 0, at = 0, last = "", word = "";
  const put = (length, scope) => {
    for (const piece of text.slice(at, at + length).split("\n").entries()) {
      if (piece[0] > 0) { line += 1; column = 0; }
      if (scope && piece[1].length > 0) lines[line].push([column, column + piece[1].length, scope]);
      column += piece[1].length;
    }
    last = text.slice(at, at + length);
    at += length;
  };
  while (at < text.length) {
    const rest = text.slice(at);
    let match;
    if ((match = /^\/\/[^\n]*/.exec(rest))) put(match[0].length, "comment.line");
    else if ((match = /^\/\*[^]*?(\*\/|$)/.exec(rest))) put(match[0].length, "comment.block");
    else if ((match = /^"(\\.|[^"\\\n])*("|$)/m.exec(rest))) put(match[0].length, "string.quoted");
    else if ((match = /^'[^'\n]+'/.exec(rest))) put(match[0].length, "");
    else if ((match = /^[A-Za-z_]\w*/.exec(rest))) {
      const direction = word === "port" && match[0] === "in";
      put(match[0].length, direction ? "storage.modifier" : reserved.has(match[0]) ? "keyword.control" : "name");
      word = match[0];
    }
    else if ((match = /^\d+(\.\d+)?([eE][+-]?\d+)?/.exec(rest)) && last !== ".") {
      put(match[0].length, "constant.numeric");
      const blank = /^[ \t]*/.exec(text.slice(at))[0];
      const unit = units.exec(text.slice(at + blank.length));
      if (unit) { put(blank.length, ""); put(unit[0].length, "keyword.other.unit"); }
    } else put(1, "");
  }
  return lines;
}

function check(grammar, file, text) {
  const wanted = scan(text);
  let stack = INITIAL;
  text.split("\n").forEach((line, number) => {
    const result = grammar.tokenizeLine(line.replace(/\r$/, ""), stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      const shown = line.slice(token.startIndex, token.endIndex);
      if (token.scopes.some((scope) => scope.startsWith("invalid"))) fail(file, number, token.startIndex, `invalid: ${shown}`);
      if (token.scopes.length < 2 && shown.trim() !== "") fail(file, number, token.startIndex, `no scope: ${shown}`);
    }
    for (const [start, end, scope] of wanted[number]) {
      const inside = result.tokens.filter((token) => token.endIndex > start && token.startIndex < end);
      const has = (token) => token.scopes.some((one) => one.startsWith(scope));
      const wrong = scope === "name"
        ? inside.some((token) => token.scopes.some((one) => /^(comment|string|constant\.numeric|punctuation)/.test(one)))
        : !inside.every(has);
      if (wrong) fail(file, number, start, `wanted ${scope} for ${line.slice(start, end)}, got ${inside.map((t) => t.scopes.slice(1).join(" "))}`);
    }
  });
}

// Line, word in it, the scope that it must have.
const samples = [
  ["hardware module CPU(cores : int) {", "hardware", "storage.modifier"],
  ["hardware module CPU(cores : int) {", "CPU", "entity.name.type.module"],
  ["fun rev[T](l : list of T) : list of T = reverse(l);", "rev", "entity.name.function"],
  ["colour Msg = union { Data : product Seq * string, Nothing };", "Msg", "entity.name.type"],
  ["colour Msg = union { Data : product Seq * string, Nothing };", "union", "keyword.other.type"],
  ["colour Msg = union { Data : product Seq * string, Nothing };", "string", "support.type"],
  ["  port inout IDLE : unit;", "inout", "storage.modifier"],
  ["  in  QUEUE : t;", "in", "keyword.control.arc"],
  ["  equal P : 0;", "equal", "keyword.control.arc"],
  ["  every 2 s from 1 s until 20 s;", "every", "keyword.control.arc"],
  ["  every 2 s from 1 s until 20 s;", "until", "keyword.control.arc"],
  ["  at 5 s, 10 s;", "at", "keyword.control.arc"],
  ["  out LOG : 2`t ++ u when t.bytes > 8;", "when", "keyword.control"],
  ["  out LOG : 2`t ++ u when t.bytes > 8;", "`", "keyword.operator"],
  ["transition t { in A; out B; }", "t", "entity.name.transition"],
  ["const clock : real = 2400 MHz;", "MHz", "keyword.other.unit"],
  ["const rate = 12 GB/s;", "GB/s", "keyword.other.unit"],
  ["const s = \"a\\n\\x41\";", "\\x41", "constant.character.escape"],
  ["property p : ltl G (A => F B U C);", "G", "keyword.operator.temporal"],
  ["property p : ltl G (A => F B U C);", "U", "keyword.operator.temporal"],
  ["property p : ltl G (A => F B U C);", "ltl", "keyword.other.property"],
  ["property e : ctl E[A U B];", "E", "keyword.operator.temporal"],
  ["place 'p-1.x' : unit;", "'p-1.x'", "entity.name.place"],
  ["measure m = average real(tokens(P));", "tokens", "support.function"],
  ["scenario heavy { const rate = 5; }", "heavy", "entity.name.type.module"],
];

async function main() {
  const wasm = fs.readFileSync(path.join(modules, "vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const source = path.join(root, "editors/petriloom.tmLanguage.json");
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(source, "utf8"), source),
  });
  const grammar = await registry.loadGrammar("source.petriloom");
  const all = files(root).sort();
  if (all.length < 50) fail(root, 0, 0, `only ${all.length} files of the net language found`);
  for (const file of all) check(grammar, file, fs.readFileSync(file, "utf8"));
  for (const [line, word, scope] of samples) {
    const tokens = grammar.tokenizeLine(line, INITIAL).tokens;
    const starts = [...line.matchAll(new RegExp(word.replace(/[^\w]/g, "\\$&"), "g"))].map((match) => match.index);
    const good = tokens.some((token) => starts.includes(token.startIndex) && token.scopes.some((one) => one.startsWith(scope)));
    if (!good) fail("(sample)", 0, 0, `${line}: wanted ${scope} for ${word}, got ${JSON.stringify(tokens)}`);
  }
  console.log(`${all.length} files, ${samples.length} samples, ${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
}

main();
