// SPDX-License-Identifier: BSD-3-Clause
// The timing diagram: draws the part of the run that is in view. How it is moved stands in diagram_moves.js.
const gutter = 58, axisHeight = 40, mostLines = 700, leastRow = 9, mostRow = 60;

// Asked for once, as every question makes the browser look at its style sheet again.
const colours = new Map();
function cssColour(name) {
  if (!colours.has(name)) colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return colours.get(name);
}

class Diagram {
  constructor(rows, data) {
    const {trace, parts} = data;
    this.trace = trace;
    this.parts = parts;
    this.looks = parts.map((_, part) => lookOf(part, parts.length));
    const bins = finestBins(rows);
    this.rows = rows.map(row => new Row(row, trace.parts, parts.length, trace.from, trace.to, bins));
    this.index = new MessageIndex(this.rows);
    this.details = new Details(this.rows, trace, data.communicators);
    this.scroller = document.getElementById("rows");
    this.canvas = document.getElementById("rows-canvas");
    this.space = document.getElementById("rows-space");
    this.output = document.getElementById("window");
    this.showMessages = true;
    this.path = new Path(data.path, this.details.rowOfRank);
    this.showPath = true;
    this.markers = new Markers(data.markers);
    this.columns = [];  // of each row, as drawn
    this.selected = null;  // {row, index} of an event
    this.view = {from: trace.from, to: trace.to};
    this.rowHeight = Math.min(44, Math.max(16, Math.floor(480 / this.rows.length)));
    this.layout();
  }

  layout() {
    const ratio = window.devicePixelRatio || 1;
    const shown = Math.min(this.rows.length * this.rowHeight, 640);
    this.width = Math.max(320, this.scroller.clientWidth);
    this.height = shown + axisHeight;
    this.scroller.style.height = this.height + 2 + "px";
    this.space.style.height = this.rows.length * this.rowHeight - shown + "px";
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.width = this.width + "px";
    this.canvas.style.height = this.height + "px";
    this.ratio = ratio;
    this.plotWidth = this.width - gutter - 14;
    this.raster = new Raster(Math.round(this.plotWidth * ratio), Math.round(shown * ratio), this.looks);
    this.context = this.canvas.getContext("2d", {alpha: false});
    this.draw();
  }

  get rowsHeight() {
    return this.height - axisHeight;
  }

  get length() {
    return this.view.to - this.view.from;
  }

  x(time) {
    return gutter + (time - this.view.from) / this.length * this.plotWidth;
  }

  time(x) {
    return this.view.from + (x - gutter) / this.plotWidth * this.length;
  }

  rowAt(y) {
    const row = Math.floor((y + this.scroller.scrollTop) / this.rowHeight);
    return y < this.rowsHeight && row >= 0 && row < this.rows.length ? row : -1;
  }

  // Top and height of a row's bar; between the bars the messages are seen.
  bar(row) {
    const height = this.rowHeight < 14 ? this.rowHeight - 2 : this.rowHeight * 0.68;
    return {top: row * this.rowHeight - this.scroller.scrollTop + (this.rowHeight - height) / 2, height};
  }

  setView(from, to) {
    const whole = this.trace.to - this.trace.from;
    const length = Math.min(whole, Math.max(to - from, Math.min(1000, whole)));
    const begin = Math.min(Math.max(from, this.trace.from), this.trace.to - length);
    this.view = {from: begin, to: begin + length};
    this.request();
  }

