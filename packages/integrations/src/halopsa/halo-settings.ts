import { STATUSES, customFields, type Status } from '@leadbridge/domain';

/** The names of the things that an administrator of a HaloPSA sets up, or their ids; see `resolveHaloMap`. */
export interface HaloNames {
  readonly leadType: string;
  readonly prospectType: string;
  readonly opportunityType: string;
  /** Our statuses that have another name in the PSA. */
  readonly statuses: Readonly<Partial<Record<Status, string>>>;
  /** By the specification's number: a field's name, label or id; empty for a field that is not written. */
  readonly customFields: Readonly<Partial<Record<number, string>>>;
  readonly noteOutcome: string;
}

/**
 * Where the PSA stores a value of a contact: in a property of the user, in a custom field (`cf:<name>`), or
 * nowhere.
 */
export type HaloUserField = { readonly property: string } | { readonly customField: string } | null;

export interface HaloSettings {
  readonly names: HaloNames;
  /** Where tokens are issued; below the host of the PSA unless set. */
  readonly authUrl: string | null;
  readonly writesCategories: boolean;
  readonly jobTitleField: HaloUserField;
  readonly linkedinField: HaloUserField;
  readonly lists: 'tags' | 'distribution' | 'off';
  /** Objects per POST. */
  readonly writeBatch: number;
  /** Whether writes tell the PSA not to run its automations. */
  readonly silentWrites: boolean;
  /** By entity and field: values that are sent with everything that is created. */
  readonly defaults: HaloDefaults;
}

/** The entities whose fields can have default values for everything that is created. */
export const entitiesWithDefaults = ['ticket', 'user', 'client', 'site', 'opportunity'] as const;
export type HaloEntityName = (typeof entitiesWithDefaults)[number];
export type HaloDefaults = Readonly<Partial<Record<HaloEntityName, Readonly<Record<string, DefaultValue>>>>>;
type DefaultValue = string | number | boolean;

const pairs = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    });

const fieldIds = new Set(customFields.map(({ id }) => id));
const statusNames = new Set<string>(Object.values(STATUSES).flat());

/** `101=CFLeadSource,102=` @throws Error that says what was expected */
export function parseFieldNames(text: string): HaloNames['customFields'] {
  return Object.fromEntries(
    pairs(text).map(([id, name]) => {
      if (!fieldIds.has(Number(id))) {
        throw new Error(
          'pairs such as 101=CFLeadSource, with the numbers 101 to 113, 201 to 206, 301 to 304',
        );
      }
      return [Number(id), name];
    }),
  );
}

/** `new_lead=New Lead` @throws Error that says what was expected */
export function parseStatusNames(text: string): HaloNames['statuses'] {
  return Object.fromEntries(
    pairs(text).map(([status, name]) => {
      if (!statusNames.has(status) || name === '') {
        throw new Error(`pairs such as new_lead=New Lead, of ${[...statusNames].join(', ')}`);
      }
      return [status, name];
    }),
  );
}

/** `ticket.priority_id=3,client.toplevel_id=12` @throws Error that says what was expected */
export function parseDefaults(text: string): HaloDefaults {
  const defaults: Partial<Record<HaloEntityName, Record<string, DefaultValue>>> = {};
  for (const [path, value] of pairs(text)) {
    const [, name = '', field = ''] = /^([a-z]+)\.([A-Za-z0-9_]+)$/.exec(path) ?? [];
    const entity = entitiesWithDefaults.find((each) => each === name);
    if (entity === undefined || value === '') {
      throw new Error(`pairs such as ticket.priority_id=3, of ${entitiesWithDefaults.join(', ')}`);
    }
    defaults[entity] = { ...defaults[entity], [field]: valueOf(value) };
  }
  return defaults;
}

function valueOf(text: string): DefaultValue {
  if (/^-?\d{1,15}$/.test(text)) {
    return Number(text);
  }
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/** A property, `cf:<name>` or `off` @throws Error that says what was expected */
export function parseUserField(text: string): HaloUserField {
  if (/^off$/i.test(text)) {
    return null;
  }
  const customField = /^cf:(.+)$/i.exec(text)?.[1]?.trim();
  if (customField !== undefined) {
    return { customField };
  }
  if (!/^[A-Za-z0-9_]{1,60}$/.test(text)) {
    throw new Error('a property of the user, cf:<name of a custom field>, or off');
  }
  return { property: text };
}

/**
 * A type's name or id, optionally after `type:`. Other selectors belong to other PSAs. @throws Error that
 * says what was expected
 */
export function parseTypeName(text: string): string {
  const [, selector, name] = /^([a-z]+):(.*)$/is.exec(text) ?? [];
  if (selector !== undefined && (selector.toLowerCase() !== 'type' || name?.trim() === '')) {
    throw new Error('the name or the id of a ticket type, such as Lead or type:Lead');
  }
  return (name ?? text).trim();
}
