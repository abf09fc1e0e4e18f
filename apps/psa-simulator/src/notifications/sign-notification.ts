import { createHmac } from 'node:crypto';

/** The headers of a notification: the hex HMAC-SHA256 of its raw body, and the time of sending in Unix seconds. */
export function signNotification(
  body: string,
  secret: string,
  nowMilliseconds: number,
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'X-Webhook-Timestamp': String(Math.floor(nowMilliseconds / 1000)),
  };
}
