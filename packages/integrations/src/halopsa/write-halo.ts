import { clip } from '@leadbridge/domain';
import {
  PsaRefusedError,
  type NewPsaAction,
  type NewPsaClient,
  type NewPsaOpportunity,
  type NewPsaTicket,
  type NewPsaUser,
  type OpportunityChanges,
  type PsaCustomField,
  type PsaSalesData,
  type TicketChanges,
  type UserChanges,
} from '@leadbridge/usecases';

import { type HaloField, type HaloMap, normalName, statusNumber, typeNumbers } from './halo-map.js';
import type { HaloDefaults, HaloEntityName, HaloSettings, HaloUserField } from './halo-settings.js';
import { key } from './requests.js';

type Body = Readonly<Record<string, unknown>>;

/** The custom fields that can be written, and messages about those that cannot. */
export interface WrittenFields {
  readonly customfields: readonly { readonly id: number; readonly value: string | number | boolean }[];
  readonly warnings: readonly string[];
}

/** A dropdown accepts only the id of an existing option, a single-line field only as much text as fits. */
function writeFields(fields: readonly PsaCustomField[], map: HaloMap): WrittenFields {
  const customfields: WrittenFields['customfields'][number][] = [];
  const warnings: string[] = [];
  for (const { id: number, value } of fields) {
    const field = map.fields.get(number);
    if (field === undefined) {
      continue;
    }
    const fitted = fitValue(field, value);
    if (fitted === null) {
      warnings.push(
        `CF_${number}: the PSA's ${field.name} has no option '${String(value)}'; it was left out`,
      );
      continue;
    }
    if (typeof value === 'string' && fitted !== value && field.type === 'text') {
      warnings.push(`CF_${number}: the PSA's ${field.name} holds ${field.maxLength} characters; it was cut`);
    }
    customfields.push({ id: field.id, value: fitted });
  }
  return { customfields, warnings };
}

/** Null for an option that a dropdown lacks. */
function fitValue(field: HaloField, value: string | number | boolean): string | number | boolean | null {
  switch (field.type) {
    case 'dropdown':
      // Cleared, e.g. by an undo.
      return value === '' ? '' : (field.options.get(normalName(String(value)))?.id ?? null);
    case 'text':
      return typeof value === 'string' ? cut(value, field.maxLength) : String(value);
    default:
      return value;
  }
}

/** A text in the form in which a field stores it; empty if nothing of it fits. */
export function fitText(field: HaloField | undefined, text: string): string {
  if (field === undefined) {
    return '';
  }
  if (field.type === 'dropdown') {
    return field.options.get(normalName(text))?.name ?? '';
  }
  return cut(text, field.maxLength);
}

function cut(text: string, maxLength: number | null): string {
  return maxLength === null ? text : clip(text, maxLength);
}

/** Defaults name custom fields of tickets by their names: `ticket.CFBudgetCode=7`. */
const isCustomField = (entity: HaloEntityName, name: string): boolean =>
  entity === 'ticket' && /^CF/.test(name);

function propertyDefaults(defaults: HaloDefaults, entity: HaloEntityName): Body {
  return Object.fromEntries(
    Object.entries(defaults[entity] ?? {}).filter(([name]) => !isCustomField(entity, name)),
  );
}

/**
 * The default values of custom fields of tickets for which a lead has no value: both mapped fields and
 * others.
 */
function fieldDefaults(
  defaults: HaloDefaults,
  map: HaloMap,
  given: readonly PsaCustomField[],
): { readonly ours: readonly PsaCustomField[]; readonly others: readonly Body[] } {
  const ours: PsaCustomField[] = [];
  const others: Body[] = [];
  for (const [name, value] of Object.entries(defaults.ticket ?? {})) {
    const field = [...map.fields.values()].find((each) => normalName(each.name) === normalName(name));
    if (field !== undefined && !given.some(({ id }) => id === field.number)) {
      ours.push({ id: field.number, value });
    } else if (field === undefined && isCustomField('ticket', name)) {
      others.push({ name, value });
    }
  }
  return { ours, others };
}

