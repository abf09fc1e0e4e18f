import ts from 'typescript';

import { importedPath } from './source-files.mjs';

/** The room of a file: its first folder below src, or null for a file that stands beside the rooms. */
function roomOf(path) {
  const [, , , ...rest] = path.split('/');
  return rest.length > 1 ? rest[0] : null;
}

/** Which room of one workspace imports which: a map from a room to the sorted rooms that it imports. */
export function roomGraph(files) {
  const graph = new Map();
  for (const { path, text } of files.filter(({ kind }) => kind === 'source')) {
    const from = roomOf(path);
    if (from === null) {
      continue;
    }
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      const to = fileName.startsWith('.') ? roomOf(importedPath(path, fileName)) : null;
      if (to !== null && to !== from) {
        targets.add(to);
      }
    }
  }
  return new Map([...graph].sort().map(([room, targets]) => [room, [...targets].sort()]));
}

/** The rooms that can be reached from themselves. */
export function roomsInCircles(graph) {
  return [...graph.keys()].filter((room) => reaches(graph, room, room, new Set()));
}

function reaches(graph, from, goal, seen) {
  return (graph.get(from) ?? []).some((next) => {
    if (next === goal) {
      return true;
    }
    if (seen.has(next)) {
      return false;
    }
    seen.add(next);
    return reaches(graph, next, goal, seen);
  });
}

/** The graph without the arrows that a longer way says too, so that the picture stays readable. */
function withoutShortcuts(graph) {
  return new Map(
    [...graph].map(([room, targets]) => [
      room,
      targets.filter(
        (target) => !targets.some((other) => other !== target && reaches(graph, other, target, new Set())),
      ),
    ]),
  );
}

/** A Mermaid picture of the rooms of one workspace; an arrow reads "imports". */
export function drawRooms(graph) {
  const node = (room) => `${room.replaceAll('-', '_')}["${room}"]`;
  const lines = [...withoutShortcuts(graph)].map(([room, targets]) =>
    targets.length === 0 ? `  ${node(room)}` : `  ${node(room)} --> ${targets.map(node).join(' & ')}`,
  );
  return ['flowchart TD', ...lines, ''].join('\n');
}
