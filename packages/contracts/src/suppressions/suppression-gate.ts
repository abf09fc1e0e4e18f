import type { SuppressionKeyKind } from '@leadbridge/domain';
import Joi from 'joi';

/** By what somebody who has opted out is recognised in an import, the telling one first. */
export const suppressionGates = ['email', 'company_and_name', 'phone_and_name', 'phone'] as const;
export type SuppressionGate = (typeof suppressionGates)[number];

const gateByKind: Readonly<Record<SuppressionKeyKind, SuppressionGate>> = {
  email: 'email',
  'company-person': 'company_and_name',
  'phone-person': 'phone_and_name',
  phone: 'phone',
};

export function suppressionGate(kind: SuppressionKeyKind): SuppressionGate {
  return gateByKind[kind];
}

/** Of a lead that was preserved because its person has opted out. */
export interface SuppressedBy {
  /** By what the person was recognised. */
  readonly suppressed_by?: SuppressionGate;
  /** The suppression behind it. */
  readonly suppression_id?: string;
}

export const suppressedByKeys = {
  suppressed_by: Joi.string()
    .valid(...suppressionGates)
    .description('Of somebody who has opted out: by what the person was recognised.'),
  suppression_id: Joi.string().description('The suppression behind it.'),
};
