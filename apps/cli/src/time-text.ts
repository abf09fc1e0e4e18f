/** A time of day in the user's time zone, with the date if it is another day. */
export function timeOfDay(time: Date, now = new Date()): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  return time.toDateString() === now.toDateString() ? clock : `${clock} on ${dayOf(time)}`;
}

/** `2026-01-31 at 09:30`, in the user's time zone. */
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
