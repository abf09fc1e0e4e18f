const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days: Readonly<Record<string, number>> = { day: 0, week: 6, month: 29 };

export type Interval = 'minute' | 'hour' | 'day';

/** A period that is shown moves on in steps: with every minute it would be another one to read. */
const stepMs = 5 * minuteMs;

/** `periodOf` for a chart that stays open: it may begin up to five minutes earlier. */
export function shownPeriodOf(period: string): ReturnType<typeof periodOf> {
  return periodOf(period, shownNow());
}

/** Now, in the steps of what is shown. */
export function shownNow(): Date {
  return new Date(Math.floor(Date.now() / stepMs) * stepMs);
}

/** A period that ends now, as the API takes it, and the intervals that it is drawn in. */
export function periodOf(
  period: string,
  now: Date,
): { readonly start_date: string; readonly interval: Interval } {
  if (period === 'hour') {
    const first = Math.floor((now.getTime() - hourMs) / minuteMs) * minuteMs + minuteMs;
    return { start_date: new Date(first).toISOString(), interval: 'minute' };
  }
  const first = new Date(now);
  first.setUTCDate(first.getUTCDate() - (days[period] ?? 6));
  return { start_date: first.toISOString().slice(0, 10), interval: period === 'day' ? 'hour' : 'day' };
}

/** As long a time just before: a day that is not over is compared with the same hours of the one before. */
export function previousPeriodOf(
  period: string,
  now: Date,
): { readonly start_date: string; readonly end_date: string } {
  const lengthMs = period === 'hour' ? hourMs : ((days[period] ?? 6) + 1) * dayMs;
  const start = Date.parse(periodOf(period, now).start_date);
  return {
    start_date: new Date(start - lengthMs).toISOString(),
    end_date: new Date(now.getTime() - lengthMs).toISOString(),
  };
}

/** By how much a figure differs from the one before: `+12 %`; null where nothing can be compared. */
export function changeOf(value: number, before: number): string | null {
  if (before === 0 || value === before) {
    return null;
  }
  const percent = Math.round(((value - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}

/** The beginning of an interval: days are those of UTC, what is shorter is in the person's zone. */
export function formatInterval(start: string, interval: Interval): string {
  const at = new Date(start);
  return interval === 'day'
    ? at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    : at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
