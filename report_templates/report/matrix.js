// SPDX-License-Identifier: BSD-3-Clause
// The communication matrix: senders down, receivers across; size and shade of a square on a logarithmic scale.
const matrixMargin = 64, mostPairs = 12;
const measures = {
  bytes: {title: "bytes", value: row => row[3], text: bytesText},
  messages: {title: "messages", value: row => row[2], text: countText},
  mean: {title: "mean time from sent to there", value: row => row[4], text: timeText},
};

class Matrix {
  constructor(data) {
    this.rows = data.traffic;
    this.count = data.processes;
    this.canvas = document.getElementById("matrix-canvas");
    this.choice = document.getElementById("measure");
    this.tip = document.getElementById("tip");
    this.pairs = new Map(this.rows.map(row => [row[0] * this.count + row[1], row]));
    this.choice.addEventListener("change", () => this.draw());
    this.canvas.addEventListener("pointermove", event => this.point(event));
    this.canvas.addEventListener("pointerleave", () => this.tip.hidden = true);
    this.draw();
  }

  layout() {
    const room = Math.min(560, this.canvas.parentElement.clientWidth - matrixMargin - 190);
    this.cell = Math.max(5, Math.min(34, Math.floor(room / this.count)));
    this.side = this.cell * this.count;
    this.width = matrixMargin + this.side + 180;
    this.height = matrixMargin + Math.max(this.side, 190) + 8;
    this.ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.canvas.style.width = this.width + "px";
    this.canvas.style.height = this.height + "px";
  }

  // 0.15 for the least value to 1 for the most.
  weight(value) {
    if (!(value > 0)) return 0.15;
    return this.most > this.least ? 0.15 + 0.85 * Math.log(value / this.least) / Math.log(this.most / this.least) : 1;
  }

  square(context, x, y, value) {
    const weight = this.weight(value), side = Math.max(2, (this.cell - 1) * (0.3 + 0.7 * weight)), room = (this.cell - side) / 2;
    context.globalAlpha = 0.3 + 0.7 * weight;
    context.fillRect(x + room, y + room, side, side);
    context.globalAlpha = 1;
  }

  draw() {
    this.layout();
    const context = this.canvas.getContext("2d"), measure = measures[this.choice.value];
    const values = this.rows.map(measure.value).filter(value => value > 0);
    this.least = Math.min(...values);
    this.most = Math.max(...values);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = cssColour("--page");
    context.fillRect(0, 0, this.width, this.height);
    context.fillStyle = cssColour("--row");
    context.fillRect(matrixMargin, matrixMargin, this.side, this.side);
    this.drawAxes(context);
    context.fillStyle = cssColour("--heat");
    for (const row of this.rows) {
      this.square(context, matrixMargin + row[1] * this.cell, matrixMargin + row[0] * this.cell, measure.value(row));
    }
    this.drawScale(context, measure);
    this.fillPairs(measure);
  }

  drawAxes(context) {
    const step = [1, 2, 4, 8, 16, 32, 64, 128, 256].find(each => each * this.cell >= 22) || 512;
    context.fillStyle = cssColour("--text");
    context.strokeStyle = cssColour("--line");
    context.font = "11px system-ui, Arial, sans-serif";
    context.textBaseline = "middle";
    for (let rank = 0; rank < this.count; rank += step) {
      const at = matrixMargin + (rank + 0.5) * this.cell;
      context.textAlign = "right";
      context.fillText(String(rank), matrixMargin - 6, at);
      context.textAlign = "center";
      context.fillText(String(rank), at, matrixMargin - 10);
    }
    context.strokeRect(matrixMargin - 0.5, matrixMargin - 0.5, this.side + 1, this.side + 1);
    context.font = "12px system-ui, Arial, sans-serif";
    context.fillText("receiver", matrixMargin + this.side / 2, matrixMargin - 32);
    context.save();
    context.translate(matrixMargin - 42, matrixMargin + this.side / 2);
    context.rotate(-Math.PI / 2);
    context.fillText("sender", 0, 0);
    context.restore();
  }

  drawScale(context, measure) {
    const x = matrixMargin + this.side + 24, steps = this.most > this.least ? 5 : 1;
    context.textAlign = "left";
    context.font = "12px system-ui, Arial, sans-serif";
    context.fillStyle = cssColour("--text");
    context.fillText(measure.title, x, matrixMargin + 4);
    const cell = this.cell;
    this.cell = 22;
    for (let i = 0; i < steps; ++i) {
      const value = this.most * (this.least / this.most) ** (i / Math.max(1, steps - 1)), y = matrixMargin + 22 + 28 * i;
      context.fillStyle = cssColour("--heat");
      this.square(context, x, y, value);
      context.fillStyle = cssColour("--text");
      context.fillText(measure.text(value), x + 32, y + 12);
    }
    this.cell = cell;
  }

  fillPairs(measure) {
    const table = document.getElementById("pair-table");
    table.replaceChildren();
    const largest = [...this.rows].sort((a, b) => measure.value(b) - measure.value(a)).slice(0, mostPairs);
    fillTable(table, ["from → to", "bytes", "messages", "mean time under way"],
      largest.map(row => [`${row[0]} → ${row[1]}`, bytesText(row[3]), countText(row[2]), timeText(row[4])]));
  }

  point(event) {
    const to = Math.floor((event.offsetX - matrixMargin) / this.cell), from = Math.floor((event.offsetY - matrixMargin) / this.cell);
    const inside = to >= 0 && from >= 0 && to < this.count && from < this.count;
    const row = inside ? this.pairs.get(from * this.count + to) : undefined;
    this.tip.hidden = !inside;
    if (!inside) return;
    this.tip.textContent = `from ${from} to ${to}\n` + (row
      ? `${bytesText(row[3])} in ${countText(row[2])} messages\n${timeText(row[4])} from sent to there, in the mean` : "no messages");
    this.tip.style.left = Math.min(event.clientX + 16, innerWidth - this.tip.offsetWidth - 8) + "px";
    this.tip.style.top = Math.min(event.clientY + 16, innerHeight - this.tip.offsetHeight - 8) + "px";
  }
}
