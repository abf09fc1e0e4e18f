import {
  addTraits,
  companyKey,
  countPersons,
  isPerson,
  keysOfPerson,
  NOBODY,
  personKeys,
  personTraits,
  suppressionKeyText,
  traitsOfKeys,
} from '@leadbridge/domain';
import type { Person, PersonTraits } from '@leadbridge/domain';

import { refused, type RefusedOutcome } from '../work/job-outcome.js';
import type { Erasure, ErasureInput, ErasureStore, LeadSketch } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import type { Suppression } from '../ports/suppression.js';
import type { ErasureDependencies } from './erasure-dependencies.js';
import { traitsOfRow } from './match-row.js';

/** No person has more leads than this: the given address or number must be a placeholder. */
const maxLeads = 1_000;
const shownLeads = 20;

export type FoundPerson = Pick<Erasure, 'person' | 'leadIds' | 'leadKeys' | 'companyKeys'>;

type SearchStore = Pick<ErasureStore, 'leads' | 'fieldsOf' | 'suppressions' | 'openRows'>;

interface SearchContext {
  readonly store: SearchStore;
  readonly settings: ErasureDependencies['settings'];
  readonly job: Pick<Job, 'createdAt'>;
}

/**
 * Finds every record of the requested person, and through them every address, number, name and company of
 * that person, until nothing new is found. Reads all leads, because no index treats different spellings of a
 * name as equal.
 */
export async function findPerson(
  context: SearchContext,
  asked: ErasureInput,
): Promise<FoundPerson | RefusedOutcome> {
  const seed = await seedOf(context, asked);
  if ('kind' in seed) {
    return seed;
  }
  const search = new Search(context.store, seed);
  while (await search.round()) {
    if (search.leads.size > maxLeads) {
      return refused(
        'VALIDATION_ERROR',
        `More than ${maxLeads} leads match, which is too many for one person. Nothing was erased`,
        { leads: search.leads.size },
      );
    }
  }
  return search.result();
}

/** The keys that an import of the person claims. */
export function importKeys({ person, leadKeys }: Pick<Erasure, 'person' | 'leadKeys'>): string[] {
  return [...new Set([...keysOfPerson(person).map(suppressionKeyText), ...leadKeys])];
}

/**
 * The person's leads that were recorded since the search. The rule is the search's own: somebody else may have
 * one of the keys, such as the number of an office.
 */
export async function leadsSince(
  store: Pick<ErasureStore, 'leads'>,
  erasure: Pick<Erasure, 'person' | 'leadKeys' | 'leadIds'>,
): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const lead of store.leads(importKeys(erasure))) {
    if (!erasure.leadIds.includes(lead.leadId) && isTheirLead(lead, erasure.person)) {
      found.push(lead.leadId);
    }
  }
  return found;
}

/** The requested person, or why that person cannot be determined. */
async function seedOf(context: SearchContext, asked: ErasureInput): Promise<Person | RefusedOutcome> {
  if (asked.email !== undefined) {
    // As written too: the forms of an address with letters such as `ß` are several keys.
    const keys = personKeys([{ email: asked.email }]).map(suppressionKeyText);
    return withAll(
      NOBODY,
      keys.map((key) => traitsOfKeys([key])),
    );
  }
  if (asked.phone !== undefined) {
    return await seedOfPhone(context, asked.phone.replace(/\D/gu, ''));
  }
  const fields = await context.store.fieldsOf([asked.lead_id]);
  return fields.length === 0
    ? refused('RESOURCE_NOT_FOUND', 'There is no such lead', { lead_id: asked.lead_id })
    : withAll(NOBODY, fields.map(personTraits));
}

/**
 * A phone number must belong to only one person, among the existing records and among those about to be
 * imported: otherwise it does not say whom to erase.
 */
async function seedOfPhone(
  { store, settings, job }: SearchContext,
  phone: string,
): Promise<Person | RefusedOutcome> {
  const traits: PersonTraits[] = [];
  const leadIds: number[] = [];
  for await (const lead of store.leads()) {
    const own = traitsOfLead(lead).filter((each) => each.phone === phone);
    traits.push(...own);
    leadIds.push(...(own.length === 0 ? [] : [lead.leadId]));
  }
  for await (const row of store.openRows(job.createdAt)) {
    traits.push(...traitsOfRow(row.source, row.data, settings()).filter((own) => own.phone === phone));
  }
  if (countPersons(traits) > 1) {
    return refused(
      'VALIDATION_ERROR',
      'Several people have this number. Nothing was erased: give the lead_id or the email of the person',
      { field: 'phone', value: null, lead_ids: leadIds.slice(0, shownLeads) },
    );
  }
  return withAll(addTraits(NOBODY, traitsOfKeys([`phone:${phone}`])), traits);
}

