import { customFieldName, emailKey, FINDING_REMEDIES, ticketKeys } from '@leadbridge/domain';
import type { FindingKind, TicketSnapshot } from '@leadbridge/domain';

import { contactTicketsKey } from '../mirror/mirror-keys.js';
import type {
  MirroredItems,
  MirrorKind,
  MirrorRound,
  Observation,
  PsaMirrorStore,
  Observed,
} from '../ports/psa-mirror.js';
import type { PsaUser } from '../ports/psa.js';
import type { NewFinding } from '../ports/reconciliation.js';
import { ticketsWithContacts } from './tickets-with-contacts.js';

type DuplicatesReader = Pick<PsaMirrorStore, 'sharedKeys' | 'byIds' | 'find'>;
type RoundStarts = Readonly<Record<MirrorKind, Pick<MirrorRound, 'startedAt'>>>;

const emailKeyPrefix = emailKey('');

const kinds = {
  tickets: 'duplicate_ticket',
  contacts: 'duplicate_contact',
  clients: 'duplicate_client',
} as const satisfies Readonly<Record<MirrorKind, FindingKind>>;

/** The data of each duplicate, without personal data. */
const holdings: {
  readonly [K in MirrorKind]: (item: MirroredItems[K]) => Readonly<Record<string, unknown>>;
} = {
  tickets: holdingOfTicket,
  contacts: ({ clientId }: PsaUser) => ({ psa_client_id: clientId }),
  clients: () => ({}),
};

type Grouping<K extends MirrorKind> = (
  items: readonly Observed<K>[],
  mirrorStore: Pick<PsaMirrorStore, 'byIds'>,
) => Promise<readonly (readonly number[])[]>;

const asOneGroup = async (items: readonly { readonly id: number }[]) =>
  Promise.resolve([items.map(({ id }) => id)]);

/** Splits entities with a shared key into groups of the same person, company or contact. */
const groupings: { readonly [K in MirrorKind]: Grouping<K> } = {
  tickets: ofOnePerson,
  contacts: asOneGroup,
  clients: asOneGroup,
};

/**
 * The entities of a kind that share a key, as one finding per group with the oldest id and the data of each
 * entity.
 *
 * @param rounds entities last observed before these rounds began no longer exist
 */
export async function duplicatesOf<K extends MirrorKind>(
  mirrorStore: DuplicatesReader,
  kind: K,
  rounds: RoundStarts,
): Promise<readonly NewFinding[]> {
  const findings: NewFinding[] = [];
  const shared = await sharing(mirrorStore, kind, rounds);
  const ofContacts = kind === 'tickets' ? await ticketsOfOneEmail(mirrorStore, rounds) : [];
  const groupsOf: (typeof groupings)[K] = groupings[kind];
  for (const ids of joined([...shared, ...ofContacts])) {
    const items = await mirrorStore.byIds(kind, ids);
    for (const group of await groupsOf(items, mirrorStore)) {
      const members = new Set(group);
      findings.push(
        duplicateOf(
          kind,
          items.filter(({ id }) => members.has(id)),
        ),
      );
    }
  }
  return findings;
}

/** Entities that share a key that may identify them as one. */
async function sharing(
  mirrorStore: Pick<PsaMirrorStore, 'sharedKeys'>,
  kind: MirrorKind,
  rounds: RoundStarts,
): Promise<readonly (readonly number[])[]> {
  const shared = await mirrorStore.sharedKeys(kind, rounds[kind].startedAt);
  return shared.filter(({ key }) => isDistinctive(kind, key)).map(({ ids }) => ids);
}

/** Several contacts with the same email, and nothing else to go by: typically created manually. */
async function ticketsOfOneEmail(
  mirrorStore: DuplicatesReader,
  rounds: RoundStarts,
): Promise<readonly (readonly number[])[]> {
  const groups: (readonly number[])[] = [];
  for (const contacts of await sharing(mirrorStore, 'contacts', rounds)) {
    const tickets = await mirrorStore.find('tickets', contacts.map(contactTicketsKey));
    const standing = tickets.filter(
      ({ observedAt }) => observedAt === 0 || observedAt >= rounds.tickets.startedAt,
    );
    if (standing.length > 1) {
      groups.push(standing.map(({ id }) => id));
    }
  }
  return groups;
}

/**
 * Tickets without their contact's email have a key of company and name, which two people may share. Returns
 * the groups that belong to the same person once their contacts complete them, as an import would see it.
 */
async function ofOnePerson(
  observations: readonly Observation<TicketSnapshot>[],
  mirrorStore: Pick<PsaMirrorStore, 'byIds'>,
): Promise<readonly (readonly number[])[]> {
  const tickets = observations.map(({ item }) => item);
  const completed = await ticketsWithContacts(mirrorStore, tickets);
  const ofKey = new Map<string, number[]>();
  for (const ticket of tickets) {
    const completedTicket = completed.get(ticket.id) ?? ticket;
    for (const key of [
      ...ticketKeys(completedTicket),
      ...(ticket.ownKey === undefined ? [] : [ticket.ownKey]),
    ]) {
      ofKey.set(key, [...(ofKey.get(key) ?? []), ticket.id]);
    }
  }
  return joined([...ofKey.values()].filter(({ length }) => length > 1));
}

/** Contacts without an email may have the same name and still be different people. */
function isDistinctive(kind: MirrorKind, key: string): boolean {
  return kind !== 'contacts' || key.startsWith(emailKeyPrefix);
}

function duplicateOf<K extends MirrorKind>(kind: K, items: readonly Observed<K>[]): NewFinding {
  const sorted = items.toSorted((one, other) => one.id - other.id);
  const oldest = sorted[0]?.id ?? 0;
  const holding: (item: MirroredItems[K]) => Readonly<Record<string, unknown>> = holdings[kind];
  return {
    kind: kinds[kind],
    subject: `${kind}:${oldest}`,
    psaTicketId: kind === 'tickets' ? oldest : null,
    leadId: null,
    details: { oldest_id: oldest, entries: sorted.map(({ id, item }) => ({ id, ...holding(item) })) },
    remedies: FINDING_REMEDIES[kinds[kind]],
    ticketIds: kind === 'tickets' ? sorted.map(({ id }) => id) : [],
  };
}

function holdingOfTicket({ statusId, clientId, userId, customFields }: TicketSnapshot) {
  const filled = Object.entries(customFields).filter(([, value]) => value !== null && value !== '');
  return {
    psa_status_id: statusId,
    psa_client_id: clientId,
    psa_user_id: userId,
    fields: filled.map(([id]) => customFieldName(Number(id))),
  };
}

/** Merges groups that share a member. */
function joined(groups: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const groupOf = new Map<number, Set<number>>();
  for (const ids of groups) {
    const group = new Set(ids);
    for (const id of ids) {
      groupOf.get(id)?.forEach((other) => group.add(other));
    }
    group.forEach((id) => groupOf.set(id, group));
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}
