/** A time of day as the person's own clock shows it; with the day where it is another one. */
export function timeOfDay(time: Date, now = new Date()): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  return time.toDateString() === now.toDateString() ? clock : `${clock} on ${dayOf(time)}`;
}

/** `2026-01-31 at 09:30`, by the person's own clock. */
export function dateAndTime(time: Date): string {
  return `${dayOf(time)} at ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** `40 s`, `43 min`. */
export function duration(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function dayOf(time: Date): string {
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
