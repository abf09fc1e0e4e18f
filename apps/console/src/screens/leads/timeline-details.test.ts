import { describe, expect, it } from '@jest/globals';

import { detailLines } from './timeline-details.js';

describe('the details of an entry', () => {
  it('are one line each, changes as differences, and nothing of what is empty', () => {
    const changes = { CF_106: { from: 'CTO', to: 'CEO' } };
    expect(
      detailLines({ result: 'updated', source: null, lists: ['Hot', 'CSV'], fields: [], changes }),
    ).toEqual(['Result: updated', 'Lists: Hot, CSV', 'Technology Stack (CF_106): “CTO” becomes “CEO”']);
  });

  it('name what became of an event at each webhook', () => {
    const deliveries = [
      { webhook_id: 'wh_1', delivery_id: 'dlv_1', status: 'succeeded', at: null, attempts: 1 },
      { webhook_id: 'wh_2', delivery_id: 'dlv_2', status: 'pending', at: null, attempts: 3 },
    ];
    expect(detailLines({ event_type: 'lead.created', deliveries })).toEqual([
      'Event type: lead.created',
      'Delivery to wh_1: succeeded, 1 attempt',
      'Delivery to wh_2: pending, 3 attempts',
    ]);
  });

  it.each([
    [{ index: 0, row: 5 }, ['Row 5 of the job']],
    [{ manual_work_detected: false, followed: true }, []],
    [
      { manual_work_detected: true, followed: false },
      [
        'Somebody had worked on the ticket',
        'The lifecycle does not allow this move: the record did not follow it',
      ],
    ],
    [{ fields_kept: ['CF_102', 'phonenumber'] }, ['Kept: Services Offered (CF_102), Phone']],
  ])('are in words: %j', (details, expected) => {
    expect(detailLines(details)).toEqual(expected);
  });
});
