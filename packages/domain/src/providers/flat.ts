import { LIMITS } from '../cleansing/limits.js';
import { cleanLine, clip } from '../cleansing/text.js';
import { employeeBracket, revenueBracket, revenueBracketOfEmployees } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import type { FieldFault } from '../model.js';
import { bracketed, readCount, readYear, readQuantity } from '../quantity.js';
import { ADDRESS_PARTS, type FlatField } from './field-names.js';
import { faultPath } from './envelope.js';
import type { IgnoredKey } from './ignored-keys.js';
import { flatValues, isAddressPart, type FlatValues } from './flat-values.js';
import { nestedPlaces } from './native-record.js';
import { currencyWarning } from './value-forms.js';
import { optOutFlags } from './opt-out-flags.js';
import { emailFault, type DraftResult, type LeadDraft } from './lead-draft.js';
import { block, isEmpty, joined, own, text, texts, type Payload } from './payload.js';

const MAX_KEY_LENGTH = 60;

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
] as const satisfies readonly FlatField[];

type Values = FlatValues['byField'];

/**
 * The flat format, which every source accepts: the fields that the specification shows for `POST
 * /sync/leads`, and the other fields of a lead in snake_case, under any of their names. Checks types; reports
 * keys that name no field.
 */
export function readFlat(data: Payload): DraftResult {
  const values = flatValues(data);
  const { byField, ignored } = values;
  const flags = optOutFlags(nestedPlaces({ part: data, path: '' }));
  const revenue = byField.get('annual_revenue');
  const currency = revenue === undefined ? null : currencyWarning(revenue.key, revenue.value);
  const faults = [
    emailFault(byField.get('email')?.value, path(byField, 'email')) ?? [],
    wrongTexts(byField),
    wrongPhone(byField, 'phone'),
    wrongPhone(byField, 'company_phone'),
    wrongHeadcount(byField),
    flags.faults,
    wrongExternalId(byField),
  ].flat();
  return faults.length > 0
    ? { ok: false, faults, ignored }
    : {
        ok: true,
        ignored,
        draft: draftOf(values, flags.isOptedOut),
        warnings: [...flags.warnings, ...(currency === null ? [] : [currency])],
      };
}

/** Everything that can be read of a flat record, regardless of its errors. */
export function flatDraft(data: Payload): LeadDraft {
  return draftOf(flatValues(data), optOutFlags(nestedPlaces({ part: data, path: '' })).isOptedOut);
}

/**
 * A native record with its fields side by side, as in the flat format: values for which the provider has no
 * name are read as in the flat format.
 *
 * @param others the record without the fields that are read by the provider's names
 * @param path of the record in the payload
 */
export function withFlatValues(
  native: LeadDraft,
  others: Payload,
  path: string,
): { readonly draft: LeadDraft; readonly ignored: readonly IgnoredKey[] } {
  const values = flatValues(others);
  const { ignored } = values;
  const flat = draftOf(values, native.doNotContact);
  const either = <T>(one: T, other: T): T => (isEmpty(one) ? other : one);
  const hasName = [native.firstName, native.lastName, native.fullName].some((name) => !isEmpty(name));
  const draft: LeadDraft = {
    firstName: hasName ? native.firstName : flat.firstName,
    lastName: hasName ? native.lastName : flat.lastName,
    fullName: hasName ? native.fullName : flat.fullName,
    email: either(native.email, flat.email),
    emailField: isEmpty(native.email)
      ? flat.emailField.replace(/^data/u, faultPath(path))
      : native.emailField,
    otherEmails: [native, flat].flatMap(({ otherEmails = [] }) => otherEmails),
    jobTitle: either(native.jobTitle, flat.jobTitle),
    phones: [...native.phones, ...flat.phones],
    phoneKeys: [...native.phones.map(() => null), ...(flat.phoneKeys ?? [])],
    companyPhones: [...native.companyPhones, ...flat.companyPhones],
    country: either(native.country, flat.country),
    linkedinUrl: either(native.linkedinUrl, flat.linkedinUrl),
    companyName: either(native.companyName, flat.companyName),
    website: either(native.website, flat.website),
    industry: either(native.industry, flat.industry),
    headcount: native.headcount ?? flat.headcount,
    doNotContact: flat.doNotContact,
    customFields: { ...flat.customFields, ...native.customFields },
    research: {
      publicResearch: native.research.publicResearch ?? flat.research.publicResearch,
      newsArticles: native.research.newsArticles ?? flat.research.newsArticles,
      initialNotes: native.research.initialNotes ?? flat.research.initialNotes,
    },
    emailVerification: native.emailVerification,
    externalId: flat.externalId ?? null,
    derivedFields: (flat.derivedFields ?? []).filter((id) => native.customFields[id] === undefined),
  };
  // Providers send empty lists and objects for missing values, and keys of their own.
  const isLoss = ({ key, reason }: IgnoredKey): boolean => reason !== 'unknown' && !isEmpty(own(others, key));
  const given = [...values.byField].flatMap(([field, { key, value }]) =>
    field === 'external_id' || isAddressPart(field)
      ? []
      : [{ key, reason: 'misplaced' as const, field, value }],
  );
  return { draft, ignored: [...ignored.filter(isLoss), ...given] };
}

