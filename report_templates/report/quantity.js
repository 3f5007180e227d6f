// SPDX-License-Identifier: BSD-3-Clause
// Times, sizes and counts as people read them, as in the tables; round ticks for axes.
const timeUnits = [{seconds: 1, name: "s"}, {seconds: 1e-3, name: "ms"}, {seconds: 1e-6, name: "µs"}, {seconds: 1e-9, name: "ns"}];

// The unit in which a time of that many seconds reads best.
function timeUnit(seconds) {
  return timeUnits.find(unit => seconds >= unit.seconds * 0.99995) || timeUnits[3];
}

function significant(value, digits) {
  return value.toFixed(Math.max(0, digits - 1 - Math.max(0, Math.floor(Math.log10(Math.max(value, 1) * 1.000001)))));
}

function timeText(seconds, digits = 4) {
  if (seconds === 0) return "0 s";
  if (seconds < 0) return "−" + timeText(-seconds, digits);
  const unit = timeUnit(seconds);
  return significant(seconds / unit.seconds, digits) + " " + unit.name;
}

// A point of time with as many decimals as the step between neighbours needs.
function clockText(seconds, step) {
  const unit = timeUnit(Math.max(seconds, step));
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step / unit.seconds) - 1e-9)));
  return (seconds / unit.seconds).toFixed(decimals) + " " + unit.name;
}

function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  while (bytes >= 1023.5 && unit < units.length - 1) {
    bytes /= 1024;
    ++unit;
  }
  return (unit === 0 && Number.isInteger(bytes) ? String(bytes) : significant(bytes, 3)) + " " + units[unit];
}

function countText(count) {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

function percentText(share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  return (share * 100).toFixed(1) + " %";
}

// Multiples of 1, 2 or 5 times a power of ten between from and to, about that many.
function ticks(from, to, about) {
  const wanted = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find(factor => factor * power >= wanted * 0.999) || 10);
  const values = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i) values.push(i * step);
  return {step, values};
}
