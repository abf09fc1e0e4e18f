import type { FieldFault } from '../model.js';
import {
  consentOfName,
  isInferred,
  isOptOutOfOneMailing,
  isOptOutPhrase,
  readConsent,
  type ConsentKey,
} from './consent.js';
import { faultPath } from './envelope.js';
import { flatField } from './find-field.js';
import { isEmpty, isUnsaid, pathOf, type Place } from './payload.js';

const MAX_KEY_LENGTH = 60;
const SUGGESTION =
  'Say yes or no (true or false), or leave it out if it says nothing about whether the person may be contacted';

/** Finds an opt-out under any of its names, in any of the parts about the person; one is enough. */
export function optOutFlags(places: readonly Place[]) {
  const warnings = new Set<string>();
  const unread = new Map<string, FieldFault>();
  let isOptedOut = false;
  for (const { part, path } of places) {
    for (const [name, value] of Object.entries(part)) {
      const key = consentKey(name);
      if (key === null) {
        if (isPhraseUnder(name, value)) {
          isOptedOut = true;
          warnings.add(takenForOptOut(pathOf(path, name)));
        }
        continue;
      }
      // Providers send empty lists and objects for missing values.
      if (isUnsaid(value) || (key !== 'opt_out' && isEmpty(value))) continue;
      const says = readConsent(key, value);
      const shown = pathOf(path, name);
      if (says === 'opted_out') {
        isOptedOut = true;
        if (isOptOutOfOneMailing(name)) warnings.add(ofOneMailing(shown));
        else if (isInferred(key, value)) warnings.add(takenForOptOut(shown));
      } else if (says === null && key !== 'status') {
        const field = faultPath(path, name.slice(0, MAX_KEY_LENGTH));
        unread.set(field, { field, value, message: 'must be a boolean', suggestion: SUGGESTION });
      }
    }
  }
  const faults = [...unread.values()];
  // What is certain is enough: the rest can only say the same.
  const moot = isOptedOut ? faults.map(({ field }) => `"${field}" cannot be read as an opt-out`) : [];
  return {
    isOptedOut,
    warnings: [...warnings, ...moot],
    /** What cannot be read, if no other key says that the person has opted out: it may be an opt-out. */
    faults: isOptedOut ? [] : faults,
  };
}

/** What a key says about consent; null if nothing, or if it is one of another field. */
export function consentKey(name: string): ConsentKey | null {
  const field = flatField(name);
  if (field === null) return consentOfName(name);
  return field === 'do_not_contact' ? 'opt_out' : null;
}

/** Whether the value says that the person has opted out, under a key that says nothing about consent, nor anything else. */
function isPhraseUnder(name: string, value: unknown): boolean {
  return flatField(name) === null && isOptOutPhrase(value);
}

/** Whether a key with its value is about consent: a status only if it says that the person has opted out. */
export function saysConsent(name: string, value: unknown): boolean {
  const key = consentKey(name);
  if (key === null) return isPhraseUnder(name, value);
  return key !== 'status' || readConsent(key, value) === 'opted_out';
}

function takenForOptOut(path: string): string {
  return `"${path}" was taken for an opt-out`;
}

function ofOneMailing(path: string): string {
  return `"${path}" says that the person has opted out of one kind of mailing, and was taken for an opt-out of all`;
}
