// SPDX-License-Identifier: BSD-3-Clause
// Decodes the packed traces (revprof/report/html/packed_traces.cpp writes them) into typed arrays, a row for each process.
const mergedCalls = -2;

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

// Seven bits a byte, the lowest first; by products, as 64-bit times do not fit into bit operations.
class NumberReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let byte = this.bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127, factor = 128;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

function readSpans(reader, count, from, withPlaces) {
  const spans = {
    count, name: new Uint16Array(count), begin: new Float64Array(count), end: new Float64Array(count),
    waiting: new Float64Array(count), bytes: new Float64Array(count), peer: new Int32Array(count),
    communicator: new Int32Array(count), place: new Int32Array(count).fill(-1),
  };
  let before = from;
  for (let i = 0; i < count; ++i) {
    const name = spans.name[i] = reader.number();
    const begin = spans.begin[i] = before + reader.signed();
    before = spans.end[i] = begin + reader.number();
    if (name === 0) continue;
    spans.waiting[i] = reader.number();
    spans.bytes[i] = reader.signed();
    spans.peer[i] = reader.signed();
    spans.communicator[i] = reader.signed();
    if (withPlaces) spans.place[i] = reader.signed();
  }
  return spans;
}

function readMessages(reader, count, from) {
  const messages = {
    count, source: new Int32Array(count), sent: new Float64Array(count), arrived: new Float64Array(count),
    received: new Float64Array(count), bytes: new Float64Array(count), tag: new Int32Array(count),
  };
  let before = from;
  for (let i = 0; i < count; ++i) {
    const received = messages.received[i] = before += reader.signed();
    const sent = messages.sent[i] = received - reader.signed();
    messages.arrived[i] = sent + reader.signed();
    messages.source[i] = reader.number();
    messages.bytes[i] = reader.signed();
    messages.tag[i] = reader.signed();
  }
  return messages;
}

function decodeTrace(trace, base64) {
  const reader = new NumberReader(bytesOfBase64(base64));
  return trace.processes.map(([rank, spans, messages]) => ({
    rank,
    spans: readSpans(reader, spans, trace.from, trace.places.length > 0),
    messages: readMessages(reader, messages, trace.from),
  }));
}

// The first index in sorted values[0 ... count) whose value is greater than limit.
function firstAfter(values, count, limit) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
