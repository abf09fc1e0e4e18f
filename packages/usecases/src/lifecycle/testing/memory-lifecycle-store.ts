import { StaleClaimError } from '../../ports/import-store.js';
import type { LifecycleIntent, LifecycleStore, LifecycleWrite } from '../../ports/lifecycle-store.js';
import type {
  CallRecord,
  LeadDetails,
  OpportunityRecord,
  ProspectRecord,
  StatusChange,
} from '../../ports/records.js';
import { createMemoryClaims } from '../../testing/memory-import-store.js';

/** Leads, prospects and opportunities in memory; each write is applied and logged. */
export function createMemoryLifecycleStore() {
  const claims = createMemoryClaims();
  const leads = new Map<number, LeadDetails>();
  const prospects = new Map<number, ProspectRecord>();
  const opportunities = new Map<number, OpportunityRecord>();
  const calls: CallRecord[] = [];
  const writes: LifecycleWrite[] = [];
  const intents = new Map<string, LifecycleIntent>();
  /** Whether another worker records first from now on. */
  const race = { isLost: false };
  /** Runs as soon as a lead is claimed. */
  const onClaim = { run: (): void => undefined };
  let lastId = 40;

  /** The record with a change, in the state of its last transition. */
  function moved<T extends { readonly status: string; readonly history: readonly StatusChange[] }>(
    before: T,
    {
      statusChanges = [],
      ...change
    }: Partial<Omit<T, 'status' | 'history'>> & {
      readonly statusChanges?: readonly StatusChange[];
    },
  ): T {
    const status = statusChanges.at(-1)?.to ?? before.status;
    return { ...before, ...change, status, history: [...before.history, ...statusChanges] };
  }

  function apply({
    at,
    lead,
    newProspect,
    prospect,
    newOpportunity,
    opportunity,
    newCall,
  }: LifecycleWrite): void {
    const begun = { irregularChanges: [], updatedAt: at };
    const [oldLead, oldProspect, oldOpportunity] = [
      leads.get(lead?.leadId ?? 0),
      prospects.get(prospect?.prospectId ?? 0),
      opportunities.get(opportunity?.opportunityId ?? 0),
    ];
    if (lead !== undefined && oldLead !== undefined) {
      leads.set(lead.leadId, moved(oldLead, lead));
    }
    if (newProspect !== undefined) {
      prospects.set(newProspect.prospectId, { ...newProspect, ...begun });
    }
    if (prospect !== undefined && oldProspect !== undefined) {
      prospects.set(prospect.prospectId, moved(oldProspect, prospect));
    }
    if (newOpportunity !== undefined) {
      opportunities.set(newOpportunity.opportunityId, { ...newOpportunity, ...begun });
    }
    if (opportunity !== undefined && oldOpportunity !== undefined) {
      const { note, ...change } = opportunity;
      const notes = [...oldOpportunity.notes, ...(note === undefined ? [] : [note])];
      opportunities.set(opportunity.opportunityId, moved(oldOpportunity, { ...change, notes }));
    }
    calls.push(...(newCall === undefined ? [] : [newCall]));
  }

  const store: LifecycleStore = {
    async claim(...given) {
      onClaim.run();
      return await claims.claim(...given);
    },
    renewClaims: claims.renewClaims,
    releaseClaims: claims.releaseClaims,
    findLead: async (id) => leads.get(id) ?? null,
    findProspect: async (id) => prospects.get(id) ?? null,
    findOpportunity: async (id) => opportunities.get(id) ?? null,
    findLeadsByTicket: async (ticketId) =>
      [...leads.values()].filter(({ psaTicketId }) => psaTicketId === ticketId),
    async reserveId() {
      lastId += 1;
      return lastId;
    },
    async beginIntent({ at: _at, ...intent }) {
      const earlier = intents.get(intent.jobId);
      intents.set(intent.jobId, { ...intent, ...earlier, to: [...(earlier?.to ?? []), ...intent.to] });
      return earlier === undefined;
    },
    intentOf: async (jobId) => intents.get(jobId) ?? { to: [] },
    intendedStates: async (leadId) =>
      new Set([...intents.values()].filter((intent) => intent.leadId === leadId).flatMap(({ to }) => to)),
    async beginPromotion(prospectId, reference) {
      const prospect = prospects.get(prospectId);
      const standing = prospect?.promotionReference ?? reference;
      if (prospect !== undefined) {
        prospects.set(prospectId, { ...prospect, promotionReference: standing });
      }
      return standing;
    },
    knowsPsaOpportunity: async (id, userId) =>
      [...opportunities.values()].some(
        ({ psaOpportunityId, psaUserId }) => psaOpportunityId === id && psaUserId === userId,
      ),
    async record(write) {
      if (race.isLost) {
        throw new StaleClaimError('Another worker has recorded meanwhile');
      }
      writes.push(write);
      apply(write);
    },
  };

  return {
    store,
    leads,
    prospects,
    opportunities,
    calls,
    writes,
    intents,
    race,
    onClaim,
    holders: claims.holders,
  };
}
