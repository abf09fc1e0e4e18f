import { describe, expect, it } from '@jest/globals';

import { createMemoryPsa } from '../testing/memory-psa.js';
import { changedNumber } from './changed-fields.js';
import { readChanges } from './read-changes.js';

type Lead = { readonly status: string; readonly doNotContact?: boolean } | null;

function read(
  lead: Lead,
  ticket: Parameters<ReturnType<typeof createMemoryPsa>['addTicket']>[0] | null,
  ...others: readonly Lead[]
) {
  const psa = createMemoryPsa();
  if (ticket !== null) {
    psa.addTicket(ticket);
  }
  const leads = [lead, ...others].filter((each) => each !== null);
  const leadsOfTicket = async () => Promise.resolve(leads as never);
  return readChanges({ psa, suppressions: { leadsOfTicket } as never }, 300);
}

describe('the possible changes of a ticket', () => {
  it('are its status, its opt-out and its qualification, and no other field', async () => {
    const { changes } = await read(
      { status: 'contacted' },
      { id: 300, statusId: 4, customFields: { 101: 'Apollo', 105: true, 201: 'Slow', 206: 80 } },
    );
    expect(changes).toEqual({
      status_id: { new_value: 4 },
      customfields: [
        { id: 105, new_value: true },
        { id: 201, new_value: 'Slow' },
        { id: 206, new_value: 80 },
      ],
    });
  });

  it.each([false, 'No', null])('include no opt-out if the field is %s', async (value) => {
    const { changes } = await read({ status: 'contacted' }, { id: 300, customFields: { 105: value } });
    expect(changes['customfields']).toEqual([]);
  });

  it('include neither status nor opt-out of a lead that has already opted out', async () => {
    const { changes } = await read(
      { status: 'do_not_contact', doNotContact: true },
      { id: 300, statusId: 6, customFields: { 105: true, 201: 'Slow' } },
    );
    expect(changes).toEqual({ customfields: [{ id: 201, new_value: 'Slow' }] });
  });

  it('include the status of a ticket that another lead shares, which has not', async () => {
    const known = { status: 'do_not_contact', doNotContact: true };
    const { changes } = await read(known, { id: 300, statusId: 6 }, { status: 'contacted' });
    expect(changes).toMatchObject({ status_id: { new_value: 6 } });
  });

  it('include both of a lead whose entry an admin has removed since', async () => {
    const { changes } = await read(
      { status: 'do_not_contact', doNotContact: false },
      { id: 300, statusId: 6, customFields: { 105: true } },
    );
    expect(changes).toEqual({
      status_id: { new_value: 6 },
      customfields: [{ id: 105, new_value: true }],
    });
  });

  it('include its type only if it is no longer a lead, because a PSA may ignore the type that we write', async () => {
    const typeAfter = async (tickettypeId: number) =>
      changedNumber((await read(null, { id: 300, tickettypeId })).changes, 'tickettype_id');
    expect([await typeAfter(1), await typeAfter(2)]).toEqual([null, 2]);
  });

  it('are empty for a ticket that no longer exists', async () => {
    expect(await read({ status: 'contacted' }, null)).toEqual({ ticketId: 300, changes: {} });
  });

  it('include the opt-out of a ticket that is not a lead of ours', async () => {
    const { changes } = await read(null, { id: 300, customFields: { 105: true } });
    expect(changes['customfields']).toEqual([{ id: 105, new_value: true }]);
  });
});
