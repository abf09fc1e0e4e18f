/** What a process told of a metric, at the times at which it was asked. */
export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

type Labels = Readonly<Record<string, string>>;
/** What an expression comes to at a time (Unix milliseconds). */
export type Query = (at: number) => readonly Sample[];

/** A value that is older is no value any more. */
const staleMs = 30_000;
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const tokenOf = /\s*([\w:.]+|"[^"]*"|=~|!=|[-/(){}[\],=])/uy;

/**
 * The part of PromQL that the dashboard and its recording rules use: selectors, `rate`, `histogram_quantile`, `max` and `sum` by labels, `-`, and `/`
 * between a vector and one value or between equal labels.
 *
 * @param rules recording rules by their name
 * @throws Error where an expression has anything else
 */
export function compile(text: string, series: readonly Series[], rules: ReadonlyMap<string, string>): Query {
  const tokens = tokensOf(text);
  let next = 0;
  const peek = (): string | undefined => tokens[next];
  const take = (wanted?: string): string => {
    const token = tokens[next];
    if (token === undefined || (wanted !== undefined && token !== wanted)) {
      throw new Error(`Expected ${wanted ?? 'more'} and found ${token ?? 'the end'} in ${text}`);
    }
    next += 1;
    return token;
  };
  const list = (end: string): string[] => {
    const items: string[] = [];
    while (peek() !== end) {
      items.push(take());
      if (peek() === ',') take();
    }
    take(end);
    return items;
  };

  function difference(): Query {
    let left = quotient();
    while (peek() === '-') {
      take();
      left = combined(left, quotient(), (one, other) => one - other);
    }
    return left;
  }

  function quotient(): Query {
    let left = operand();
    while (peek() === '/') {
      take();
      while (peek() === 'on' || peek() === 'group_left') {
        take();
        take('(');
        list(')');
      }
      left = combined(left, operand(), (one, other) => one / other);
    }
    return left;
  }

  function operand(): Query {
    const token = take();
    if (/^\d/u.test(token)) {
      return () => [{ labels: {}, value: Number(token) }];
    }
    if (token === 'max' || token === 'sum') {
      return aggregated(token);
    }
    if (token === 'rate' || token === 'histogram_quantile') {
      take('(');
      const query = token === 'rate' ? rateOf(take()) : quantile(Number(take()));
      take(')');
      return query;
    }
    const rule = rules.get(token);
    return rule === undefined ? latest(selected(token)) : compile(rule, series, rules);
  }

  function aggregated(kind: 'max' | 'sum'): Query {
    let by: readonly string[] = [];
    if (peek() === 'by') {
      take();
      take('(');
      by = list(')');
    }
    take('(');
    const inner = difference();
    take(')');
    const fold = (one: number, other: number): number =>
      kind === 'max' ? Math.max(one, other) : one + other;
    return (at) =>
      grouped(inner(at), by).map(({ labels, values }) => ({ labels, value: values.reduce(fold) }));
  }

  function quantile(share: number): Query {
    take(',');
    const inner = difference();
    return (at) => {
      const samples = inner(at);
      const names = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];
      const of = names.filter((name) => name !== 'le');
      return grouped(samples, of).flatMap(({ labels, members }) => {
        const value = quantileOf(share, members);
        return value === null ? [] : [{ labels, value }];
      });
    };
  }

  function selected(name: string): readonly Series[] {
    let found = series.filter((one) => one.name === name);
    if (peek() === '{') {
      take();
      while (peek() !== '}') {
        const [label, operator, quoted] = [take(), take(), take().slice(1, -1)];
        const pattern = new RegExp(`^(?:${quoted})$`, 'u');
        found = found.filter(({ labels }) => {
          const value = labels[label] ?? '';
          return operator === '=~' ? pattern.test(value) : (value === quoted) === (operator === '=');
        });
        if (peek() === ',') take();
      }
      take('}');
    }
    return found;
  }

  function rateOf(name: string): Query {
    const found = selected(name);
    take('[');
    const window = /^(\d+)([smh])$/u.exec(take());
    take(']');
    const windowMs = Number(window?.[1]) * (unitsMs[window?.[2] ?? ''] ?? Number.NaN);
    return (at) => found.flatMap((one) => rateAt(one, at, windowMs));
  }

  const query = difference();
  if (next < tokens.length) {
    throw new Error(`Did not expect ${peek() ?? ''} in ${text}`);
  }
  return query;
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  tokenOf.lastIndex = 0;
  for (let token = tokenOf.exec(text); token !== null; token = tokenOf.exec(text)) {
    tokens.push(token[1] ?? '');
  }
  if (tokens.join('').length !== text.replaceAll(/\s/gu, '').length) {
    throw new Error(`Not all of it can be read: ${text}`);
  }
  return tokens;
}

function latest(found: readonly Series[]): Query {
  return (at) =>
    found.flatMap(({ labels, points }) => {
      const point = points.findLast((one) => one.at <= at && one.at > at - staleMs);
      return point === undefined ? [] : [{ labels, value: point.value }];
    });
}

/** Of what was asked in the window; a counter that begins again counts from zero. */
function rateAt({ labels, points }: Series, at: number, windowMs: number): readonly Sample[] {
  const within = points.filter((point) => point.at <= at && point.at > at - windowMs);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return [];
  }
  const rise = within.slice(1).reduce((sum, point, index) => {
    const before = within[index]?.value ?? 0;
    return sum + (point.value < before ? point.value : point.value - before);
  }, 0);
  return [{ labels, value: (rise * 1_000) / (last.at - first.at) }];
}

function combined(left: Query, right: Query, apply: (one: number, other: number) => number): Query {
  const keyOf = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels).sort());
  return (at) => {
    const [ones, others] = [left(at), right(at)];
    return (ones.length === 1 && others.length > 1 ? others : ones).flatMap((sample) => {
      const one = ones.length === 1 ? ones[0] : sample;
      const other = others.length === 1 ? others[0] : others.find((each) => keyOf(each) === keyOf(sample));
      return one === undefined || other === undefined
        ? []
        : [{ labels: sample.labels, value: apply(one.value, other.value) }];
    });
  };
}

interface Group {
  readonly labels: Labels;
  readonly values: readonly number[];
  readonly members: readonly Sample[];
}

function grouped(samples: readonly Sample[], by: readonly string[]): readonly Group[] {
  const groups = new Map<string, { labels: Labels; members: Sample[] }>();
  for (const sample of samples) {
    const labels = Object.fromEntries(by.map((name) => [name, sample.labels[name] ?? '']));
    const key = JSON.stringify(labels);
    const group = groups.get(key) ?? { labels, members: [] };
    group.members.push(sample);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ labels, members }) => ({
    labels,
    members,
    values: members.map(({ value }) => value),
  }));
}

function quantileOf(share: number, members: readonly Sample[]): number | null {
  const buckets = members
    .map(({ labels, value }) => ({ upTo: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), value }))
    .sort((one, other) => one.upTo - other.upTo);
  const total = buckets.at(-1)?.value ?? 0;
  const rank = share * total;
  const index = buckets.findIndex(({ value }) => value >= rank);
  const [bucket, before] = [buckets[index], buckets[index - 1]];
  if (total === 0 || bucket === undefined) {
    return null;
  }
  const [from, below] = [before?.upTo ?? 0, before?.value ?? 0];
  return bucket.upTo === Infinity
    ? from
    : from + (bucket.upTo - from) * ((rank - below) / Math.max(bucket.value - below, Number.MIN_VALUE));
}
