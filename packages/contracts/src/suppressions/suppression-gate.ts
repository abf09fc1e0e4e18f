import type { SuppressionKeyKind } from '@leadbridge/domain';
import Joi from 'joi';

/** The kinds of key that match an opted-out person in an import, the most specific first. */
export const suppressionGates = ['email', 'company_and_name', 'phone_and_name', 'phone', 'domain'] as const;
export type SuppressionGate = (typeof suppressionGates)[number];

const gateByKind: Readonly<Record<SuppressionKeyKind, SuppressionGate>> = {
  email: 'email',
  'company-person': 'company_and_name',
  'phone-person': 'phone_and_name',
  phone: 'phone',
  domain: 'domain',
};

export function suppressionGate(kind: SuppressionKeyKind): SuppressionGate {
  return gateByKind[kind];
}

/** For a lead that was preserved because its person has opted out. */
export const suppressedByKeys = {
  suppressed_by: Joi.string()
    .valid(...suppressionGates)
    .description(
      'For a person who has opted out: the kind of key that matched; `domain` for an address of a domain that has opted out.',
    ),
  suppression_id: Joi.string().description('The suppression that matched.'),
};
