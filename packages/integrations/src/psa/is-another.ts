import { isCutForm, isSameEmail, readAddresses, storedForm } from '@leadbridge/domain';

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
      const [written, shown] = [readId(sent[name]), readId(readField(row, name))];
      return written !== null && shown !== null && written !== shown;
    }) ||
    names.some((name) => {
      const [written, shown] = [readText(sent[name]), readText(readField(row, name))];
      return written !== null && shown !== null && !isSameText(written, shown);
    })
  );
}

/** By what no other object has: our key, our reference, the address of a contact. Null if it shows none. */
function isSameMark(row: JsonRecord, sent: JsonRecord): boolean | null {
  const [key, shownKey] = [readText(sent[ownKey]), readText(readField(row, ownKey))];
  if (key !== null && shownKey !== null) {
    return key === shownKey;
  }
  const [details, shownDetails] = [readText(sent['details']), readText(readField(row, 'details'))];
  const mark = reference.exec(details ?? '')?.[1];
  if (details !== null && shownDetails !== null && mark !== undefined) {
    return shownDetails.includes(mark) || isCutForm(details, shownDetails);
  }
  const [email, shownEmail] = [readText(sent['emailaddress']), readText(readField(row, 'emailaddress'))];
  if (email !== null && shownEmail !== null) {
    const [address = email] = readAddresses(email).addresses;
    return readAddresses(shownEmail).addresses.some((each) => isSameEmail(each, address));
  }
  return null;
}

function isSameText(written: string, shown: string): boolean {
  return storedForm(written).toLowerCase() === storedForm(shown).toLowerCase() || isCutForm(written, shown);
}
