/** Names are compared case-insensitively. */
export const nameCollation = { locale: 'en', strength: 2 } as const;
