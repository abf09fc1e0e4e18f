import { expect, it } from '@jest/globals';

import { fieldLabel } from './field-label.js';

it.each([
  ['CF_106', 'Technology Stack (CF_106)'],
  ['CF_206', 'Fit Score (CF_206)'],
  ['CF_999', 'CF 999'],
  ['emailaddress', 'Email'],
  ['linkedin_url', 'LinkedIn URL'],
  ['job_title', 'Job title'],
])('the field %s is %s', (name, label) => {
  expect(fieldLabel(name)).toBe(label);
});
