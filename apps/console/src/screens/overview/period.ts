const days: Readonly<Record<string, number>> = { day: 0, week: 6, month: 29 };

/** The first day of a period that ends now, as the API takes it: days are those of UTC. */
export function periodSince(period: string, now: Date): string {
  const first = new Date(now);
  first.setUTCDate(first.getUTCDate() - (days[period] ?? 6));
  return first.toISOString().slice(0, 10);
}
