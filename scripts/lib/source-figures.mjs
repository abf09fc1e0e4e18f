import ts from 'typescript';

import { testedPath } from './source-files.mjs';

const maxFunctionLines = 60;

function countLines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The value below which this share of the sorted values lies. */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Size, tests and casts of the files given, as `filesOf` returns them. */
export function figuresOf(files) {
  const sources = files.filter(({ kind }) => kind === 'source');
  const tests = files.filter(({ kind }) => kind === 'test');
  const lines = sources.map(({ text }) => countLines(text));
  const total = lines.reduce((sum, count) => sum + count, 0);
  const tested = new Set(tests.map(({ path }) => testedPath(path)));
  // Ports are types, an index is a list of names: there is nothing to test in them.
  const testable = sources.filter(({ path }) => !/\/ports\/|\/index\.ts$/.test(path));
  return {
    sourceFiles: sources.length,
    sourceLines: total,
    testLines: tests.reduce((sum, { text }) => sum + countLines(text), 0),
    testLinesPerSourceLine: tests.reduce((sum, { text }) => sum + countLines(text), 0) / Math.max(1, total),
    filesWithTest: testable.filter(({ path }) => tested.has(path)).length / Math.max(1, testable.length),
    casts: countMatches(sources, /\bas (unknown as|never)\b/g),
    vagueLimits: countMatches(sources, /\b(const|let) (most|longest|largest)[A-Z]\w*/g),
    linesPerFile: { median: quantile(lines, 0.5), p90: quantile(lines, 0.9), max: Math.max(0, ...lines) },
  };
}

const typeOfSchema = /(?:\bJoi\.\w+|[sS]chema(?:Map)?|\.append)<([^()=;]*?)>+[(>\s]/g;
const ownType = /^(?:export )?(?:interface (\w+)[^{]*|type (\w+) =\s*(?:\|\s*)?)\{/gm;

/** The types that a schema is declared to accept although they could be derived from it: each field stands there twice. */
export function typesBesideSchema(files) {
  const sources = files.filter(({ kind }) => kind === 'source').map(({ text }) => text);
  const ofSchemas = new Set(
    sources.flatMap((text) => [...text.matchAll(typeOfSchema)].flatMap(([, types]) => types.match(/\w+/g))),
  );
  return sources
    .flatMap((text) => [...text.matchAll(ownType)].map(([, named, alias]) => named ?? alias))
    .filter((name) => ofSchemas.has(name))
    .sort();
}

function countMatches(files, pattern) {
  return files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** Functions that are longer than a reader keeps in mind, longest first: `{ path, line, name, lines }`. */
export function longFunctions(files) {
  const found = [];
  for (const { path, text } of files.filter(({ kind }) => kind === 'source')) {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
    const visit = (node) => {
      if (ts.isFunctionLike(node) && node.body !== undefined) {
        const start = tree.getLineAndCharacterOfPosition(node.getStart()).line;
        const end = tree.getLineAndCharacterOfPosition(node.getEnd()).line;
        if (end - start + 1 > maxFunctionLines) {
          found.push({ path, line: start + 1, name: nameOf(node), lines: end - start + 1 });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found.sort((a, b) => b.lines - a.lines);
}

function nameOf(node) {
  const named = node.name ?? node.parent?.name;
  return named === undefined ? '(anonymous)' : named.getText();
}
