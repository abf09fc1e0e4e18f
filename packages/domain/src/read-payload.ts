import { clip } from './cleansing/text.js';
import type { FieldFault, Lead, LeadSource, ProviderKind } from './model.js';
import { personName } from './new-ticket.js';
import { cleanse } from './providers/cleanse.js';
import { flatDraft } from './providers/flat.js';
import { garbledWarnings } from './providers/garbled.js';
import { ignoredKeyFaults, ignoredKeyWarnings, lostKeys, type IgnoredKey } from './providers/ignored-keys.js';
import { emailFault, type LeadDraft } from './providers/lead-draft.js';
import { nothingFound, otherReadings, readForm } from './providers/native-forms.js';
import { isPayload, type Payload } from './providers/payload.js';
import { unescapedPayload } from './providers/plain-payload.js';
import type { ReadSettings } from './providers/read-phones.js';

/** A clean lead with what could not be imported, or the errors that reject it. */
export type ReadPayloadResult =
  | {
      readonly ok: true;
      readonly lead: Lead;
      /** The id of the record in its source, if it sent one. */
      readonly externalId?: string;
      /** The name as it was written, if parts of it were left out of the lead's. Opt-outs may be stored under it. */
      readonly writtenNames?: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

const ECHOED_LENGTH = 200;

/**
 * Reads one lead from whatever a source sent: the source's native payload or the flat format, mapped to the
 * lead's fields and cleansed (specification, "Provider field mapping" and "Data cleansing").
 *
 * No payload makes this throw, and no value in the result exceeds `LIMITS`. A malformed email rejects the
 * payload; an unreadable phone, website or profile link is left out with a warning, and so are unused keys.
 *
 * @param options.strict rejects a payload with unused keys
 */
export function readPayload(
  source: LeadSource,
  sent: unknown,
  settings: ReadSettings,
  options: { readonly strict?: boolean } = {},
): ReadPayloadResult {
  if (!isPayload(sent)) {
    const suggestion = 'Send each lead as an object, for example {"email": "…", "company": "…"}';
    return refusal([{ field: 'data', value: sent, message: 'must be an object', suggestion }]);
  }
  const data = unescapedPayload(sent);
  const { kind } = source;
  const { form, result } = readForm(kind, data);
  const withIgnored = (faults: readonly FieldFault[], keys: readonly IgnoredKey[]): readonly FieldFault[] => [
    ...faults,
    ...(options.strict === true ? ignoredKeyFaults(keys, data) : []),
  ];
  if (!result.ok) {
    const { faults, ignored = [] } = result;
    return refusal(form === 'native' ? withLikelyKinds(faults, data, kind) : withIgnored(faults, ignored));
  }
  const { draft, ignored } = result;
  const { lead, warnings, writtenNames, ignored: ignoredPhones } = cleanse(draft, source, settings);
  const nothing = nothingFound(kind, lead);
  // A flat payload may be empty; but if another kind finds a person in it, it was sent to the wrong source.
  const isForeign = form === 'flat' && nothing !== null && otherReadings(data, kind).length > 0;
  const fault = emailFault(draft.email, draft.emailField);
  if (fault === null && nothing !== null && (form === 'native' || isForeign)) {
    return refusal(withLikelyKinds([nothing], data, kind));
  }
  const lost = lostKeys(ignored, lead);
  const faults = withIgnored(fault === null ? [] : [fault], lost);
  return faults.length > 0
    ? refusal(faults)
    : {
        ok: true,
        lead,
        ...(typeof draft.externalId === 'string' ? { externalId: draft.externalId } : {}),
        ...(writtenNames.length === 0 ? {} : { writtenNames }),
        warnings: [
          ...warnings,
          ...(result.warnings ?? []),
          ...garbledWarnings(data),
          ...ignoredKeyWarnings([...lost, ...ignoredPhones]),
        ],
      };
}

/**
 * The people who have opted out in a payload, even if the payload itself is rejected: the readable data of
 * each person with the source's opt-out flag, with every readable email. A payload that is rejected because it
 * contains several people returns each of them.
 */
export function readFlagged(source: LeadSource, data: unknown, settings: ReadSettings): readonly Lead[] {
  return draftsIn(source, data)
    .filter(({ doNotContact }) => doNotContact)
    .map((draft) => cleanse(draft, source, settings).lead);
}

/** The readable data of each person in a payload, even if the payload itself is rejected. */
export function peopleInPayload(source: LeadSource, data: unknown, settings: ReadSettings): readonly Lead[] {
  return draftsIn(source, data).map((draft) => cleanse(draft, source, settings).lead);
}

/** Who a payload is about, for people who look for its row: whatever of the names can be read, in spite of errors. */
export function personInPayload(
  source: LeadSource,
  data: unknown,
  settings: ReadSettings,
): { readonly name: string | null; readonly company: string | null } {
  const [draft] = draftsIn(source, data);
  if (draft === undefined) {
    return { name: null, company: null };
  }
  // The rest takes most of the time, and says nothing here.
  const others = { email: null, phones: [], companyPhones: [], website: null, linkedinUrl: null };
  const { lead } = cleanse({ ...draft, ...others }, source, settings);
  return { name: personName(lead), company: lead.company.name };
}

function draftsIn({ kind }: LeadSource, data: unknown): readonly LeadDraft[] {
  return isPayload(data) ? draftsInSpiteOfFaults(kind, unescapedPayload(data)) : [];
}

function draftsInSpiteOfFaults(kind: ProviderKind, data: Payload): readonly LeadDraft[] {
  const { form, result } = readForm(kind, data);
  if (result.ok) return [result.draft];
  const people = result.people?.() ?? [];
  if (people.length > 0) return people;
  if (form === 'flat') return [flatDraft(data)];
  // Several kinds may find the same person; it is enough if one finds the flag.
  const readings = otherReadings(data, kind);
  const reading = readings.find(({ draft }) => draft.doNotContact) ?? readings[0];
  return reading === undefined ? [] : [reading.draft];
}

/** Adds to the error of an unreadable native payload which kinds of source could read it. */
function withLikelyKinds(
  faults: readonly FieldFault[],
  data: Payload,
  kind: ProviderKind,
): readonly FieldFault[] {
  const kinds = otherReadings(data, kind).map((reading) => reading.kind);
  const [fault, ...more] = faults;
  if (kinds.length === 0 || fault === undefined) return faults;
  const likely = `It looks like a payload for a source of kind ${kinds.join(' or ')}`;
  const suggestion = fault.suggestion === undefined ? likely : `${likely}. ${fault.suggestion}`;
  return [{ ...fault, suggestion }, ...more];
}

function refusal(faults: readonly FieldFault[]): ReadPayloadResult {
  return { ok: false, faults: faults.map((fault) => ({ ...fault, value: echo(fault.value) })) };
}

/** A rejected value for display: short, and never a structure of unknown depth. */
function echo(value: unknown): unknown {
  if (typeof value === 'string') return clip(value, ECHOED_LENGTH);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`;
}
