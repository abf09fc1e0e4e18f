import type { ErasureBody } from '@leadbridge/contracts';

/** Digits alone that are too few for a phone number are the id of a lead. */
const leadId = /^#?\d{1,9}$/u;

/** Whom a search text means: an email has an `@`, a lead ID is a short number, all else is a phone number. */
export function whomOf(searched: string): ErasureBody {
  const text = searched.trim();
  if (text.includes('@')) {
    return { email: text };
  }
  return leadId.test(text) ? { lead_id: Number(text.replace('#', '')) } : { phone: text };
}

/** What is searched for; blanks alone are nothing, though a browser takes them for a value. */
export function searchIn(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}
