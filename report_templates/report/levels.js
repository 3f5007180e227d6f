// SPDX-License-Identifier: BSD-3-Clause
// Levels of detail of one row: how the parts share the time in 2^n bins, in half as many, and so on; and from these, or
// where the view is close enough from the events themselves, the shares in each pixel column.
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
    this.levels = [this.sharesOfEvents(from, to, bins, null)];
    while (this.levels[this.levels.length - 1].length > 16 * count) this.levels.push(this.coarser());
  }

  coarser() {
    const fine = this.levels[this.levels.length - 1];
    const count = this.count, half = new Float32Array(fine.length / 2);
    for (let bin = 0; bin * count < half.length; ++bin) {
      for (let part = 0; part < count; ++part) {
        half[bin * count + part] = (fine[2 * bin * count + part] + fine[(2 * bin + 1) * count + part]) / 2;
      }
    }
    return half;
  }

  // The events that touch [from, to] as indices [first, last).
  range(from, to) {
    return [firstAfter(this.spans.end, this.spans.count, from), firstAfter(this.spans.begin, this.spans.count, to)];
  }

  // `events`, where given, becomes the number of events that begin in each column.
  sharesOfEvents(from, to, columns, events) {
    const {name, begin, end, waiting} = this.spans, count = this.count;
    const shares = new Float32Array(columns * count), scale = columns / (to - from);
    const [first, last] = this.range(from, to);
    for (let i = first; i < last; ++i) {
      const start = (begin[i] - from) * scale, waited = (begin[i] + waiting[i] - from) * scale;
      if (waiting[i] > 0) addStretch(shares, columns, count, 1, start, waited);
      addStretch(shares, columns, count, this.partOfName[name[i]], waited, (end[i] - from) * scale);
      if (events && start >= 0 && start < columns) ++events[start | 0];
    }
    return shares;
  }

  // Like sharesOfEvents, from the level whose bins are just narrower than a column.
  sharesOfBins(level, from, to, columns) {
    const bins = this.levels[level], count = this.count, number = bins.length / count;
    const shares = new Float32Array(columns * count);
    const width = number / (this.to - this.from);  // bins for a picosecond
    for (let column = 0; column < columns; ++column) {
      const begin = Math.max(0, (from + (to - from) * column / columns - this.from) * width);
      const end = Math.min(number, (from + (to - from) * (column + 1) / columns - this.from) * width);
      for (let bin = Math.floor(begin); bin < end; ++bin) {
        const weight = (Math.min(end, bin + 1) - Math.max(begin, bin)) / (end - begin);
        for (let part = 0; part < count; ++part) shares[column * count + part] += weight * bins[bin * count + part];
      }
    }
    return shares;
  }

  // {shares, events}: events is null where the columns come from bins.
  columnsOf(from, to, columns) {
    const finest = this.levels[0].length / this.count;
    const inView = finest * (to - from) / (this.to - this.from);
    const [first, last] = this.range(from, to);
    if (inView >= columns && last - first > 4 * columns) {
      const level = Math.min(this.levels.length - 1, Math.floor(Math.log2(inView / columns)));
      return {shares: this.sharesOfBins(level, from, to, columns), events: null};
    }
    const events = new Uint32Array(columns);
    return {shares: this.sharesOfEvents(from, to, columns, events), events};
  }
}
