import { customFields, PSA_STATUS_IDS, STATUSES, statusName, type Status } from '@leadbridge/domain';

import type { HaloNames } from './halo-settings.js';

/**
 * The types, statuses, fields and outcome of one PSA: maps between its ids and the specification's numbers.
 */
export interface HaloMap {
  /** By the specification's number of the type. */
  readonly typeIds: ReadonlyMap<number, number>;
  /** By our number of the status; see `statusNumber`. */
  readonly statusIds: ReadonlyMap<number, number>;
  /** By the specification's number of the field. */
  readonly fields: ReadonlyMap<number, HaloField>;
  readonly outcomeId: number | null;
  readonly agent: { readonly id: number | null; readonly name: string };
  /** From AuthInfo; empty if it does not include the build. */
  readonly build: string;
  /** Whether the PSA knows the filter for our keys. A PSA that does not know a filter returns everything. */
  readonly hasKeyFilter: boolean;
  readonly problems: readonly HaloProblem[];
}

/** A custom field from FieldInfo. */
export interface HaloField {
  /** The specification's number. */
  readonly number: number;
  readonly id: number;
  readonly name: string;
  readonly type: 'dropdown' | 'text' | 'boolean' | 'integer';
  /** Characters; null if no limit is known. */
  readonly maxLength: number | null;
  /** The options of a dropdown, by their normal form; see `normalName`. */
  readonly options: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** Something that is missing or ambiguous. Jobs run only if there is no `error`. */
export interface HaloProblem {
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** What has to be created; missing if it exists, but twice or with a wrong setup. */
  readonly missing?: HaloThing;
}

/** Something that an administrator has to set up. */
export interface HaloThing {
  readonly kind: 'ticket type' | 'status' | 'outcome' | 'custom field' | 'options';
  readonly name: string;
  /** A description for creating it manually. */
  readonly description: string;
  /** The body of the request that creates it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Without these fields, opt-outs would be lost. */
export const requiredFields: ReadonlySet<number> = new Set([101, 105]);
/** The specification's numbers of the types. */
export const typeNumbers = { lead: 1, prospect: 2, opportunity: 3 } as const;
/** The types that the service uses, with their names in the PSA. */
export function typeNames(names: HaloNames): readonly (readonly [number: number, name: string])[] {
  return [
    [typeNumbers.lead, names.leadType],
    [typeNumbers.prospect, names.prospectType],
    [typeNumbers.opportunity, names.opportunityType],
  ];
}

/** The name of our status in the PSA. */
export function statusNameIn({ statuses: own }: HaloNames, status: Status): string {
  return own[status] ?? statusName(status);
}

/**
 * Added to ids of the PSA that map to none of ours: such a status is past the early stage, and such a type is
 * not a lead.
 */
const foreignBase = 1_000;
/** The first number of statuses without a number in the specification. */
const firstOwnNumber = 101;

const statuses: readonly Status[] = Object.values(STATUSES).flat();
const ownNumbers = new Map(
  statuses
    .filter((status) => PSA_STATUS_IDS[status] === undefined)
    .map((status, index) => [status, firstOwnNumber + index]),
);

/** The number that the use cases use for our status. */
export function statusNumber(status: Status): number {
  return PSA_STATUS_IDS[status] ?? ownNumbers.get(status) ?? 0;
}

/** The statuses that the PSA has, with our numbers and names. */
export function knownStatuses({
  statusIds,
}: Pick<HaloMap, 'statusIds'>): readonly { id: number; name: string }[] {
  return statuses
    .map((status) => ({ id: statusNumber(status), name: statusName(status) }))
    .filter(({ id }) => statusIds.has(id));
}

/** A type or status of the PSA in our numbers. */
export function fromWire(ids: ReadonlyMap<number, number>, wire: number | null): number {
  if (wire === null) {
    return foreignBase;
  }
  for (const [number, id] of ids) {
    if (id === wire) {
      return number;
    }
  }
  return foreignBase + wire;
}

/** A name without the differences between administrators' spellings. */
export function normalName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}

/** The custom fields that the map covers, with the specification's numbers. */
export const mappedFields = customFields;