export type HaloWriter = ReturnType<typeof createHaloWriter>;

/** Writes entities according to one set of settings. */
export function createHaloWriter(settings: HaloSettings) {
  return {
    ticket: (ticket: NewPsaTicket, map: HaloMap) => ticketBody(settings, ticket, map),
    /** Without what this PSA has no field for; empty if nothing is left. */
    ticketChanges(changes: TicketChanges, map: HaloMap): Body {
      const { customfields } = writeFields(changes.customfields ?? [], map);
      const { tickettype_id: type, status_id: status } = changes;
      return {
        ...(type === undefined ? {} : { tickettype_id: wireType(type, map) }),
        ...(status === undefined ? {} : { status_id: wireStatus(status, map) }),
        ...(customfields.length === 0 ? {} : { customfields }),
        ...categories(settings, changes),
      };
    },
    user: (user: NewPsaUser): Body => userBody(settings, user),
    userChanges: ({ phonenumber, linkedin_url: link }: UserChanges): Body => ({
      ...(phonenumber === undefined ? {} : { phonenumber }),
      ...userFields([[settings.linkedinField, link]]),
    }),
    client: ({ name, website, phonenumber, notes }: NewPsaClient): Body =>
      withDefaults(settings, 'client', {
        name,
        ...(website === undefined ? {} : { website }),
        ...(phonenumber === undefined ? {} : { main_phonenumber: phonenumber }),
        ...(notes === undefined ? {} : { notes }),
      }),
    site: (site: Body): Body => withDefaults(settings, 'site', site),
    note: ({ ticket_id, note, hiddenfromuser }: NewPsaAction, { outcomeId }: HaloMap): Body => ({
      ...{ ticket_id, outcome_id: outcomeId, note, hiddenfromuser },
      ...silenceOf(settings),
    }),
    opportunity: (opportunity: NewPsaOpportunity, map: HaloMap, siteId: number | null): Body =>
      opportunityBody(settings, opportunity, { map, siteId }),
    opportunityChanges: (changes: OpportunityChanges, map: HaloMap): Body => ({
      ...(changes.status_id === undefined ? {} : { status_id: wireStatus(changes.status_id, map) }),
      ...(changes.details === undefined ? {} : { details: changes.details }),
      ...salesFields(changes.sales ?? {}),
      ...opportunityFields(changes.customfields ?? [], map),
    }),
    silence: (): Body => silenceOf(settings),
  };
}

function withDefaults(settings: HaloSettings, entity: HaloEntityName, body: Body): Body {
  return { ...propertyDefaults(settings.defaults, entity), ...body, ...silenceOf(settings) };
}

function silenceOf({ silentWrites }: HaloSettings): Body {
  return silentWrites ? { _dont_fire_automations: true } : {};
}

/** Values of a contact, each in the property or custom field that the settings name for it. */
function userFields(values: readonly (readonly [field: HaloUserField, value: string | undefined])[]): Body {
  const properties: Record<string, string> = {};
  const customfields: Body[] = [];
  for (const [field, value] of values) {
    if (field === null || value === undefined) {
      continue;
    }
    if ('property' in field) {
      properties[field.property] = value;
    } else {
      customfields.push({ name: field.customField, value });
    }
  }
  return { ...properties, ...(customfields.length === 0 ? {} : { customfields }) };
}

function categories(
  { writesCategories }: HaloSettings,
  { category_1, category_2 }: { category_1?: string; category_2?: string },
): Body {
  return writesCategories
    ? {
        ...(category_1 === undefined ? {} : { category_1 }),
        ...(category_2 === undefined ? {} : { category_2 }),
      }
    : {};
}

