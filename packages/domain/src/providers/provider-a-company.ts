import { LIMITS } from '../cleansing/limits.js';
import { companyKey } from '../company-key.js';
import { employeeBracket, revenueBracket, revenueBracketOfEmployees } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import { firstAboveZero, headcountOf, bracketed, readCount, readYear, readQuantity } from '../quantity.js';
import type { LeadDraft } from './lead-draft.js';
import { first, entries, flag, isPayload, joined, labelled, overlaid, own, text, texts } from './payload.js';
import type { Payload } from './payload.js';

/**
 * All known data about the person's company: their organization, completed by its account in the CRM. An
 * account with another name is ignored, because people change companies before a CRM is updated.
 */
export function companyOfA(organizations: readonly Payload[], accounts: readonly Payload[]): Payload {
  const name = organizations.map((given) => text(own(given, 'name'))).find((given) => given !== null);
  const same = accounts.filter((account) => {
    const other = text(own(account, 'name'));
    return name === undefined || other === null || companyKey(other) === companyKey(name);
  });
  return overlaid([...organizations, ...same]);
}

/** Where the number of employees is. */
export const COUNT_KEYS = ['estimated_num_employees', 'estimated_employee_count', 'employee_count'];

/** The exact number of employees from the provider. */
export function employeesOfA(company: Payload): number | null {
  const counts = COUNT_KEYS.map((key) => readCount(own(company, key)));
  return headcountOf(firstAboveZero(...counts));
}

/** CF_102 to CF_113 of a person and their company (specification, "Provider field mapping"). */
export function customFieldsOfA(
  person: Payload,
  organization: Payload,
  data: Payload,
): LeadDraft['customFields'] {
  const employees = employeesOfA(organization);
  const current = entries(own(organization, 'current_technologies'));
  const technologies = texts(first(organization, 'technology_names', 'technologies') ?? current);
  const funding = entries(own(organization, 'funding_events')).map(fundingEvent);
  const revenue = readQuantity(own(organization, 'annual_revenue'));
  const topics = [...new Set([person, organization, data])].flatMap((place) =>
    texts(own(place, 'buyer_intent_topics')),
  );
  const intent = labelled({
    'Intent strength': text(own(person, 'intent_strength')),
    'Buyer intent topics': joined([...new Set(topics)], ', '),
  });
  return customFieldValues({
    102: joined(texts(own(organization, 'keywords')), ', ') ?? text(own(organization, 'industry')),
    103: joined(funding, '; ') ?? joined(technologies, ', '),
    104: joined([...new Set(current.map(technology))], ', '),
    106: joined(technologies, ', '),
    107:
      employees !== null
        ? revenueBracketOfEmployees(employees)
        : revenue && revenueBracket(bracketed(revenue)),
    108: employees === null ? null : employeeBracket(employees),
    109: managementLevel(texts(own(person, 'seniority'))[0] ?? null),
    110: departmentOf(primaryDepartment(person)),
    111: intent === null && flag(own(person, 'is_likely_to_engage')) ? 'Likely to engage' : intent,
    112: readYear(own(organization, 'founded_year')),
    113: joined([text(own(organization, 'primary_domain')), headquarters(organization)], '; '),
  });
}

function primaryDepartment(person: Payload): string | null {
  const named = ['departments', 'functions', 'subdepartments'].map((key) => texts(own(person, key))[0]);
  return named.find((department) => department !== undefined) ?? null;
}

/** `Series B 25M USD (2025-03-01)`. */
function fundingEvent(event: unknown): string | null {
  if (!isPayload(event)) return text(event);
  const amount = text(own(event, 'amount'));
  const sum = amount === null ? null : joined([amount, text(own(event, 'currency'))], ' ');
  const date = text(own(event, 'date'))?.slice(0, 10) ?? null;
  return joined([text(own(event, 'type')), sum, date === null ? null : `(${date})`], ' ');
}

/** The current technologies that have a name, with their category: `Salesforce (CRM)`. */
function technology(entry: unknown): string | null {
  if (!isPayload(entry)) return text(entry);
  const name = text(own(entry, 'name'));
  const category = text(own(entry, 'category'));
  return name === null || category === null ? name : `${name} (${category})`;
}

function headquarters(organization: Payload): string | null {
  const given = text(first(organization, 'headquarters_address', 'raw_address'), LIMITS.url);
  const stateAndCode = ['state', 'postal_code'].map((key) => text(own(organization, key)));
  const built = joined(
    [
      text(own(organization, 'street_address')),
      text(own(organization, 'city')),
      joined(stateAndCode, ' '),
      text(own(organization, 'country')),
    ],
    ', ',
  );
  return given ?? built;
}
