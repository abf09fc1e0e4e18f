import type { PsaCallContext, PsaSession } from '../ports/psa.js';
import { clientCalls, contactCalls, listCalls, otherCalls, ticketCalls, type PsaLine } from './psa-calls.js';
import { createPsaEntities, type PsaEntityOptions } from './psa-entities.js';
import { createPsaFaults, throwWhole, type PsaCall } from './psa-faults.js';
import { createTicketForms, type TicketFormOptions } from './ticket-forms.js';

export interface MemoryPsaOptions extends PsaEntityOptions, TicketFormOptions {
  readonly listing?: PsaSession['listing'];
  readonly listsHoldContacts?: boolean;
  /** As in `PsaSession`; defaults to 0, so that no test waits. */
  readonly settleMilliseconds?: number;
  /** Asked before each call: false for one that gets no slot of the budget, and is not made. */
  readonly takesSlot?: (waitsForWindows?: boolean) => boolean;
  /** The rows of a page when a whole list is read, in one call each (`listPage`, or as the list's items are read); by default all. */
  readonly pageRows?: number;
  /** Whether a created client comes with a site. */
  readonly hasOwnSites?: boolean;
}

/** A PSA in memory. It stores what is written, finds it again, and fails as planned (`faults`). */
export function createMemoryPsa(options: MemoryPsaOptions = {}) {
  const held = createPsaEntities(options);
  const faults = createPsaFaults();
  const forms = createTicketForms(options);
  const calls: PsaCall[] = [];
  const writes: PsaCall[] = [];
  const expectedCalls: number[] = [];

  function lineOf({ recorder, beforeWrite, onCall, waitsForWindows }: PsaCallContext): PsaLine {
    const takeSlot = (): void => {
      if (options.takesSlot?.(waitsForWindows) === false) {
        throwWhole('no_budget');
      }
    };
    const note = (name: PsaCall): void => {
      calls.push(name);
      onCall?.(0);
    };
    const noteCall = (name: PsaCall): void => {
      takeSlot();
      note(name);
    };
    const noteWrite = async (name: PsaCall): Promise<void> => {
      takeSlot();
      await beforeWrite?.();
      note(name);
      writes.push(name);
    };
    return {
      async read(name, apply, rows = 0) {
        const { pageRows = Number.POSITIVE_INFINITY } = options;
        for (let row = 0; row === 0 || row < rows; row += pageRows) {
          noteCall(name);
        }
        return await faults.call(name, apply);
      },
      async write(name, apply, recorded) {
        if (recorder !== undefined) {
          recorder.wrote(1);
          return recorded;
        }
        await noteWrite(name);
        return await faults.call(name, apply);
      },
      async create(name, items, apply) {
        if (items.length === 0) {
          return [];
        }
        if (recorder !== undefined) {
          recorder.wrote(1);
          return items.map(() => ({ ok: true, id: recorder.nextId() }));
        }
        await noteWrite(name);
        return await faults.create(name, items, apply);
      },
      async *pages(all) {
        const { pageRows = Number.POSITIVE_INFINITY } = options;
        const items = all();
        for (let from = 0; from === 0 || from < items.length; from += pageRows) {
          const rows = items.slice(from, from + pageRows);
          const page = { items: rows, rowCount: rows.length, total: items.length, isSteady: true };
          yield Number.isFinite(pageRows) ? await this.read('listPage', () => page) : page;
        }
      },
    };
  }

  function session(context: PsaCallContext = { priority: 'single' }): PsaSession {
    const line = lineOf(context);
    return {
      settleMilliseconds: options.settleMilliseconds ?? 0,
      expectCalls: (count) => void expectedCalls.push(count),
      findsTicketsOfUsers: true,
      listsShowFields: options.listsHideFields !== true,
      listing: options.listing ?? 'by_items',
      listsHoldContacts: options.listsHoldContacts === true,
      fit: held.fit,
      ...ticketCalls(held, line, forms),
      ...contactCalls(held, line),
      ...clientCalls(held, line, { hasOwnSites: options.hasOwnSites === true }),
      ...listCalls(held, line),
      ...otherCalls(held, line, forms),
    };
  }

  return {
    ...held,
    session,
    faults,
    /** Every call that was sent, and the writes among them, by name and in order; and which were announced. */
    ...{ calls, writes, expectedCalls },
  };
}
