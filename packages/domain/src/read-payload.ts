import { clip } from './cleansing/text.js';
import type { FieldFault, Lead, LeadSource, ProviderKind } from './model.js';
import { cleanse, type ReadSettings } from './providers/cleanse.js';
import { flatField } from './providers/field-names.js';
import { flatDraft, readFlat } from './providers/flat.js';
import { ignoredKeyFaults, ignoredKeyWarnings, isLost } from './providers/ignored-keys.js';
import { emailFault, missingPart, type DraftResult, type LeadDraft } from './providers/lead-draft.js';
import { isPayload, own, type Payload } from './providers/payload.js';
import { readProviderA } from './providers/provider-a.js';
import { readProviderB } from './providers/provider-b.js';
import { readProviderC } from './providers/provider-c.js';

/** A payload read: a clean lead with what could not be kept of it, or the faults that refuse it. */
export type ReadPayloadResult =
  | { readonly ok: true; readonly lead: Lead; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

interface NativeForm {
  readonly read: (data: Payload) => DraftResult | null;
  readonly requiredPart: readonly [field: string, value: undefined, expected: string];
}

const NATIVE_FORMS: Readonly<Record<Exclude<ProviderKind, 'flat'>, NativeForm>> = {
  provider_a: { read: readProviderA, requiredPart: ['data.person', undefined, 'a person object'] },
  provider_b: { read: readProviderB, requiredPart: ['data.contact', undefined, 'a contact object'] },
  provider_c: { read: readProviderC, requiredPart: ['data.data', undefined, 'a domain search object'] },
};
const ECHOED_LENGTH = 200;

/**
 * Reads one lead out of whatever a source sent: the source's native payload or the flat form, mapped to the lead's
 * fields and cleansed (specification, "Provider field mapping" and "Data cleansing").
 *
 * Nothing in a payload makes this throw, and no value leaves it longer than `LIMITS`. A malformed email refuses the
 * payload; a phone, website or profile link that cannot be read is left out with a warning, and so are keys of which nothing is taken.
 *
 * @param options.strict refuses a payload with such keys
 */
export function readPayload(
  source: LeadSource,
  data: unknown,
  settings: ReadSettings,
  options: { readonly strict?: boolean } = {},
): ReadPayloadResult {
  if (!isPayload(data)) {
    const suggestion = 'Send each lead as an object, for example {"email": "…", "company": "…"}';
    return refusal([{ field: 'data', value: data, message: 'must be an object', suggestion }]);
  }
  const result = readDraft(source.kind, data);
  if (!result.ok) return refusal(result.faults);
  const { draft, ignored } = result;
  const fault = emailFault(draft.email, draft.emailField);
  if (fault !== null) return refusal([fault]);
  const { lead, warnings } = cleanse(draft, source, settings);
  const lost = ignored.filter((key) => isLost(key, lead));
  const faults = options.strict === true ? ignoredKeyFaults(lost, data) : [];
  return faults.length > 0
    ? refusal(faults)
    : { ok: true, lead, warnings: [...warnings, ...ignoredKeyWarnings(lost)] };
}

/**
 * Who has opted out by a payload, although the payload itself may be refused: what can be read of the person where it carries its source's
 * opt-out flag, without an email that is none. Null where it carries no flag, or is nothing that could be read.
 */
export function readFlagged(source: LeadSource, data: unknown, settings: ReadSettings): Lead | null {
  const draft = isPayload(data) ? draftInSpiteOfFaults(source.kind, data) : null;
  if (draft?.doNotContact !== true) return null;
  const email = emailFault(draft.email, draft.emailField) === null ? draft.email : null;
  return cleanse({ ...draft, email }, source, settings).lead;
}

function draftInSpiteOfFaults(kind: ProviderKind, data: Payload): LeadDraft | null {
  const result = readDraft(kind, data);
  if (result.ok) return result.draft;
  const isNative = kind !== 'flat' && NATIVE_FORMS[kind].read(data) !== null;
  return isNative ? null : flatDraft(data);
}

function readDraft(kind: ProviderKind, data: Payload): DraftResult {
  if (kind === 'flat') return readFlat(data);
  const { read, requiredPart } = NATIVE_FORMS[kind];
  const native = read(data);
  if (native !== null) return native;
  return isFlat(data) ? readFlat(data) : missingPart(...requiredPart);
}

/** A known name with an object under it belongs to another provider's native payload. */
function isFlat(data: Payload): boolean {
  const keys = Object.keys(data);
  return keys.length === 0 || keys.some((key) => flatField(key) !== null && !isPayload(own(data, key)));
}

function refusal(faults: readonly FieldFault[]): ReadPayloadResult {
  return { ok: false, faults: faults.map((fault) => ({ ...fault, value: echo(fault.value) })) };
}

/** A refused value as it may be shown: short, and never a structure of unknown depth. */
function echo(value: unknown): unknown {
  if (typeof value === 'string') return clip(value, ECHOED_LENGTH);
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`;
}
