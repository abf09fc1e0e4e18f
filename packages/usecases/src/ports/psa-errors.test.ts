import { expect, it } from '@jest/globals';

import {
  isRefusalOfOne,
  PsaCredentialsError,
  PsaRefusedError,
  PsaUnavailableError,
  PsaUncertainError,
} from './psa-errors.js';

it.each<[unknown, boolean]>([
  [new PsaRefusedError('You may not see this', 403), true],
  [new PsaRefusedError('No such list', 404), true],
  [new PsaRefusedError('Sign in first', 401), false],
  [new PsaCredentialsError('The secret is wrong', 400), false],
  [new PsaUnavailableError('Away'), false],
  [new PsaUncertainError('Lost'), false],
  [null, false],
])('%j is a refusal of one entity: %s', (error, isOfOne) => {
  expect(isRefusalOfOne(error)).toBe(isOfOne);
});
