// SPDX-License-Identifier: BSD-3-Clause
// Moves the timing diagram: wheel, drag, buttons, keyboard, and the overview above it.
class DiagramMoves {
  constructor(diagram) {
    this.diagram = diagram;
    this.tip = document.getElementById("tip");
    this.event = document.getElementById("event");
    this.overview = document.getElementById("overview");
    const canvas = diagram.canvas, scroller = diagram.scroller;
    canvas.addEventListener("wheel", event => this.wheel(event), {passive: false});
    canvas.addEventListener("pointerdown", event => this.grab(event));
    canvas.addEventListener("pointermove", event => this.point(event));
    canvas.addEventListener("pointerup", () => this.release());
    canvas.addEventListener("pointercancel", () => this.release());
    canvas.addEventListener("pointerleave", () => this.hideTip());
    scroller.addEventListener("scroll", () => diagram.request());
    scroller.addEventListener("keydown", event => this.key(event));
    document.querySelectorAll(".tools [data-do]").forEach(button =>
      button.addEventListener("click", () => this.act(button.dataset.do)));
    document.getElementById("show-messages").addEventListener("change", event => {
      diagram.showMessages = event.target.checked;
      diagram.request();
    });
    const path = document.getElementById("show-path");
    if (path) path.addEventListener("change", () => {
      diagram.showPath = path.checked;
      diagram.request();
    });
    this.overview.addEventListener("pointerdown", event => {
      this.overview.setPointerCapture(event.pointerId);
      this.center(event);
    });
    this.overview.addEventListener("pointermove", event => event.buttons & 1 && this.center(event));
    diagram.onDraw = () => this.drawOverview();
    this.layout();
  }

  layout() {
    const {overview, diagram} = this;
    overview.width = Math.round(diagram.width * diagram.ratio);
    overview.height = Math.round(34 * diagram.ratio);
    this.picture = null;
    this.drawOverview();
  }

  act(what) {
    const {diagram} = this, {from, to} = diagram.view, length = to - from;
    const actions = {
      in: () => this.zoom(0.5, (from + to) / 2), out: () => this.zoom(2, (from + to) / 2),
      left: () => diagram.setView(from - length / 4, to - length / 4),
      right: () => diagram.setView(from + length / 4, to + length / 4),
      all: () => diagram.setView(diagram.trace.from, diagram.trace.to),
      taller: () => this.resizeRows(1.4), lower: () => this.resizeRows(1 / 1.4),
    };
    actions[what]();
  }

  zoom(factor, around) {
    const {from, to} = this.diagram.view;
    this.diagram.setView(around - (around - from) * factor, around + (to - around) * factor);
  }

  resizeRows(factor) {
    const {diagram} = this;
    diagram.rowHeight = Math.min(mostRow, Math.max(leastRow, Math.round(diagram.rowHeight * factor)));
    diagram.layout();
  }

  wheel(event) {
    const {diagram} = this, unit = event.deltaMode === 1 ? 30 : 1;
    if (event.shiftKey) {  // some browsers turn such a wheel sideways
      diagram.scroller.scrollTop += (event.deltaY || event.deltaX) * unit;
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const shift = event.deltaX * unit / diagram.plotWidth * diagram.length;
      diagram.setView(diagram.view.from + shift, diagram.view.to + shift);
    } else {
      this.zoom(Math.exp(Math.max(-400, Math.min(400, event.deltaY * unit)) / 400), diagram.time(event.offsetX));
    }
    event.preventDefault();
  }

  grab(event) {
    if (event.button !== 0) return;
    const {diagram} = this;
    diagram.canvas.setPointerCapture(event.pointerId);
    diagram.canvas.classList.add("dragging");
    this.dragged = {x: event.clientX, y: event.clientY, ...diagram.view, top: diagram.scroller.scrollTop, moved: false};
    this.hideTip();
  }

  release() {
    this.diagram.canvas.classList.remove("dragging");
    this.dragged = null;
  }

  point(event) {
    const {diagram, dragged} = this;
    if (dragged) {
      const shift = (dragged.x - event.clientX) / diagram.plotWidth * (dragged.to - dragged.from);
      diagram.setView(dragged.from + shift, dragged.to + shift);
      diagram.scroller.scrollTop = dragged.top + dragged.y - event.clientY;
      return;
    }
    const text = diagram.describe(event.offsetX, event.offsetY);
    if (text === null) {
      this.hideTip();
      return;
    }
    this.tip.textContent = text;
    this.tip.hidden = false;
    const {offsetWidth, offsetHeight} = this.tip;
    const left = event.clientX + 16 + offsetWidth > innerWidth ? event.clientX - 16 - offsetWidth : event.clientX + 16;
    const top = event.clientY + 16 + offsetHeight > innerHeight ? event.clientY - 16 - offsetHeight : event.clientY + 16;
    this.tip.style.left = Math.max(4, left) + "px";
    this.tip.style.top = Math.max(4, top) + "px";
  }

