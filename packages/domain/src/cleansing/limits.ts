/**
 * The longest values that leave the domain, in UTF-16 code units. They follow what a PSA can store, and limit
 * the work that a hostile payload can cause.
 */
export const LIMITS = {
  personName: 100,
  companyName: 200,
  jobTitle: 200,
  /** RFC 5321: the longest address that can be delivered. */
  email: 254,
  /** Leaves room for any written form of a phone number. */
  phone: 80,
  url: 500,
  /** The id of the record in its source. */
  externalId: 200,
  /** Short texts: an industry, a status. */
  word: 120,
  /** A text custom field. */
  customField: 2_000,
  /** Research texts, which people write as paragraphs. */
  research: 10_000,
  /** The number of entries that are read from a list in a payload: more than fit into a custom field. */
  listEntries: 1_000,
} as const;
