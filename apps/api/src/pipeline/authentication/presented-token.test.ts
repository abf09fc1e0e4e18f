import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';

import { presentedToken, type CredentialCarrier } from './presented-token.js';

const session = `lbs_${'s'.repeat(43)}`;
const cookie = `leadbridge_session=${session}`;
const ownPage = { 'sec-fetch-site': 'same-origin' };

function presented(headers: CredentialCarrier['headers'], method = 'GET', secure = false) {
  const response = presentedToken({ method, headers, secure });
  return response instanceof AppError ? `${response.code}: ${response.message}` : response;
}

describe('presentedToken', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['BEARER a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
  ])('reads Authorization: %s', (authorization, token) => {
    expect(presented({ authorization })).toEqual({ token, carrier: 'bearer' });
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'abc', 'Bearer a b', 'Bearerabc'])(
    'refuses Authorization: %j, also beside a good X-API-Key',
    (authorization) => {
      const refusal = 'AUTHENTICATION_ERROR: The Authorization header must have the form "Bearer <API_KEY>"';
      expect(presented({ authorization })).toBe(refusal);
      expect(presented({ authorization, 'x-api-key': 'abc' })).toBe(refusal);
    },
  );

  it('reads X-API-Key without the blanks around it', () => {
    expect(presented({ 'x-api-key': ' abc ' })).toEqual({ token: 'abc', carrier: 'api_key' });
  });

  it('accepts both headers with the same key, and refuses them with different ones', () => {
    expect(presented({ authorization: 'Bearer abc', 'x-api-key': 'abc' })).toEqual({
      token: 'abc',
      carrier: 'api_key',
    });
    expect(presented({ authorization: 'Bearer abc', 'x-api-key': 'ABC' })).toBe(
      'AUTHENTICATION_ERROR: The Authorization and X-API-Key headers carry different credentials',
    );
  });

  it.each([
    ['nothing', {}],
    ['a blank key', { 'x-api-key': '  ' }],
    ['a blank key beside a session', { 'x-api-key': '', cookie }],
  ])('requires credentials where there is %s', (_what, headers) => {
    expect(presented(headers)).toBe(
      'AUTHENTICATION_ERROR: Credentials are required: an Authorization or X-API-Key header',
    );
  });

  it('accepts 8192 characters and refuses one more', () => {
    const longest = 'k'.repeat(8_192);
    expect(presented({ 'x-api-key': longest })).toEqual({ token: longest, carrier: 'api_key' });
    expect(presented({ 'x-api-key': `${longest}k` })).toBe(
      'AUTHENTICATION_ERROR: The credentials are not valid',
    );
  });

  it('prefers a header to the session of the browser', () => {
    expect(presented({ authorization: 'Bearer abc', cookie })).toEqual({ token: 'abc', carrier: 'bearer' });
  });
});

describe('the session in a cookie', () => {
  const read = { token: session, carrier: 'cookie' };
  const required = 'AUTHENTICATION_ERROR: Credentials are required: an Authorization or X-API-Key header';

  it.each(['GET', 'HEAD'])('counts for %s, wherever the request comes from', (method) => {
    expect(presented({ cookie, 'sec-fetch-site': 'cross-site' }, method)).toEqual(read);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get'])(
    'counts for %s from our own pages alone',
    (method) => {
      expect(presented({ cookie, ...ownPage }, method)).toEqual(read);
      expect(presented({ cookie, 'sec-fetch-site': 'same-site' }, method)).toBe(required);
      expect(presented({ cookie }, method)).toBe(required);
    },
  );

  it.each([
    ['among others', `a=b; ${cookie}; c=d`],
    ['behind one of its name that is no session', `leadbridge_session=old; ${cookie}`],
    ['without blanks', `a=b;${cookie}`],
  ])('is found %s', (_what, text) => {
    expect(presented({ cookie: text })).toEqual(read);
  });

  it.each([
    ['https', `__Host-${cookie}`, true, read],
    ['https under the name that another host could set', cookie, true, required],
    [
      'https behind what another host has set',
      `leadbridge_session=x; ${cookie}; __Host-${cookie}`,
      true,
      read,
    ],
    ['https in another case', `__host-${cookie}`, true, required],
    ['https with another prefix', `__Secure-${cookie}`, true, required],
    ['http', cookie, false, read],
    ['http under the name of https', `__Host-${cookie}`, false, required],
  ])('over %s: %s', (_way, text, secure, expected) => {
    expect(presented({ cookie: text }, 'GET', secure)).toEqual(expected);
  });

  it.each([
    ['an API key in its place', `leadbridge_session=lbk_${'k'.repeat(43)}`],
    ['another name', `other_session=${session}`],
    ['a name that ends like ours', `x_leadbridge_session=${session}`],
    ['a name without a value', 'leadbridge_session'],
    ['an ended session', 'leadbridge_session='],
  ])('is not %s', (_what, text) => {
    expect(presented({ cookie: text })).toBe(required);
  });
});
