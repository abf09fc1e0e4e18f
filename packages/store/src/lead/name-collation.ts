/** Names are compared without regard to case. */
export const nameCollation = { locale: 'en', strength: 2 } as const;
