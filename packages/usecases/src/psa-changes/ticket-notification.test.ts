import { describe, expect, it } from '@jest/globals';

import { optOutReason } from './ticket-notification.js';

const notify = (changes: Record<string, unknown>, statusIds = {}) =>
  optOutReason({ ticketId: 1, changes }, statusIds);
const field = (id: unknown, value: unknown) => ({ customfields: [{ id, new_value: value }] });

const flagged = 'Do Not Contact (CF_105) was set in the PSA';
const moved = 'The ticket was moved to the status Do Not Contact in the PSA';

describe('a change notification', () => {
  it.each([true, 'true', 'TRUE', 1, '1', 'yes', 'Yes', 'on', 'ON'])(
    'is an opt-out if CF_105 becomes %p',
    (value) => {
      expect(notify(field(105, value))).toBe(flagged);
    },
  );

  it.each([false, 'false', 0, '0', 'no', 'off', '', null, undefined, 2, 'maybe', {}, [true]])(
    'is not an opt-out if CF_105 becomes %p',
    (value) => {
      expect(notify(field(105, value))).toBeNull();
    },
  );

  it('may name the field as a string, among other changes', () => {
    expect(notify(field('105', true))).toBe(flagged);
    expect(
      notify({
        customfields: [
          { id: 101, new_value: true },
          { id: 105, new_value: 'on' },
        ],
      }),
    ).toBe(flagged);
    expect(notify(field(106, true))).toBeNull();
  });

  it.each([6, '6'])('is an opt-out if the status becomes %p', (status) => {
    expect(notify({ status_id: { old_value: 3, new_value: status } })).toBe(moved);
  });

  it.each([5, '60', 6.5, null, true, [6]])('is not an opt-out if the status becomes %p', (status) => {
    expect(notify({ status_id: { new_value: status } })).toBeNull();
  });

  it('supports a manually configured status id', () => {
    expect(notify({ status_id: { new_value: 26 } }, { do_not_contact: 26 })).toBe(moved);
    expect(notify({ status_id: { new_value: 6 } }, { do_not_contact: 26 })).toBeNull();
  });

  it('ignores malformed changes', () => {
    expect(notify({})).toBeNull();
    expect(notify({ customfields: 'CF_105', status_id: 6 })).toBeNull();
    expect(notify({ customfields: [null, 105, { id: {} }], status_id: null })).toBeNull();
  });
});
