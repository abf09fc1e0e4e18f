import { LIMITS } from '../cleansing/limits.js';
import { cleanBlock } from '../cleansing/text.js';
import { employeeBracket, revenueBracketOfEmployees } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { parseFlag } from '../flag.js';
import type { FieldFault } from '../model.js';
import { midpoint, readQuantity } from '../quantity.js';
import { emailFault, type DraftResult } from './lead-draft.js';
import { own, type Payload } from './payload.js';

const TEXT_FIELDS = [
  'first_name',
  'last_name',
  'name',
  'company',
  'title',
  'website',
  'industry',
  'linkedin_url',
  'services_offered',
  'growth_signals',
  'project_pipelines',
  'public_research',
  'news_articles',
  'initial_notes',
] as const;

/** The fields of the flat form. */
export const FLAT_FIELDS: readonly string[] = [
  ...TEXT_FIELDS,
  'email',
  'phone',
  'headcount',
  'do_not_contact',
];

/**
 * The flat form, which every source accepts: the fields that the specification shows for `POST /sync/leads`, and the
 * further fields of a lead in snake_case. Types are checked, unknown fields are ignored.
 */
export function readFlat(data: Payload): DraftResult {
  const headcount = readQuantity(own(data, 'headcount'));
  const email = emailFault(own(data, 'email'), 'data.email');
  const faults = [
    email ?? [],
    wrongTexts(data),
    wrongPhone(data),
    wrongHeadcount(data),
    wrongFlag(data),
  ].flat();
  if (faults.length > 0) return { ok: false, faults };

  const employees = headcount === null ? null : midpoint(headcount);
  return {
    ok: true,
    draft: {
      firstName: own(data, 'first_name'),
      lastName: own(data, 'last_name'),
      fullName: own(data, 'name'),
      email: own(data, 'email'),
      emailField: 'data.email',
      jobTitle: own(data, 'title'),
      phones: [own(data, 'phone')],
      companyPhones: [],
      linkedinUrl: own(data, 'linkedin_url'),
      companyName: own(data, 'company'),
      website: own(data, 'website'),
      industry: own(data, 'industry'),
      headcount: headcount !== null && headcount.from === headcount.to ? employees : null,
      doNotContact: parseFlag(own(data, 'do_not_contact')) === true,
      customFields: customFieldValues({
        102: block(data, 'services_offered', LIMITS.customField) ?? block(data, 'industry', LIMITS.word),
        103: block(data, 'growth_signals', LIMITS.customField),
        104: block(data, 'project_pipelines', LIMITS.customField),
        107: employees === null ? null : revenueBracketOfEmployees(employees),
        108: employees === null ? null : employeeBracket(employees),
      }),
      research: {
        publicResearch: block(data, 'public_research', LIMITS.research),
        newsArticles: block(data, 'news_articles', LIMITS.research),
        initialNotes: block(data, 'initial_notes', LIMITS.research),
      },
      emailVerification: null,
    },
  };
}

function block(data: Payload, key: string, maxLength: number): string | null {
  const value = own(data, key);
  const cleaned = typeof value === 'string' ? cleanBlock(value, maxLength) : '';
  return cleaned === '' ? null : cleaned;
}

function wrongTexts(data: Payload): FieldFault[] {
  return TEXT_FIELDS.flatMap((key) => {
    const value = own(data, key);
    return isAbsent(value) || typeof value === 'string' ? [] : fault(key, value, 'must be a string');
  });
}

function wrongPhone(data: Payload): FieldFault[] {
  const phone = own(data, 'phone');
  const readable = isAbsent(phone) || typeof phone === 'string' || typeof phone === 'number';
  return readable ? [] : fault('phone', phone, 'must be a string');
}

/** A count may come as a text ("1,200", "51-200"), as it does out of a spreadsheet. */
function wrongHeadcount(data: Payload): FieldFault[] {
  const value = own(data, 'headcount');
  if (isAbsent(value)) return [];
  const valid =
    typeof value === 'number' ? Number.isInteger(value) && value >= 0 : readQuantity(value) !== null;
  return valid ? [] : fault('headcount', value, 'must be a whole number of employees, at least 0');
}

function wrongFlag(data: Payload): FieldFault[] {
  const value = own(data, 'do_not_contact');
  return isAbsent(value) || parseFlag(value) !== null
    ? []
    : fault('do_not_contact', value, 'must be a boolean');
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function fault(key: string, value: unknown, message: string): FieldFault[] {
  return [{ field: `data.${key}`, value, message }];
}
