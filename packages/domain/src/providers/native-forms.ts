import type { FieldFault, Lead, ProviderKind } from '../model.js';
import { readCognism } from './cognism.js';
import { flatField } from './find-field.js';
import { readFlat } from './flat.js';
import { readHubspot } from './hubspot.js';
import { missingPart, type DraftResult, type LeadDraft } from './lead-draft.js';
import { readLusha } from './lusha.js';
import { isEmpty, isPayload, own, type Payload } from './payload.js';
import { readProviderA } from './provider-a.js';
import { readProviderB } from './provider-b.js';
import { readProviderC } from './provider-c.js';

type NativeKind = Exclude<ProviderKind, 'flat'>;

interface NativeForm {
  /** Null for a payload in another format. */
  readonly read: (data: Payload) => DraftResult | null;
  readonly requiredPart: readonly [field: string, value: undefined, expected: string];
  /** The format as messages show it. */
  readonly shape: string;
}

/** The format of a payload, by the kind of its source, and what was read from it. */
export interface ReadForm {
  readonly form: 'native' | 'flat';
  readonly result: DraftResult;
}

const NATIVE_FORMS: Readonly<Record<NativeKind, NativeForm>> = {
  provider_a: {
    read: readProviderA,
    requiredPart: ['data.person', undefined, 'a person object'],
    shape: '{"person": {"first_name", "last_name", "email", "organization": {"name"}}}',
  },
  provider_b: {
    read: readProviderB,
    requiredPart: ['data.contact', undefined, 'a contact object'],
    shape: '{"contact": {"firstName", "lastName", "email", "company": {"name"}}}',
  },
  provider_c: {
    read: readProviderC,
    requiredPart: ['data.data', undefined, 'a domain search object'],
    shape: '{"data": {"domain", "organization", "emails": [{"value", "first_name", "last_name"}]}}',
  },
  cognism: {
    read: readCognism,
    requiredPart: ['data.results', undefined, 'a list with one contact'],
    shape: '{"results": [{"firstName", "lastName", "email": {"address"}, "account": {"name"}}]}',
  },
  lusha: {
    read: readLusha,
    requiredPart: ['data.results', undefined, 'a list with one contact'],
    shape: '{"results": [{"firstName", "lastName", "emails": [{"email"}], "company": {"name"}}]}',
  },
  hubspot: {
    read: readHubspot,
    requiredPart: ['data.properties', undefined, 'a properties object'],
    shape: '{"properties": {"firstname", "lastname", "email", "company"}}',
  },
};

const FLAT_SHAPE = '{"first_name", "last_name", "email", "company", "title"}';

const NATIVE_KINDS = Object.keys(NATIVE_FORMS) as readonly NativeKind[];

/** Reads a payload in the format of its source's kind, or in the flat format if it has that. */
export function readForm(kind: ProviderKind, data: Payload): ReadForm {
  if (kind === 'flat') return { form: 'flat', result: readFlat(data) };
  const { read, requiredPart } = NATIVE_FORMS[kind];
  const native = read(data);
  if (native !== null) return { form: 'native', result: native };
  return isFlat(data)
    ? { form: 'flat', result: readFlat(data) }
    : { form: 'native', result: missingPart(...requiredPart) };
}

/** The error for a payload without anything that could identify a lead. */
export function nothingFound(kind: ProviderKind, lead: Lead): FieldFault | null {
  const { email, firstName, lastName, company, phone } = lead;
  if ([email, firstName, lastName, company.name, phone].some((value) => value !== null)) return null;
  return {
    field: 'data',
    value: {},
    message: 'has neither email, name, company nor phone where they are looked for',
    suggestion:
      kind === 'flat' ? `Expected ${FLAT_SHAPE}` : `Expected ${NATIVE_FORMS[kind].shape}, or the flat form`,
  };
}

/** The other kinds whose field names find a person with an email in a rejected payload. */
export function otherReadings(
  data: Payload,
  refusedBy: ProviderKind,
): readonly { readonly kind: NativeKind; readonly draft: LeadDraft }[] {
  return NATIVE_KINDS.flatMap((kind) => {
    const result = kind === refusedBy ? null : NATIVE_FORMS[kind].read(data);
    if (result?.ok !== true) return [];
    const { email, firstName } = result.draft;
    return typeof email === 'string' && ![email, firstName].some(isEmpty)
      ? [{ kind, draft: result.draft }]
      : [];
  });
}

/** An object under a known name means that this is another provider's native payload. */
function isFlat(data: Payload): boolean {
  const keys = Object.keys(data);
  return keys.length === 0 || keys.some((key) => flatField(key) !== null && !isPayload(own(data, key)));
}
