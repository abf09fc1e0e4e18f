import { fieldLabel } from '../../parts/field-label.js';
import { inWords } from '../../parts/format.js';
import { changeLines } from '../jobs/plan-lines.js';

/** Details whose name and value are not what a person would say. */
const lines: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  changes: changeLines,
  deliveries: (value) => (Array.isArray(value) ? value.map(deliveryLine) : []),
  fields_kept: (value) => [`Kept: ${fieldsOf(value)}`],
  fields_preserved: (value) => [`Preserved: ${fieldsOf(value)}`],
  fields_restored: (value) => [`Restored: ${fieldsOf(value)}`],
  // A status says so where it is the exception.
  followed: (value) =>
    value === false ? ['The lifecycle does not allow this move: the record did not follow it'] : [],
  // The row is the same place as people count it.
  index: () => [],
  row: (value) => (typeof value === 'number' ? [`Row ${value} of the job`] : []),
  manual_work_detected: (value) => (value === true ? ['Somebody had worked on the ticket'] : []),
};

/** What an entry of a timeline tells beside its kind, one line for each thing; changes of fields as differences. */
export function detailLines(details: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
      return [];
    }
    return lines[name]?.(value) ?? [`${inWords(name)}: ${textOf(value)}`];
  });
}

function deliveryLine(delivery: unknown): string {
  if (typeof delivery !== 'object' || delivery === null) {
    return `Delivery: ${textOf(delivery)}`;
  }
  const { webhook_id: webhook, status, attempts } = delivery as Readonly<Record<string, unknown>>;
  return `Delivery to ${textOf(webhook)}: ${textOf(status)}, ${textOf(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

function fieldsOf(value: unknown): string {
  return Array.isArray(value) ? value.map((name) => fieldLabel(textOf(name))).join(', ') : textOf(value);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(textOf).join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
