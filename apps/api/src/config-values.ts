import { addressRange, matching, type Parser } from '@leadbridge/platform';

export const address = matching(/^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or an IP address');

export const emailAddress = matching(
  /^[^\s@,;<>"]{1,64}@[A-Za-z0-9.-]{1,253}$/,
  'email addresses such as operators@example.com',
);

/** A key that fits into a header. */
export const apiKey = matching(/^[\x21-\x7e]{8,512}$/, '8 to 512 visible ASCII characters');

const minSecretLength = 16;
const longSecret = new RegExp(`^.{${minSecretLength},}$`, 's');

export const inboundSecret = matching(longSecret, `at least ${minSecretLength} characters`);

/** `bearer:<secret>` or `basic:<user>:<secret>`, converted to the `Authorization` header. */
export const notificationAuth: Parser<string> = (value) => {
  const [scheme, ...rest] = value.split(':');
  const credential = rest.join(':');
  if (scheme === 'bearer' && longSecret.test(credential) && /^[\x21-\x7e]+$/.test(credential)) {
    return `Bearer ${credential}`;
  }
  // The user name ends at the first colon; the secret may hold others.
  if (scheme === 'basic' && longSecret.test(rest.slice(1).join(':'))) {
    return `Basic ${Buffer.from(credential).toString('base64')}`;
  }
  throw new Error(
    `bearer:<secret> or basic:<user>:<secret>, with a secret of at least ${minSecretLength} characters`,
  );
};

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The values of Express's setting `trust proxy`. */
export const trustProxy: Parser<boolean | number | string> = (value) => {
  if (/^(true|false)$/i.test(value)) {
    return value.toLowerCase() === 'true';
  }
  if (/^\d{1,3}$/.test(value)) {
    return Number(value);
  }
  for (const part of value.split(',').map((one) => one.trim())) {
    if (!namedRanges.has(part)) {
      try {
        addressRange(part);
      } catch {
        throw new Error('true, false, a number of proxies, or addresses such as loopback, 10.0.0.0/8');
      }
    }
  }
  return value;
};
