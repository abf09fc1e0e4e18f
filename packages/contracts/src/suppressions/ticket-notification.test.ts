import { describe, expect, it } from '@jest/globals';
import { ticketNotificationBody } from './ticket-notification.js';

describe('the ticket of a notification', () => {
  it.each([4711, '4711'])('may be %p', (ticket) => {
    expect(ticketNotificationBody.validate({ ticket_id: ticket, changes: {} }).error).toBeUndefined();
  });

  it('is told what it must be', () => {
    const { error } = ticketNotificationBody.validate({ ticket_id: 'x', changes: {} });
    expect(error?.message).toBe('ticket_id must be a number, or its digits as text');
  });
});
