// SPDX-License-Identifier: BSD-3-Clause
// The bar charts: lanes, all processes together, each process.
const mostBars = 256;  // beyond, neighbouring processes share a bar

function barChart(canvas, labels, series, axisTitle, legend = false) {
  return new Bars(canvas, labels, series, axisTitle, legend);
}

function sized(id, height) {
  const canvas = document.getElementById(id);
  canvas.parentElement.style.height = height + "px";
  return canvas;
}

function drawLanes(data) {
  const lanes = data.lanes, labels = lanes.map(lane => lane.name);
  return barChart(sized("lane-chart", 94 + 30 * lanes.length), labels, [
    {name: "computation", look: looks.computation, values: lanes.map(lane => lane.compute)},
    {name: "communication", look: looks.communication, values: lanes.map(lane => lane.communication)},
    {name: "waiting", look: looks.waiting, values: lanes.map(lane => lane.waiting)},
  ], "predicted time", true);
}

function seriesOf(data, rows) {
  return data.parts.map((name, part) => ({name, look: lookOf(part, data.parts.length), values: rows.map(row => row[part])}));
}

function drawWhole(data) {
  const sums = data.parts.map((_, part) => data.seconds.reduce((sum, row) => sum + row[part], 0));
  return barChart(sized("whole-chart", 96), ["all"], seriesOf(data, [sums]), "time of all processes together");
}

// The mean of neighbours where there are too many processes for a bar each.
function grouped(data) {
  const size = Math.ceil(data.seconds.length / mostBars);
  const labels = [], rows = [];
  for (let first = 0; first < data.seconds.length; first += size) {
    const group = data.seconds.slice(first, first + size);
    labels.push(size === 1 ? String(data.ranks[first]) : `${data.ranks[first]}–${data.ranks[first + group.length - 1]}`);
    rows.push(data.parts.map((_, part) => group.reduce((sum, row) => sum + row[part], 0) / group.length));
  }
  return {labels, rows, size};
}

function drawProcesses(data) {
  const {labels, rows, size} = grouped(data);
  const canvas = sized("process-chart", 60 + 22 * labels.length);
  return barChart(canvas, labels, seriesOf(data, rows), size === 1 ? "time of each process" : `mean time of ${size} neighbouring processes`);
}

function fillTable(table, heads, rows) {
  const head = table.createTHead().insertRow(), body = table.createTBody();
  for (const [i, text] of heads.entries()) {
    const cell = document.createElement("th");
    cell.textContent = text;
    cell.className = i === 0 ? "" : "n";
    head.append(cell);
  }
  for (const row of rows) {
    const line = body.insertRow();
    for (const [i, text] of row.entries()) {
      const cell = line.insertCell();
      cell.textContent = text;
      cell.className = i === 0 ? "" : "n";
    }
  }
}

function fillProcessTable(data) {
  fillTable(document.getElementById("process-table"), ["process", ...data.parts, "total"],
    data.seconds.map((row, i) => [String(data.ranks[i]), ...row.map(value => timeText(value)), timeText(row.reduce((a, b) => a + b, 0))]));
}