  hideTip() {
    this.tip.hidden = true;
  }

  key(event) {
    const {diagram} = this;
    const actions = {
      "+": () => this.act("in"), "=": () => this.act("in"), "-": () => this.act("out"), "Home": () => this.act("all"),
      "ArrowLeft": () => this.act("left"), "ArrowRight": () => this.act("right"),
      "ArrowUp": () => this.choose(-1, 0), "ArrowDown": () => this.choose(1, 0),
      "n": () => this.choose(0, 1), "p": () => this.choose(0, -1),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    actions[event.key]();
    diagram.request();
    event.preventDefault();
  }

  // Another process or another event, which is shown and told.
  choose(rows, events) {
    const {diagram} = this, old = diagram.selected, middle = (diagram.view.from + diagram.view.to) / 2;
    const row = Math.max(0, Math.min(diagram.rows.length - 1, old ? old.row + rows : 0)), {spans} = diagram.rows[row];
    if (spans.count === 0) {
      diagram.selected = null;
      this.event.textContent = `process ${diagram.rows[row].rank}: no events`;
      return;
    }
    const near = old && !rows ? old.index + events : firstAfter(spans.begin, spans.count, old ? spansMiddle(diagram, old) : middle) - 1;
    const index = Math.max(0, Math.min(spans.count - 1, near));
    diagram.selected = {row, index};
    this.event.textContent = diagram.details.span(row, index);
    const begin = spans.begin[index], end = spans.end[index];
    if (end < diagram.view.from || begin > diagram.view.to) {
      diagram.setView((begin + end - diagram.length) / 2, (begin + end + diagram.length) / 2);
    }
    const top = row * diagram.rowHeight, {scroller} = diagram;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    if (top + diagram.rowHeight > scroller.scrollTop + diagram.rowsHeight) scroller.scrollTop = top + diagram.rowHeight - diagram.rowsHeight;
  }

  center(event) {
    const {diagram} = this, {from, to} = diagram.trace;
    const time = from + (event.offsetX - gutter) / diagram.plotWidth * (to - from);
    diagram.setView(time - diagram.length / 2, time + diagram.length / 2);
  }

  // All processes together over the whole run; drawn once, then only framed.
  overviewPicture() {
    const {diagram, overview} = this, count = diagram.parts.length;
    const columns = diagram.raster.width, height = overview.height;
    const sum = new Float32Array(columns * count);
    for (const row of diagram.rows) {
      const {shares} = row.columnsOf(diagram.trace.from, diagram.trace.to, columns);
      for (let i = 0; i < sum.length; ++i) sum[i] += shares[i] / diagram.rows.length;
    }
    const raster = new Raster(columns, height, diagram.looks);
    raster.row(columns, 0, height, {shares: sum, begun: null});
    const picture = document.createElement("canvas");
    picture.width = columns;
    picture.height = height;
    picture.getContext("2d").putImageData(raster.image, 0, 0);
    return picture;
  }

  drawOverview() {
    const {diagram, overview} = this, context = overview.getContext("2d"), {ratio, trace, view} = diagram;
    this.picture = this.picture || this.overviewPicture();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, overview.width, overview.height);
    context.drawImage(this.picture, gutter * ratio, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const whole = trace.to - trace.from;
    const begin = gutter + (view.from - trace.from) / whole * diagram.plotWidth;
    const width = Math.max(2, (view.to - view.from) / whole * diagram.plotWidth);
    context.globalAlpha = 0.6;
    context.fillStyle = cssColour("--page");
    context.fillRect(gutter, 0, begin - gutter, 34);
    context.fillRect(begin + width, 0, gutter + diagram.plotWidth - begin - width, 34);
    context.globalAlpha = 1;
    context.strokeStyle = cssColour("--focus");
    context.lineWidth = 2;
    context.strokeRect(begin, 1, width, 32);
    context.fillStyle = cssColour("--faint");
    context.font = "12px system-ui, Arial, sans-serif";
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillText("all", gutter - 8, 17);
  }
}

function spansMiddle(diagram, {row, index}) {
  const {begin, end} = diagram.rows[row].spans;
  return (begin[index] + end[index]) / 2;
}