function draftOf({ byField, phones, emails, country }: FlatValues, doNotContact: boolean): LeadDraft {
  const of = (field: FlatField): unknown => byField.get(field)?.value;
  const headcount = readCount(of('headcount'));
  const employees = headcount === null ? null : bracketed(headcount);
  const revenue = revenueOf(byField);
  const derived = revenue === null && employees !== null ? revenueBracketOfEmployees(employees) : null;
  return {
    firstName: of('first_name'),
    lastName: of('last_name'),
    fullName: of('name'),
    email: of('email'),
    emailField: path(byField, 'email'),
    otherEmails: emails,
    jobTitle: of('title'),
    phones: phones.map(({ value }) => value),
    phoneKeys: phones.map(({ key }) => key),
    country,
    companyPhones: [of('company_phone')],
    linkedinUrl: of('linkedin_url'),
    companyName: of('company'),
    website: of('website'),
    industry: of('industry'),
    headcount: headcount !== null && headcount.from === headcount.to ? headcount.from : null,
    doNotContact,
    customFields: customFieldValues({
      102: block(of('services_offered'), LIMITS.customField) ?? block(of('industry'), LIMITS.customField),
      103: block(of('growth_signals'), LIMITS.customField),
      104: block(of('project_pipelines'), LIMITS.customField),
      106: joined(texts(of('technologies')), ', '),
      107: revenue ?? derived,
      108: employees === null ? null : employeeBracket(employees),
      109: managementLevel(text(of('management_level'))),
      110: departmentOf(texts(of('department'))[0] ?? null),
      112: readYear(of('founded_year')),
      113: addressOf(byField),
    }),
    research: {
      publicResearch: block(of('public_research'), LIMITS.research),
      newsArticles: block(of('news_articles'), LIMITS.research),
      initialNotes: block(of('initial_notes'), LIMITS.research),
    },
    emailVerification: null,
    externalId: externalIdOf(byField),
    derivedFields: derived === null ? [] : [107],
  };
}

function revenueOf(byField: Values): string | null {
  const revenue = readQuantity(byField.get('annual_revenue')?.value);
  return revenue === null ? null : revenueBracket(bracketed(revenue));
}

/** The whole address, plus the parts of it that the payload sends separately and that it does not contain. */
function addressOf(byField: Values): string | null {
  const whole = text(byField.get('location')?.value);
  const parts = ADDRESS_PARTS.map((field) => text(byField.get(field)?.value));
  const missing = parts.filter(
    (part) => part !== null && whole?.toLowerCase().includes(part.toLowerCase()) !== true,
  );
  return joined([whole, ...missing], ', ');
}

function wrongTexts(values: Values): FieldFault[] {
  return TEXT_FIELDS.flatMap((field) => {
    const value = values.get(field)?.value;
    return value === undefined || typeof value === 'string' ? [] : fault(values, field, 'must be a string');
  });
}

function wrongPhone(values: Values, field: 'phone' | 'company_phone'): FieldFault[] {
  const value = values.get(field)?.value;
  const readable = value === undefined || typeof value === 'string' || typeof value === 'number';
  return readable ? [] : fault(values, field, 'must be a string');
}

/** A count may be a text ("1,200", "51-200"), as in spreadsheets. */
function wrongHeadcount(values: Values): FieldFault[] {
  const value = values.get('headcount')?.value;
  if (value === undefined) return [];
  const valid = Number.isInteger(readCount(value)?.from);
  return valid ? [] : fault(values, 'headcount', 'must be a whole number of employees, from 0 to 10,000,000');
}

/** Truncated ids of two records could be equal, so an id that is too long is rejected. */
function wrongExternalId(values: Values): FieldFault[] {
  const value = values.get('external_id')?.value;
  if (value === undefined) return [];
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? []
      : fault(values, 'external_id', 'must be a whole number or a string');
  }
  if (typeof value !== 'string') return fault(values, 'external_id', 'must be a string');
  return value.trim().length <= LIMITS.externalId
    ? []
    : fault(values, 'external_id', `must have at most ${LIMITS.externalId} characters`);
}

function externalIdOf(values: Values): string | null {
  const value = values.get('external_id')?.value;
  const given = typeof value === 'number' ? String(value) : value;
  const line = typeof given === 'string' ? cleanLine(given, LIMITS.externalId) : '';
  return line === '' ? null : line;
}

function fault(values: Values, field: FlatField, message: string): FieldFault[] {
  return [{ field: path(values, field), value: values.get(field)?.value, message }];
}

/** The path of a field's value in the payload, by the key under which it was sent. */
function path(values: Values, field: FlatField): string {
  return `data.${clip(values.get(field)?.key ?? field, MAX_KEY_LENGTH)}`;
}
