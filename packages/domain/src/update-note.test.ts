import { describe, expect, it } from '@jest/globals';
import { updateNote } from './update-note.js';

const note = {
  timestamp: '2026-03-04T05:06:07.000Z',
  sourceLabel: 'Provider B',
  fieldsUpdated: ['phonenumber', 'CF_106'],
  fieldsPreserved: ['status_id', 'workflow_position'],
  reference: 'job_1:0',
};

describe('specification, "Smart update": "The note holds a timestamp, the source, the updated field names and the preserved field names"', () => {
  it('reads like this', () => {
    expect(updateNote(note)).toBe(
      [
        'Lead data updated by import',
        'Timestamp: 2026-03-04T05:06:07.000Z',
        'Source: Provider B',
        'Updated fields: phonenumber, CF_106',
        'Preserved fields: status_id, workflow_position',
        'Reference: job_1:0',
      ].join('\n'),
    );
  });

  it('says that no field was preserved', () => {
    expect(updateNote({ ...note, fieldsPreserved: [] })).toContain('Preserved fields: none');
  });

  it('is the same text for the same update, so that it can be found again', () => {
    expect(updateNote(note)).toBe(updateNote({ ...note }));
  });
});