function ticketBody(
  settings: HaloSettings,
  ticket: NewPsaTicket,
  map: HaloMap,
): { readonly body: Body; readonly warnings: readonly string[] } {
  const defaults = fieldDefaults(settings.defaults, map, ticket.customfields);
  const { customfields, warnings } = writeFields([...ticket.customfields, ...defaults.ours], map);
  const body = withDefaults(settings, 'ticket', {
    summary: ticket.summary,
    details: ticket.details,
    tickettype_id: wireType(ticket.tickettype_id, map),
    status_id: wireStatus(ticket.status_id, map),
    client_id: ticket.client_id,
    ...(ticket.site_id === undefined ? {} : { site_id: ticket.site_id }),
    user_id: ticket.user_id,
    [key]: ticket.key,
    customfields: [...customfields, ...defaults.others],
    ...categories(settings, ticket),
    ...(settings.lists === 'tags' && ticket.lists.length > 0
      ? { tags: ticket.lists.map((text) => ({ text })) }
      : {}),
  });
  return { body, warnings };
}

function userBody(settings: HaloSettings, user: NewPsaUser): Body {
  const { firstname, surname, emailaddress, phonenumber, client_id, site_id } = user;
  return withDefaults(settings, 'user', {
    client_id,
    site_id,
    firstname: firstname ?? '',
    surname: surname ?? '',
    name: `${firstname ?? ''} ${surname ?? ''}`.trim(),
    ...(emailaddress === undefined ? {} : { emailaddress }),
    ...(phonenumber === undefined ? {} : { phonenumber }),
    ...userFields([
      [settings.jobTitleField, user.jobtitle],
      [settings.linkedinField, user.linkedin_url],
    ]),
  });
}

function opportunityBody(
  settings: HaloSettings,
  opportunity: NewPsaOpportunity,
  { map, siteId }: { readonly map: HaloMap; readonly siteId: number | null },
): Body {
  const { client_id, user_id, summary, details, contact, sales } = opportunity;
  const newStatus = map.statusIds.get(statusNumber('new_opportunity'));
  return withDefaults(settings, 'opportunity', {
    tickettype_id: wireType(typeNumbers.opportunity, map),
    // A tenant may lack this status; then the ticket gets the type's first one.
    ...(newStatus === undefined ? {} : { status_id: newStatus }),
    summary,
    details,
    ...(client_id === null ? {} : { client_id }),
    ...(siteId === null ? {} : { site_id: siteId }),
    ...(user_id === null ? {} : { user_id }),
    ...salesFields(sales),
    ...opportunityFields(opportunity.customfields, map),
    oppcontactname: contact.name ?? '',
    oppcompanyname: contact.company ?? '',
    oppemailaddress: contact.email ?? '',
  });
}

/** A date without a time would be the day before in some time zones. */
const noon = 'T12:00:00Z';

function salesFields({ value, probability, closeDate }: Partial<PsaSalesData>): Body {
  return {
    ...(value === undefined || value === null ? {} : { oppvalue: value }),
    ...(probability === undefined || probability === null ? {} : { oppconversionprobability: probability }),
    ...(closeDate === undefined || closeDate === null
      ? {}
      : { targetdate: `${closeDate.slice(0, 10)}${noon}` }),
  };
}

const nativeNames: Readonly<Record<number, string>> = {
  301: 'oppproductchosen',
  303: 'oppcompetitors',
  304: 'oppreason',
};

function opportunityFields(fields: readonly PsaCustomField[], map: HaloMap): Body {
  const { customfields } = writeFields(fields, map);
  const native = fields.flatMap(({ id, value }) => {
    const name = nativeNames[id];
    return name === undefined ? [] : [[name, String(value)] as const];
  });
  return { ...Object.fromEntries(native), ...(customfields.length === 0 ? {} : { customfields }) };
}

function wireType(number: number, { typeIds }: HaloMap): number {
  const id = typeIds.get(number);
  if (id === undefined) {
    throw new PsaRefusedError(`The PSA has no ticket type for type ${number}`, 400);
  }
  return id;
}

function wireStatus(number: number, { statusIds }: HaloMap): number {
  const id = statusIds.get(number);
  if (id === undefined) {
    const name = number === 10 ? 'New Prospect' : `number ${number}`;
    throw new PsaRefusedError(`The PSA has no status ${name}: nothing was written`, 400);
  }
  return id;
}
