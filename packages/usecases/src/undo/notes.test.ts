import { describe, expect, it } from '@jest/globals';

import { closedNote, restoredNote } from './notes.js';

const cause = {
  ...{ parentJobId: 'job_import', by: 'Robin', at: '2026-01-31T09:00:00.000Z' },
  reference: 'job_undo#3',
};
const told = 'The import job_import was undone by Robin at 2026-01-31T09:00:00.000Z.';

function restored(fieldsRestored: readonly string[], fieldsKept: readonly string[]): string {
  return restoredNote(cause, { customFields: {}, contact: {}, fieldsRestored, fieldsKept });
}

describe('the note of an undo', () => {
  it('says that a created ticket must not be worked on, and ends with its reference', () => {
    expect(closedNote(cause)).toBe(
      `${told} This lead was created by that import and should not be worked on.\n\nReference: job_undo#3`,
    );
  });

  it.each<[string, readonly string[], readonly string[], string]>([
    [
      'both',
      ['CF_106', 'phonenumber'],
      ['CF_105'],
      ' Put back: CF_106, phonenumber. Left as they are now: CF_105.',
    ],
    ['what was put back alone', ['CF_106'], [], ' Put back: CF_106.'],
    ['what was kept alone', [], ['CF_105'], ' Left as they are now: CF_105.'],
    ['neither', [], [], ' '],
  ])('describes a ticket that was changed %s', (_which, fieldsRestored, fieldsKept, lists) => {
    expect(restored(fieldsRestored, fieldsKept)).toBe(`${told}${lists}\n\nReference: job_undo#3`);
  });
});
