import { describe, expect, it } from '@jest/globals';

import { codeText, enrolResponse, enrolBody, verifyResponse, verifyBody } from './second-factor.js';

describe('a code of a second factor', () => {
  it.each(['123456', '123 456', 'ABCD-1234-efgh', '0'.repeat(40)])('may be "%s"', (code) => {
    expect(codeText.validate(code)).toEqual({ value: code });
  });

  it.each([
    ['nothing', ''],
    ['full-width digits', '１２３４５６'],
    ['Arabic digits', '١٢٣٤٥٦'],
    ['markup', '<123>'],
    ['a line break', '123456\n'],
    ['41 characters', '0'.repeat(41)],
    ['a number, which would lose leading zeros', 12_345],
  ])('may not be %s', (_case, code) => {
    expect(codeText.validate(code).error).toBeDefined();
  });
});

describe('the body that enrols a second factor', () => {
  it.each([
    [{ method: 'totp' }],
    [{ method: 'email', current_password: ' as typed ' }],
    [{ method: 'sms', phone: '+15551234567', code: '123456' }],
    [{ method: 'sms', phone: '+1234567' }],
    [{ method: 'sms', phone: `+${'1'.repeat(15)}` }],
  ])('accepts %j', (body) => {
    expect(enrolBody.validate(body)).toEqual({ value: body });
  });

  it.each([
    [{}, 'method is required'],
    [{ method: 'TOTP' }, 'method must be one of [totp, sms, email]'],
    [{ method: 'sms', phone: '5551234567' }, 'phone has the wrong form'],
    [{ method: 'sms', phone: '+05551234567' }, 'phone has the wrong form'],
    [{ method: 'sms', phone: '+1 555 123 4567' }, 'phone has the wrong form'],
    [{ method: 'sms', phone: '+123456' }, 'phone has the wrong form'],
    [{ method: 'sms', phone: `+${'1'.repeat(16)}` }, 'phone has the wrong form'],
    [{ method: 'totp', secret: 'AAAA' }, 'secret is not allowed'],
    [
      { method: 'totp', current_password: 'p'.repeat(257) },
      'current_password length must be less than or equal to 256 characters long',
    ],
  ])('refuses %j', (body, message) => {
    expect(enrolBody.validate(body).error?.message).toBe(message);
  });
});

describe('the body that verifies a second factor', () => {
  it('is a code and nothing else', () => {
    expect(verifyBody.validate({ code: '123456' }).error).toBeUndefined();
    expect(verifyBody.validate({}).error?.message).toBe('code is required');
    expect(verifyBody.validate({ code: '123456', method: 'totp' }).error?.message).toBe(
      'method is not allowed',
    );
  });

  it('is not quoted where it is refused', () => {
    expect(verifyBody.validate({ code: '12_34' }).error?.message).toBe('code has the wrong form');
  });
});

describe('the responses about a second factor', () => {
  const expires_at = '2026-01-31T09:40:00.000Z';

  it('name where a code went, or the secret of an app, and always until when it must be confirmed', () => {
    expect(
      enrolResponse.validate({ method: 'email', sent_to: 'a…@example.com', expires_at }).error,
    ).toBeUndefined();
    expect(
      enrolResponse.validate({ method: 'totp', secret: 'JBSW', otpauth_url: 'otpauth://totp/x', expires_at })
        .error,
    ).toBeUndefined();
    expect(enrolResponse.validate({ method: 'totp' }).error?.message).toBe('"expires_at" is required');
  });

  it('never say that a code was not verified: that is an error', () => {
    expect(
      verifyResponse.validate({ verified: true, method: 'totp', recovery_codes: ['a-b'] }).error,
    ).toBeUndefined();
    expect(verifyResponse.validate({ verified: false, method: 'totp' }).error).toBeDefined();
  });
});
