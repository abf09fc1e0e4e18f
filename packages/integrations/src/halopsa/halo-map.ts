import { customFields, PSA_STATUS_IDS, STATUSES, statusName, type Status } from '@leadbridge/domain';

/** Types, statuses, fields and the outcome of one PSA, between its ids and the specification's numbers. */
export interface HaloMap {
  /** By the specification's number of the type. */
  readonly typeIds: ReadonlyMap<number, number>;
  /** By our number of the status; see `statusNumber`. */
  readonly statusIds: ReadonlyMap<number, number>;
  /** By the specification's number of the field. */
  readonly fields: ReadonlyMap<number, HaloField>;
  readonly outcomeId: number | null;
  readonly agent: { readonly id: number | null; readonly name: string };
  /** As AuthInfo names it; empty where it does not. */
  readonly build: string;
  /** Whether the PSA knows the filter for our keys: one that it does not know finds everything. */
  readonly hasKeyFilter: boolean;
  readonly problems: readonly HaloProblem[];
}

/** A custom field as FieldInfo tells of it. */
export interface HaloField {
  /** The specification's number. */
  readonly number: number;
  readonly id: number;
  readonly name: string;
  readonly type: 'dropdown' | 'text' | 'boolean' | 'integer';
  /** Characters; null where it is not limited as far as is known. */
  readonly maxLength: number | null;
  /** Of a dropdown, by their normal form; see `normalName`. */
  readonly options: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** Something that is missing or ambiguous. Jobs run only without an `error`. */
export interface HaloProblem {
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** What would have to be made; absent where it is there, but twice or otherwise than it should be. */
  readonly missing?: HaloThing;
}

/** Something that an administrator sets up. */
export interface HaloThing {
  readonly kind: 'ticket type' | 'status' | 'outcome' | 'custom field' | 'options';
  readonly name: string;
  /** In words, for whoever makes it by hand. */
  readonly description: string;
  /** The object that makes it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Without these opt-outs would be lost. */
export const requiredFields: ReadonlySet<number> = new Set([101, 105]);
/** The specification's numbers of the types. */
export const typeNumbers = { lead: 1, prospect: 2, opportunity: 3 } as const;
/** What the PSA has and we do not know is kept apart by this: such a status is late, such a type is no lead. */
const foreignBase = 1_000;
/** The statuses for which the specification has no number. */
const firstOwnNumber = 101;

const statuses: readonly Status[] = Object.values(STATUSES).flat();
const ownNumbers = new Map(
  statuses
    .filter((status) => PSA_STATUS_IDS[status] === undefined)
    .map((status, index) => [status, firstOwnNumber + index]),
);

/** The number by which the use cases know a status of ours. */
export function statusNumber(status: Status): number {
  return PSA_STATUS_IDS[status] ?? ownNumbers.get(status) ?? 0;
}

/** The statuses that the PSA has, by our numbers and names. */
export function knownStatuses({ statusIds }: HaloMap): readonly { id: number; name: string }[] {
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

/** A name without what differs from one administrator to the other. */
export function normalName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}

/** Specification's numbers of all custom fields, by which the map is made. */
export const mappedFields = customFields;
