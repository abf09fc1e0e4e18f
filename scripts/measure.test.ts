import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

interface SourceFile {
  path: string;
  text: string;
  kind: 'source' | 'test' | 'support';
}
type Graph = Map<string, string[]>;

// The scripts are plain JavaScript, as they run before anything is installed or built.
const library = (name: string) => import(new URL(`./lib/${name}`, import.meta.url).href);
const { figuresOf, longFunctions, typesBesideSchema } = (await library('source-figures.mjs')) as {
  figuresOf(files: SourceFile[]): { testLinesPerSourceLine: number; filesWithTest: number; casts: number };
  longFunctions(files: SourceFile[]): { name: string; line: number; lines: number }[];
  typesBesideSchema(files: SourceFile[]): string[];
};
const { drawRooms, roomGraph, roomsInCircles } = (await library('rooms.mjs')) as {
  drawRooms(graph: Graph): string;
  roomGraph(files: SourceFile[]): Graph;
  roomsInCircles(graph: Graph): string[];
};
const { filesOf, workspaces } = (await library('source-files.mjs')) as {
  filesOf(workspace: string): SourceFile[];
  workspaces(): string[];
};

function source(path: string, text: string): SourceFile {
  return { path: `packages/example/src/${path}`, text, kind: 'source' };
}

describe('npm run measure', () => {
  it('counts lines, tests beside their file, and casts', () => {
    const figures = figuresOf([
      source('a.ts', 'export const a = b as never;\nexport const c = 1;\n'),
      source('room/d.ts', 'export {};\nexport {};\n'),
      { path: 'packages/example/src/a.int.test.ts', text: 'one\n', kind: 'test' },
    ]);
    expect(figures).toMatchObject({ testLinesPerSourceLine: 0.25, filesWithTest: 0.5, casts: 1 });
  });

  it('finds functions that are too long, by name', () => {
    const body = '  call();\n'.repeat(60);
    expect(longFunctions([source('a.ts', `\nfunction long() {\n${body}}\nfunction short() {}\n`)])).toEqual([
      expect.objectContaining({ name: 'long', line: 2, lines: 62 }),
    ]);
  });

  it('finds types that stand beside their own schema, in whichever file', () => {
    const files = [
      source('a.ts', 'export interface Lead extends Record {\n}\nexport interface Other {\n}\n'),
      source('b.ts', 'const lead = Joi.object<Lead>({});\nconst body = bodySchema<Partial<Body>>({});\n'),
      source(
        'c.ts',
        'export type Body =\n  | { email: string };\nexport type Derived = ValueOf<typeof lead>;\n',
      ),
    ];
    expect(typesBesideSchema(files)).toEqual(['Body', 'Lead']);
  });

  it('finds no type beside its own schema but a choice of one key', () => {
    expect(typesBesideSchema(filesOf('packages/contracts'))).toEqual(['ErasureBody']);
  });

  it('finds rooms that import each other, over a third as well', () => {
    const files = [
      source('one/a.ts', "import '../two/b.js';"),
      source('two/b.ts', "import '../three/c.js';"),
      source('three/c.ts', "import '../one/a.js';\nimport '../four/d.js';"),
      source('four/d.ts', ''),
      source('index.ts', "export * from './one/a.js';"),
    ];
    expect(roomsInCircles(roomGraph(files))).toEqual(['one', 'three', 'two']);
  });

  it('draws no arrow that a longer way says too', () => {
    const graph = new Map([
      ['top', ['bottom', 'middle']],
      ['middle', ['bottom']],
      ['bottom', []],
    ]);
    expect(drawRooms(graph)).not.toContain('top["top"] --> bottom');
  });

  it('has drawn the rooms in docs/rooms as they are (npm run measure -- --write)', () => {
    const drawn = new URL('../docs/rooms/', import.meta.url);
    const graphs = workspaces().map((workspace) => [workspace, roomGraph(filesOf(workspace))] as const);
    expect(graphs.flatMap(([, graph]) => roomsInCircles(graph))).toEqual([]);
    const pictures = graphs
      .filter(([, graph]) => graph.size > 3)
      .map(([workspace, graph]) => [`${workspace.replace('/', '-')}.mermaid`, drawRooms(graph)]);
    expect(readdirSync(drawn).map((name) => [name, readFileSync(new URL(name, drawn), 'utf8')])).toEqual(
      pictures,
    );
  });
});
