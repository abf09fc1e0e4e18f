import { describe, expect, it } from '@jest/globals';

import { sessionListResponse, sessionParams, userSessionParams } from './sessions.js';

const session_id = 'ses_9f86d081884c7d659a2feaa0c55ad015';

describe('the address of a session', () => {
  it('is its id, and for the session of another person theirs too', () => {
    expect(sessionParams.validate({ session_id })).toEqual({ value: { session_id } });
    expect(userSessionParams.validate({ user_id: 'usr_1', session_id })).toEqual({
      value: { user_id: 'usr_1', session_id },
    });
  });

  it.each([
    ['no session', { user_id: 'usr_1' }, 'session_id is required'],
    ['no person', { session_id }, 'user_id is required'],
    [
      'a session id of 101 characters',
      { user_id: 'usr_1', session_id: 's'.repeat(101) },
      'session_id length must be less than or equal to 100 characters long',
    ],
    [
      'a user id of 101 characters',
      { user_id: 'u'.repeat(101), session_id },
      'user_id length must be less than or equal to 100 characters long',
    ],
  ])('is refused with %s', (_case, params, message) => {
    expect(userSessionParams.validate(params).error?.message).toBe(message);
  });
});

describe('the list of sessions', () => {
  const time = '2026-01-31T09:30:00.000Z';
  const session = {
    id: session_id,
    created_at: time,
    last_seen_at: time,
    expires_at: time,
    address: null,
    second_factor_proven: false,
    current: true,
  };

  it('may be empty, and may hold a session whose origin is not known', () => {
    expect(sessionListResponse.validate({ sessions: [] }).error).toBeUndefined();
    expect(sessionListResponse.validate({ sessions: [session] }).error).toBeUndefined();
  });

  it('never holds the token of a session', () => {
    expect(sessionListResponse.validate({ sessions: [{ ...session, token: 't' }] }).error?.message).toBe(
      '"sessions[0].token" is not allowed',
    );
  });
});
