import { describe, expect, it } from '@jest/globals';
import { emailFault, missingPart, refused } from './lead-draft.js';

describe('the error of an email', () => {
  it.each([
    [null],
    [undefined],
    [''],
    ['  '],
    ['\u200b'],
    ['dana@acme.test'],
    [' <Dana@ACME.test> '],
    ['mailto:dana@acme.test'],
    ['a@b.test, c@d.test'],
  ])('%j has none', (email) => {
    expect(emailFault(email, 'data.email')).toBeNull();
  });

  it.each([
    ['dana'],
    ['dana@'],
    ['a@b.test, ask first'],
    [7],
    [true],
    [[]],
    [{}],
    [['dana@acme.test']],
    ['a@b.test\nbcc: c@d.test'],
  ])('%j names the field and what to do', (email) => {
    expect(emailFault(email, 'data.person.email')).toEqual({
      field: 'data.person.email',
      value: email,
      message: 'Invalid email address',
      suggestion: 'Correct the email address, or omit it',
    });
  });
});

describe('a missing part', () => {
  const suggestion =
    "Send the provider's payload whole, or the flat form (first_name, last_name, email, company, title)";

  it.each([
    [undefined, 'a person object is required', null],
    [null, 'must be a person object', null],
    ['Dana', 'must be a person object', 'Dana'],
    [[], 'must be a person object', []],
  ])('that is %j is named', (given, message, value) => {
    expect(missingPart('data.person', given, 'a person object')).toEqual({
      ok: false,
      faults: [{ field: 'data.person', value, message, suggestion }],
    });
  });

  it('is one error', () => {
    const fault = { field: 'data', value: null, message: 'x' };
    expect(refused(fault)).toEqual({ ok: false, faults: [fault] });
  });
});
