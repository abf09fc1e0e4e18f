import {
  customFieldName,
  customFieldValues,
  DO_NOT_CONTACT_FIELD,
  LEAD_SOURCE_FIELD,
  leadCustomFields,
  type PrecedenceGroup,
} from './custom-fields.js';
import { distinctEmails, isSameEmail } from './dedupe-key.js';
import type { CustomFieldValue, Lead, ProviderKind } from './model.js';

type RankedKind = Exclude<ProviderKind, 'cognism' | 'lusha' | 'hubspot'>;

/** The last data of one source about a lead. */
export interface SourceData {
  readonly kind: ProviderKind;
  readonly lead: Lead;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The job that imported it; missing in data of earlier releases. */
  readonly jobId?: string;
}

/** Which source set a field, and when that source's data arrived (ISO 8601). */
export interface FieldOrigin {
  readonly source: string;
  readonly at: string;
}

/** One lead merged from all its sources, and the origin of each of its fields. */
export interface MergedLead {
  readonly lead: Lead;
  /** By the names of the flat format (`first_name`, `company_phone` …) and of custom fields (`CF_106`). */
  readonly provenance: Readonly<Record<string, FieldOrigin>>;
}

/**
 * Specification, "Multi-source precedence": first listed wins. Unlisted kinds follow: the flat sources
 * (manual, csv), then the providers that the specification omits, so that provider C's phone counts if no
 * other source has one. Kinds that the specification does not know rank with the flat sources.
 */
const ORDER: Readonly<Record<PrecedenceGroup, readonly RankedKind[]>> = {
  contact: ['provider_b', 'provider_a', 'provider_c', 'flat'],
  company: ['provider_b', 'provider_a', 'provider_c', 'flat'],
  'email-verification': ['provider_c', 'provider_b', 'provider_a', 'flat'],
  phone: ['provider_b', 'provider_a', 'flat', 'provider_c'],
  'social-media': ['provider_a', 'provider_b', 'flat', 'provider_c'],
  technographics: ['provider_a', 'provider_b', 'flat', 'provider_c'],
};

/** The headcount's bracket: both determine the size list and must not contradict each other. */
const EMPLOYEE_RANGE_FIELD = 108;

/** A lead without any data. */
const UNKNOWN: Lead = {
  firstName: null,
  lastName: null,
  email: null,
  jobTitle: null,
  phone: null,
  linkedinUrl: null,
  company: { name: null, website: null, phone: null },
  industry: null,
  headcount: null,
  doNotContact: false,
  customFields: {},
  research: { publicResearch: null, newsArticles: null, initialNotes: null },
  emailVerification: null,
};

/**
 * Merges the latest data of each source into one lead, independent of the order of arrival: each value comes
 * from the best source of its group that has one (specification, "Multi-source precedence"). First and last
 * name come from one source, and so do the headcount and CF_108.
 *
 * Of two sources of the same kind, the one with the newer data wins. An opt-out from any source counts.
 * CF_101 names the `latest` source, because a ticket that is created now is created from it; on an existing
 * ticket imports never change CF_101, so it keeps the source that created it.
 *
 * @param latest the source whose data has just arrived; a key of `bySource`
 */
