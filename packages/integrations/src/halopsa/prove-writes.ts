import { randomBytes } from 'node:crypto';

import { PsaRefusedError, PsaUncertainError } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import { fault, warning } from '../psa-setup-problem.js';
import { findByKey } from './find-tickets.js';
import { readRow } from './halo-access.js';
import { requiredFields, type HaloField, type HaloMap, type HaloProblem, typeNumbers } from './halo-map.js';
import { readCreatedArray } from './read-created.js';
import { readHaloAction, readTags, readWholeHaloTicket } from './read-halo.js';
import { actions, actionsOf, key as keyField, one, tickets } from './requests.js';
import type { HaloWriter } from './write-halo.js';

const newLeadStatus = 1;
const sampleText = 'Leadbridge check';

/** The result of a round trip of writes. */
export interface HaloWriteProof {
  readonly problems: readonly HaloProblem[];
  readonly takesArrays: boolean;
}

interface Sample {
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/**
 * Writes throw-away tickets with every field, a tag and a note, reads them back, and deletes them. Nothing is
 * assigned to a client or a contact, and CF_105 is written as false, so that no person appears to have opted
 * out.
 */
export async function proveHaloWrites(io: PsaIo, map: HaloMap, writer: HaloWriter): Promise<HaloWriteProof> {
  const problems: HaloProblem[] = [];
  const keys: string[] = [];
  const ids = new Set<number>();
  const sample = (): Sample => {
    const key = `lb:${randomBytes(16).toString('hex')}`;
    keys.push(key);
    return { key, body: sampleTicket(key, map, writer) };
  };
  try {
    const single = sample();
    const [created] = await io.createEach(tickets, [single.body]);
    if (created?.ok !== true) {
      problems.push(fault(`a ticket cannot be created: ${created?.message ?? 'the PSA gave no response'}`));
      return { problems, takesArrays: false };
    }
    ids.add(created.id);
    problems.push(...(await compareTicket(io, created.id, single, map)));
    problems.push(...(await proveNote(io, created.id, map, writer)));
    const takesArrays = await proveArray(io, [sample(), sample()], ids);
    if (!takesArrays) {
      problems.push(
        warning('returnall does not return the result of each object: PSA_WRITE_BATCH counts as 1'),
      );
    }
    return { problems, takesArrays };
  } finally {
    problems.push(...(await deleteTickets(io, ids, keys, map)));
  }
}

function sampleTicket(key: string, map: HaloMap, writer: HaloWriter): Sample['body'] {
  const customfields = [...map.fields.values()].flatMap((field) => {
    const value = sampleValue(field);
    return value === null ? [] : [{ id: field.number, value }];
  });
  const { body } = writer.ticket(
    {
      key,
      lists: [sampleText],
      client_id: 0,
      user_id: 0,
      tickettype_id: typeNumbers.lead,
      status_id: newLeadStatus,
      priority_id: 0,
      category_1: '',
      category_2: '',
      summary: `${sampleText} ${key.slice(-8)}`,
      details: 'Written by `leadbridge psa check --write`, and deleted by it. Delete it where it has stayed.',
      customfields,
    },
    map,
  );
  const { client_id: _client, user_id: _user, category_1: _one, category_2: _two, ...rest } = body;
  return rest;
}

function sampleValue(field: HaloField): string | number | boolean | null {
  switch (field.type) {
    case 'boolean':
      return false;
    case 'integer':
      return 1;
    case 'dropdown':
      return [...field.options.values()][0]?.name ?? null;
    case 'text':
      return sampleText;
  }
}

/** Lists the values of a ticket that differ from what was written. */
async function compareTicket(
  io: PsaIo,
  id: number,
  { key, body }: Sample,
  map: HaloMap,
): Promise<readonly HaloProblem[]> {
  const row = await readRow(io, tickets, id);
  const ticket = row === null ? null : readWholeHaloTicket(row, map);
  if (row === null || ticket === null) {
    return [fault('a ticket that was created cannot be read')];
  }
  const problems: HaloProblem[] = [];
  const expect = (holds: boolean, level: HaloProblem['level'], message: string): void => {
    if (!holds) {
      problems.push({ level, message });
    }
  };
  expect(ticket.tickettypeId === typeNumbers.lead, 'error', 'a new ticket does not get the type of leads');
  expect(ticket.statusId === newLeadStatus, 'error', 'a new ticket does not get the status New Lead');
  expect(
    ticket.ownKey === key,
    'warning',
    `the PSA does not keep ${keyField}: leads are found by their contacts`,
  );
  if (map.hasKeyFilter && ticket.ownKey === key) {
    const isFound = (await ticketsWithKey(io, key, map)).includes(id);
    expect(isFound, 'warning', `the filter ${keyField} does not find a new ticket at once`);
  }
  for (const field of map.fields.values()) {
    const written = sampleValue(field);
    const stored = ticket.customFields[field.number] ?? null;
    // An unticked box may be returned as null.
    const holds = written === null || stored === written || (written === false && stored === null);
    const level = requiredFields.has(field.number) ? 'error' : 'warning';
    expect(
      holds,
      level,
      `the PSA drops custom field ${field.name} (${field.number}): '${String(written)}' was written, ${stored === null ? 'nothing' : `'${String(stored)}'`} is there`,
    );
  }
  if ('tags' in body) {
    expect(
      readTags(row).includes(sampleText),
      'warning',
      'the PSA drops the tags of a new ticket (PSA_LISTS)',
    );
  }
  return problems;
}

async function proveNote(
  io: PsaIo,
  ticketId: number,
  map: HaloMap,
  writer: HaloWriter,
): Promise<readonly HaloProblem[]> {
  const note = { ticket_id: ticketId, outcome: '', note: sampleText, hiddenfromuser: true };
  const [result] = await io.createEach(actions, [writer.note(note, map)]);
  if (result?.ok !== true) {
    return [fault(`a note is refused: ${result?.message ?? 'no response'}`)];
  }
  const notes = await io.all(actionsOf(ticketId, { excludesys: true }), (row) =>
    readHaloAction(row, ticketId),
  );
  return notes.some((action) => action.note.includes(sampleText))
    ? []
    : [fault('a note that was written is not among those of its ticket')];
}

/** Whether two objects in one request are both created and returned in their order. */
async function proveArray(io: PsaIo, samples: readonly Sample[], ids: Set<number>): Promise<boolean> {
  const items = samples.map(({ body }) => body);
  const { path, pattern } = tickets;
  try {
    const json = await io.write({ method: 'POST', path, pattern, query: { returnall: true }, body: items });
    const response = readCreatedArray(json, items, tickets);
    const created =
      response.kind === 'results' ? response.results.flatMap((one) => (one.ok ? [one.id] : [])) : [];
    created.forEach((id) => ids.add(id));
    return new Set(created).size === items.length;
  } catch (error) {
    if (error instanceof PsaRefusedError || error instanceof PsaUncertainError) {
      return false;
    }
    throw error;
  }
}

/**
 * Objects that the response does not include are found by their keys; a ticket without one of these keys is
 * never deleted.
 */
async function deleteTickets(
  io: PsaIo,
  known: ReadonlySet<number>,
  keys: readonly string[],
  map: HaloMap,
): Promise<readonly HaloProblem[]> {
  const left: number[] = [];
  try {
    const found = map.hasKeyFilter
      ? await Promise.all(keys.map(async (key) => ticketsWithKey(io, key, map)))
      : [];
    for (const id of new Set([...known, ...found.flat()])) {
      const { path, pattern } = one(tickets, id);
      await io.write({ method: 'DELETE', path, pattern }).catch(() => left.push(id));
    }
  } catch {
    return [warning(`tickets named '${sampleText}' may have stayed: delete them by hand`)];
  }
  return left.length === 0
    ? []
    : [warning(`the tickets ${left.join(', ')} could not be deleted: do it by hand`)];
}

async function ticketsWithKey(io: PsaIo, key: string, map: HaloMap): Promise<readonly number[]> {
  return (await findByKey(io, map, key)).map(({ id }) => id);
}
