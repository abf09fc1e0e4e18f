import { describe, expect, it } from '@jest/globals';
import { ticketNotificationBody } from './ticket-notification.js';

describe('the ticket of a notification', () => {
  it.each([4711, '4711'])('may be %p', (ticket) => {
    expect(ticketNotificationBody.validate({ ticket_id: ticket, changes: {} }).error).toBeUndefined();
  });

  it('gets an error that says what it must be', () => {
    const { error } = ticketNotificationBody.validate({ ticket_id: 'x', changes: {} });
    expect(error?.message).toBe('ticket_id must be a number, or its digits as text');
  });
});

it('accepts fields that have not changed, without a value', () => {
  const body = { ticket_id: 7, changes: { customfields: null, status_id: { new_value: 6 } } };
  expect(ticketNotificationBody.validate(body).error).toBeUndefined();
  const other = { ticket_id: 7, changes: { customfields: [{ id: 105, new_value: true }], status_id: null } };
  expect(ticketNotificationBody.validate(other).error).toBeUndefined();
});
