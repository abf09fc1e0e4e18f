import { describe, expect, it } from '@jest/globals';

import { newProspectTicket } from './new-prospect.js';
import { NO_QUALIFICATION } from './qualification.js';

/** Specification, "PSA request conventions": tickettype_id 2, category_1 `Prospect`, custom fields 201 to 206. */
describe('the ticket of a new prospect', () => {
  it('has type, category and CF_201 to CF_206, by ascending number', () => {
    expect(
      newProspectTicket({
        painPoints: 'Manual reporting',
        qualifiedServices: 'Automation',
        decisionMaker: 'Yes',
        budgetRange: '50k-100k',
        timeframe: 'Q3',
        fitScore: 0,
        qualificationNotes: 'Met at a fair',
      }),
    ).toEqual({
      tickettype_id: 2,
      category_1: 'Prospect',
      customfields: [
        { id: 201, value: 'Manual reporting' },
        { id: 202, value: 'Automation' },
        { id: 203, value: 'Yes' },
        { id: 204, value: '50k-100k' },
        { id: 205, value: 'Q3' },
        { id: 206, value: 0 },
      ],
    });
  });

  it('omits unknown values, so that nothing in the PSA is cleared', () => {
    expect(newProspectTicket({ ...NO_QUALIFICATION, fitScore: 70 }).customfields).toEqual([
      { id: 206, value: 70 },
    ]);
  });
});
