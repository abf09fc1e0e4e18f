import {
  foldCase,
  isCutForm,
  isSameEmail,
  lettersAndDigits,
  readAddresses,
  storedForm,
} from '@leadbridge/domain';

import { type JsonRecord, readField, readId, readText } from './read-json.js';

/** Our keys for a ticket: if one is equal, the rest does not matter. */
const ownKey = 'third_party_id_string';
const reference = /\bReference: (\S+)/u;
/** What an object refers to. A PSA may assign another site or status by its own rules. */
const references = ['id', 'tickettype_id', 'client_id', 'user_id', 'ticket_id'] as const;
const names = ['name', 'firstname', 'surname', 'summary'] as const;

/**
 * Whether the object in a response to a creation is somebody else's: another key, address, type, place or
 * name than that of the object that was sent. What a response does not show proves nothing, and neither does
 * another form of the same text.
 */
export function isAnother(row: JsonRecord, item: object): boolean {
  const sent: JsonRecord = { ...item };
  const own = isSameMark(row, sent);
  if (own !== null) {
    return !own;
  }
  return (
    references.some((name) => {
      const ids = bothOf(name, row, sent, readId);
      return ids !== null && ids.written !== ids.shown;
    }) ||
    names.some((name) => {
      const texts = bothOf(name, row, sent, readText);
      return texts !== null && !isSameText(texts.written, texts.shown);
    })
  );
}

/** What was sent under a name, and what is shown; null unless both are there. Most names were not sent. */
function bothOf<T>(
  name: string,
  row: JsonRecord,
  sent: JsonRecord,
  read: (value: unknown) => T | null,
): { readonly written: T; readonly shown: T } | null {
  const written = read(sent[name]);
  const shown = written === null ? null : read(readField(row, name));
  return written === null || shown === null ? null : { written, shown };
}

/** By what no other object has: our key, our reference, the address of a contact. Null if it shows none. */
function isSameMark(row: JsonRecord, sent: JsonRecord): boolean | null {
  const keys = bothOf(ownKey, row, sent, readText);
  if (keys !== null) {
    return keys.written === keys.shown;
  }
  const details = bothOf('details', row, sent, readText);
  const mark = reference.exec(details?.written ?? '')?.[1];
  if (details !== null && mark !== undefined) {
    const isOurs = details.shown.includes(mark) || isCutForm(details.written, details.shown);
    // A PSA may put a text of its own in place of ours, or keep less of it than tells: only another reference is another's.
    if (isOurs || reference.test(details.shown)) {
      return isOurs;
    }
  }
  const emails = bothOf('emailaddress', row, sent, readText);
  if (emails !== null) {
    const [address = emails.written] = readAddresses(emails.written).addresses;
    return readAddresses(emails.shown).addresses.some((each) => isSameEmail(each, address));
  }
  return null;
}

/** By letters and digits: some PSAs store `O’Brien Ltd.` as `O'Brien Ltd`. A text without any is compared as it is. */
function isSameText(written: string, shown: string): boolean {
  const [sent, stored] = [written, shown].map((text) => lettersAndDigits(foldCase(text)));
  return sent === ''
    ? storedForm(written) === storedForm(shown)
    : sent === stored || isCutForm(written, shown);
}
