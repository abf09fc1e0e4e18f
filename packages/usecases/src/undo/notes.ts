import type { Restoration } from '@leadbridge/domain';

/** The author of an undo, and the reference by which its Action can be found. */
export interface UndoCause {
  readonly parentJobId: string;
  readonly by: string;
  readonly at: string;
  readonly reference: string;
}

/** The Action on a ticket that the import created. */
export function closedNote(cause: UndoCause): string {
  return noteText(cause, 'This lead was created by that import and should not be worked on.');
}

/** The Action on a ticket that the import changed. */
export function restoredNote(cause: UndoCause, { fieldsRestored, fieldsKept }: Restoration): string {
  const lists = [
    ...(fieldsRestored.length === 0 ? [] : [`Put back: ${fieldsRestored.join(', ')}.`]),
    ...(fieldsKept.length === 0 ? [] : [`Left as they are now: ${fieldsKept.join(', ')}.`]),
  ];
  return noteText(cause, lists.join(' '));
}

function noteText({ parentJobId, by, at, reference }: UndoCause, what: string): string {
  return `The import ${parentJobId} was undone by ${by} at ${at}. ${what}\n\nReference: ${reference}`;
}
