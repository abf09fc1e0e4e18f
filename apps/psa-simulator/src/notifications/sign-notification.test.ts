import { expect, it } from '@jest/globals';

import { signNotification } from './sign-notification.js';

it('a notification has the HMAC-SHA256 of its bytes in hex, and its time in seconds', () => {
  expect(signNotification('{"a":"é"}', 'secret', 1_700_000_000_999)).toEqual({
    'Content-Type': 'application/json',
    'X-Webhook-Signature': 'ab2f844b0162528e4f810266361608f9e7c36b03a63d23f72017879da5e5936f',
    'X-Webhook-Timestamp': '1700000000',
  });
});
