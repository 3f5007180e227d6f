// SPDX-License-Identifier: BSD-3-Clause
// Levels of detail of one row: the time of each part up to the borders of up to 2^14 bins, so that the shares in any stretch
// are a difference of two sums; and where the view is close enough for that, the shares from the events themselves.
const mostBins = 1 << 18;  // of all rows together, on the finest level

function finestBins(rows) {
  const longest = Math.max(1, ...rows.map(row => row.spans.count));
  const wanted = Math.min(longest / 2, mostBins / rows.length);
  return 2 ** Math.max(4, Math.min(14, Math.floor(Math.log2(Math.max(1, wanted)))));
}

// Adds the time from `begin` to `end`, in units of columns, to the columns it covers.
function addStretch(shares, columns, count, part, begin, end) {
  if (begin < 0) begin = 0;
  if (end > columns) end = columns;
  if (!(end > begin)) return;
  const first = Math.floor(begin), last = Math.min(columns - 1, Math.floor(end));
  if (first === last) {
    shares[first * count + part] += end - begin;
    return;
  }
  shares[first * count + part] += first + 1 - begin;
  for (let column = first + 1; column < last; ++column) shares[column * count + part] += 1;
  shares[last * count + part] += end - last;
}

class Row {
  constructor(row, partOfName, count, from, to, bins) {
    Object.assign(this, row);
    this.partOfName = partOfName;
    this.count = count;  // of parts
    this.from = from;
    this.to = to;
    this.bins = bins;
    this.sums = this.sumUp(this.sharesOfEvents(from, to, bins, new Float32Array(bins * count), null));
  }

  // [border][part]: in bins, from the begin of the run to each border between bins.
  sumUp(shares) {
    const {count} = this, sums = new Float64Array(shares.length + count);
    for (let i = 0; i < shares.length; ++i) sums[i + count] = sums[i] + shares[i];
    return sums;
  }

  // The events that touch [from, to] as indices [first, last).
  range(from, to) {
    return [firstAfter(this.spans.end, this.spans.count, from), firstAfter(this.spans.begin, this.spans.count, to)];
  }

  // `begun`, where given, becomes the number of events that begin in each column.
  sharesOfEvents(from, to, columns, shares, begun) {
    const {name, begin, end, waiting} = this.spans, count = this.count, scale = columns / (to - from);
    const [first, last] = this.range(from, to);
    for (let i = first; i < last; ++i) {
      const start = (begin[i] - from) * scale, waited = (begin[i] + waiting[i] - from) * scale;
      if (waiting[i] > 0) addStretch(shares, columns, count, 1, start, waited);
      addStretch(shares, columns, count, this.partOfName[name[i]], waited, (end[i] - from) * scale);
      if (begun && start >= 0 && start < columns) ++begun[start | 0];
    }
    return shares;
  }

  sharesOfSums(from, to, columns, shares) {
    const {sums, bins, count} = this, width = bins / (this.to - this.from);
    const start = (from - this.from) * width, step = (to - from) / columns * width;
    const before = new Float64Array(count);
    for (let border = 0; border <= columns; ++border) {
      const place = Math.min(bins, Math.max(0, start + step * border)), bin = Math.min(bins - 1, Math.floor(place));
      const at = bin * count, rest = place - bin;
      for (let part = 0; part < count; ++part) {
        const sum = sums[at + part] + rest * (sums[at + count + part] - sums[at + part]);
        if (border > 0) shares[(border - 1) * count + part] = (sum - before[part]) / step;
        before[part] = sum;
      }
    }
    return shares;
  }

  // {shares: [column][part], begun}; begun is null where the columns come from bins. `old`, of an earlier call, is used again.
  columnsOf(from, to, columns, old) {
    const fits = old && old.shares.length === columns * this.count;
    const shares = fits ? old.shares : new Float32Array(columns * this.count);
    const inView = this.bins * (to - from) / (this.to - this.from);
    const [first, last] = this.range(from, to);
    if (inView >= columns && last - first > 4 * columns) return {shares: this.sharesOfSums(from, to, columns, shares), begun: null};
    if (fits) shares.fill(0);
    const begun = new Uint16Array(columns);
    return {shares: this.sharesOfEvents(from, to, columns, shares, begun), begun};
  }
}
