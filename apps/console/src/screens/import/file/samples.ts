import type { LeadFile } from './lead-file.js';

const samplesPerColumn = 3;
const maxSampleLength = 60;

/** Of each column the first values that differ, so that one sees what it holds. */
export function samplesOf({ columns, rows }: Pick<LeadFile, 'columns' | 'rows'>): readonly string[][] {
  return columns.map((_, column) => {
    const samples = new Set<string>();
    for (const { cells } of rows) {
      const text = textOf(cells[column]).trim();
      if (text !== '') {
        samples.add(text.length > maxSampleLength ? `${text.slice(0, maxSampleLength)}…` : text);
      }
      if (samples.size === samplesPerColumn) {
        break;
      }
    }
    return [...samples];
  });
}

/** A cell as people read it: what is not a text is shown as JSON. */
export function textOf(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