export function mergeSources(bySource: Readonly<Record<string, SourceData>>, latest: string): MergedLead {
  const sources = Object.entries(bySource)
    .map(([name, data]): NamedSource => ({ name, ...data }))
    .sort(newerFirst);
  const choice = new Choice(sources);
  const optOut = sources.findLast(({ lead }) => lead.doNotContact);
  const newest = sources.find(({ name }) => name === latest) ?? sources[0];

  const names = choice.of('contact', {
    first_name: (lead) => lead.firstName,
    last_name: (lead) => lead.lastName,
  });
  const size = choice.of('company', {
    headcount: (lead) => lead.headcount,
    [customFieldName(EMPLOYEE_RANGE_FIELD)]: (lead) => lead.customFields[EMPLOYEE_RANGE_FIELD],
  });
  const customFields = mergedCustomFields(choice);
  const { email } = choice.of('contact', { email: (from) => from.email });
  const otherEmails = distinctEmails(sources.flatMap(({ lead: of }) => of.otherEmails ?? [])).filter(
    (other) => !isSameEmail(other, email),
  );
  const { phone } = choice.of('phone', { phone: (from) => from.phone });
  const otherPhones = new Set(sources.flatMap(({ lead: of }) => of.otherPhones ?? []));
  otherPhones.delete(phone ?? '');
  const lead: Lead = {
    firstName: names.firstName,
    lastName: names.lastName,
    email,
    ...(otherEmails.length === 0 ? {} : { otherEmails }),
    jobTitle: choice.of('contact', { title: (from) => from.jobTitle }).jobTitle,
    phone,
    ...(otherPhones.size === 0 ? {} : { otherPhones: [...otherPhones] }),
    linkedinUrl: choice.of('social-media', { linkedin_url: (from) => from.linkedinUrl }).linkedinUrl,
    company: {
      name: choice.of('company', { company: (from) => from.company.name }).company.name,
      website: choice.of('company', { website: (from) => from.company.website }).company.website,
      phone: choice.of('phone', { company_phone: (from) => from.company.phone }).company.phone,
    },
    industry: choice.of('company', { industry: (from) => from.industry }).industry,
    headcount: size.headcount,
    doNotContact: optOut !== undefined,
    customFields: customFieldValues({
      ...customFields.values,
      [EMPLOYEE_RANGE_FIELD]: size.customFields[EMPLOYEE_RANGE_FIELD] ?? null,
      [LEAD_SOURCE_FIELD]: newest?.lead.customFields[LEAD_SOURCE_FIELD] ?? null,
      [DO_NOT_CONTACT_FIELD]: optOut !== undefined,
    }),
    ...(customFields.derived.length === 0 ? {} : { derivedFields: customFields.derived }),
    research: {
      publicResearch: choice.of('company', { public_research: (from) => from.research.publicResearch })
        .research.publicResearch,
      newsArticles: choice.of('company', { news_articles: (from) => from.research.newsArticles }).research
        .newsArticles,
      initialNotes: choice.of('company', { initial_notes: (from) => from.research.initialNotes }).research
        .initialNotes,
    },
    emailVerification: choice.of('email-verification', {
      email_verification: (from) => from.emailVerification,
    }).emailVerification,
  };
  choice.record(customFieldName(LEAD_SOURCE_FIELD), newest);
  choice.record('do_not_contact', optOut ?? newest);
  choice.record(customFieldName(DO_NOT_CONTACT_FIELD), optOut ?? newest);
  return { lead, provenance: choice.provenance };
}

function mergedCustomFields(choice: Choice) {
  const derived: number[] = [];
  const merged: Partial<Record<number, CustomFieldValue | null>> = {};
  for (const { id, precedence } of leadCustomFields) {
    if (precedence === null || id === EMPLOYEE_RANGE_FIELD) continue;
    const from = choice.of(precedence, { [customFieldName(id)]: (lead) => lead.customFields[id] });
    merged[id] = from.customFields[id] ?? null;
    if (from.derivedFields?.includes(id) === true) derived.push(id);
  }
  return { values: merged, derived };
}

type NamedSource = SourceData & { readonly name: string };
type FieldReader = (lead: Lead) => CustomFieldValue | null | undefined;

/** Chooses the best source for each field, and records the choices. */
class Choice {
  readonly provenance: Record<string, FieldOrigin> = {};
  private readonly ranked = new Map<PrecedenceGroup, readonly NamedSource[]>();

  /** @param newestFirst all sources, newest first: sorting by rank keeps that order among equals */
  constructor(private readonly newestFirst: readonly NamedSource[]) {}

  /** The lead of the best source that has at least one of the fields. */
  of(group: PrecedenceGroup, fields: Readonly<Record<string, FieldReader>>): Lead {
    const readers = Object.entries(fields);
    const best = this.rankedFor(group).find(({ lead }) => readers.some(([, read]) => isPresent(read(lead))));
    if (best === undefined) return UNKNOWN;
    for (const [name, read] of readers) if (isPresent(read(best.lead))) this.record(name, best);
    return best.lead;
  }

  record(field: string, source: NamedSource | undefined): void {
    if (source !== undefined) this.provenance[field] = { source: source.name, at: source.receivedAt };
  }

  private rankedFor(group: PrecedenceGroup): readonly NamedSource[] {
    const known = this.ranked.get(group);
    if (known !== undefined) return known;
    const order = ORDER[group];
    const ranked = this.newestFirst.toSorted(
      (one, other) => order.indexOf(rankedKind(one.kind)) - order.indexOf(rankedKind(other.kind)),
    );
    this.ranked.set(group, ranked);
    return ranked;
  }
}

function rankedKind(kind: ProviderKind): RankedKind {
  return kind === 'cognism' || kind === 'lusha' || kind === 'hubspot' ? 'flat' : kind;
}

function newerFirst(one: NamedSource, other: NamedSource): number {
  if (one.receivedAt !== other.receivedAt) return one.receivedAt > other.receivedAt ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

function isPresent(value: CustomFieldValue | null | undefined): boolean {
  return value !== null && value !== undefined;
}
