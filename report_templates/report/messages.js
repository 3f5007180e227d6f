// SPDX-License-Identifier: BSD-3-Clause
// Finds the messages to draw: of those under way in the view the longest first, without looking at all of them.
// Each receiver's messages are kept by the power of two of their duration, in the order of their reception.
class MessageIndex {
  constructor(rows) {
    this.rows = rows;
    this.classes = new Map();  // exponent of the duration -> [{row, indices}]
    rows.forEach((row, number) => this.add(row, number));
    this.exponents = [...this.classes.keys()].sort((a, b) => b - a);
    this.total = rows.reduce((sum, row) => sum + row.messages.count, 0);
  }

  add(row, number) {
    const {sent, received, count} = row.messages;
    const own = new Map();
    for (let i = 0; i < count; ++i) {
      const exponent = Math.ceil(Math.log2(Math.max(1, received[i] - sent[i])));
      if (!own.has(exponent)) own.set(exponent, []);
      own.get(exponent).push(i);
    }
    for (const [exponent, indices] of own) {
      if (!this.classes.has(exponent)) this.classes.set(exponent, []);
      const times = Float64Array.from(indices, i => received[i]);
      this.classes.get(exponent).push({row: number, indices: Uint32Array.from(indices), times});
    }
  }

  // {lines: [[row, index]], all, found}; where there are more than `most`, evenly chosen ones of the shortest kept class.
  // Then `found`, how many there are, counts some that have just left the view too.
  inView(from, to, most, wanted) {
    const lines = [];
    let found = 0, all = true;
    for (const exponent of this.exponents) {
      const ranges = [];
      let candidates = 0;
      for (const list of this.classes.get(exponent)) {
        const first = firstAfter(list.times, list.times.length, from - 1);
        const last = firstAfter(list.times, list.times.length, to + 2 ** exponent);
        if (last > first) ranges.push([list, first, last]);
        candidates += last - first;
      }
      found += candidates;
      const left = most - lines.length;
      if (left <= 0) {
        all = all && candidates === 0;
        continue;
      }
      const step = Math.max(1, Math.ceil(candidates / left));
      all = all && step === 1;
      for (const [list, first, last] of ranges) {
        const {sent, source} = this.rows[list.row].messages;
        // Every step-th of all, so that the choice stays while the view moves; other ones in each row.
        const offset = list.row * 7 % step;
        for (let i = Math.ceil((first - offset) / step) * step + offset; i < last; i += step) {
          const index = list.indices[i];
          if (sent[index] <= to && wanted(list.row, source[index])) lines.push([list.row, index]);
        }
      }
    }
    return {lines, all, found};
  }
}
