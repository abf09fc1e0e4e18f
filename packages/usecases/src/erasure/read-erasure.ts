import type { ErasureBody } from '@leadbridge/contracts';
import { readPayload, readPhone, type Lead, type LeadSource } from '@leadbridge/domain';
import { AppError } from '@leadbridge/platform';

/** The request is parsed like a manually entered lead. */
const typed: LeadSource = { name: 'manual', kind: 'flat', label: 'Manual', aliases: [], enabled: true };

/**
 * The person to erase, in the form that records use.
 *
 * @throws AppError VALIDATION_ERROR for an invalid address or number, without repeating it
 */
export function readErasure(
  body: ErasureBody,
  { defaultCountry }: { readonly defaultCountry: string },
): ErasureBody {
  if (body.lead_id !== undefined) {
    return { lead_id: body.lead_id };
  }
  const read = readPayload(typed, { email: body.email, phone: body.phone }, { defaultCountry });
  const { email, otherEmails, phone }: Pick<Lead, 'email' | 'otherEmails' | 'phone'> = read.ok
    ? read.lead
    : { email: null, phone: null };
  if (body.email !== undefined && email !== null) {
    if (otherEmails !== undefined) {
      throw refusal('email', 'Name one email address at a time');
    }
    return { email };
  }
  if (body.phone !== undefined && phone !== null) {
    if (readPhone(body.phone, defaultCountry)?.leftOut?.kind === 'number') {
      throw refusal('phone', 'Name one phone number at a time');
    }
    return { phone };
  }
  const field = body.email === undefined ? 'phone' : 'email';
  throw refusal(field, `The ${field} cannot be read`);
}

function refusal(field: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: { field, value: null } });
}