  request() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      this.draw();
    });
  }

  draw() {
    const context = this.context;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = cssColour("--page");
    context.fillRect(0, 0, this.width, this.height);
    this.drawAxis(context);
    this.drawRows(context);
    context.save();
    context.beginPath();
    context.rect(gutter, 0, this.plotWidth, this.rowsHeight);
    context.clip();
    this.drawMessages(context);
    if (this.showPath) this.path.draw(context, this);
    this.markers.draw(context, this);
    this.drawSelected(context);
    context.restore();
    if (this.onDraw) this.onDraw();
    // A changed text costs as much as the picture, so it waits until the view rests.
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), 80);
  }

  tell() {
    const digits = this.length / second / 1000;
    this.output.textContent = `${clockText(this.view.from / second, digits)} to ${clockText(this.view.to / second, digits)}` +
      ` (${timeText(this.length / second, 3)})`;
    document.getElementById("message-note").textContent = this.messageNote;
  }

  drawAxis(context) {
    const unit = timeUnit(this.length / second), scale = second * unit.seconds;
    const {step, values} = ticks(this.view.from / scale, this.view.to / scale, Math.max(2, this.plotWidth / 110));
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    context.strokeStyle = cssColour("--line");
    context.fillStyle = cssColour("--text");
    context.font = "12px system-ui, Arial, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "top";
    context.lineWidth = 1;
    for (const value of values) {
      const x = Math.round(this.x(value * scale)) + 0.5;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.rowsHeight + 5);
      context.stroke();
      const label = (value + 0).toFixed(decimals), half = context.measureText(label).width / 2;
      if (x - half > 4 && x + half < this.width) context.fillText(label, x, this.rowsHeight + 7);
    }
    context.fillText(`simulated time in ${unit.name}`, gutter + this.plotWidth / 2, this.rowsHeight + 23);
  }

  drawRows(context) {
    const [first, last] = this.visibleRows();
    this.raster.clear();
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.font = (this.rowHeight < 14 ? "9" : "12") + "px system-ui, Arial, sans-serif";
    const background = cssColour("--row"), text = cssColour("--text");
    for (let row = first; row < last; ++row) {
      const {top, height} = this.bar(row);
      context.fillStyle = background;
      context.fillRect(gutter, top, this.plotWidth, height);
      context.fillStyle = text;
      context.fillText((this.rows.length < 100 ? "P " : "") + this.rows[row].rank, gutter - 8, top + height / 2);
      this.columns[row] = this.rows[row].columnsOf(this.view.from, this.view.to, this.raster.width, this.columns[row]);
      this.raster.row(this.raster.width, Math.round(top * this.ratio), Math.round(height * this.ratio), this.columns[row]);
    }
    // By way of a canvas of its own, as putImageData would replace the background.
    if (!this.layer || this.layer.width !== this.raster.width || this.layer.height !== this.raster.height) {
      this.layer = document.createElement("canvas");
      this.layer.width = this.raster.width;
      this.layer.height = this.raster.height;
    }
    this.layer.getContext("2d").putImageData(this.raster.image, 0, 0);
    context.drawImage(this.layer, gutter, 0, this.raster.width / this.ratio, this.raster.height / this.ratio);
    this.drawBorders(context, first, last);
  }

  visibleRows() {
    const first = Math.floor(this.scroller.scrollTop / this.rowHeight);
    return [Math.max(0, first), Math.min(this.rows.length, Math.ceil((this.scroller.scrollTop + this.rowsHeight) / this.rowHeight))];
  }

  // Where events are long enough: lines between them, and names on them.
  drawBorders(context, first, last) {
    context.lineWidth = 1;
    context.textAlign = "left";
    context.font = "11px system-ui, Arial, sans-serif";
    for (let row = first; row < last; ++row) {
      const {spans} = this.rows[row], {top, height} = this.bar(row);
      const [from, to] = this.rows[row].range(this.view.from, this.view.to);
      if (to - from > this.plotWidth / 4) continue;
      for (let i = from; i < to; ++i) {
        const begin = Math.max(gutter, this.x(spans.begin[i])), end = Math.min(gutter + this.plotWidth, this.x(spans.end[i]));
        if (end - begin < 3) continue;
        context.strokeStyle = "rgb(0 0 0 / .45)";
        context.strokeRect(begin + 0.25, top + 0.5, end - begin - 0.5, height - 1);
        const name = this.trace.names[spans.name[i]];
        if (height < 14 || end - begin < 30 || context.measureText(name).width + 10 > end - begin) continue;
        const width = context.measureText(name).width;
        context.fillStyle = "rgb(255 255 255 / .85)";
        context.fillRect(begin + 4, top + height / 2 - 7, width + 4, 14);
        context.fillStyle = "#111";
        context.fillText(name, begin + 6, top + height / 2 + 0.5);
      }
    }
  }

  drawMessages(context) {
    this.lines = [];
    this.messageNote = "";
    if (!this.showMessages) return;
    const [first, last] = this.visibleRows();
    const rowOf = this.details.rowOfRank;
    const touches = (row, source) => {
      const other = rowOf.get(source);
      return other !== undefined && Math.max(row, other) >= first && Math.min(row, other) < last;
    };
    const {lines, all, found} = this.index.inView(this.view.from, this.view.to, mostLines, touches);
    const crowded = lines.length > 250;
    context.strokeStyle = cssColour("--message");
    context.globalAlpha = crowded ? 0.4 : 0.85;
    context.lineWidth = crowded ? 0.7 : 1.2;
    context.beginPath();
    for (const [row, index] of lines) {
      const {source, sent, received} = this.rows[row].messages;
      const other = rowOf.get(source[index]), from = this.bar(other), to = this.bar(row);
      const down = other < row;
      const line = {row, index, x1: this.x(sent[index]), y1: from.top + (other === row ? from.height / 2 : down ? from.height : 0),
        x2: this.x(received[index]), y2: to.top + (other === row ? to.height / 2 : down ? 0 : to.height)};
      context.moveTo(line.x1, line.y1);
      context.lineTo(line.x2, line.y2);
      this.lines.push(line);
    }
    context.stroke();
    context.globalAlpha = 1;
    if (!crowded) this.drawArrows(context);
    this.messageNote = all ? `Messages: all ${countText(lines.length)} of these processes and this time are drawn.`
      : `Messages: ${countText(lines.length)} of about ${countText(found)} are drawn, those longest under way first. Zoom in for the others.`;
  }

  drawArrows(context) {
    context.fillStyle = cssColour("--message");
    for (const {x1, y1, x2, y2} of this.lines) {
      const angle = Math.atan2(y2 - y1, x2 - x1);
      context.beginPath();
      context.moveTo(x2, y2);
      for (const side of [-0.4, 0.4]) context.lineTo(x2 - 7 * Math.cos(angle + side), y2 - 7 * Math.sin(angle + side));
      context.fill();
    }
  }

  drawSelected(context) {
    if (!this.selected) return;
    const {row, index} = this.selected, {top, height} = this.bar(row), {begin, end} = this.rows[row].spans;
    const x = this.x(begin[index]);
    context.strokeStyle = cssColour("--focus");
    context.lineWidth = 3;
    context.strokeRect(x - 1, top - 2, Math.max(3, this.x(end[index]) - x + 2), height + 4);
  }

  // What is under the pointer, as text; null: nothing.
  describe(x, y) {
    const row = this.rowAt(y);
    if (row < 0 || x < gutter || x > gutter + this.plotWidth) return null;
    const {top, height} = this.bar(row), onBar = y >= top && y <= top + height;
    const marked = onBar ? this.markers.textAt(this, x, y, row) : null;
    if (marked) return marked;
    const line = this.lineAt(x, y, onBar ? 1.5 : 5);
    if (line) return this.details.message(line.row, line.index);
    if (!onBar) return null;
    const index = this.spanAt(row, this.time(x));
    const columns = this.columns[row], column = Math.min(this.raster.width - 1, Math.floor((x - gutter) * this.ratio));
    const alone = columns && columns.begun && columns.begun[column] < 2;
    if (!alone && columns && (index < 0 || this.rows[row].spans.end[index] - this.rows[row].spans.begin[index] < this.length / this.plotWidth)) {
      return this.details.shares(this.rows[row], column, this.parts.length, columns.shares, this.parts);
    }
    return index < 0 ? null : this.details.span(row, index);
  }

  spanAt(row, time) {
    const {begin, end, count} = this.rows[row].spans;
    const index = firstAfter(begin, count, time) - 1;
    return index >= 0 && end[index] >= time ? index : -1;
  }

  // The nearest line within so many pixels.
  lineAt(x, y, least) {
    let nearest = null;
    for (const line of this.lines || []) {
      const dx = line.x2 - line.x1, dy = line.y2 - line.y1, square = dx * dx + dy * dy;
      const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - line.x1) * dx + (y - line.y1) * dy) / square));
      const distance = Math.hypot(x - line.x1 - along * dx, y - line.y1 - along * dy);
      if (distance < least) [nearest, least] = [line, distance];
    }
    return nearest;
  }
}
