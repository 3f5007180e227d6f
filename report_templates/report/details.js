// SPDX-License-Identifier: BSD-3-Clause
// What is told of an event or a message: when, what, with whom, and for whom it waited.
const second = 1e12;  // in picoseconds

class Details {
  constructor(rows, trace, communicators) {
    this.rows = rows;
    this.names = trace.names;
    this.places = trace.places;
    this.communicators = communicators;
    this.rowOfRank = new Map(rows.map((row, number) => [row.rank, number]));
  }

  // Times with as many digits as tell this event's begin from its end.
  clock(time, length) {
    return clockText(time / second, Math.max(length / second / 1000, 1e-12));
  }

  span(number, index) {
    const row = this.rows[number], {name, begin, end, waiting, bytes, peer, communicator, place} = row.spans;
    const length = end[index] - begin[index];
    const merged = communicator[index] === mergedCalls && name[index] !== 0;
    const lines = [`process ${row.rank}: ${this.names[name[index]]}${merged ? " (several, merged)" : ""}`,
      `${timeText(length / second)}, from ${this.clock(begin[index], length)} to ${this.clock(end[index], length)}`];
    if (name[index] === 0) return lines.join("\n");
    if (place[index] >= 0) lines.push(`at ${this.places[place[index]]}`);
    if (bytes[index] > 0) lines.push(bytesText(bytes[index]));
    if (peer[index] >= 0) lines.push(`peer or root: process ${peer[index]}`);
    if (waiting[index] > 0) {
      const whom = merged ? null : this.waitedFor(number, index);
      lines.push(`of it waiting ${timeText(waiting[index] / second)}${whom === null ? "" : " for process " + whom}`);
    }
    for (const i of this.messagesIn(number, begin[index], end[index], 3)) {
      lines.push(`received from ${row.messages.source[i]}: ${bytesText(row.messages.bytes[i])}`);
    }
    return lines.join("\n");
  }

  // Messages whose receive was complete in (begin, end].
  messagesIn(number, begin, end, most) {
    const {received, count} = this.rows[number].messages;
    const first = firstAfter(received, count, begin), last = firstAfter(received, count, end);
    return Array.from({length: Math.min(most, last - first)}, (_, i) => first + i);
  }

  // Waiting ends when a message can be there, or when another process enters the same collective call.
  waitedFor(number, index) {
    const row = this.rows[number], {name, begin, end, waiting, communicator, peer} = row.spans;
    const until = begin[index] + waiting[index];
    const {arrived, source} = row.messages;
    const candidates = this.messagesIn(number, begin[index], end[index], 10000);
    const message = candidates.find(i => Math.abs(arrived[i] - until) <= 1);
    if (message !== undefined) return source[message];
    const members = this.communicators[number] && this.communicators[number][communicator[index]];
    for (const other of this.rows) {
      if (other === row || (members && !members.includes(other.rank))) continue;
      const at = firstAfter(other.spans.begin, other.spans.count, until) - 1;
      if (at >= 0 && Math.abs(other.spans.begin[at] - until) <= 1 && other.spans.name[at] === name[index]) {
        return other.rank;
      }
    }
    return peer[index] >= 0 && peer[index] !== row.rank ? peer[index] : null;
  }

  message(number, index) {
    const row = this.rows[number], {source, sent, arrived, received, bytes, tag} = row.messages;
    const length = received[index] - sent[index];
    return [`message from ${source[index]} to ${row.rank}: ${bytesText(bytes[index])}, tag ${tag[index]}`,
      `sent ${this.clock(sent[index], length)}`, `could be there ${this.clock(arrived[index], length)}`,
      `received ${this.clock(received[index], length)}, ${timeText(length / second)} after it was sent`].join("\n");
  }

  // Of a column with many events.
  shares(row, column, count, shares, parts) {
    const lines = [`process ${row.rank}: many events here`];
    for (let part = 0; part < count; ++part) {
      const share = shares[column * count + part];
      if (share > 0.0005) lines.push(`${percentText(share)} ${parts[part]}`);
    }
    return lines.join("\n");
  }
}
