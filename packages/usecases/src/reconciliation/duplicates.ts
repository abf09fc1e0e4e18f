import {
  customFieldName,
  emailKey,
  ownTicketKey,
  type FindingKind,
  type TicketSnapshot,
} from '@leadbridge/domain';

import { contactTicketsKey } from '../mirror/mirror-keys.js';
import type {
  MirroredItems,
  MirrorKind,
  MirrorRound,
  Observation,
  PsaMirrorStore,
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

/** What each of the duplicates holds, without anything of a person. */
const holdings: {
  readonly [K in MirrorKind]: (item: MirroredItems[K]) => Readonly<Record<string, unknown>>;
} = {
  tickets: holdingOfTicket,
  contacts: ({ clientId }: PsaUser) => ({ psa_client_id: clientId }),
  clients: () => ({}),
};

type Grouping<K extends MirrorKind> = (
  items: readonly Observation<MirroredItems[K]>[],
  mirrorStore: Pick<PsaMirrorStore, 'byIds'>,
) => Promise<readonly (readonly number[])[]>;

const asOneGroup = async (items: readonly { readonly id: number }[]) =>
  Promise.resolve([items.map(({ id }) => id)]);

/** Those among entities with a shared key that are of one person, company or contact. */
const groupings: { readonly [K in MirrorKind]: Grouping<K> } = {
  tickets: ofOnePerson,
  contacts: asOneGroup,
  clients: asOneGroup,
};

/**
 * The entities of a kind that share a key, a finding for each group: it names the oldest, and what each holds.
 *
 * @param rounds what was observed before they began is gone
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

/** Entities that share a key by which they may be one. */
async function sharing(
  mirrorStore: Pick<PsaMirrorStore, 'sharedKeys'>,
  kind: MirrorKind,
  rounds: RoundStarts,
): Promise<readonly (readonly number[])[]> {
  const shared = await mirrorStore.sharedKeys(kind, rounds[kind].startedAt);
  return shared.filter(({ key }) => isDistinctive(kind, key)).map(({ ids }) => ids);
}

/** Tickets that tell no more than who their contact is, of several contacts with one email: as people make them by hand. */
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
 * Tickets that do not tell the email of their contact have the key of a company and a name, as two people may: of these, the groups that
 * are of one person once their contacts complete them, as an import would see it.
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
    for (const key of [ownTicketKey(completedTicket) ?? [], ticket.ownKey ?? []].flat()) {
      ofKey.set(key, [...(ofKey.get(key) ?? []), ticket.id]);
    }
  }
  return joined([...ofKey.values()].filter(({ length }) => length > 1));
}

/** Contacts without an email may have a name in common, and be two people. */
function isDistinctive(kind: MirrorKind, key: string): boolean {
  return kind !== 'contacts' || key.startsWith(emailKeyPrefix);
}

function duplicateOf<K extends MirrorKind>(
  kind: K,
  items: readonly Observation<MirroredItems[K]>[],
): NewFinding {
  const sorted = items.toSorted((one, other) => one.id - other.id);
  const oldest = sorted[0]?.id ?? 0;
  const holding: (item: MirroredItems[K]) => Readonly<Record<string, unknown>> = holdings[kind];
  return {
    kind: kinds[kind],
    subject: `${kind}:${oldest}`,
    psaTicketId: kind === 'tickets' ? oldest : null,
    leadId: null,
    details: { oldest_id: oldest, entries: sorted.map(({ id, item }) => ({ id, ...holding(item) })) },
    remedies: [],
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

/** Groups that share a member are one. */
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
