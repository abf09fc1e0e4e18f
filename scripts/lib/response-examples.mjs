/** Examples from what a running service has sent: without secrets, ids and times of that run, so that they do not change with each. */

const firstTimeMs = Date.UTC(2026, 0, 31, 9, 0, 0);
const idForm = /\b([a-z]{2,4})_[0-9a-z]{20,40}\b/g;
const timeForm = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const emailForm = /[^\s"@<>]+@([^\s"@<>\\]+)/g;
const exampleDomain = /(^|\.)example(\.(com|org|net))?$/;

/** A response with its secrets, ids and times replaced: the n-th id or time by the n-th of the examples. */
export function maskedExample(body) {
  const text = JSON.stringify(body)
    .replaceAll(/\b(lb[a-z]_)[\w-]+/g, '$1example')
    .replaceAll(/\bwhsec_[A-Za-z0-9+/=]+/g, 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZQ==')
    .replaceAll(/\b[A-Z2-7]{32}\b/g, 'EXAMPLE'.repeat(5).slice(0, 32))
    .replaceAll(/"[a-z2-9]{4}(-[a-z2-9]{4}){3}"/g, '"exam-ple1-exam-ple2"');
  const times = [...new Set(text.match(timeForm) ?? [])].sort();
  const ids = [...new Set(text.match(idForm) ?? [])];
  return JSON.parse(
    text
      .replaceAll(timeForm, (time) => new Date(firstTimeMs + times.indexOf(time) * 1000).toISOString())
      .replaceAll(idForm, (id, kind) => `${kind}_0mwr14jl9${String(ids.indexOf(id) + 1).padStart(16, '0')}`),
  );
}

/** Addresses in an example that may belong to a person. */
export function realAddresses(example) {
  return [...JSON.stringify(example).matchAll(emailForm)]
    .filter(([, domain]) => !exampleDomain.test(domain))
    .map(([address]) => address);
}

/** The response that shows most: with the most values, and the shortest of these. */
export function bestExample(bodies) {
  const shown = bodies.filter((body) => realAddresses(body).length === 0).map((body) => JSON.stringify(body));
  const [best] = shown.sort((a, b) => valuesIn(b) - valuesIn(a) || a.length - b.length || (a < b ? -1 : 1));
  return best === undefined ? undefined : maskedExample(JSON.parse(best));
}

/** Different keys with a value; a list with more items shows nothing more. */
function valuesIn(text) {
  return new Set(text.match(/"[\w.]+":(?!null|\[\]|\{\})/g)).size;
}

/**
 * The examples by operation and status: those of before that still fit, and for the other responses the best one that was recorded.
 *
 * @param responses what the service declares: `{ id, status, isValid }`, `isValid` for a body
 * @param recorded bodies by `<id> <status>`
 */
export function examplesOf(responses, before, recorded) {
  const examples = {};
  const missing = [];
  for (const { id, status, isValid } of responses) {
    const name = `${id} ${status}`;
    const known = before[id]?.[status];
    const example = isValid(known) ? known : bestExample((recorded.get(name) ?? []).filter(isValid));
    if (example === undefined) {
      missing.push(name);
    } else {
      examples[id] = { ...examples[id], [status]: example };
    }
  }
  return { examples, missing };
}
