import { inWords } from '../../parts/format.js';
import { changeLines } from '../jobs/plan-lines.js';

/** What an entry of a timeline tells beside its kind, one line for each thing; changes of fields as differences. */
export function detailLines(details: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
      return [];
    }
    if (name === 'changes') {
      return changeLines(value);
    }
    return [`${inWords(name)}: ${textOf(value)}`];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
