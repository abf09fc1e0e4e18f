import type { ImportRowResult } from '@leadbridge/client';

import type { LeadRecord } from '../leads/read-leads.js';
import { namesText } from '../person-text.js';
import type { Terminal } from '../terminal.js';

type Plan = NonNullable<ImportRowResult['plan']>;
type Changes = NonNullable<Plan['ticket']>['changes'];

/** Rows of the table for people; `--json` has all of them. */
const shownRows = 50;
const maxValueLength = 40;

const verbs: Readonly<Record<string, string>> = {
  created: 'would be created',
  updated: 'would be updated',
  skipped: 'would be skipped',
  preserved: 'would be left as they are',
  rejected: 'would be rejected',
};

/** The result of a dry run: a table of its rows, separated by tabs, or each row as a line of JSON; and a summary. */
export function createDryRunReport(terminal: Terminal, { json }: { readonly json: boolean }) {
  const counts = new Map<string, number>();
  let rows = 0;
  if (!json) {
    terminal.note(['ROW', 'RESULT', 'TICKET', 'WHAT WOULD CHANGE', 'PERSON'].join('\t'));
  }

  return {
    add(record: LeadRecord | null, { row, input: _input, jobId, ...result }: ImportRowResult): void {
      rows += 1;
      const kind = result.success === true ? (result.result ?? 'created') : 'rejected';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const number = record?.row ?? row + 1;
      if (json) {
        terminal.result(JSON.stringify({ row: number, job_id: jobId, ...result }));
      } else if (rows <= shownRows) {
        const ticket = result.psa_ticket_id ?? '-';
        const cells = [number, kind, ticket, whatWouldChange(result), namesText(result) || '-'];
        terminal.result(cells.join('\t'));
      }
    },

    /** @returns whether every row would succeed */
    end(requests: number, jobIds: readonly string[]): boolean {
      if (!json && rows > shownRows) {
        terminal.note(`  and ${rows - shownRows} more: --json shows them all`);
      }
      const parts = Object.entries(verbs).flatMap(([kind, verb]) => {
        const count = counts.get(kind) ?? 0;
        return count === 0 ? [] : [`${count} ${verb}`];
      });
      terminal.note(`Nothing was written. Of ${rows} leads ${parts.join(', ')}; ${requests} PSA requests`);
      for (const jobId of jobIds) {
        terminal.note(`To do it: leadbridge job commit ${jobId}`);
      }
      return (counts.get('rejected') ?? 0) === 0;
    },
  };
}

function whatWouldChange({
  plan,
  error,
  reason,
}: Pick<ImportRowResult, 'plan' | 'error' | 'reason'>): string {
  const failure = error ?? reason;
  if (plan === undefined || failure !== undefined) {
    return failure ?? '-';
  }
  const { client, contact, ticket, lists } = plan;
  const isNew = ticket?.action === 'create';
  const parts = [
    ...(client?.action === 'create' ? [`new client ${client.name ?? ''}`.trim()] : []),
    ...(contact?.action === 'create' ? ['new contact'] : []),
    ...(contact?.action === 'update' ? changeTexts(contact.changes) : []),
    ...(isNew ? ['new ticket'] : changeTexts(ticket?.changes ?? {})),
    ...(lists.length === 0 ? [] : [`lists: ${lists.join(', ')}`]),
  ];
  return parts.join('; ');
}

function changeTexts(changes: Changes): string[] {
  return Object.entries(changes).map(([name, { from, to }]) => `${name}: ${shown(from)} -> ${shown(to)}`);
}

/** A value for one line of a table, without tabs and line breaks. */
function shown(value: string | number | boolean | null): string {
  const text = value === null || value === '' ? '(empty)' : String(value).replace(/\s+/gu, ' ');
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;
}
