import type { OptOutBody } from '@leadbridge/contracts';
import {
  findSource,
  personOfLead,
  readOptOutDomain,
  readOptOutPerson,
  type Lead,
  type LeadSource,
  type SuppressionKey,
} from '@leadbridge/domain';
import { AppError, isoTime, type Clock } from '@leadbridge/platform';

import type { SuppressionStore, OptOutRecord, OptOutRequest, Suppression } from '../ports/suppression.js';
import type { Settings } from '../ports/settings.js';
import { optOutOfDomain, usualOptOutReason } from './opt-out-of-lead.js';

export interface OptOutRequestDependencies {
  readonly suppressions: Pick<SuppressionStore, 'request' | 'leadById' | 'coveredLeads'>;
  readonly settings: () => Pick<Settings, 'sources' | 'defaultCountry'>;
  readonly clock: Clock;
}

/**
 * Suppresses a person: one suppression for each of the person's tickets, or one for the person if no ticket
 * is known. From then on no import creates the person again; the worker notifies the providers. A domain has
 * one suppression, and each of its leads has its own.
 *
 * @returns the entries, whether any of them is new, and every lead that the opt-out covers; for a dry run, which
 * writes nothing, only the leads
 * @throws AppError VALIDATION_ERROR if no person and no domain is named, RESOURCE_NOT_FOUND for an unknown lead
 */
export async function requestOptOut(
  deps: OptOutRequestDependencies,
  asked: OptOutBody,
  by: string,
): Promise<{
  readonly entries: readonly Suppression[];
  readonly isNew: boolean;
  readonly leads: readonly OptOutRecord[];
}> {
  const source = readSource(deps, asked.source);
  const common = {
    origin: 'api',
    leadSource: null,
    reason: asked.reason?.trim() || usualOptOutReason,
    marks: ['flag', 'status', 'list'],
    at: isoTime(deps.clock.now()),
    by,
  } as const;
  const record = asked.lead_id === undefined ? null : await requireLead(deps, asked.lead_id);
  const request =
    record !== null
      ? ofRecord(record, common)
      : asked.domain !== undefined
        ? { ...optOutOfDomain(requireDomain(asked.domain)), ...common }
        : ofPerson(deps, asked, common, source);
  const written = asked.dry_run === true ? [] : await deps.suppressions.request([request]);
  return {
    entries: written.map(({ entry }) => entry),
    isNew: written.some(({ isNew }) => isNew),
    leads: await coveredBy(deps, request, record),
  };
}

/** Includes a lead that is named by its id but has no key. */
async function coveredBy(
  { suppressions }: OptOutRequestDependencies,
  { keys }: OptOutRequest,
  record: OptOutRecord | null,
): Promise<readonly OptOutRecord[]> {
  const leads = await suppressions.coveredLeads(keys);
  const isFound = record === null || leads.some(({ leadId }) => leadId === record.leadId);
  return isFound ? leads : [record, ...leads];
}

type Common = Pick<OptOutRequest, 'origin' | 'leadSource' | 'reason' | 'marks' | 'at' | 'by'>;

function ofPerson(
  deps: OptOutRequestDependencies,
  asked: OptOutBody,
  common: Common,
  source: LeadSource | null,
): OptOutRequest {
  const { lead, keys } = readPerson(deps, asked);
  if (keys.length === 0) {
    throw new AppError('VALIDATION_ERROR', 'Name a lead_id, an email, a phone, or a company with a name', {
      details: { field: 'email', value: null },
    });
  }
  const leadSource = source?.label ?? null;
  return { ...common, ticketId: null, leadId: null, person: personOfLead(lead), keys, leadSource };
}

function ofRecord(record: OptOutRecord, common: Common): OptOutRequest {
  const { leadId, psaTicketId: ticketId, person, keys } = record;
  return { ...common, leadId, ticketId, person, keys };
}

function requireDomain(written: string): string {
  const read = readOptOutDomain(written);
  if (!read.ok) {
    throw new AppError('VALIDATION_ERROR', read.message, { details: { field: 'domain', value: written } });
  }
  return read.domain;
}

async function requireLead(deps: OptOutRequestDependencies, leadId: number): Promise<OptOutRecord> {
  const record = await deps.suppressions.leadById(leadId);
  if (record === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such lead', { details: { lead_id: leadId } });
  }
  return record;
}

function readSource({ settings }: OptOutRequestDependencies, name: string | undefined): LeadSource | null {
  if (name === undefined) {
    return null;
  }
  const source = findSource(settings().sources, name);
  if (source === null) {
    throw new AppError('VALIDATION_ERROR', `The source ${JSON.stringify(name)} is not configured`, {
      details: { field: 'source', value: name },
    });
  }
  return source;
}

function readPerson(
  { settings }: OptOutRequestDependencies,
  { email, phone, first_name, last_name, company }: OptOutBody,
): { readonly lead: Lead; readonly keys: readonly SuppressionKey[] } {
  const read = readOptOutPerson({ email, phone, first_name, last_name, company }, settings());
  if (read.ok) {
    return read;
  }
  const errors = read.faults.map(({ field, value, message }) => ({ field, value, message }));
  throw new AppError('VALIDATION_ERROR', errors[0]?.message ?? 'The person cannot be read', {
    details: { field: errors[0]?.field ?? 'body', value: errors[0]?.value ?? null, errors },
  });
}
