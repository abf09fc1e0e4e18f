import type { TicketSnapshot } from '@leadbridge/domain';

import type { Observation } from '../../ports/psa-mirror.js';

/** A fully known ticket, as it was when it was created. */
export const knownTicket: Observation<TicketSnapshot> = {
  id: 7,
  keys: ['email:ada@example.com', 'lb:own'],
  observedAt: 100,
  item: {
    id: 7,
    tickettypeId: 1,
    statusId: 1,
    summary: 'Ada',
    clientId: 3,
    siteId: 4,
    userId: 5,
    email: 'ada@example.com',
    userName: 'Ada Example',
    clientName: 'Example',
    lastUpdatedBy: 9,
    customFields: { 102: 'Cloud', 105: false },
    ownKey: 'lb:own',
    stamp: { changedAt: '2026-01-01T10:00:00', actedAt: '2026-01-01T10:00:00' },
  },
};

const listed: TicketSnapshot = {
  ...knownTicket.item,
  email: null,
  userName: null,
  lastUpdatedBy: null,
  customFields: {},
  lacksCustomFields: true,
  lacksEmail: true,
  doNotContact: false,
};

/** A ticket as a list shows it, and whether its known custom fields are kept. */
export interface RowCase {
  readonly says: string;
  readonly row: Partial<TicketSnapshot>;
  /** Fields that the row omits. */
  readonly hides?: readonly ('stamp' | 'ownKey' | 'doNotContact')[];
  readonly known?: Partial<TicketSnapshot>;
  /** True if the ticket's stamp is unknown. */
  readonly isUnstamped?: true;
  readonly observedAt?: number;
  readonly keeps: boolean;
}

/** How every store of the mirror treats a list row without custom fields. */
export const rowCases: readonly RowCase[] = [
  { says: 'shows it as it was', row: {}, keeps: true },
  { says: 'shows no stamp', row: {}, hides: ['stamp'], keeps: true },
  { says: 'shows no key of ours, but the stamp', row: {}, hides: ['ownKey'], keeps: true },
  { says: 'comes after a change of ours', row: {}, isUnstamped: true, keeps: true },
  { says: 'shows neither', row: {}, hides: ['ownKey', 'stamp'], keeps: false },
  {
    says: 'shows that it was changed since',
    row: { stamp: { changedAt: '2026-01-01T10:00:01', actedAt: null } },
    keeps: false,
  },
  { says: 'shows another status', row: { statusId: 2 }, keeps: false },
  { says: 'shows another type', row: { tickettypeId: 2 }, keeps: false },
  { says: 'shows another contact', row: { userId: 6 }, keeps: false },
  { says: 'shows no client any more', row: { clientId: null }, keeps: false },
  { says: 'shows another key of ours', row: { ownKey: 'lb:other' }, keeps: false },
  { says: 'shows who else wrote last', row: { lastUpdatedBy: 11 }, keeps: false },
  { says: 'shows an opt-out', row: { doNotContact: true }, keeps: false },
  { says: 'shows that an opt-out is gone', row: {}, known: { customFields: { 105: true } }, keeps: false },
  { says: 'does not tell of opt-outs', row: {}, hides: ['doNotContact'], keeps: true },
  { says: 'comes where the ticket is known to have changed', row: {}, observedAt: 0, keeps: false },
  { says: 'comes where no fields are known', row: {}, known: { lacksCustomFields: true }, keeps: false },
];

/** The known and the seen observation of a case. */
export function observationsOf({ row, hides = [], known, isUnstamped, observedAt }: RowCase): {
  readonly known: Observation<TicketSnapshot>;
  readonly seen: Observation<TicketSnapshot>;
} {
  const { stamp, ownKey, doNotContact, ...shown } = { ...listed, ...row };
  const { stamp: before, ...item } = { ...knownTicket.item, ...known };
  return {
    known: {
      ...knownTicket,
      observedAt: observedAt ?? knownTicket.observedAt,
      item: { ...item, ...(isUnstamped === true || before === undefined ? {} : { stamp: before }) },
    },
    seen: {
      id: knownTicket.id,
      keys: ['lb:own', 'contact:5'],
      item: {
        ...shown,
        ...(stamp === undefined || hides.includes('stamp') ? {} : { stamp }),
        ...(ownKey === undefined || hides.includes('ownKey') ? {} : { ownKey }),
        ...(doNotContact === undefined || hides.includes('doNotContact') ? {} : { doNotContact }),
      },
      observedAt: 200,
    },
  };
}
