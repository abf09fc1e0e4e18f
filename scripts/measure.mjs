import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

offerHelp(`
npm run measure [-- --write]

Measures the source: size, tests beside the code, casts, long functions, circles of folders. With --write it also draws the
rooms of each package and their imports into docs/rooms.
`);
requireNode();
await ensureInstalled();
// Both need the compiler's package, which may only just have been installed.
const { filesOf, systemTests, workspaces } = await import('./lib/source-files.mjs');
const { figuresOf, longFunctions, typesBesideSchema } = await import('./lib/source-figures.mjs');
const { drawRooms, roomGraph, roomsInCircles } = await import('./lib/rooms.mjs');

const percent = (share) => `${Math.round(share * 100)} %`;
const byWorkspace = new Map(workspaces().map((workspace) => [workspace, filesOf(workspace)]));
const everything = [...byWorkspace.values(), systemTests()].flat();

const rows = [...byWorkspace, ['all', everything]].map(([name, files]) => {
  const figures = figuresOf(files);
  const { median, p90, max } = figures.linesPerFile;
  return {
    '': name,
    files: figures.sourceFiles,
    lines: figures.sourceLines,
    'median / p90 / max': `${median} / ${p90} / ${max}`,
    'test lines per line': figures.testLinesPerSourceLine.toFixed(2),
    'files with a test': percent(figures.filesWithTest),
    casts: figures.casts,
    'most…, longest…': figures.vagueLimits,
    'functions > 60': longFunctions(files).length,
    'rooms in a circle': name === 'all' ? '' : roomsInCircles(roomGraph(files)).length,
  };
});
printTable(rows);

const long = longFunctions([...byWorkspace.values()].flat());
process.stdout.write(`\nFunctions over 60 lines, longest first:\n`);
for (const { path, line, name, lines } of long.slice(0, 20)) {
  process.stdout.write(`  ${String(lines).padStart(4)}  ${name}  ${path}:${line}\n`);
}
if (long.length > 20) {
  process.stdout.write(`  and ${long.length - 20} more\n`);
}

const beside = typesBesideSchema(filesOf('packages/contracts'));
process.stdout.write(`\nTypes beside their own schema: ${beside.length} (${beside.join(', ')})\n`);

if (process.argv.includes('--write')) {
  const folder = join(checkout, 'docs', 'rooms');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [workspace, files] of byWorkspace) {
    const graph = roomGraph(files);
    if (graph.size > 3) {
      writeFileSync(join(folder, `${workspace.replace('/', '-')}.mermaid`), drawRooms(graph));
    }
  }
  process.stdout.write('\nThe rooms are drawn in docs/rooms.\n');
}

function printTable(lines) {
  const columns = Object.keys(lines[0] ?? {});
  const cells = [columns, ...lines.map((line) => columns.map((column) => String(line[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  for (const row of cells) {
    const texts = row.map((text, index) =>
      index === 0 ? text.padEnd(widths[0]) : text.padStart(widths[index]),
    );
    process.stdout.write(`${texts.join('  ')}\n`);
  }
}