/** Searches all records in rounds. */
class Search {
  readonly leads = new Map<number, LeadSketch>();
  readonly #store: SearchStore;
  #person: Person;
  #companies = new Set<string>();
  #companiesOfOthers = new Set<string>();

  constructor(store: SearchStore, seed: Person) {
    this.#store = store;
    this.#person = seed;
  }

  /** False once a whole round has found nothing new. */
  async round(): Promise<boolean> {
    const before = this.#person;
    const newLeads = await this.#lookThroughLeads();
    await this.#lookThroughSuppressions();
    const fields = await this.#store.fieldsOf(newLeads.map(({ leadId }) => leadId));
    this.#person = withAll(this.#person, [...newLeads.flatMap(traitsOfLead), ...fields.map(personTraits)]);
    for (const { company } of fields) {
      if (company.name !== null) {
        this.#companies.add(companyKey(company.name));
      }
    }
    return newLeads.length > 0 || this.#person !== before;
  }

  result(): FoundPerson {
    const leads = [...this.leads.values()].sort((one, other) => one.leadId - other.leadId);
    return {
      person: this.#person,
      leadIds: leads.map(({ leadId }) => leadId),
      leadKeys: leads.map(({ key }) => key),
      companyKeys: [...this.#companies].filter((key) => !this.#companiesOfOthers.has(key)),
    };
  }

  async #lookThroughLeads(): Promise<LeadSketch[]> {
    const found: LeadSketch[] = [];
    this.#companiesOfOthers = new Set();
    for await (const lead of this.#store.leads()) {
      if (this.leads.has(lead.leadId)) {
        continue;
      }
      const company = lead.fields.company.name;
      if (isTheirLead(lead, this.#person)) {
        found.push(lead);
      } else if (company !== null) {
        const key = companyKey(company);
        if (this.#companies.has(key)) {
          this.#companiesOfOthers.add(key);
        }
      }
    }
    found.forEach((lead) => this.leads.set(lead.leadId, lead));
    return found;
  }

  /** One that adds nothing to the person leads to nothing else either. */
  async #lookThroughSuppressions(): Promise<void> {
    const ids = {
      leadIds: new Set(this.leads.keys()),
      ticketIds: new Set([...this.leads.values()].flatMap(({ psaTicketId }) => psaTicketId ?? [])),
    };
    for await (const entry of this.#store.suppressions()) {
      if (isTheirSuppression(entry, this.#person, ids)) {
        this.#person = withAll(this.#person, traitsOfSuppression(entry));
      }
    }
  }
}

/**
 * Whether an opt-out belongs to the person: by one of their records, or by its own data. A ticket says so only
 * until the opt-out's person is read from it: its contact may have been replaced since, or the PSA, restored
 * from a backup, may have issued its id again, and an erasure of the wrong person cannot be undone.
 */
export function isTheirSuppression(
  entry: Suppression,
  person: Person,
  ids: { readonly leadIds: ReadonlySet<number>; readonly ticketIds: ReadonlySet<number> },
): boolean {
  return (
    (entry.leadId !== null && ids.leadIds.has(entry.leadId)) ||
    (entry.person === null && entry.ticketId !== null && ids.ticketIds.has(entry.ticketId)) ||
    traitsOfSuppression(entry).some((traits) => isPerson(person, traits))
  );
}

function isTheirLead(lead: LeadSketch, person: Person): boolean {
  return traitsOfLead(lead).some((traits) => isPerson(person, traits));
}

/** By its fields, and by every key ever recorded for it. */
function traitsOfLead({ key, personKeys, fields }: LeadSketch): PersonTraits[] {
  const [recorded = ''] = key.split('|');
  return withKeys(personTraits(fields), [recorded, ...personKeys]);
}

function traitsOfSuppression({ person, keys }: Suppression): PersonTraits[] {
  const fields = {
    email: person?.email ?? null,
    phone: null,
    firstName: person?.firstName ?? null,
    lastName: person?.lastName ?? null,
    company: { name: person?.companyName ?? null },
  };
  return withKeys(personTraits(fields), keys.map(suppressionKeyText));
}

/** A number among the keys only counts together with the name and the email next to it. */
function withKeys(own: PersonTraits, keys: readonly string[]): PersonTraits[] {
  const email = own.email ?? traitsOfKeys(keys).email;
  const ofKeys = keys.map((key) => {
    const traits = traitsOfKeys([key]);
    return { ...traits, email: traits.email ?? email, name: own.name };
  });
  return [own, ...ofKeys];
}

function withAll(person: Person, traits: readonly PersonTraits[]): Person {
  return traits.reduce((known, each) => addTraits(known, each), person);
}
