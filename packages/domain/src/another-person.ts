import { cleanEmail } from './cleansing/email.js';
import { bareName } from './cleansing/full-name.js';
import { isPlaceholder } from './cleansing/placeholder.js';
import { companyKey } from './company-key.js';
import { foldCase, letters } from './comparison-form.js';
import { emailKey, namesInSummary } from './dedupe-key.js';
import type { TicketSnapshot } from './model.js';
import type { PersonFacts } from './person-keys.js';

/**
 * Whether a ticket clearly belongs to another person. People correct tickets, change jobs and names, so a
 * different address or a different company alone proves nothing. A ticket without a name never belongs to
 * another person.
 *
 * @param person all known facts about the person, from all sources
 */
export function isOfAnother(ticket: TicketSnapshot, person: readonly PersonFacts[]): boolean {
  const inSummary = namesInSummary(ticket.summary);
  const told = {
    emails: emailKeysOf(ticket),
    company: companyKey(ticket.clientName ?? inSummary.company ?? ''),
    name: nameParts(ticket.userName ?? inSummary.person),
  };
  const emails = new Set(person.flatMap(emailKeysOf));
  const companies = new Set(person.map(({ companyName }) => companyKey(companyName ?? '')));
  const names = person.map(({ personName }) => nameParts(personName)).filter((parts) => parts.length > 0);
  if (told.name.length === 0 || names.length === 0 || told.emails.some((email) => emails.has(email))) {
    return false;
  }
  const hasOtherEmail = told.emails.length > 0 && emails.size > 0;
  const hasOtherCompany = told.company !== '' && !companies.has(told.company);
  const sharesPart = names.some((parts) => parts.some((part) => told.name.includes(part)));
  const isNamesake = names.some((parts) => parts.join('') === told.name.join(''));
  return hasOtherEmail ? !sharesPart || (!isNamesake && hasOtherCompany) : !sharesPart && hasOtherCompany;
}

function nameParts(name: string | null): readonly string[] {
  return (name === null || isPlaceholder(name) ? '' : bareName(name))
    .split(/\s+/u)
    .map((part) => letters(foldCase(part)))
    .filter((part) => part !== '');
}

function emailKeysOf({
  email,
  otherEmails = [],
}: Pick<PersonFacts, 'email' | 'otherEmails'>): readonly string[] {
  return [...(email === null ? [] : [email]), ...otherEmails]
    .flatMap((each) => cleanEmail(each) ?? [])
    .map(emailKey);
}
