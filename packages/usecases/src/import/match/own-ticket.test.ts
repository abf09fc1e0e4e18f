import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import { findOwnTicket } from './own-ticket.js';

const ticket = (id: number): TicketSnapshot => ({
  id,
  tickettypeId: 1,
  statusId: 1,
  summary: 'Alex Example - Example',
  clientId: 1,
  siteId: null,
  userId: 2,
  email: 'alex@example.com',
  userName: null,
  clientName: null,
  lastUpdatedBy: null,
  customFields: {},
});

const row = {
  recordKey: 'email:alex@example.com|job_a1#1',
  earlierTicketIds: [10],
  row: { ref: { jobId: 'job_a1', index: 1 } },
};

async function own(
  details: Readonly<Record<number, string | undefined>>,
  ofOthers: readonly number[] = [],
): Promise<number | null> {
  const asked: number[] = [];
  const found = await findOwnTicket(row, [10, 12, 11].map(ticket), {
    session: {
      getTicket: async (id) => {
        asked.push(id);
        const text = details[id];
        return Promise.resolve(text === undefined ? ticket(id) : { ...ticket(id), details: text });
      },
    },
    store: {
      ticketsOfOthers: async (ids) => Promise.resolve(new Set(ids.filter((id) => ofOthers.includes(id)))),
    },
  });
  expect(asked).not.toContain(10);
  return found?.id ?? null;
}

describe('the ticket created by a row', () => {
  it('contains its reference, whichever lead has it on record', async () => {
    expect(await own({ 11: 'Reference: job_b2#1', 12: 'Lead\n\nReference: job_a1#1' }, [12])).toBe(12);
  });

  it('is not one that another row created', async () => {
    expect(await own({ 11: 'Reference: job_b2#1', 12: 'Reference: job_a1#12' })).toBeNull();
  });

  it('is the oldest new one without another lead if the PSA returns no details', async () => {
    expect(await own({})).toBe(11);
    expect(await own({}, [11])).toBe(12);
    expect(await own({}, [11, 12])).toBeNull();
  });
});
