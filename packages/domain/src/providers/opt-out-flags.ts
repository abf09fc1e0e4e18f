import { parseFlag } from '../flag.js';
import { flatField, isOptOutOfOneMailing } from './field-names.js';
import { anyText, isUnsaid, type Place } from './payload.js';

/** The result of the flags in some parts of a payload. */
export interface OptOutFlags {
  readonly isOptedOut: boolean;
  /** One for each flag that means neither yes nor no. */
  readonly warnings: readonly string[];
}

/** Statuses that mean that a number is on no do-not-call list. */
const NOT_LISTED =
  /^(?:no|none|false|0|off|clear|clean|unknown|unchecked|callable|not[ _-](?:found|listed|registered|dnc|on|in)(?:[ _-].*)?)$/iu;

/** Finds an opt-out under any of its names, in any of the parts about the person; one yes is enough. */
export function optOutFlags(places: readonly Place[]): OptOutFlags {
  const warnings: string[] = [];
  let isOptedOut = false;
  for (const { part, path } of places) {
    for (const [key, value] of Object.entries(part)) {
      if (flatField(key) !== 'do_not_contact' || isUnsaid(value)) continue;
      const says = parseFlag(value);
      const name = path === '' ? key : `${path}.${key}`;
      if (says === true) isOptedOut = true;
      if (says === true && isOptOutOfOneMailing(key)) warnings.push(ofOneMailing(name));
      if (says === null) warnings.push(unreadable(name));
    }
  }
  return { isOptedOut, warnings };
}

/** Whether a do-not-call status (`dnc_status`) bars its number. An unknown status does. */
export function isOnDoNotCallList(status: unknown): boolean {
  if (typeof status === 'boolean') return status;
  const word = anyText(status);
  return word !== null && !isUnsaid(word) && !NOT_LISTED.test(word);
}

function ofOneMailing(path: string): string {
  return `"${path}" says that the person has opted out of one kind of mailing, and was taken for an opt-out of all`;
}

function unreadable(path: string): string {
  return `"${path}" says neither yes nor no, and was not taken for an opt-out`;
}
